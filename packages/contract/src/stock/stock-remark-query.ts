import {
  choice,
  date,
  instant,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { label } from '../document/declare/label.ts'
import { stockCategories } from '../document/declare/stock-words.ts'
import { stockNote } from './stock-note.ts'

/** Which rows of the stock are listed with their notes. */
export const remarkedRows = {
  relevant: label('仍有效的备注', 'Notes that still matter'),
  noted: label('有备注的库存', 'Stock with notes'),
  all: label('全部库存', 'All stock'),
} as const

/**
 * Stock with the last note on each row (库存查询（备注）): first what is still relevant, which is what a storekeeper looks
 * through when the shift begins. Rows that ran empty stay as long as they have a note.
 */
export const stockRemarkQuery = defineQuery({
  name: 'stock-remark',
  area: 'stock',
  label: label('库存（备注）', 'Stock with remarks'),
  parameters: { rows: choice(label('显示', 'Show'), remarkedRows, { required: true }) },
  fields: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 104 }),
    description: text(label('物料描述', 'Description'), { width: 150 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 66 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    bin: text(label('货位', 'Bin'), { width: 110 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 100 }),
    noteText: text(label('最近的备注', 'Last note'), { width: 250 }),
    relevantUntil: date(label('有效至', 'Matters until'), { width: 98 }),
    notedByName: text(label('备注人', 'Noted by'), { width: 80 }),
    notedAt: instant(label('备注时间', 'Noted at'), { width: 132 }),
    noteCount: integer(label('备注数', 'Notes'), { width: 66 }),
    quantity: quantity(label('数量', 'Quantity'), { width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    stockCategory: choice(label('库存类型', 'Stock category'), stockCategories, { width: 90 }),
    noteNo: text(label('备注号', 'Stock note'), { width: 130 }),
    specialStock: text(label('特殊库存', 'Special stock'), { width: 80 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      width: 120,
    }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 80 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { keyId: 'integer', noteId: 'uuid' },
  key: ['keyId', 'companyCode'],
  sort: { field: 'notedAt', direction: 'desc' },
  search: ['noteText', 'materialNo', 'description', 'bin', 'batch'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  pages: {},
  // Who issues or transfers goods is told what is noted on them.
  readers: [
    '/Stock/stockSearchRemark',
    '/shippingManagement/selfDelivery',
    '/dump/dumpFormCreate',
    '/dump/chemicalDumpFormCreate',
    '/dump/dumpFormEdit',
  ],
})

/**
 * The notes on one row of the stock (the parameter), latest first, with those that were corrected or withdrawn: shown beside
 * the row wherever the stock is looked at, picked or counted.
 */
export const stockNoteQuery = defineQuery({
  name: 'stock-note-history',
  area: 'stock',
  label: label('库存备注', 'Notes on the stock'),
  parameters: { keyId: integer(label('库存行', 'Row of the stock'), { required: true }) },
  fields: {
    noteText: text(label('备注内容', 'Note'), { width: 210 }),
    state: choice(
      label('状态', 'State'),
      {
        standing: stockNote.states.standing.label,
        corrected: stockNote.states.corrected.label,
        withdrawn: stockNote.states.withdrawn.label,
      },
      { width: 70 },
    ),
    relevantUntil: date(label('有效至', 'Matters until'), { width: 96 }),
    notedByName: text(label('备注人', 'Noted by'), { width: 72 }),
    notedAt: instant(label('备注时间', 'Noted at'), { width: 132 }),
    fileCount: integer(label('附件', 'Files'), { width: 56 }),
    noteNo: text(label('备注号', 'Stock note'), { width: 130 }),
    correctsNo: text(label('更正的备注', 'Corrects note'), { width: 130 }),
    withdrawalReason: text(label('撤回原因', 'Reason of withdrawal'), { width: 120 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { noteId: 'uuid' },
  key: ['noteId'],
  sort: { field: 'notedAt', direction: 'desc' },
  search: ['noteText'],
  scope: { companyCode: 'companyCode' },
  states: {
    state: {
      standing: stockNote.states.standing,
      corrected: stockNote.states.corrected,
      withdrawn: stockNote.states.withdrawn,
    },
  },
  pages: {},
  readers: [
    '/Stock/stockSearchRemark',
    '/Stock/stockSearch',
    '/Stock/stockAdjust',
    '/shippingManagement/selfDelivery',
    '/shippingManagement/auditShipping',
    '/checkForm/checkFormResult',
    '/checkForm/checkFormDifferDealwith',
  ],
})
