import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { describeError } from '../../kit/api/api-error.ts'
import { RequestId } from '../../kit/feedback/request-id.tsx'
import { useMessages } from '../../kit/text/messages.ts'
import { currentLocation, replaceLocation } from '../../kit/location/hash-location.ts'
import { redirectTarget, signInAddress } from '../session/guard.ts'
import { signInByCode } from '../session/session.ts'
import { StandAloneFrame } from './stand-alone-frame.tsx'
import { standAloneMessages } from './stand-alone-messages.ts'
import styles from './stand-alone.module.css'

/** The code is valid once, also if React mounts the page twice. */
const tried = new Map<string, Promise<boolean>>()

function once(code: string): Promise<boolean> {
  const known = tried.get(code) ?? signInByCode(code)
  tried.set(code, known)
  return known
}

/** Return page of the identity provider: signs in with the one-time code and opens the target. */
export function AuthRedirectPage(): ReactNode {
  const t = useMessages(standAloneMessages)
  const [problem, setProblem] = useState<{ text: string; requestId: string | null } | null>(null)
  const [{ code, target }] = useState(() => {
    const { search } = currentLocation()
    return { code: new URLSearchParams(search).get('code') ?? '', target: redirectTarget(search) }
  })
  useEffect(() => {
    if (code === '') return
    once(code).then(
      () => replaceLocation(target),
      (thrown: unknown) => setProblem(describeError(thrown)),
    )
  }, [code, target])

  const shown = code === '' ? { text: t('noCode'), requestId: null } : problem
  const title = t(shown === null ? 'redirecting' : 'redirectFailed')
  return (
    <StandAloneFrame title={title}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.text} role={shown === null ? 'status' : 'alert'}>
        {shown === null ? t('redirectingText') : shown.text}
      </p>
      {shown !== null && (
        <>
          {shown.requestId !== null && (
            <p className={styles.text}>
              <RequestId id={shown.requestId} />
            </p>
          )}
          <div className={styles.actions}>
            <a className={styles.primary} href={`#${signInAddress(target)}`}>
              {t('toSignIn')}
            </a>
          </div>
        </>
      )}
    </StandAloneFrame>
  )
}
