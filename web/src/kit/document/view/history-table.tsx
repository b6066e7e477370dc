import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ItemHistoryRow } from '@kufang/contract/document/item-history.ts'
import { historyBooks, itemEvents } from '@kufang/contract/document/declare/history.ts'
import { indexedDocument } from '../../declarations.ts'
import type { Row } from '../../fields/field-column.ts'
import { cellText } from '../../grid/cell-format.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { columnFitting } from '../../grid/text-fits.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { openDocument } from '../document-path.ts'
import { states } from '../document-fields.ts'

const messages = defineMessages({
  title: { zh: '履历', en: 'Item history' },
  event: { zh: '业务', en: 'Event' },
  book: { zh: '账', en: 'Book' },
  quantity: { zh: '数量', en: 'Quantity' },
  document: { zh: '单据', en: 'Document' },
  kind: { zh: '单据类型', en: 'Kind' },
  line: { zh: '单据行', en: 'Document line' },
  at: { zh: '时间', en: 'Time' },
  user: { zh: '操作人', en: 'By' },
  materialDocument: { zh: '物料凭证', en: 'Material document' },
})

const quantityWidth = 84

/** The events of an item, the newest first; quantities in the units of its line. */
export function HistoryTable(props: {
  rows: readonly ItemHistoryRow[]
  line: Row
  onOpen?: (name: string, id: string) => void
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { rows, line, onOpen } = props
  const shown = useMemo(() => {
    const { unit, entryUnit, unitNumerator, unitDenominator } = line
    return rows.map((row) => ({ ...row, unit, entryUnit, unitNumerator, unitDenominator }))
  }, [rows, line])
  const columns = useMemo((): GridColumn<(typeof shown)[number]>[] => {
    const quantity: GridColumn<(typeof shown)[number]> = {
      field: 'quantity',
      label: t('quantity'),
      kind: 'quantity',
      unitField: 'unit',
      isInBaseUnit: true,
      isEssential: true,
    }
    const widths = shown.map((row) => columnFitting(cellText(quantity, row)))
    return [
      { field: 'at', label: t('at'), kind: 'instant', width: 132 },
      { field: 'event', label: t('event'), kind: 'state', states: states(itemEvents), width: 84 },
      { field: 'book', label: t('book'), kind: 'choice', choices: states(historyBooks), width: 72 },
      { ...quantity, width: Math.max(quantityWidth, ...widths) },
      {
        field: 'documentNo',
        label: t('document'),
        kind: 'text',
        width: 140,
        isEssential: true,
        onOpen: (row, inOwnTab) =>
          (inOwnTab ? openDocument : (onOpen ?? openDocument))(row.documentType, row.documentId),
      },
      { field: 'userName', label: t('user'), kind: 'text', width: 90 },
      { field: 'materialDocument', label: t('materialDocument'), kind: 'text', width: 110 },
      {
        field: 'documentType',
        label: t('kind'),
        kind: 'text',
        width: 100,
        text: (row) => label(indexedDocument(row.documentType)?.label ?? row.documentType),
      },
      { field: 'documentLine', label: t('line'), kind: 'integer', width: 70 },
    ]
  }, [shown, t, label, onOpen])
  return (
    <DataGrid
      pageKey="item-history"
      ariaLabel={t('title')}
      columns={columns}
      source={{ kind: 'rows', rows: shown }}
      rowId={(row) => row.id}
      height="content"
    />
  )
}
