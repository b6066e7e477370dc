import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Filter } from '@kufang/contract/document/api.ts'
import { periodStockKey, periodStockQuery } from '@kufang/contract/reports/period-stock-query.ts'
import { MoveHistory, columnText } from '../stock/move-history.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText, withSecond } from '../kit/grid/cell-format.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { CutOffDocuments } from './cut-off-documents.tsx'
import styles from './reports.module.css'

const messages = defineMessages({
  moves: { zh: '本期移动', en: 'Moves of the period' },
  cutOff: {
    zh: '截止差异的单据：移动与过账不在同一月，或未过账',
    en: 'Documents behind the cut-off: moved and posted in different months, or not posted',
  },
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

/** What the ERP has of it by posting date. */
const books = [
  ['=', 'erpClosingQuantity'],
  ['+', 'cutOffQuantity'],
  ['+', 'offBookQuantity'],
] as const

/** A quantity of the row with what it is in the second unit of its material, if that has one. */
const bothUnits = (row: Row, name: (typeof parts | typeof books)[number][1]): string =>
  withSecond(numberText(row[name]), {
    secondQuantity: row[name.replace('Quantity', 'SecondQuantity')],
    secondUnit: row['secondUnit'],
  })

/** Details of one row of the report: its computation, and the moves of the month. */
export function PeriodStockPanel({ row }: { row: Row }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const filters = useMemo(
    () =>
      ['period', ...periodStockKey, 'companyCode'].map((field): Filter =>
        columnText(row, field) === ''
          ? { field, operator: 'empty' }
          : { field, operator: 'eq', value: row[field] },
      ),
    [row],
  )
  const hasCutOff = Number(row['cutOffQuantity']) !== 0
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
        {[...parts, ...books].map(([sign, name]) => (
          <div key={name} className={styles.part}>
            <dt className={styles.partName}>{label(periodStockQuery.fields[name].label)}</dt>
            <dd className={styles.partValue}>
              {sign} {bothUnits(row, name)}
            </dd>
          </div>
        ))}
      </dl>
      {hasCutOff && (
        <>
          <div>{t('cutOff')}</div>
          <CutOffDocuments filters={filters} />
        </>
      )}
    </MoveHistory>
  )
}
