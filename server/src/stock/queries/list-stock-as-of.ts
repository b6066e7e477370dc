import { stockAsOfQuery } from '@kufang/contract/stock/stock-as-of-query.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { bindQuery, filled } from '../../document/list/bind-query.ts'
import { stockScope } from './scope.ts'

/** Maximum number of keys for totals, sorting and grouping; beyond it the filters must be narrowed. */
const gatheredMax = 10_000

/**
 * The stock at a point in time. In the order of the unique index of stock_key only the keys of a page are summed; any
 * other order, totals and groupings sum all filtered keys.
 */
export const stockAsOfList = bindQuery(stockAsOfQuery, {
  from: ({ at }, bind) => {
    const moment = `${bind(at)}::timestamptz`
    const since = `m.company_code = k.company_code and m.moved_at <= ${moment}
      and m.moved_at >= coalesce(base.ends_at, '-infinity')`
    return `stock_key k
      join stock_balance b on b.company_code = k.company_code and b.key_id = k.id
      left join lateral (
        select s.month, s.ends_at from stock_snapshot_month s
        where s.company_code = k.company_code and s.ends_at <= ${moment} order by s.ends_at desc limit 1
      ) base on true
      cross join lateral (
        select sum(part.quantity) as quantity, sum(part.second_quantity) as second_quantity from (
          select s.quantity, s.second_quantity from stock_snapshot s
          where s.company_code = k.company_code and s.month = base.month and s.key_id = k.id
          union all
          select m.quantity, m.second_quantity from stock_move m where ${since} and m.to_key = k.id
          union all
          select -m.quantity, -m.second_quantity from stock_move m where ${since} and m.from_key = k.id
        ) part
      ) stood
      left join material m on m.material_no = k.material_no
      left join batch t on t.company_code = k.company_code and t.material_no = k.material_no and t.batch = k.batch`
  },
  where: 'stood.quantity <> 0',
  columns: {
    companyCode: filled('k.company_code'),
    keyId: filled('k.id'),
    plant: filled('k.plant'),
    storageLocation: filled('k.storage_location'),
    bin: filled('k.bin'),
    place: filled('k.place'),
    placeReference: filled('k.place_reference'),
    materialNo: filled('k.material_no'),
    description: 'm.description',
    specification: 'm.specification',
    hazardClass: `nullif(m.hazard_class, '')`,
    materialGroup: filled('b.material_group'),
    batch: filled('k.batch'),
    expiryDate: 't.expiry_date',
    productionDate: 't.production_date',
    heatNo: 't.heat_no',
    certificateNo: 't.mtc_no',
    valuationType: `nullif(t.valuation_type, '')`,
    stockCategory: filled('k.stock_category'),
    specialStock: filled('k.special_stock'),
    specialStockReference: filled('k.special_stock_reference'),
    book: filled('k.book'),
    unit: 'm.unit',
    quantity: filled('stood.quantity'),
    secondQuantity: 'stood.second_quantity',
    secondUnit: `nullif(m.second_unit, '')`,
  },
  scope: ({ scope }) => stockScope(scope, 'k', 'b'),
  // The first columns of the index, which are selective enough.
  order: (wanted) =>
    wanted.length === 1 && firstOf(wanted).field === 'materialNo'
      ? ['materialNo', 'plant', 'storageLocation', 'bin', 'batch'].map((field) => ({
          field,
          direction: firstOf(wanted).direction,
        }))
      : [...wanted],
  gathered: { rowsMax: gatheredMax, inOrderOf: ['materialNo'] },
  isReport: true,
})
