import { goodsInBin } from '../document/declare/goods-place.ts'
import {
  choice,
  flag,
  instant,
  list,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label, type Label } from '../document/declare/label.ts'
import { specialStocks, stockCategories } from '../document/declare/stock-words.ts'
import { countedPieces } from './counted-pieces.ts'

// What a stocktaking order says of each line, and of the sheet that it is.

/** Why a count differs from the books. */
export const differenceReasons = {
  missingTransaction: label('漏记出入库', 'Missing transaction'),
  miscounted: label('清点有误', 'Miscounted'),
  found: label('发现账外实物', 'Found'),
  expired: label('过期损耗', 'Expired'),
  lost: label('丢失', 'Lost'),
} as const

/** The stock categories that lie in bins. */
const countedCategories = {
  UU: stockCategories.UU,
  QI: stockCategories.QI,
  BL: stockCategories.BL,
} as const

/** Of an order that is a sheet made from a scope (`count-plan.ts`). */
export const sheetHeader = {
  keeperName: text(label('保管员', 'Keeper'), { by: 'server', width: 90 }),
  binArea: text(label('库区', 'Area'), { by: 'server', width: 80 }),
  sheetNo: text(label('盘点表', 'Sheet'), { by: 'server', width: 80 }),
  planScope: text(label('盘点范围', 'Scope of the count'), { by: 'server', width: 200 }),
  sampleSeed: text(label('抽样种子', 'Seed of the sample'), { by: 'server', width: 110 }),
  // Bins of the scope in which the books have nothing: somebody looks into them too.
  emptyBins: list(label('账面空货位', 'Bins empty in the books'), { by: 'server', width: 160 }),
  emptyConfirmedAt: instant(label('空货位确认时间', 'Empty bins confirmed'), {
    by: 'server',
    width: 150,
  }),
} as const

const ofSecondUnit = (label: Label) =>
  quantity(label, { by: 'server', unit: 'secondUnit', isTotalled: true, width: 110 })
/** The fields of a line: the books, what was counted, and how it differs. */
export const countLines = {
  ...goodsInBin,
  specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
  specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
    code: 'filled',
    lengthMax: 24,
    width: 120,
  }),
  quantity: quantity(label('账面数量', 'Book quantity'), {
    required: true,
    by: 'server',
    mayBeZero: true,
    isTotalled: true,
    width: 110,
  }),
  // Goods go on moving while others count: what the ledger moved since the snapshot is reckoned in when a line is counted.
  movedQuantity: quantity(label('快照后出入', 'Moved since'), {
    by: 'server',
    width: 100,
  }),
  bookAtCount: quantity(label('盘时账面', 'Book at count'), {
    by: 'server',
    width: 110,
  }),
  // What the books have in the second unit of the material, beside which it is counted.
  secondQuantity: ofSecondUnit(label('账面第二数量', 'Book second quantity')),
  secondAtCount: ofSecondUnit(label('盘时第二账面', 'Book second at count')),
  countedAt: instant(label('清点时间', 'Counted at'), { by: 'server', width: 140 }),
  countedQuantity: quantity(label('实盘数量', 'Counted'), {
    by: 'server',
    isTotalled: true,
    width: 110,
  }),
  countedSecondQuantity: ofSecondUnit(label('实盘第二数量', 'Counted second')),
  // Beyond the tolerance of its ABC class another person counts it again (`count-tolerance.ts`).
  recountNeeded: flag(label('须复盘', 'To be recounted'), { by: 'server', width: 80 }),
  recountedQuantity: quantity(label('复盘数量', 'Recounted'), { by: 'server', width: 110 }),
  recountedSecondQuantity: ofSecondUnit(label('复盘第二数量', 'Recounted second')),
  differenceQuantity: quantity(label('差异数量', 'Difference'), {
    by: 'server',
    isTotalled: true,
    width: 110,
  }),
  secondDifferenceQuantity: ofSecondUnit(label('第二数量差异', 'Second difference')),
  isDifferent: flag(label('有差异', 'Differs'), { by: 'server', width: 80 }),
  ...countedPieces,
  // At the book price of the snapshot; empty while the price is unknown.
  differenceAmount: money(label('差异金额', 'Difference amount'), {
    by: 'server',
    width: 110,
  }),
  differenceReason: choice(label('差异原因', 'Reason of difference'), differenceReasons, {
    by: 'server',
    width: 120,
  }),
  treatment: text(label('处理意见', 'Treatment'), { by: 'server', width: 160 }),
  adjustedQuantity: quantity(label('已调账数量', 'Adjusted'), { by: 'server', width: 110 }),
  countRemark: text(label('盘点说明', 'Count remark'), { by: 'server', width: 160 }),
} as const

/** What is entered of goods that lie in a bin and are not on the sheet. */
export const foundGoods = {
  foundMaterialNo: reference(label('物料编码', 'Material'), 'material', { required: true }),
  foundBin: reference(label('货位', 'Bin'), 'bin', { required: true }),
  foundQuantity: quantity(label('实物数量', 'Quantity found'), { required: true }),
  foundBatch: text(label('批次', 'Batch'), { code: 'capitals', lengthMax: 10 }),
  foundCategory: choice(label('库存类型', 'Stock category'), countedCategories, { required: true }),
  foundSpecialStock: choice(label('特殊库存', 'Special stock'), specialStocks),
  foundSpecialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
    code: 'filled',
    lengthMax: 24,
  }),
  foundSecondQuantity: quantity(label('第二数量', 'Second quantity')),
} as const
