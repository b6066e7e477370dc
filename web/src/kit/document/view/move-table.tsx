import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { MoveRow } from '@kufang/contract/document/api.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridSource } from '../../grid/grid-source.ts'
import { indexedDocument } from '../../declarations.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { useLanguage, withDetail } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { openDocument } from '../document-path.ts'
import { placeText } from '../place-text.ts'

const messages = defineMessages({
  title: { zh: '库存移动', en: 'Stock moves' },
  movedAt: { zh: '时间', en: 'Time' },
  document: { zh: '单据', en: 'Document' },
  kind: { zh: '单据类型', en: 'Kind' },
  line: { zh: '行', en: 'Line' },
  material: { zh: '物料', en: 'Material' },
  quantity: { zh: '数量', en: 'Quantity' },
  from: { zh: '从', en: 'From' },
  to: { zh: '到', en: 'To' },
  movementType: { zh: '移动类型', en: 'Movement type' },
  books: { zh: '物料凭证', en: 'Material document' },
  user: { zh: '操作人', en: 'By' },
  reversal: { zh: '冲销', en: 'Reversal' },
})

/** Moves of the ledger with their documents and ERP documents. */
export function MoveTable(props: {
  source: GridSource<MoveRow>
  height: 'fill' | 'content'
  onOpen?: (name: string, id: string) => void
  pageKey?: string
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { onOpen } = props
  const columns = useMemo(
    (): GridColumn<MoveRow>[] => [
      { field: 'movedAt', label: t('movedAt'), kind: 'instant', width: 132 },
      {
        field: 'documentNo',
        label: t('document'),
        kind: 'text',
        width: 134,
        onOpen: (row, inOwnTab) =>
          (inOwnTab ? openDocument : (onOpen ?? openDocument))(row.documentType, row.documentId),
      },
      { field: 'quantity', label: t('quantity'), kind: 'quantity', width: 84 },
      {
        field: 'materialDocument',
        label: t('books'),
        kind: 'text',
        width: 130,
        render: (row) =>
          row.materialDocument === null
            ? '–'
            : `${row.materialDocument}/${row.materialDocumentYear ?? ''}`,
      },
      { field: 'movementType', label: t('movementType'), kind: 'text', width: 80 },
      {
        field: 'from',
        label: t('from'),
        kind: 'text',
        width: 220,
        isSortable: false,
        render: (row) => label(placeText(row.from)),
      },
      {
        field: 'to',
        label: t('to'),
        kind: 'text',
        width: 220,
        isSortable: false,
        render: (row) => label(placeText(row.to)),
      },
      {
        field: 'documentType',
        label: t('kind'),
        kind: 'text',
        width: 110,
        render: (row) => {
          const words = indexedDocument(row.documentType)?.label ?? row.documentType
          return row.reverses === null ? label(words) : withDetail(label(words), t('reversal'))
        },
      },
      { field: 'materialNo', label: t('material'), kind: 'text', width: 120 },
      { field: 'lineNo', label: t('line'), kind: 'integer', width: 56 },
      { field: 'userName', label: t('user'), kind: 'text', width: 90 },
    ],
    [t, label, onOpen],
  )
  return (
    <DataGrid
      pageKey={props.pageKey ?? null}
      ariaLabel={t('title')}
      columns={columns}
      source={props.source}
      rowId={(row) => row.id}
      height={props.height}
    />
  )
}
