import { defineQuery } from '../document/declare/define-query.ts'
import { hazardClasses } from '../masters/hazard-class.ts'
import { stockGroupings } from './stock-groupings.ts'
import { choice, date, instant, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { stockPlaces, type StockPlaceDeclaration } from '../document/stock-places.ts'
import { books, specialStocks, stockCategories } from '../document/declare/stock-words.ts'

/** The places whose goods are stock. */
const placesKept = Object.entries<StockPlaceDeclaration>(stockPlaces).filter(
  ([, { keepsBalance }]) => keepsBalance,
)
/** Their names. */
export const placesOfStock = Object.fromEntries(
  placesKept.map(([place, { label: words }]) => [place, words]),
)
const holders = placesKept.flatMap(([, { reference: holder }]) => holder ?? [])
const placeReferenceLabel = label(
  `位置参考（${holders.map(({ zh }) => zh).join('、')}）`,
  `Place reference (${holders.map(({ en }) => en.toLowerCase()).join(', ')})`,
)

/**
 * Balances with their free quantity: the most important columns for a screen of 1366 px. SAP: stock overview (MMBE).
 */
export const stockQuery = defineQuery({
  name: 'stock',
  area: 'stock',
  label: label('库存', 'Stock'),
  fields: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 110 }),
    description: text(label('物料描述', 'Description'), { width: 160 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    bin: text(label('货位', 'Bin'), { width: 110 }),
    place: choice(label('位置', 'Place'), placesOfStock, { width: 70 }),
    placeReference: text(placeReferenceLabel, { width: 110 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 104 }),
    stockCategory: choice(label('库存类型', 'Stock category'), stockCategories, { width: 90 }),
    quantity: quantity(label('数量', 'Quantity'), { isTotalled: true, width: 100 }),
    available: quantity(label('可用', 'Available'), { isTotalled: true, width: 90 }),
    movable: quantity(label('可移动', 'Movable'), { isTotalled: true, width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    secondQuantity: quantity(label('第二数量', 'Second quantity'), {
      unit: 'secondUnit',
      isTotalled: true,
      width: 100,
    }),
    secondUnit: reference(label('第二单位', 'Second unit'), 'unit', { width: 80 }),
    reserved: quantity(label('已占用', 'Reserved'), { isTotalled: true, width: 90 }),
    frozen: quantity(label('已冻结', 'Frozen'), { isTotalled: true, width: 90 }),
    frozenBy: text(label('冻结单据', 'Frozen by'), { width: 190 }),
    expiryDate: date(label('有效期至', 'Expiry date'), { width: 100 }),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 80 }),
    specification: text(label('规格型号', 'Specification'), { width: 140 }),
    hazardClass: choice(label('危险类别', 'Hazard class'), hazardClasses, { width: 120 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      width: 120,
    }),
    book: choice(label('账别', 'Book'), books, { width: 70 }),
    lastMoveAt: instant(label('最后移动', 'Last moved'), { width: 140 }),
    productionDate: date(label('生产日期', 'Production date'), { width: 100 }),
    heatNo: text(label('炉批号', 'Heat no.'), { code: 'capitals', width: 100 }),
    valuationType: text(label('评估类型', 'Valuation type'), { width: 90 }),
    keeperName: text(label('保管员', 'Keeper'), { width: 90 }),
    // By when the batch first came; goods without batches have no date of their own.
    stockAge: text(label('库龄', 'Stock age'), { width: 100 }),
    lastCountedAt: instant(label('上次盘点', 'Last counted'), { width: 140 }),
    certificateNo: text(label('质保书号', 'Mill certificate no.'), {
      code: 'capitals',
      width: 120,
    }),
  },
  identifiers: { keyId: 'integer' },
  key: ['keyId', 'companyCode'],
  sort: { field: 'materialNo', direction: 'asc' },
  search: ['materialNo', 'description', 'specification', 'bin', 'batch', 'placeReference'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  groupings: stockGroupings,
  pages: {
    '/Stock/stockSearch': {
      kind: 'screen',
      columns: [
        'materialNo',
        'description',
        'plant',
        'storageLocation',
        'bin',
        'batch',
        'stockCategory',
        'quantity',
        'unit',
        'secondQuantity',
        'available',
        'reserved',
        'frozen',
        'frozenBy',
        'place',
        'placeReference',
        'expiryDate',
        'lastCountedAt',
        'specialStock',
      ],
      filters: ['materialNo', 'plant', 'storageLocation', 'bin', 'place', 'stockCategory'],
    },
  },
  // Goods are selected from it when issuing, transferring, moving to another bin, changing batches, ordering counts, and freezing.
  readers: [
    '/Stock/stockAdjust',
    '/Stock/stockSearchRemark',
    '/shippingManagement/selfDelivery',
    '/checkForm/checkFormCreate',
    '/dump/dumpFormCreate',
    '/locationAdjust/locationAdjustCreate',
    '/freeze/stockFreeze',
    '/freeze/stockFreezeEam',
  ],
})
