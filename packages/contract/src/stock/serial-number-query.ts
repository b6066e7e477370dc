import { choice, flag, instant, integer, reference, text } from '../document/declare/field.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { label } from '../document/declare/label.ts'
import { books, specialStocks, stockCategories } from '../document/declare/stock-words.ts'
import { placesOfStock } from './stock-query.ts'

/**
 * The pieces of serial-managed materials in stock, one row for each, with the stock key where it lies: filtered by the parts
 * of a key it is what lies there, in the order in which the pieces came in, which is the order in which they leave.
 * SAP: serial numbers in stock (EQBS).
 */
export const serialNumberQuery = defineQuery({
  name: 'serial-number',
  area: 'stock',
  label: label('序列号库存', 'Serial numbers in stock'),
  fields: {
    serialNo: text(label('序列号', 'Serial number'), { width: 150 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 110 }),
    description: text(label('物料描述', 'Description'), { width: 180 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    bin: text(label('货位', 'Bin'), { width: 110 }),
    place: choice(label('位置', 'Place'), placesOfStock, { width: 70 }),
    placeReference: text(label('位置参考', 'Place reference'), { width: 110 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 104 }),
    stockCategory: choice(label('库存类型', 'Stock category'), stockCategories, { width: 90 }),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 80 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      width: 120,
    }),
    book: choice(label('账别', 'Book'), books, { width: 70 }),
    /** When it came into the stock: pieces leave in this order. */
    receivedAt: instant(label('入库时间', 'In stock since'), { width: 140 }),
    movedAt: instant(label('最后移动', 'Last moved'), { width: 140 }),
    documentNo: text(label('最后单据', 'Last document'), { width: 150 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
  },
  identifiers: { keyId: 'integer', documentId: 'uuid', documentType: 'text' },
  key: ['companyCode', 'materialNo', 'serialNo'],
  sort: { field: 'receivedAt', direction: 'asc' },
  search: ['serialNo', 'materialNo', 'description'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  pages: {},
  // Pieces are looked for in it when goods are received, picked and counted.
  readers: [
    '/Stock/stockSearch',
    '/receive/receivingGoodsWarehouse',
    '/shippingManagement/selfDelivery',
    '/outWarehouseCross/outWarehousePickUpCross',
    '/checkForm/checkFormCreate',
  ],
})

/**
 * Where a piece (the parameters) was: its movements, latest first. SAP: serial number history (SER03).
 */
export const serialNumberMoveQuery = defineQuery({
  name: 'serial-number-move',
  area: 'stock',
  label: label('序列号移动记录', 'Movements of a serial number'),
  parameters: {
    materialNo: text(label('物料', 'Material'), { required: true }),
    serialNo: text(label('序列号', 'Serial number'), { required: true }),
  },
  fields: {
    movedAt: instant(label('时间', 'Time'), { width: 140 }),
    documentNo: text(label('单据号', 'Document'), { width: 150 }),
    lineNo: integer(label('行号', 'Line'), { width: 60 }),
    movementType: text(label('移动类型', 'Movement type'), { width: 80 }),
    fromPlace: text(label('移出方', 'From'), { width: 90 }),
    fromPlant: text(label('移出工厂', 'From plant'), { width: 80 }),
    fromStorageLocation: text(label('移出库存地点', 'From storage location'), { width: 90 }),
    fromBin: text(label('移出货位', 'From bin'), { width: 110 }),
    fromPlaceReference: text(label('移出位置参考', 'From place reference'), { width: 110 }),
    fromBatch: text(label('移出批次', 'From batch'), { code: 'capitals', width: 110 }),
    fromStockCategory: choice(label('移出库存类型', 'From stock category'), stockCategories),
    fromSpecialStock: choice(label('移出特殊库存', 'From special stock'), specialStocks),
    toPlace: text(label('移入方', 'To'), { width: 90 }),
    toPlant: text(label('移入工厂', 'To plant'), { width: 80 }),
    toStorageLocation: text(label('移入库存地点', 'To storage location'), { width: 90 }),
    toBin: text(label('移入货位', 'To bin'), { width: 110 }),
    toPlaceReference: text(label('移入位置参考', 'To place reference'), { width: 110 }),
    toBatch: text(label('移入批次', 'To batch'), { code: 'capitals', width: 110 }),
    toStockCategory: choice(label('移入库存类型', 'To stock category'), stockCategories),
    toSpecialStock: choice(label('移入特殊库存', 'To special stock'), specialStocks),
    isReversal: flag(label('冲销', 'Reversal'), { width: 70 }),
    userName: text(label('操作人', 'By'), { width: 90 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'uuid', documentId: 'uuid', documentType: 'text' },
  key: ['id'],
  sort: { field: 'movedAt', direction: 'desc' },
  search: ['documentNo'],
  scope: { companyCode: 'companyCode' },
  pages: {},
  readers: ['/Stock/stockSearch'],
})
