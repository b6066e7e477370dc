import { defineQuery } from '../document/declare/define-query.ts'
import {
  choice,
  flag,
  instant,
  integer,
  list,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { books, specialStocks, stockCategories } from '../document/declare/stock-words.ts'

/**
 * The moves of the ledger, latest first: all visible to the person, or those of one stock key or of all keys of a
 * plant, storage location or kind of stock (the parameters). A reversal and its original refer to each other. SAP:
 * material document list (MB51).
 */
export const stockMoveQuery = defineQuery({
  name: 'stock-move',
  area: 'stock',
  label: label('库存移动', 'Stock moves'),
  parameters: {
    keyId: integer(label('库存键', 'Stock key')),
    materialNo: text(label('物料编码', 'Material')),
    plant: text(label('工厂', 'Plant')),
    bin: text(label('货位', 'Bin')),
    storageLocation: text(label('库存地点', 'Storage location')),
    stockCategory: choice(label('库存类型', 'Stock category'), stockCategories),
    specialStock: choice(label('特殊库存', 'Special stock'), {
      ...specialStocks,
      none: label('无', 'None'),
    }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
    }),
    book: choice(label('账别', 'Book'), books),
  },
  fields: {
    movedAt: instant(label('时间', 'Time'), { width: 140 }),
    documentNo: text(label('单据号', 'Document no.'), { width: 140 }),
    lineNo: integer(label('行号', 'Line'), { width: 60 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 110 }),
    quantity: quantity(label('数量', 'Quantity'), { width: 100 }),
    secondQuantity: quantity(label('第二数量', 'Second quantity'), {
      unit: 'secondUnit',
      width: 100,
    }),
    secondUnit: reference(label('第二单位', 'Second unit'), 'unit', { width: 80 }),
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
    amount: money(label('金额', 'Amount'), { width: 110 }),
    amountSource: text(label('金额来源', 'Source of the amount'), { isAmount: true, width: 110 }),
    postsToErp: flag(label('过账', 'Posts to the ERP'), { width: 70 }),
    materialDocument: text(label('物料凭证', 'Material document'), { width: 120 }),
    materialDocumentYear: text(label('凭证年度', 'Document year'), { width: 80 }),
    reversesDocumentNo: text(label('冲销的单据', 'Reverses'), { width: 140 }),
    reversedQuantity: quantity(label('已冲销数量', 'Reversed quantity'), { width: 100 }),
    reversedByDocumentNos: list(label('冲销单据', 'Reversed by'), { width: 140 }),
    userName: text(label('操作人', 'By'), { width: 90 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'uuid', documentType: 'text', documentId: 'uuid', reverses: 'uuid' },
  key: ['id'],
  sort: { field: 'movedAt', direction: 'desc' },
  search: ['documentNo', 'materialNo'],
  scope: { companyCode: 'companyCode' },
  pages: {},
  // Readers of the stock, or of the monthly report, may see its moves.
  readers: ['/Stock/stockSearch', '/reportForms/periodStockHistory'],
})
