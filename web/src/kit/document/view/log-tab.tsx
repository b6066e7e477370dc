import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { recentMomentText } from '../../fields/moment-text.ts'
import { useLanguage, withDetail } from '../../text/language.ts'
import { DocumentDifference } from './difference-table.tsx'
import { documentApi } from '../document-api.ts'
import styles from '../document.module.css'
import { TabState } from '../tab-state.tsx'
import { traceEntryWords } from './trace-words.ts'

/** Every write to the document: user, time, and each field before and after. */
export function LogTab({ definition, id }: { definition: AnyDocument; id: string }): ReactNode {
  const { label } = useLanguage()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', definition.name, id, 'log'],
    queryFn: ({ signal }) => documentApi.log(definition.name, id, signal),
  })
  if (data === undefined || data.length === 0) {
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  }
  return (
    <>
      {data.map((entry) => (
        <section key={`${entry.at} ${entry.action}`} className={styles.entry}>
          <strong>{label(traceEntryWords(definition, entry))}</strong>{' '}
          {withDetail(entry.userName, entry.account)} {recentMomentText(entry.at)}{' '}
          <span className={styles.quiet}>{entry.requestId}</span>
          <DocumentDifference definition={definition} entry={entry} />
        </section>
      ))}
    </>
  )
}
