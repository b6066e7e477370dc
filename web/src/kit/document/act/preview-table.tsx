import { Alert } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Preview, PreviewMove } from '@kufang/contract/document/api.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { useLanguage } from '../../text/language.ts'
import { placeText } from '../view/place-text.ts'
import { summedPostings } from '../view/summed-postings.ts'

const messages = defineMessages({
  moves: { zh: '库存将发生的变化', en: 'What will change in stock' },
  noMoves: { zh: '不改变库存数量', en: 'No quantity changes' },
  post: {
    zh: '将向 ERP 过账 {items} 行,移动类型 {types},过账日期 {date}',
    en: 'The ERP will be told of {items} items, movement type {types}, posting date {date}',
  },
  reverse: {
    zh: '将在 ERP 冲销 {items} 行,移动类型 {types},过账日期 {date}',
    en: 'In the ERP {items} items will be reversed, movement type {types}, posting date {date}',
  },
  number: { zh: '单号', en: 'Number' },
  line: { zh: '行', en: 'Line' },
  material: { zh: '物料', en: 'Material' },
  description: { zh: '描述', en: 'Description' },
  quantity: { zh: '数量', en: 'Quantity' },
  from: { zh: '从', en: 'From' },
  to: { zh: '到', en: 'To' },
  movementType: { zh: '移动类型', en: 'Movement type' },
})

type NumberedMove = PreviewMove & { rowId: string; docNo: string }

interface PreviewTableProps {
  previews: readonly Preview[]
  /** Of the documents, one for each preview, where there are several. */
  numbers?: readonly string[]
}

/** What an action would do: quantities by key and what the ERP would be told. */
export function PreviewTable({ previews, numbers }: PreviewTableProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const rows = useMemo(
    () =>
      previews
        .flatMap(({ moves }, at) => moves.map((move) => ({ ...move, docNo: numbers?.[at] ?? '' })))
        .map((move, index) => ({ ...move, rowId: String(index) })),
    [previews, numbers],
  )
  const columns = useMemo(
    (): GridColumn<NumberedMove>[] => [
      ...(numbers === undefined
        ? []
        : [{ field: 'docNo', label: t('number'), kind: 'text' as const, width: 128 }]),
      { field: 'lineNo', label: t('line'), kind: 'integer', width: 48 },
      { field: 'materialNo', label: t('material'), kind: 'text', width: 96 },
      { field: 'quantity', label: t('quantity'), kind: 'quantity', unitField: 'unit', width: 96 },
      {
        field: 'from',
        label: t('from'),
        kind: 'text',
        width: 190,
        render: (row) => label(placeText(row.from)),
      },
      {
        field: 'to',
        label: t('to'),
        kind: 'text',
        width: 190,
        render: (row) => label(placeText(row.to)),
      },
      { field: 'movementType', label: t('movementType'), kind: 'text', width: 76 },
      { field: 'description', label: t('description'), kind: 'text', width: 200 },
    ],
    [t, label, numbers],
  )
  const postings = summedPostings(previews)
  return (
    <>
      {postings.map((posting, index) => (
        <Alert
          key={`${posting.direction} ${index}`}
          type="info"
          showIcon
          style={{ marginBottom: 8 }}
          title={t(posting.direction, {
            items: posting.items,
            types: posting.types,
            date: posting.date,
          })}
        />
      ))}
      <h4 style={{ margin: '0 0 4px' }}>{rows.length === 0 ? t('noMoves') : t('moves')}</h4>
      {rows.length > 0 && (
        <DataGrid
          pageKey={null}
          ariaLabel={t('moves')}
          columns={columns}
          source={{ kind: 'rows', rows }}
          rowId={(row) => row.rowId}
          height="content"
        />
      )}
    </>
  )
}
