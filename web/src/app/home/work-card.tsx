import { useQueries } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { indexedDocument } from '../../kit/declarations.ts'
import { documentApi } from '../../kit/document/document-api.ts'
import { numberText } from '../../kit/grid/cell-format.ts'
import { withUnit } from '../../kit/text/unit-text.ts'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { Card } from '../../kit/pages/frame/card.tsx'
import { useLanguage, withDetail } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { permittedGroups } from '../page-list.ts'
import { useUser } from '../session/use-permission.ts'
import { homeMessages } from './home-messages.ts'
import styles from './home.module.css'

/** Lines shown per kind of work; the page shows all. */
const linesShown = 3
const refreshMs = 60_000

interface Work {
  path: string
  zh: string
  en: string
  /** The document created there. */
  name: string
}

/** The user's pages that create documents from lines of our own documents: goods to receive and to issue. */
function workOf(roles: readonly string[]): Work[] {
  return permittedGroups(roles)
    .flatMap(({ pages }) => pages)
    .flatMap(({ path, zh, en, hidden, page }) => {
      const source = indexedDocument(page.source ?? '')
      const [name] = page.names
      const isWork = source !== undefined && source.isMirror !== true && !hidden
      return name !== undefined && isWork ? [{ path, zh, en, name }] : []
    })
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Open lines by the page where they are processed: arrivals to receive, requisitions to pick. */
export function WorkCard(): ReactNode {
  const t = useMessages(homeMessages)
  const { label } = useLanguage()
  const { roles } = useUser()
  const work = workOf(roles)
  const answers = useQueries({
    queries: work.map(({ path, name }) => ({
      queryKey: ['todos', 'work', path],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        documentApi.sources(name, { page: path, size: linesShown, withTotals: true }, signal),
      refetchInterval: refreshMs,
    })),
  })
  if (work.length === 0) return null
  return (
    <Card title={t('work')}>
      <div className={styles.columns}>
        {work.map((kind, index) => {
          const { data: answer, error = null } = answers[index] ?? {}
          return (
            <section key={kind.path}>
              <h2 className={styles.chartTitle}>
                <a href={`#${kind.path}`}>
                  {answer === undefined
                    ? label(kind)
                    : withDetail(
                        label(kind),
                        t('draftLines', { count: numberText(answer.total ?? 0) }),
                      )}
                </a>
              </h2>
              {answer === undefined && error === null && (
                <Skeleton active title={false} paragraph={{ rows: linesShown }} />
              )}
              {answer === undefined && error !== null && <ErrorBanner error={error} />}
              <ul className={styles.links}>
                {(answer?.rows ?? []).map((row) => (
                  <li key={`${String(row['id'])} ${String(row['lineNo'])}`}>
                    <span className={styles.goods}>
                      {wordsOf(row['docNo'])} {wordsOf(row['description'])}
                    </span>
                    <strong className={styles.amount}>
                      {withUnit(numberText(wordsOf(row['openQuantity'])), row['unit'])}
                    </strong>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </Card>
  )
}
