import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { Filter } from '@kufang/contract/document/api.ts'
import { consignmentDrawnQuery } from '@kufang/contract/supplier-portal/consignment-drawn-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

const columns = `m.company_code, m.id, m.moved_at, m.document_no, m.line_no, m.material_no, m.movement_type, m.amount,
  b.plant, b.storage_location, b.batch, b.material_group, b.special_stock_reference as supplier_no`

/** Moves between consignment stock and a place that consumes goods, from the stock if `sign` is empty, back if it is `-`. */
const draws = (inside: string, outside: string, sign: '' | '-'): string => `
  select ${columns}, ${sign}m.quantity as quantity, '${sign}' as sign
  from stock_balance b
  join stock_move m on m.company_code = b.company_code and m.${inside} = b.key_id
  join stock_key o on o.company_code = m.company_code and o.id = m.${outside}
  join stock_place p on p.place = o.place and p.period_column = 'issue'
  where b.special_stock = 'K'`

const month = `to_char(d.moved_at at time zone '${companyTimeZone}', 'YYYYMM')`

/**
 * What was drawn of suppliers' goods, latest first. A balance is one key of the stock, so that the index of the keys of a
 * supplier leads to his moves.
 */
export const consignmentDrawnList = bindQuery(consignmentDrawnQuery, {
  from: `(${draws('from_key', 'to_key', '')} union all ${draws('to_key', 'from_key', '-')}) d
    left join material a on a.material_no = d.material_no
    left join stock_move_valuation v on v.company_code = d.company_code and v.move_id = d.id`,
  where: withinMonth,
  columns: {
    companyCode: filled('d.company_code'),
    id: filled('d.id'),
    period: filled(month),
    drawnAt: filled('d.moved_at'),
    documentNo: filled('d.document_no'),
    lineNo: filled('d.line_no'),
    supplierNo: filled('d.supplier_no'),
    materialNo: filled('d.material_no'),
    description: 'a.description',
    batch: filled('d.batch'),
    quantity: filled('d.quantity'),
    unit: 'a.unit',
    movementType: filled('d.movement_type'),
    amount: `case when d.sign = '-' then -1 else 1 end * coalesce(v.amount, d.amount)`,
    plant: filled('d.plant'),
    storageLocation: filled('d.storage_location'),
    materialGroup: filled('d.material_group'),
  },
})

/** What follows from a filter of the month for the time of a move, which the indexes of the moves know. */
function withinMonth(filters: readonly Filter[]): string {
  const bounds = filters
    .filter(({ field }) => field === 'period')
    .flatMap(({ operator, value }) => {
      const months = operator === 'in' && Array.isArray(value) ? value : [value]
      const known = months.filter((one): one is string =>
        /^\d{4}(0[1-9]|1[0-2])$/.test(String(one)),
      )
      if (!['eq', 'in', 'contains'].includes(operator) || known.length !== months.length) return []
      const first = known.toSorted()[0]!
      const last = known.toSorted().at(-1)!
      return [
        `d.moved_at >= ${startOf(first)}`,
        `d.moved_at < ${startOf(last)} + interval '1 month'`,
      ]
    })
  return ['true', ...bounds].join(' and ')
}

/** The first moment of a month (`yyyyMM`) of the company. */
const startOf = (period: string): string =>
  `(timestamp '${period.slice(0, 4)}-${period.slice(4)}-01' at time zone '${companyTimeZone}')`
