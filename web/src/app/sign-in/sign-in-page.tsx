import { useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { themeStore, useThemeName } from '../../kit/theme/preferences.ts'
import { sessionStore } from '../session/session.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'
import styles from './sign-in.module.css'

/**
 * Signing in, with a forced change of the password where the server asks for one. Written
 * without antd: it is the first thing a person waits for (architecture section 8).
 */
export function SignInPage(): ReactNode {
  const t = useMessages(signInMessages)
  const { language, setLanguage } = useLanguage()
  const theme = useThemeName()
  const { phase, mustChangePasswordOf } = useStore(sessionStore)
  const [note, setNote] = useState('')
  return (
    <main className={styles.page}>
      <div className={styles.settings}>
        <button type="button" onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
          {t('otherLanguage')}
        </button>
        <button type="button" onClick={() => themeStore.set(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? t('light') : t('dark')}
        </button>
      </div>
      <section className={styles.card}>
        <header className={styles.brand}>
          <img src="favicon.svg" alt="" width="40" height="40" />
          <div>
            <h1>{t('product')}</h1>
            <p>{t('claim')}</p>
          </div>
        </header>
        {phase === 'lapsed' && <p className={styles.note}>{t('lapsed')}</p>}
        {note !== '' && (
          <p className={styles.note} role="status">
            {note}
          </p>
        )}
        {mustChangePasswordOf === null ? (
          <SignInForm />
        ) : (
          <NewPasswordForm account={mustChangePasswordOf} onChanged={() => setNote(t('changed'))} />
        )}
      </section>
    </main>
  )
}
