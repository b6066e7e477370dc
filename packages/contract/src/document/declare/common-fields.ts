import { date, instant, integer, quantity, reference, text, type Fields } from './field.ts'
import { label } from './label.ts'

/** Header fields of every document (domain.md 1.1); state and ERP state are shown as coloured tags. */
export const commonHeader = {
  docNo: text(label('单据号', 'Document no.'), { by: 'server', required: true, width: 150 }),
  state: text(label('状态', 'State'), { by: 'server', width: 110 }),
  erpState: text(label('过账状态', 'ERP state'), { by: 'server', width: 110 }),
  companyCode: reference(label('公司', 'Company'), 'company', {
    by: 'server',
    required: true,
    width: 80,
  }),
  plant: reference(label('工厂', 'Plant'), 'plant', { by: 'source', required: true, width: 80 }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    by: 'source',
    required: true,
    width: 100,
  }),
  documentDate: date(label('凭证日期', 'Document date'), {
    by: 'server',
    required: true,
    width: 110,
  }),
  postingDate: date(label('过账日期', 'Posting date'), { by: 'server', width: 110 }),
  remark: text(label('备注', 'Remark'), { lengthMax: 200, multiline: true }),
  createdByName: text(label('制单人', 'Created by'), { by: 'server', required: true, width: 100 }),
  createdAt: instant(label('制单时间', 'Created at'), { by: 'server', required: true, width: 150 }),
  updatedAt: instant(label('更新时间', 'Updated at'), { by: 'server', required: true, width: 150 }),
  /** The number of prints (domain.md 1.1); mirrors of ERP documents have none. */
  printCount: integer(label('打印次数', 'Prints'), { by: 'server', required: true, width: 90 }),
} as const

/** Line fields of every document; `quantity` is the quantity of the line, done and closed its progress. */
export const commonLine = {
  lineNo: integer(label('行号', 'Line'), { by: 'server', required: true, width: 60 }),
  materialNo: reference(label('物料编码', 'Material'), 'material', {
    by: 'source',
    required: true,
    width: 130,
  }),
  description: text(label('物料描述', 'Description'), { by: 'source', width: 240 }),
  specification: text(label('规格型号', 'Specification'), { by: 'source', width: 180 }),
  materialGroup: reference(label('物料组', 'Material group'), 'material-group', {
    by: 'source',
    width: 90,
  }),
  unit: reference(label('单位', 'Unit'), 'unit', { by: 'source', required: true, width: 60 }),
  /**
   * The unit in which people speak of the quantities of the line, such as the order's: all of them are in `unit`, the base
   * unit, and shown in both. Null: the base unit. Without a fraction beside it no conversion is known.
   */
  entryUnit: reference(label('录入单位', 'Entry unit'), 'unit', { by: 'source', width: 80 }),
  /** `quantity` in the entry unit, for lists and exports; null if it is not exactly a quantity in that unit. */
  entryQuantity: quantity(label('录入数量', 'Entry quantity'), {
    by: 'server',
    unit: 'entryUnit',
    width: 100,
  }),
  /** `unitNumerator` base units are `unitDenominator` entry units (UMREZ, UMREN). */
  unitNumerator: integer(label('换算分子', 'Numerator'), { by: 'source', width: 80 }),
  unitDenominator: integer(label('换算分母', 'Denominator'), { by: 'source', width: 80 }),
  quantity: quantity(label('数量', 'Quantity'), { required: true, isTotalled: true, width: 110 }),
  /**
   * The second unit of the material (parallel unit of measure), such as kilograms of pipes counted in pieces; empty if it
   * has none.
   */
  secondUnit: reference(label('第二单位', 'Second unit'), 'unit', { by: 'source', width: 80 }),
  /**
   * What of the line is in the second unit: entered where a document declares it (`weighedGoods`), otherwise what moved.
   * Only our ledger keeps it: SAP S/4HANA without catch weight management has no second quantity of a movement (spec
   * sap.md), so postings contain the quantity in the base or entry unit only.
   */
  secondQuantity: quantity(label('第二数量', 'Second quantity'), {
    by: 'server',
    unit: 'secondUnit',
    isTotalled: true,
    width: 100,
  }),
  doneQuantity: quantity(label('已执行数量', 'Done'), {
    by: 'server',
    required: true,
    isTotalled: true,
    width: 110,
  }),
  /** Held by drafts of successors: not done, and not available to others. */
  heldQuantity: quantity(label('占用数量', 'Held'), {
    by: 'server',
    required: true,
    isTotalled: true,
    width: 100,
  }),
  closedQuantity: quantity(label('核销数量', 'Closed short'), {
    by: 'server',
    required: true,
    width: 100,
  }),
  openQuantity: quantity(label('未清数量', 'Open'), {
    by: 'server',
    required: true,
    isTotalled: true,
    width: 110,
  }),
  /** Open less held: available to a new successor. */
  freeQuantity: quantity(label('可开单数量', 'Free'), {
    by: 'server',
    required: true,
    isTotalled: true,
    width: 110,
  }),
  progress: text(label('行状态', 'Line state'), { by: 'server', required: true, width: 90 }),
  lineErpState: text(label('行过账状态', 'Line ERP state'), {
    by: 'server',
    required: true,
    width: 110,
  }),
  sourceNo: text(label('前置单据', 'Predecessor'), { by: 'server', width: 150 }),
  sourceLine: integer(label('前置行', 'Predecessor line'), { by: 'server', width: 80 }),
  materialDocument: text(label('物料凭证', 'Material document'), { by: 'server', width: 120 }),
  materialDocumentYear: text(label('凭证年度', 'Document year'), { by: 'server', width: 80 }),
  lineRemark: text(label('行备注', 'Line remark'), { lengthMax: 200 }),
} as const

/** What a line copies of the goods of its predecessor, or of the stock. */
export const copiedGoods = [
  'materialNo',
  'description',
  'specification',
  'materialGroup',
  'unit',
] as const

/** What a line takes over from its predecessor, whatever its declaration copies: how its quantities are spoken of. */
export const copiedUnits = ['entryUnit', 'unitNumerator', 'unitDenominator'] as const

/** What a line may want of its stock, shown while lines of `stockLines` are entered; not part of the document. */
export const limitFields = {
  available: quantity(label('可用数量', 'Available'), { by: 'server', width: 110 }),
  movable: quantity(label('可移动数量', 'Movable'), { by: 'server', width: 110 }),
} as const

/** Line fields of a document without goods (`goods: false`). */
export const lineWithoutGoods = {
  lineNo: commonLine.lineNo,
  sourceNo: commonLine.sourceNo,
  sourceLine: commonLine.sourceLine,
  lineRemark: commonLine.lineRemark,
} as const

/** The common line fields of a document type. */
export function commonLineOf(definition: { goods?: boolean }): Fields {
  return definition.goods === false ? lineWithoutGoods : commonLine
}

/** The line fields searched by free text: those of the goods, or the document's own texts. */
export function searchedLineFields(definition: { goods?: boolean; lines: Fields }): string[] {
  if (definition.goods !== false) return ['materialNo', 'description', 'sourceNo']
  const own = Object.entries(definition.lines).filter(([, { kind }]) => kind === 'text')
  return [...own.map(([name]) => name), 'sourceNo']
}

/** The progress of a line, derived in the database from quantity, done and closed. */
export const lineProgress = {
  open: { label: label('未清', 'Open'), tone: 'waiting' },
  partial: { label: label('部分', 'Partial'), tone: 'partial' },
  done: { label: label('完成', 'Done'), tone: 'done' },
  closed: { label: label('已核销', 'Closed short'), tone: 'undone' },
} as const
