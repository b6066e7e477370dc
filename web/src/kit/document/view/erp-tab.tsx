import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ErpMessageRow } from '@kufang/contract/document/api.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { documentApi } from '../document-api.ts'
import { postingStates } from '../posting-states.ts'
import { TabState } from '../tab-state.tsx'

const messages = defineMessages({
  title: { zh: 'ERP 消息', en: 'ERP messages' },
  document: { zh: '单据', en: 'Document' },
  direction: { zh: '方向', en: 'Direction' },
  post: { zh: '过账', en: 'Post' },
  reverse: { zh: '冲销', en: 'Reverse' },
  state: { zh: '状态', en: 'State' },
  number: { zh: '物料凭证', en: 'Material document' },
  year: { zh: '年度', en: 'Year' },
  message: { zh: 'SAP 返回', en: "SAP's answer" },
  attempts: { zh: '次数', en: 'Attempts' },
  updatedAt: { zh: '时间', en: 'Time' },
  key: { zh: '业务键', en: 'Our key' },
  empty: { zh: '还没有发往 ERP 的消息', en: 'The ERP has not been told anything yet' },
})

/** The ERP postings of this document and the ERP's answers in its own words. */
export function ErpTab({ name, id }: { name: string; id: string }): ReactNode {
  const t = useMessages(messages)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', name, id, 'erp'],
    queryFn: ({ signal }) => documentApi.erp(name, id, signal),
  })
  const columns = useMemo(
    (): GridColumn<ErpMessageRow>[] => [
      {
        field: 'direction',
        label: t('direction'),
        kind: 'choice',
        width: 70,
        choices: [
          { value: 'post', label: t('post') },
          { value: 'reverse', label: t('reverse') },
        ],
      },
      { field: 'state', label: t('state'), kind: 'state', states: postingStates, width: 110 },
      // The message comes before numbers, because the side panel shows only the first columns.
      { field: 'message', label: t('message'), kind: 'text', width: 240 },
      { field: 'materialDocument', label: t('number'), kind: 'text', width: 120 },
      { field: 'materialDocumentYear', label: t('year'), kind: 'text', width: 64 },
      { field: 'documentNo', label: t('document'), kind: 'text', width: 130 },
      { field: 'attempts', label: t('attempts'), kind: 'integer', width: 64 },
      { field: 'updatedAt', label: t('updatedAt'), kind: 'instant', width: 140 },
      { field: 'postingKey', label: t('key'), kind: 'text', width: 180 },
    ],
    [t],
  )
  if (data === undefined || data.length === 0) {
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} empty={t('empty')} />
  }
  return (
    <DataGrid
      pageKey={null}
      ariaLabel={t('title')}
      columns={columns}
      source={{ kind: 'rows', rows: data }}
      rowId={(row) => row.postingId}
      height="content"
    />
  )
}
