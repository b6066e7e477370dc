import { consignmentDrawnQuery } from '@kufang/contract/supplier-portal/consignment-drawn-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { monthOf, withinMonth } from '../document/list/within-month.ts'

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

/**
 * What was drawn of suppliers' goods, latest first. A balance is one key of the stock, so that the index of the keys of a
 * supplier leads to his moves.
 */
export const consignmentDrawnList = bindQuery(consignmentDrawnQuery, {
  from: `(${draws('from_key', 'to_key', '')} union all ${draws('to_key', 'from_key', '-')}) d
    left join material a on a.material_no = d.material_no
    left join stock_move_valuation v on v.company_code = d.company_code and v.move_id = d.id`,
  where: (filters) => withinMonth('period', 'd.moved_at', filters),
  columns: {
    companyCode: filled('d.company_code'),
    id: filled('d.id'),
    period: filled(monthOf('d.moved_at')),
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
