import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../../fields/field-column.ts'
import { listed, useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { indexedDocument } from '../../declarations.ts'
import { documentApi } from '../document-api.ts'
import styles from '../document.module.css'
import { HistorySums } from './history-sums.tsx'
import { HistoryTable } from './history-table.tsx'
import { TabState } from '../tab-state.tsx'

const messages = defineMessages({
  line: { zh: '行', en: 'Line' },
  nothing: {
    zh: '此项目尚无业务：还没有单据通知、收货、领用或退回过它',
    en: 'Nothing has happened to this item yet: no document has announced, received, issued or returned any of it',
  },
  noLine: { zh: '没有您可查看的行', en: 'There is no line that you may view' },
  hasMore: {
    zh: '只列出最近 {count} 条，合计包含全部',
    en: 'Only the latest {count} events are listed; the sums contain all',
  },
  closed: {
    zh: '合计还包含您无查看权限的单据：{documents}',
    en: 'The sums also contain documents that you may not view: {documents}',
  },
})

/** What became of the lines of a document that are items, one line at a time. */
export function HistoryTab(props: {
  name: string
  id: string
  lines: readonly Row[]
  onOpen?: (name: string, id: string) => void
}): ReactNode {
  const { name, id, lines } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [chosen, choose] = useState<number | null>(null)
  const line = lines.find((one) => one['lineNo'] === chosen) ?? lines[0]
  const lineNo = line === undefined ? null : Number(line['lineNo'])
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', name, id, 'history', lineNo],
    queryFn: ({ signal }) => documentApi.history(name, id, lineNo ?? 0, signal),
    enabled: lineNo !== null,
  })
  if (line === undefined || lineNo === null)
    return <TabState error={null} isLoading={false} onRetry={refetch} empty={t('noLine')} />
  return (
    <div className={styles.history}>
      <Select<number>
        className={styles.historyLine ?? ''}
        aria-label={t('line')}
        value={lineNo}
        options={lines.map((one) => ({ value: Number(one['lineNo']), label: lineText(one) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={choose}
      />
      {data === undefined || data.sums.length === 0 ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('nothing')} />
      ) : (
        <>
          <HistorySums sums={data.sums} line={line} />
          {data.closed.length > 0 && (
            <p className={styles.quiet}>
              {t('closed', {
                documents: listed(
                  data.closed.map(
                    ({ documentType, documentNo }) =>
                      `${label(indexedDocument(documentType)?.label ?? documentType)} ${documentNo}`,
                  ),
                ),
              })}
            </p>
          )}
          <HistoryTable
            rows={data.rows}
            line={line}
            {...(props.onOpen !== undefined && { onOpen: props.onOpen })}
          />
          {data.hasMore && (
            <p className={styles.quiet}>{t('hasMore', { count: data.rows.length })}</p>
          )}
        </>
      )}
    </div>
  )
}

/** A line as people name it: number, material, description. */
function lineText(line: Row): string {
  return [line['lineNo'], line['materialNo'], line['description']].map(textOf).join(' ').trim()
}
