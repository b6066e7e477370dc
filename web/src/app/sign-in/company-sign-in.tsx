import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { recordError } from '../../kit/feedback/error-log.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useHashLocation } from '../../kit/location/hash-location.ts'
import { deployment } from '../session/deployment.ts'
import { redirectTarget } from '../session/guard.ts'
import styles from '../stand-alone/stand-alone.module.css'

/** Link to the identity provider, if one is configured; a plain link, because it leaves the page. */
export function CompanySignIn(): ReactNode {
  const { label } = useLanguage()
  const { search } = useHashLocation()
  const [text, setText] = useState<Label | null>(null)
  useEffect(() => {
    // If the request fails, sign-in with account and password is still possible and reports its own error.
    deployment().then(
      ({ samlLabel }) => setText(samlLabel),
      (thrown: unknown) => recordError(thrown, 'deployment'),
    )
  }, [])
  if (text === null) return null
  const query = new URLSearchParams({ redirect: redirectTarget(search) })
  return (
    <div className={styles.otherWay}>
      <a className={styles.secondary} href={`api/oauth/saml/login?${query}`}>
        {label(text)}
      </a>
    </div>
  )
}
