import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import type { QuerySlots } from '../kit/pages/list/query-slots.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './logs.module.css'
import { readableBody } from './readable-body.ts'

const messages = defineMessages({
  request: { zh: '请求', en: 'Request' },
  reply: { zh: '返回', en: 'Reply' },
  none: { zh: '（空）', en: '(empty)' },
  noAnswer: { zh: '无应答', en: 'no answer' },
})

interface CallDetail {
  method: string
  url: string
  request: string
  reply: string
  httpStatus: number
  durationMs: number
}

/** A request to SAP and its response, verbatim. */
function Exchange({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['erp-call', row['id']],
    queryFn: ({ signal }) => api.get<CallDetail>(`/api/erp/calls/${String(row['id'])}`, { signal }),
    staleTime: Infinity,
  })
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <p className={styles.address}>
        {data.method} {data.url}
      </p>
      <p>
        HTTP {data.httpStatus === 0 ? t('noAnswer') : data.httpStatus} · {data.durationMs} ms
      </p>
      {(['request', 'reply'] as const).map((part) => (
        <section key={part}>
          <h2 className={styles.part}>{t(part)}</h2>
          <pre className={styles.body}>{readableBody(data[part]) || t('none')}</pre>
        </section>
      ))}
    </>
  )
}

function HttpStatus({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  return row['httpStatus'] === 0 ? t('noAnswer') : String(row['httpStatus'])
}

/** SAP操作日志查询: calls with their request and response. */
export const callSlots: QuerySlots = {
  cell: { httpStatus: HttpStatus },
  sidePanel: {
    opens: 'at',
    title: (row) => `${String(row['operation'])} ${momentText(row['at'])}`,
    Content: Exchange,
  },
}
