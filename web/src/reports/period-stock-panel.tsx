import type { ReactNode } from 'react'
import { periodStockKey, periodStockQuery } from '@kufang/contract/reports/period-stock-query.ts'
import { MoveHistory, columnText } from '../stock/move-history.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText, withSecond } from '../kit/grid/cell-format.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './reports.module.css'

const messages = defineMessages({
  moves: { zh: '本期移动', en: 'Moves of the period' },
  within: {
    zh: '同一库存地点内货位、批次之间的移动也列出，不计入收发',
    en: 'Moves between bins and batches of the storage location are listed too, and count neither as in nor as out',
  },
})

/** How the closing stock is computed, in the order of the columns. */
const parts = [
  ['', 'openingQuantity'],
  ['+', 'receiptQuantity'],
  ['+', 'transferInQuantity'],
  ['−', 'issueQuantity'],
  ['−', 'transferOutQuantity'],
  ['+', 'adjustmentQuantity'],
  ['=', 'closingQuantity'],
] as const

/** A quantity of the row with what it is in the second unit of its material, if that has one. */
const bothUnits = (row: Row, name: (typeof parts)[number][1]): string =>
  withSecond(numberText(row[name]), {
    secondQuantity: row[name.replace('Quantity', 'SecondQuantity')],
    secondUnit: row['secondUnit'],
  })

/** Details of one row of the report: its computation, and the moves of the month. */
export function PeriodStockPanel({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  return (
    <MoveHistory
      row={row}
      pageKey="period stock moves"
      qualifier={columnText(row, 'period')}
      heading={t('moves')}
      note={t('within')}
      asked={{
        parameters: {
          ...Object.fromEntries(periodStockKey.map((field) => [field, columnText(row, field)])),
          specialStock: columnText(row, 'specialStock') || 'none',
        },
        filters: [
          { field: 'companyCode', operator: 'eq', value: row['companyCode'] },
          { field: 'movedAt', operator: 'between', value: [row['beginsAt'], row['endsAt']] },
        ],
      }}
    >
      <dl className={styles.sum}>
        {parts.map(([sign, name]) => (
          <div key={name} className={styles.part}>
            <dt className={styles.partName}>{label(periodStockQuery.fields[name].label)}</dt>
            <dd className={styles.partValue}>
              {sign} {bothUnits(row, name)}
            </dd>
          </div>
        ))}
      </dl>
    </MoveHistory>
  )
}
