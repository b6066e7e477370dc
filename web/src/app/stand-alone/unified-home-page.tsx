import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { describeError } from '../../kit/api/api-error.ts'
import { api } from '../../kit/api/client.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { currentLocation, navigate } from '../../kit/location/hash-location.ts'
import type { Deployment } from '../session/deployment.ts'
import { deployment, enterApplication } from '../session/deployment.ts'
import { redirectTarget, unifiedHomePath } from '../session/guard.ts'
import { StandAloneFrame } from './stand-alone-frame.tsx'
import { standAloneMessages } from './stand-alone-messages.ts'
import styles from './stand-alone.module.css'

interface Application {
  appId: string
  nameZh: string
  nameEn: string
  /** '' is this product. */
  url: string
}

/** Title of the page, by deployment (product.md section 2). */
const titles = {
  home: 'home',
  'user-centre': 'userCentre',
  'unified-home': 'unifiedHome',
  'workflow-centre': 'workflowCentre',
} as const satisfies Record<Deployment['deployment'], keyof typeof standAloneMessages>

/** Lets the user choose the application if one is required and none is set. */
export function UnifiedHomePage(): ReactNode {
  const t = useMessages(standAloneMessages)
  const { label } = useLanguage()
  const [kind, setKind] = useState<Deployment['deployment']>('home')
  const [applications, setApplications] = useState<readonly Application[] | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const leaving = new AbortController()
    const load = async (): Promise<void> => {
      const { signal } = leaving
      const [told, found] = await Promise.all([
        deployment(),
        api.get<Application[]>('/api/system/applications', { signal }),
      ])
      setKind(told.deployment)
      setApplications(found)
    }
    load().catch((thrown: unknown) => {
      if (!leaving.signal.aborted) setProblem(describeError(thrown).text)
    })
    return () => leaving.abort()
  }, [])

  const enter = (appId: string): void => {
    enterApplication(appId)
    const target = redirectTarget(currentLocation().search)
    navigate(target.startsWith(unifiedHomePath) ? '/index' : target)
  }
  const title = t(titles[kind])
  return (
    <StandAloneFrame title={title}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.text}>{t('choose')}</p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {problem === '' && applications === null && <p role="status">{t('loading')}</p>}
      {applications?.length === 0 && <p>{t('noApplications')}</p>}
      <ul className={styles.applications}>
        {applications?.map(({ appId, nameZh, nameEn, url }) => (
          <li key={appId}>
            {url === '' ? (
              <button type="button" className={styles.application} onClick={() => enter(appId)}>
                {label({ zh: nameZh, en: nameEn })} <span aria-hidden>›</span>
              </button>
            ) : (
              <a className={styles.application} href={url}>
                {label({ zh: nameZh, en: nameEn })} <span aria-hidden>↗</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </StandAloneFrame>
  )
}
