import { useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { sessionStore } from '../session/session.ts'
import { StandAloneFrame } from '../stand-alone/stand-alone-frame.tsx'
import styles from '../stand-alone/stand-alone.module.css'
import { CompanySignIn } from './company-sign-in.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'

/** Signing in, with a forced change of the password where the server asks for one. */
export function SignInPage(): ReactNode {
  const t = useMessages(signInMessages)
  const { phase, mustChangePasswordOf } = useStore(sessionStore)
  const [note, setNote] = useState('')
  return (
    <StandAloneFrame title={t('signIn')}>
      {phase === 'lapsed' && <p className={styles.note}>{t('lapsed')}</p>}
      {note !== '' && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {mustChangePasswordOf === null ? (
        <>
          <SignInForm />
          <CompanySignIn />
        </>
      ) : (
        <NewPasswordForm account={mustChangePasswordOf} onChanged={() => setNote(t('changed'))} />
      )}
    </StandAloneFrame>
  )
}
