import { defineQuery } from '../document/declare/define-query.ts'
import {
  choice,
  date,
  instant,
  integer,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { books, specialStocks, stockCategories } from '../document/declare/stock-words.ts'
import { periodStockKey } from './period-stock-query.ts'

/** Why the stock of a month end differs from that of the ERP by posting date. */
export const cutOffReasons = {
  notPosted: label('未过账', 'Not posted'),
  postedLater: label('过账在后', 'Posted in a later month'),
  movedLater: label('移动在后', 'Moved in a later month'),
  reversed: label('冲销跨月', 'Reversed in another month'),
} as const

/**
 * The moves behind the cut-off of a month: goods that moved by its end and are in the ERP's books of a later month or of none,
 * and the other way round. The quantity is signed: by so much the ledger has more than the ERP. SAP: none; the month-end
 * list of open items.
 */
export const periodCutOffQuery = defineQuery({
  name: 'period-cut-off',
  area: 'reports',
  label: label('截止差异明细', 'Cut-off by document'),
  fields: {
    period: text(label('期间', 'Period'), { width: 80 }),
    documentNo: text(label('单据号', 'Document no.'), { width: 140 }),
    lineNo: integer(label('行号', 'Line'), { width: 56 }),
    movedAt: instant(label('移动时间', 'Moved at'), { width: 132 }),
    postingDate: date(label('过账日期', 'Posting date'), { width: 100 }),
    quantity: quantity(label('截止差异', 'Cut-off'), { isTotalled: true, width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    amount: money(label('截止差异金额', 'Value of the cut-off'), { isTotalled: true, width: 110 }),
    reason: choice(label('原因', 'Reason'), cutOffReasons, { width: 120 }),
    movementType: text(label('移动类型', 'Movement type'), { width: 80 }),
    materialDocument: text(label('物料凭证', 'Material document'), { width: 120 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 96 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 60 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    stockCategory: choice(label('库存类型', 'Stock category'), stockCategories, { width: 80 }),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 80 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      width: 120,
    }),
    book: choice(label('账别', 'Book'), books, { width: 70 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
  },
  identifiers: { moveId: 'uuid', documentType: 'text', documentId: 'uuid' },
  key: ['period', ...periodStockKey, 'moveId'],
  sort: { field: 'materialNo', direction: 'asc' },
  ofMonth: 'period',
  search: ['documentNo', 'materialNo'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  pages: {},
  // Behind each row of the report of a month.
  readers: ['/reportForms/periodStockHistory'],
})
