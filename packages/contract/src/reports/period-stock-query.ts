import { defineQuery } from '../document/declare/define-query.ts'
import {
  choice,
  flag,
  instant,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { books, specialStocks, stockCategories } from '../document/declare/stock-words.ts'

const moved = { isTotalled: true, width: 70 } as const
const second = { isTotalled: true, unit: 'secondUnit', width: 100 } as const
const valued = { isTotalled: true, width: 120 } as const

/** The columns that identify the stock of a row, within its company. */
export const periodStockKey = [
  'materialNo',
  'plant',
  'storageLocation',
  'stockCategory',
  'specialStock',
  'specialStockReference',
  'book',
] as const

/**
 * 收发存: opening stock, receipts, issues and closing stock of a month, by material and place (spec domain.md 1.5). In
 * each row opening + received + transferred in − issued − transferred out + adjusted = closing. Returns to suppliers
 * reduce receipts, returns from consumption reduce issues. Quantities of a recorded month never change; its values
 * follow later ERP valuations, and the closing value as recorded is shown beside them. The ERP counts by posting date: closing =
 * closing in the ERP + cut-off + not in the books, in every row and every sum; the documents behind a cut-off are those of
 * `periodCutOffQuery`. SAP: stock on posting date (MB5B).
 */
export const periodStockQuery = defineQuery({
  name: 'period-stock',
  area: 'reports',
  label: label('收发存', 'Receipts, issues and stock'),
  fields: {
    period: text(label('期间', 'Period'), { width: 80 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 96 }),
    description: text(label('物料描述', 'Description'), { width: 180 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 60 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    stockCategory: choice(label('库存类型', 'Stock category'), stockCategories, { width: 80 }),
    openingQuantity: quantity(label('期初数量', 'Opening quantity'), moved),
    receiptQuantity: quantity(label('入库', 'Received'), moved),
    transferInQuantity: quantity(label('转入', 'Transferred in'), moved),
    issueQuantity: quantity(label('出库', 'Issued'), moved),
    transferOutQuantity: quantity(label('转出', 'Transferred out'), moved),
    adjustmentQuantity: quantity(label('调整', 'Adjusted'), moved),
    closingQuantity: quantity(label('期末数量', 'Closing quantity'), moved),
    erpClosingQuantity: quantity(label('ERP 期末', 'Closing in the ERP'), moved),
    cutOffQuantity: quantity(label('截止差异', 'Cut-off'), moved),
    offBookQuantity: quantity(label('账外', 'Not in the books'), moved),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    openingSecondQuantity: quantity(label('期初第二数量', 'Opening, second quantity'), second),
    receiptSecondQuantity: quantity(label('入库第二数量', 'Received, second quantity'), second),
    transferInSecondQuantity: quantity(
      label('转入第二数量', 'Transferred in, second quantity'),
      second,
    ),
    issueSecondQuantity: quantity(label('出库第二数量', 'Issued, second quantity'), second),
    transferOutSecondQuantity: quantity(
      label('转出第二数量', 'Transferred out, second quantity'),
      second,
    ),
    adjustmentSecondQuantity: quantity(label('调整第二数量', 'Adjusted, second quantity'), second),
    closingSecondQuantity: quantity(label('期末第二数量', 'Closing, second quantity'), second),
    secondUnit: reference(label('第二单位', 'Second unit'), 'unit', { width: 80 }),
    isMoved: flag(label('本期有变动', 'Moved in the period'), { width: 90 }),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 80 }),
    book: choice(label('账别', 'Book'), books, { width: 70 }),
    state: text(label('期间状态', 'Period state'), { width: 80 }),
    openingValue: money(label('期初金额', 'Opening value'), valued),
    receiptValue: money(label('入库金额', 'Value received'), valued),
    transferInValue: money(label('转入金额', 'Value transferred in'), valued),
    issueValue: money(label('出库金额', 'Value issued'), valued),
    transferOutValue: money(label('转出金额', 'Value transferred out'), valued),
    adjustmentValue: money(label('调整金额', 'Value adjusted'), valued),
    closingValue: money(label('期末金额', 'Closing value'), valued),
    cutOffValue: money(label('截止差异金额', 'Value of the cut-off'), valued),
    recordedClosingValue: money(label('封存时期末金额', 'Closing value when recorded'), valued),
    specification: text(label('规格型号', 'Specification'), { width: 140 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      width: 120,
    }),
    beginsAt: instant(label('期初时刻', 'Begins at'), { width: 140 }),
    endsAt: instant(label('期末时刻', 'Ends at'), { width: 140 }),
  },
  identifiers: {},
  key: ['period', ...periodStockKey, 'companyCode'],
  sort: { field: 'materialNo', direction: 'asc' },
  ofMonth: 'period',
  search: ['materialNo', 'description', 'specification'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  states: {
    state: {
      running: { label: label('进行中', 'Running'), tone: 'waiting' },
      recorded: { label: label('已封存', 'Recorded'), tone: 'done' },
    },
  },
  groupings: {
    material: {
      label: label('按物料', 'By material'),
      by: ['companyCode', 'period', 'materialNo', 'description', 'unit', 'secondUnit'],
    },
    materialGroup: {
      label: label('按物料组', 'By material group'),
      by: ['companyCode', 'period', 'materialGroup', 'unit', 'secondUnit'],
    },
    storageLocation: {
      label: label('按库存地点', 'By storage location'),
      by: [
        'companyCode',
        'period',
        'plant',
        'storageLocation',
        'materialNo',
        'description',
        'unit',
        'secondUnit',
      ],
    },
  },
  pages: {
    '/reportForms/periodStockHistory': {
      kind: 'screen',
      columns: [
        'materialNo',
        'description',
        'plant',
        'storageLocation',
        'stockCategory',
        'openingQuantity',
        'receiptQuantity',
        'transferInQuantity',
        'issueQuantity',
        'transferOutQuantity',
        'adjustmentQuantity',
        'closingQuantity',
        'erpClosingQuantity',
        'cutOffQuantity',
        'unit',
        'closingSecondQuantity',
        'specialStock',
        'book',
      ],
      filters: ['materialNo', 'plant', 'storageLocation', 'stockCategory', 'isMoved'],
    },
  },
})
