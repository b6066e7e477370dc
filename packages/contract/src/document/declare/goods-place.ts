import { commonHeader, commonLine, copiedGoods } from './common-fields.ts'
import { stockCategories } from './stock-words.ts'
import { choice, quantity, reference, text } from './field.ts'
import { label } from './label.ts'
import { stockPieces } from './serial-numbers.ts'

/** Header fields of a document without predecessor, whose place a person enters. */
export const placeFields = {
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    required: true,
    width: 100,
  }),
} as const

/**
 * The storage location of a document whose predecessor may name none, as orders and reservations of SAP often do:
 * entered as the document is made, so that one line can be split over the documents of several locations.
 */
export const storageLocationIfEmpty = {
  storageLocation: { ...commonHeader.storageLocation, isEnteredIfEmpty: true },
} as const

/** The same, for a document that may leave it to its successor. */
export const optionalStorageLocation = {
  storageLocation: { ...storageLocationIfEmpty.storageLocation, required: false },
} as const

const batchInBin = {
  materialNo: reference(label('物料编码', 'Material'), 'material', { required: true, width: 130 }),
  bin: reference(label('货位', 'Bin'), 'bin', { required: true, width: 110 }),
  batch: text(label('批次', 'Batch'), { code: 'capitals', lengthMax: 10, width: 110 }),
} as const

/** Line fields of its goods: what lies in which bin, by batch and stock category. */
export const goodsInBin = {
  ...batchInBin,
  stockCategory: choice(
    label('库存类型', 'Stock category'),
    { UU: stockCategories.UU, QI: stockCategories.QI, BL: stockCategories.BL },
    { required: true, usual: 'UU', width: 100 },
  ),
} as const

/**
 * Line fields of goods that are weighed or counted in the second unit of their material when they move: what comes from a
 * supplier, or is entered as initial stock, must be; what leaves the stock may be, otherwise it is its share of the stock.
 */
export const weighedGoods = {
  secondQuantity: quantity(commonLine.secondQuantity.label, {
    unit: 'secondUnit',
    isTotalled: true,
    width: 100,
  }),
} as const

/**
 * A document that takes unrestricted stock of one storage location out of its bins, at most what is available: its line
 * fields and its `stockLines`. Used by transfer orders, cross-company issues, and what `npm run new-document --
 * --away=…` writes.
 */
export const unrestrictedStock = {
  lines: { ...batchInBin, ...weighedGoods, ...stockPieces },
  stockLines: {
    query: 'stock',
    where: { place: 'stock', book: 'ERP', stockCategory: 'UU', specialStock: '' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [...copiedGoods, 'bin', 'batch'],
    quantity: 'upToAvailable',
  },
} as const
