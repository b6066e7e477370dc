import { defineQuery } from '../document/declare/define-query.ts'
import { instant } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { stockGroupings } from './stock-groupings.ts'
import { stockQuery } from './stock-query.ts'

// What was held, and when a key moved last, is known of the present only.
const {
  available: _available,
  reserved: _reserved,
  frozen: _frozen,
  lastMoveAt: _lastMoveAt,
  ...fields
} = stockQuery.fields

/**
 * The stock as it was at a moment: the last monthly snapshot before it and the moves after that (domain.md 2.4).
 * Keys that were empty then are left out. Shown by the page of the present stock, which asks for the moment.
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
