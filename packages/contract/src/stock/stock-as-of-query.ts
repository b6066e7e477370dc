import { defineQuery } from '../document/declare/define-query.ts'
import { instant } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { stockGroupings } from './stock-groupings.ts'
import { stockQuery } from './stock-query.ts'

// Held quantities, the times of the last move and the last count, the age and the keeper are available for the present only.
const {
  available: _available,
  movable: _movable,
  reserved: _reserved,
  frozenBy: _frozenBy,
  frozen: _frozen,
  lastMoveAt: _lastMoveAt,
  keeperName: _keeperName,
  lastCountedAt: _lastCountedAt,
  stockAge: _stockAge,
  ...fields
} = stockQuery.fields

/**
 * The stock at a point in time: the last monthly snapshot before it plus the later moves (domain.md 2.4). Keys without
 * stock at that time are omitted. Shown on the page of the current stock, which asks for the time. SAP: stock on a
 * date (MB5B).
 */
export const stockAsOfQuery = defineQuery({
  name: 'stock-as-of',
  area: 'stock',
  label: label('历史时刻库存', 'Stock as of a moment'),
  parameters: { at: instant(label('时刻', 'Moment'), { required: true }) },
  fields,
  identifiers: { keyId: 'integer' },
  key: ['keyId', 'companyCode'],
  sort: { field: 'materialNo', direction: 'asc' },
  search: ['materialNo', 'description', 'specification', 'bin', 'batch'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  groupings: stockGroupings,
  pages: {},
  readers: Object.keys(stockQuery.pages),
})
