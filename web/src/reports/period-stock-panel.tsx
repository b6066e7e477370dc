import type { ReactNode } from 'react'
import type { MoveRow } from '@kufang/contract/document/api.ts'
import { periodStockQuery } from '@kufang/contract/reports/period-stock-query.ts'
import { api } from '../kit/api/client.ts'
import { MoveTable } from '../kit/document/move-table.tsx'
import { placeText } from '../kit/document/place-text.ts'
import { stockEntity } from '../kit/document/related.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './reports.module.css'

const messages = defineMessages({
  moves: { zh: '本期移动', en: 'Moves of the period' },
  within: {
    zh: '同一库存地点内货位、批次之间的移动也列出,不计入收发',
    en: 'Moves between bins and batches of the storage location are listed too, and count neither as in nor as out',
  },
})

/** How the closing is reckoned, in the order of the columns. */
const parts = [
  ['', 'openingQuantity'],
  ['+', 'receiptQuantity'],
  ['+', 'transferInQuantity'],
  ['−', 'issueQuantity'],
  ['−', 'transferOutQuantity'],
  ['+', 'adjustmentQuantity'],
  ['=', 'closingQuantity'],
] as const

/** What of a row says which stock it is about. */
const keys = [
  'materialNo',
  'plant',
  'storageLocation',
  'stockCategory',
  'specialStock',
  'specialStockReference',
  'book',
] as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface History {
  rows: MoveRow[]
  nextCursor: string | null
}

/** Behind one row of the report: its sum, and the moves of the month it is made of. */
export function PeriodStockPanel({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const place = placeText({
    place: 'stock',
    plant: text(row['plant']),
    storageLocation: text(row['storageLocation']),
    bin: '',
    batch: '',
    stockCategory: text(row['stockCategory']),
    specialStock: text(row['specialStock']),
  })
  const loadBlock = async (block: BlockRequest) => {
    const answer = await api.post<History>(
      '/api/stock/history',
      {
        companyCode: row['companyCode'],
        filters: keys.map((field) => ({ field, operator: 'eq', value: text(row[field]) })),
        from: row['beginsAt'],
        to: row['endsAt'],
        cursor: block.cursor,
        size: block.size,
      },
      { signal: block.signal },
    )
    return {
      rows: answer.rows,
      nextCursor: answer.nextCursor,
      total: answer.rows.length,
      totalIsCapped: answer.nextCursor !== null,
    }
  }
  return (
    <div className={styles.panel}>
      <div>
        <strong>{text(row['materialNo'])}</strong> {text(row['description'])}
        <div>
          {label(place)} · {text(row['period'])}
        </div>
      </div>
      <dl className={styles.sum}>
        {parts.map(([sign, name]) => (
          <div key={name} className={styles.part}>
            <dt className={styles.partName}>{label(periodStockQuery.fields[name].label)}</dt>
            <dd className={styles.partValue}>
              {sign} {numberText(row[name])}
            </dd>
          </div>
        ))}
      </dl>
      <h2 className={styles.heading}>{t('moves')}</h2>
      <div>{t('within')}</div>
      <MoveTable
        pageKey="period stock moves"
        source={{
          kind: 'cursor',
          loadBlock,
          queryKey: [row['companyCode'], row['period'], ...keys.map((field) => row[field])].join(
            ' ',
          ),
          entity: stockEntity,
        }}
        height="fill"
      />
    </div>
  )
}
