import type { ReactNode } from 'react'
import { RequestId } from '../../kit/feedback/request-id.tsx'
import { useMessages } from '../../kit/text/messages.ts'
import { useHashLocation } from '../../kit/location/hash-location.ts'
import { unifiedHomePath } from '../session/guard.ts'
import { AuthRedirectPage } from './auth-redirect-page.tsx'
import { StandAloneFrame } from './stand-alone-frame.tsx'
import { errorReasons, standAloneMessages } from './stand-alone-messages.ts'
import styles from './stand-alone.module.css'
import { UnifiedHomePage } from './unified-home-page.tsx'

/** The pages without the layout, except the sign-in page (product.md section 2). */
export default function StandAlonePage({ pathname }: { pathname: string }): ReactNode {
  switch (pathname) {
    case '/auth-redirect':
      return <AuthRedirectPage />
    case '/welcome':
      return <WelcomePage />
    case '/noAccess':
      return <NoAccessPage />
    case unifiedHomePath:
      return <UnifiedHomePage />
    default:
      return <ErrorPage />
  }
}

function WelcomePage(): ReactNode {
  const t = useMessages(standAloneMessages)
  return (
    <StandAloneFrame title={t('welcome')}>
      <h2 className={styles.heading}>{t('welcome')}</h2>
      <p className={styles.text}>{t('welcomeText')}</p>
      <div className={styles.actions}>
        <a className={styles.primary} href="#/index">
          {t('enter')}
        </a>
      </div>
    </StandAloneFrame>
  )
}

function NoAccessPage(): ReactNode {
  const t = useMessages(standAloneMessages)
  return (
    <StandAloneFrame title={t('noAccess')}>
      <h2 className={styles.heading}>{t('noAccess')}</h2>
      <p className={styles.text}>{t('noAccessText')}</p>
      <div className={styles.actions}>
        <a className={styles.primary} href="#/login">
          {t('toSignIn')}
        </a>
      </div>
    </StandAloneFrame>
  )
}

/** ?reason= is a code and never a text, so that no link can inject text. */
function ErrorPage(): ReactNode {
  const t = useMessages(standAloneMessages)
  const reason = useMessages(errorReasons)
  const query = new URLSearchParams(useHashLocation().search)
  const code = query.get('reason') ?? ''
  const requestId = query.get('requestId') ?? ''
  const isKnown = Object.hasOwn(errorReasons, code)
  return (
    <StandAloneFrame title={t('error')}>
      <h2 className={styles.heading}>{t('error')}</h2>
      <p className={styles.text} role="alert">
        {isKnown ? reason(code as keyof typeof errorReasons) : t('errorText')}
      </p>
      {/^[0-9a-f-]{36}$/.test(requestId) && (
        <p className={styles.text}>
          <RequestId id={requestId} />
        </p>
      )}
      <div className={styles.actions}>
        <a className={styles.primary} href="#/login">
          {t('toSignIn')}
        </a>
        <a className={styles.secondary} href="#/index">
          {t('toHome')}
        </a>
      </div>
    </StandAloneFrame>
  )
}
