import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { instant, integer, text } from '@kufang/contract/document/field.ts'
import { label as words } from '@kufang/contract/document/label.ts'
import { api } from '../kit/api/client.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/page-frame.tsx'
import { RecordList } from '../kit/pages/record-list.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './logs.module.css'
import { readableBody } from './readable-body.ts'

const messages = defineMessages({
  title: { zh: 'SAP 调用', en: 'Calls to SAP' },
  request: { zh: '请求', en: 'Request' },
  reply: { zh: '返回', en: 'Reply' },
  none: { zh: '(空)', en: '(empty)' },
  noAnswer: { zh: '无应答', en: 'no answer' },
})

const fields = {
  at: instant(words('时间', 'Time'), { width: 140 }),
  interfaceCode: text(words('接口', 'Interface'), { width: 130 }),
  operation: text(words('操作', 'Operation'), { width: 120 }),
  documentNo: text(words('单据', 'Document'), { width: 150 }),
  outcome: text(words('结果', 'Outcome'), { width: 100 }),
  httpStatus: integer(words('HTTP', 'HTTP'), { width: 70 }),
  durationMs: integer(words('耗时 ms', 'Duration ms'), { width: 90 }),
  errorCode: text(words('错误代码', 'Error code'), { width: 110 }),
  errorText: text(words('SAP 文本', "SAP's text"), { width: 320 }),
  method: text(words('方法', 'Method'), { width: 70 }),
  url: text(words('地址', 'Address'), { width: 320 }),
  postingKey: text(words('业务键', 'Our key'), { width: 150 }),
  companyCode: text(words('公司', 'Company'), { width: 70 }),
} as const

const hidden: ReadonlySet<string> = new Set(['url', 'postingKey', 'companyCode', 'errorCode'])
const noStates = (): undefined => undefined

/** SAP操作日志查询: each request to SAP and its reply, word for word, with the time it took. */
export default function ErpCallLog(): ReactNode {
  const t = useMessages(messages)
  const [shown, setShown] = useState<Row | null>(null)
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      Object.entries(fields).map(([name, field]) => ({
        ...fieldColumn(name, field),
        ...(hidden.has(name) && { isHidden: true }),
        ...(name === 'at' && { onOpen: (row: Row) => setShown(row) }),
        ...(name === 'httpStatus' && {
          render: (row: Row) =>
            row['httpStatus'] === 0 ? t('noAnswer') : String(row['httpStatus']),
        }),
      })),
    [t],
  )
  return (
    <PageFrame path="/log/sapOperationLogQuery">
      <RecordList
        pageKey="/log/sapOperationLogQuery"
        ariaLabel={t('title')}
        fields={fields}
        columns={columns}
        quickFilters={['documentNo', 'interfaceCode', 'outcome', 'httpStatus', 'at']}
        statesOf={noStates}
        listPath="/api/erp/calls/list"
        exportPath={null}
        entity="erp-call"
        rowId={(row) => String(row['id'])}
        onRowOpen={setShown}
        onRowFocus={(row) => {
          if (shown !== null) setShown(row)
        }}
      />
      <SidePanel
        isOpen={shown !== null}
        title={shown === null ? '' : `${String(shown['operation'])} ${momentText(shown['at'])}`}
        onClose={() => setShown(null)}
      >
        {shown !== null && <Exchange key={String(shown['id'])} row={shown} />}
      </SidePanel>
    </PageFrame>
  )
}

interface CallDetail {
  method: string
  url: string
  request: string
  reply: string
  httpStatus: number
  durationMs: number
}

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
          <h3 className={styles.part}>{t(part)}</h3>
          <pre className={styles.body}>{readableBody(data[part]) || t('none')}</pre>
        </section>
      ))}
    </>
  )
}
