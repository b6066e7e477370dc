import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { AmountSource } from '../ledger/move.ts'
import { createParameters } from '../parameters.ts'
import { companyCondition } from './scope.ts'
import { keysCondition, keysWithBalances } from './stock-query.ts'
import type { StockSelection } from './stock-query.ts'

/** One end of a move, as a person reads it. */
export interface MoveEnd {
  place: string
  plant: string
  storageLocation: string
  bin: string
  batch: string
  stockCategory: string
  specialStock: string
  specialStockReference: string
  book: string
}

export interface MoveHistoryRow {
  companyCode: string
  id: string
  movedAt: string
  documentType: string
  documentId: string
  documentNo: string
  lineNo: number
  materialNo: string
  movementType: string
  fromKey: number
  toKey: number
  from: MoveEnd
  to: MoveEnd
  quantity: Quantity
  postsToErp: boolean
  /** The ERP's own amount where it has posted, else the estimate. */
  amount: Money | null
  amountSource: AmountSource | 'erp'
  userId: string
  /** The move this one takes back, and the document of that. */
  reverses: string | null
  reversesDocumentNo: string | null
  /** How much of this move has been taken back, and by which documents. */
  reversedQuantity: Quantity
  reversedByDocumentNos: string[]
}

export interface MoveHistoryRequest extends Omit<StockSelection, 'withEmpty'> {
  from?: Date
  to?: Date
  after?: string | null
  size: number
}

/** Up to so many keys are looked up one by one, more by reading the ledger backwards in time. */
const keysMax = 1000
const order = 'history'

/**
 * The moves behind stock, latest first: behind one key (`filters.keyIds`) or everything the filters
 * and the person's scope leave, keys that ran empty included.
 */
export async function moveHistory(
  queryable: Queryable,
  request: MoveHistoryRequest,
): Promise<{ rows: MoveHistoryRow[]; next: string | null }> {
  const keys = await keysOf(queryable, request)
  const parameters = createParameters()
  const limit = parameters.add(request.size + 1)
  const company = (alias: string) => companyCondition(alias, request.scope.companyCodes, parameters)
  const times = [
    ...(request.from === undefined
      ? []
      : [`m.moved_at >= ${parameters.add(request.from)}::timestamptz`]),
    ...(request.to === undefined
      ? []
      : [`m.moved_at <= ${parameters.add(request.to)}::timestamptz`]),
  ]
  if (request.after !== undefined && request.after !== null) {
    const [movedAt, id] = decodeCursor(request.after, order, 2)
    times.push(
      `(m.moved_at, m.id) < (${parameters.add(movedAt)}::timestamptz, ${parameters.add(id)}::uuid)`,
    )
  }
  const when = times.map((condition) => ` and ${condition}`).join('')
  let found: string
  if (keys.length <= keysMax) {
    const wanted = `unnest(${parameters.add(keys.map((key) => key.companyCode))}::text[],
      ${parameters.add(keys.map((key) => key.keyId))}::bigint[]) as wanted (company_code, key_id)`
    const side = (column: string) => `select m.* from ${wanted} cross join lateral (
        select m.* from stock_move m
        where m.company_code = wanted.company_code and m.${column} = wanted.key_id${when}
        order by m.moved_at desc, m.id desc limit ${limit}) m`
    found = `select distinct on (moved_at, id) * from (${side('from_key')} union all ${side('to_key')}) m
      order by moved_at desc, id desc limit ${limit}`
  } else {
    const chosen = keysCondition(request, parameters)
    found = `select m.* from stock_move m
      where ${company('m')}${when} and exists (
        select from ${keysWithBalances}
        where k.company_code = m.company_code and k.id in (m.from_key, m.to_key) and ${chosen})
      order by m.moved_at desc, m.id desc limit ${limit}`
  }
  const rows = await queryable.query<MoveHistoryRow>(
    `select m.company_code, m.id, m.moved_at, m.document_type, m.document_id, m.document_no, m.line_no,
      m.material_no, m.movement_type, m.from_key, m.to_key, ${end('f')} as from, ${end('t')} as to,
      m.quantity, m.posts_to_erp, coalesce(v.amount, m.amount) as amount,
      case when v.move_id is null then m.amount_source else 'erp' end as amount_source, m.user_id,
      m.reverses, original.document_no as reverses_document_no,
      coalesce(reversal.quantity, 0) as reversed_quantity,
      coalesce(reversal.document_nos, '{}') as reversed_by_document_nos
    from (${found}) m
    join stock_key f on f.company_code = m.company_code and f.id = m.from_key
    join stock_key t on t.company_code = m.company_code and t.id = m.to_key
    left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
    left join stock_move original on original.company_code = m.company_code and original.id = m.reverses
    left join lateral (
      select sum(r.quantity) as quantity, array_agg(distinct r.document_no) as document_nos
      from stock_move r where r.company_code = m.company_code and r.reverses = m.id
    ) reversal on true
    order by m.moved_at desc, m.id desc`,
    parameters.values,
  )
  const page = rows.slice(0, request.size)
  const last = page.at(-1)
  const next =
    rows.length > request.size && last !== undefined
      ? encodeCursor(order, [last.movedAt, last.id])
      : null
  return { rows: page, next }
}

async function keysOf(
  queryable: Queryable,
  request: MoveHistoryRequest,
): Promise<{ companyCode: string; keyId: number }[]> {
  const parameters = createParameters()
  const condition = keysCondition(request, parameters)
  return queryable.query(
    `select k.company_code, k.id as key_id from ${keysWithBalances} where ${condition} limit ${keysMax + 1}`,
    parameters.values,
  )
}

function end(alias: string): string {
  return `json_build_object('place', ${alias}.place, 'plant', ${alias}.plant,
    'storageLocation', ${alias}.storage_location, 'bin', ${alias}.bin, 'batch', ${alias}.batch,
    'stockCategory', ${alias}.stock_category, 'specialStock', ${alias}.special_stock,
    'specialStockReference', ${alias}.special_stock_reference, 'book', ${alias}.book)`
}
