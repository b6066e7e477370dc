import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { themeStore, useThemeName } from '../../kit/theme/preferences.ts'
import { standAloneMessages } from './stand-alone-messages.ts'
import styles from './stand-alone.module.css'

/**
 * The centred card of all pages without the layout. Written without antd: the sign-in page is the first to load.
 *
 * @param props.title title of the window
 */
export function StandAloneFrame(props: { title: string; children: ReactNode }): ReactNode {
  const t = useMessages(standAloneMessages)
  const { language, setLanguage } = useLanguage()
  const theme = useThemeName()
  const product = t('product')
  useEffect(() => {
    document.title = `${props.title} - ${product}`
  }, [props.title, product])
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
            <h1>{product}</h1>
            <p>{t('claim')}</p>
          </div>
        </header>
        {props.children}
      </section>
    </main>
  )
}
