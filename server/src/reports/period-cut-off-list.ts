import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { periodCutOffQuery } from '@kufang/contract/reports/period-cut-off-query.ts'
import { periodStockKey } from '@kufang/contract/reports/period-stock-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { rebuiltCutOffs, worthOfCutOffs } from '../ledger/public.ts'
import { stockScope } from '../stock/public.ts'
import { companiesWithStock, runningMonths } from './period-stock-list.ts'

const columns = [...periodStockKey.map(toSnake), 'move_id', 'quantity']
const own = columns.map((name) => `p.${name}`).join(', ')

const rebuilt = `select running.company_code, running.month, ${own}
      from (${runningMonths('company')}) running cross join lateral ${rebuiltCutOffs(
        '(select running.company_code, running.month, running.begins_at, running.ends_at)',
        false,
      )} p`
const rebuiltOnCitus = `select p.company_code, p.month, ${own}
      from ${rebuiltCutOffs(`(${runningMonths(companiesWithStock)})`, true)} p`

/** The end of the month of a row. */
const monthEnd = (month: string) => `(to_date(${month} || '01', 'YYYYMMDD') + interval '1 month')`

/** The latest posting of moves that the ERP has, also if it was reversed there. */
const postings = `select distinct on (i.company_code, i.move_id) i.company_code, i.move_id, p.posting_date, p.material_document
  from erp_posting_item i
  join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id and p.direction = 'post' and p.state = 'posted'`
const latestFirst = 'order by i.company_code, i.move_id, p.sequence desc'

/** @param of the posting `e`, and the moment and the month of the row */
const reasonOf = (of: { movedAt: string; month: string }) => `case
    when e.posting_date is null then 'notPosted'
    when e.posting_date >= ${monthEnd(of.month)} then 'postedLater'
    when ${of.movedAt} >= ${monthEnd(of.month)} at time zone '${companyTimeZone}' then 'movedLater'
    else 'reversed' end`

/** The outbox is a queue over all companies, so a distributed database has it on another machine than the moves. */
async function readPostings(queryable: Queryable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const found = await queryable.query<{
    place: number
    postingDate: string | null
    materialDocument: string | null
    reason: string
  }>(
    `select c.place, e.posting_date::text, e.material_document, ${reasonOf({ movedAt: 'c.moved_at', month: 'c.month' })} as reason
     from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[]) with ordinality
       as c (company_code, move_id, moved_at, month, place)
     left join lateral (${postings} where i.company_code = c.company_code and i.move_id = c.move_id ${latestFirst}) e on true`,
    ['companyCode', 'moveId', 'movedAt', 'period'].map((name) => rows.map((row) => row[name])),
  )
  for (const { place, ...posting } of found) Object.assign(itemAt(rows, place - 1), posting)
}

/** The cut-offs of recorded months as kept with them, of running ones as computed, by move. */
export const periodCutOffList = bindQuery(periodCutOffQuery, {
  from: (_parameters, _bind, isDistributed) => `(
      select p.company_code, p.month, ${own}
      from stock_cut_off p
      where p.quantity <> 0
      union all
      ${isDistributed ? rebuiltOnCitus : rebuilt}
    ) c
    ${worthOfCutOffs(isDistributed)}
    left join material d on d.material_no = c.material_no
    left join stock_material g on g.company_code = c.company_code and g.material_no = c.material_no`,
  columns: {
    companyCode: filled('c.company_code'),
    period: filled('c.month'),
    materialNo: filled('c.material_no'),
    materialGroup: 'g.material_group',
    plant: filled('c.plant'),
    storageLocation: filled('c.storage_location'),
    stockCategory: filled('c.stock_category'),
    specialStock: filled('c.special_stock'),
    specialStockReference: filled('c.special_stock_reference'),
    book: filled('c.book'),
    moveId: filled('c.move_id'),
    documentType: filled('m.document_type'),
    documentId: filled('m.document_id'),
    documentNo: filled('m.document_no'),
    lineNo: filled('m.line_no'),
    movementType: filled('m.movement_type'),
    movedAt: filled('m.moved_at'),
    quantity: filled('c.quantity'),
    unit: 'd.unit',
    amount: 'worth.value',
    postingDate: 'e.posting_date',
    materialDocument: 'e.material_document',
    reason: reasonOf({ movedAt: 'm.moved_at', month: 'c.month' }),
  },
  apart: {
    columns: ['postingDate', 'materialDocument', 'reason'],
    join: `left join (${postings} ${latestFirst}) e on e.company_code = c.company_code and e.move_id = c.move_id`,
    complete: readPostings,
  },
  scope: ({ scope }) => stockScope(scope, 'c', 'g'),
  isReport: true,
})
