import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LogRow } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/define-document.ts'
import { recentMomentText } from '../fields/moment-text.ts'
import { useLanguage } from '../text/language.ts'
import { DifferenceTable } from './difference-table.tsx'
import { documentApi } from './document-api.ts'
import { headerFields, lineFields } from './document-fields.ts'
import styles from './document.module.css'
import { TabState } from './tab-state.tsx'

const frameActs: Readonly<Record<string, { zh: string; en: string }>> = {
  create: { zh: '制单', en: 'Created' },
  update: { zh: '修改', en: 'Changed' },
  delete: { zh: '删除', en: 'Deleted' },
  print: { zh: '打印', en: 'Printed' },
}

/** Every write to the document: who, when, and each field before and after. */
export function LogTab({ definition, id }: { definition: AnyDocument; id: string }): ReactNode {
  const { label } = useLanguage()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', definition.name, id, 'log'],
    queryFn: ({ signal }) => documentApi.log(definition.name, id, signal),
  })
  if (data === undefined || data.length === 0) {
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  }
  const fields = { ...lineFields(definition), ...headerFields(definition) }
  const nameOf = (path: string): string => {
    const parts = path.split('.')
    const field = fields[parts.at(-1) ?? '']
    const words = field === undefined ? (parts.at(-1) ?? path) : label(field.label)
    const line = parts.length > 1 ? parts.at(-2) : undefined
    return line !== undefined && /^\d+$/.test(line)
      ? `${label({ zh: '行', en: 'Line' })} ${line} ${words}`
      : words
  }
  const actName = (entry: LogRow): string => {
    const known = definition.actions[entry.action]?.label ?? frameActs[entry.action]
    return known === undefined ? entry.action : label(known)
  }
  return (
    <>
      {data.map((entry) => (
        <section key={`${entry.at} ${entry.action}`} className={styles.entry}>
          <strong>{actName(entry)}</strong> {entry.userName} {recentMomentText(entry.at)}{' '}
          <span className={styles.quiet}>{entry.requestId}</span>
          <DifferenceTable before={entry.before} after={entry.after} nameOf={nameOf} />
        </section>
      ))}
    </>
  )
}
