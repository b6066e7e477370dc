import type { Field } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import {
  legacyFieldNames,
  legacyFieldsOf,
  type LegacyField,
  type LegacyKind,
} from './legacy-document.ts'

/** How the dates of a column are written. Each form may be followed by a time, which is not taken. */
export const legacyDateFormats = {
  yearFirst: label('年-月-日（2014-09-10、20140910）', 'Year first (2014-09-10, 20140910)'),
  monthFirst: label('月/日/年（9/10/2014）', 'Month first (9/10/2014)'),
  dayFirst: label('日/月/年（10/9/2014）', 'Day first (10/9/2014)'),
  monthName: label('日-英文月-年（10-Sep-14）', 'Day, name of the month (10-Sep-14)'),
  serial: label('Excel 日期序号（41892）', 'Day number of Excel (41892)'),
} as const

export type LegacyDateFormat = keyof typeof legacyDateFormats

/** How a column of the file is read into a field. */
export interface LegacyColumn {
  /** Its name in the file. */
  header: string
  /** Of a date. */
  dateFormat?: LegacyDateFormat | undefined
  /** What a value means here: our code, or '' for no value. */
  values?: Readonly<Record<string, string>> | undefined
  /** What becomes of a value that cannot be read, if the field may be empty; references are always refused. */
  unreadable?: 'refuse' | 'empty' | undefined
}

/** Which columns of a file of an old system become which fields of legacy documents of a kind. */
export interface LegacyMapping {
  kind: LegacyKind
  /** The name of the old system, part of what identifies a row. */
  sourceSystem: string
  columns: Partial<Record<LegacyField, LegacyColumn>>
  /** Values of all rows, for fields without a column. */
  fixed: Partial<Record<LegacyField, string>>
}

/** A mapping that was kept for the next file. */
export interface KeptLegacyMapping {
  companyCode: string
  name: string
  mapping: LegacyMapping
  changedAt: string
  changedByName: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const time = String.raw`(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$`
/** Years, months and days in Chinese (\u5e74, \u6708, \u65e5) are those of the first form. */
const patterns: Record<Exclude<LegacyDateFormat, 'serial'>, readonly RegExp[]> = {
  yearFirst: [
    new RegExp(
      String.raw`^(?<y>\d{4})[-/.\u5e74](?<m>\d{1,2})[-/.\u6708](?<d>\d{1,2})\u65e5?${time}`,
    ),
    /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  ],
  monthFirst: [
    new RegExp(String.raw`^(?<m>\d{1,2})[-/.](?<d>\d{1,2})[-/.](?<y>\d{4}|\d{2})${time}`),
  ],
  dayFirst: [new RegExp(String.raw`^(?<d>\d{1,2})[-/.](?<m>\d{1,2})[-/.](?<y>\d{4}|\d{2})${time}`)],
  monthName: [
    new RegExp(
      String.raw`^(?<d>\d{1,2})[-/. ](?<m>[A-Za-z]{3})[A-Za-z]*[-/. ](?<y>\d{4}|\d{2})${time}`,
    ),
  ],
}
const dayMs = 86_400_000
/** Excel counts days from here; its day 60 does not exist, but no company has files of 1900. */
const serialZero = Date.UTC(1899, 11, 30)

/** The day that a text of this format names as `yyyy-MM-dd`; null if it names none. Two digits are 1970 to 2069. */
export function readLegacyDate(format: LegacyDateFormat, given: string): string | null {
  if (format === 'serial') {
    if (!/^\d{4,6}(\.\d+)?$/.test(given)) return null
    return new Date(serialZero + Math.floor(Number(given)) * dayMs).toISOString().slice(0, 10)
  }
  for (const pattern of patterns[format]) {
    const { y = '', m = '', d = '' } = pattern.exec(given)?.groups ?? {}
    if (y === '') continue
    const year = y.length === 4 ? y : `${Number(y) < 70 ? '20' : '19'}${y}`
    const month = /^\d/.test(m) ? Number(m) : months.indexOf(m.toLowerCase()) + 1
    const day = `${year}-${String(month).padStart(2, '0')}-${d.padStart(2, '0')}`
    if (isLocalDate(day)) return day
  }
  return null
}

/** The format that reads most of these values; of several, the first in the order of `legacyDateFormats`. */
export function proposeDateFormat(values: readonly string[]): LegacyDateFormat {
  const formats = Object.keys(legacyDateFormats) as LegacyDateFormat[]
  const read = (format: LegacyDateFormat) =>
    values.filter((value) => readLegacyDate(format, value) !== null).length
  return formats.reduce((best, format) => (read(format) > read(best) ? format : best))
}

type Synonyms = Partial<Record<LegacyField, readonly string[]>>

/** What old systems call their columns, besides our own labels; without spaces and signs, in lower case. */
const synonyms: Synonyms = {
  orderNo: [
    'po',
    'poso',
    'pono',
    'ponumber',
    'purchaseorderno',
    'purchaseordernumber',
    'orderno',
    'ordernumber',
    'ebeln',
    '采购订单号',
    '采购单号',
    '订单号',
    '订单编号',
    '采购凭证',
  ],
  orderItem: [
    'item',
    'itemno',
    'poitem',
    'poline',
    'line',
    'lineno',
    'lineitemno',
    'ebelp',
    '行号',
    '项目',
    '行项目',
    '订单行号',
    '订单行项目',
  ],
  dueDate: [
    'duedate',
    'promiseddate',
    'scheduleddeliverydate',
    'scheduleddate',
    'requireddate',
    'eindt',
    '计划交货日期',
    '约定交货日期',
    '要求交货日期',
    '交期',
  ],
  supplierNo: [
    'supplierno',
    'suppliercode',
    'suppliername',
    'vendor',
    'vendorno',
    'vendorcode',
    'vendorname',
    'lifnr',
    '供应商编码',
    '供应商编号',
    '供应商名称',
    '供方',
    '供货单位',
  ],
  materialNo: [
    'materialno',
    'materialcode',
    'materialnumber',
    'itemcode',
    'partno',
    'partnumber',
    'sku',
    'matnr',
    '物料',
    '物料号',
    '物资编码',
    '物资代码',
    '存货编码',
    '料号',
  ],
  description: [
    'itemdescription',
    'materialdescription',
    'goods',
    'maktx',
    '物料名称',
    '物资名称',
    '品名',
    '名称规格',
  ],
  quantity: [
    'qty',
    'orderqty',
    'orderquantity',
    'lineitemquantity',
    'menge',
    '订单数量',
    '采购数量',
    '送货数量',
    '实收数量',
    '收货数量',
    '入库数量',
    '出库数量',
    '发料数量',
    '领料数量',
  ],
  unit: ['uom', 'unitofmeasure', 'meins', '计量单位', '订单单位'],
  amount: [
    'value',
    'linevalue',
    'lineitemvalue',
    'netvalue',
    'totalprice',
    'netwr',
    '总价',
    '总金额',
    '订单金额',
    '不含税金额',
  ],
  currency: ['waers', 'currencycode', '货币', '币别'],
  grossWeight: ['weight', 'grossweight', 'weightkilograms', 'weightkg', '毛重', '重量'],
  plant: ['werks', 'site', 'factory', '厂区', '收货工厂'],
  storageLocation: ['lgort', 'storagelocation', 'sloc', 'warehouse', '仓库', '发料仓库', '库房'],
  remark: ['remarks', 'note', 'notes', 'comment', 'comments', '说明'],
}

const synonymsOf: Record<LegacyKind, Synonyms> = {
  order: {
    documentDate: [
      'podate',
      'purchaseorderdate',
      'posenttovendordate',
      'bedat',
      '下单日期',
      '采购日期',
      '签订日期',
    ],
  },
  delivery: {
    documentNo: [
      'asn',
      'asndn',
      'dn',
      'deliveryno',
      'deliverynumber',
      'deliverynoteno',
      'vbeln',
      '送货单',
      '送货单编号',
      '发货单号',
      '交货单号',
    ],
    documentDate: [
      'deliverydate',
      'delivereddate',
      'deliveredtoclientdate',
      'shipdate',
      'arrivaldate',
      '到货日期',
      '发货日期',
    ],
  },
  receipt: {
    documentNo: [
      'receiptno',
      'receiptnumber',
      'grn',
      'grno',
      'materialdocument',
      'mblnr',
      '收货单',
      '入库单号',
      '入库单',
      '物料凭证',
    ],
    documentDate: [
      'receiptdate',
      'receiveddate',
      'grdate',
      'postingdate',
      'deliveryrecordeddate',
      'budat',
      '入库日期',
      '过账日期',
    ],
  },
  issue: {
    orderItem: ['zeile', '物料凭证项目', '出库单行号'],
    documentNo: [
      'issueno',
      'issuenumber',
      'goodsissue',
      'gino',
      'materialdocument',
      'mblnr',
      '出库单',
      '发料单号',
      '物料凭证',
    ],
    documentDate: [
      'issuedate',
      'issueddate',
      'gidate',
      'postingdate',
      'budat',
      '发料日期',
      '过账日期',
    ],
  },
}

const plain = (words: string): string => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Which column is which field, by its name: first those named exactly so, then those whose name contains the words. */
export function proposeColumns(
  kind: LegacyKind,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): LegacyMapping['columns'] {
  const fields = legacyFieldsOf(kind)
  const names = legacyFieldNames.filter((name) => Object.hasOwn(fields, name))
  const words = new Map(
    names.map((name) => {
      const { zh, en } = fields[name]!.label
      const known = [...(synonymsOf[kind][name] ?? []), ...(synonyms[name] ?? [])]
      return [name, [name, zh, en, ...known].map(plain)]
    }),
  )
  const columns: Partial<Record<LegacyField, LegacyColumn>> = {}
  const used = new Set<number>()
  const take = (isMeant: (header: string, word: string) => boolean) => {
    for (const name of names) {
      if (columns[name] !== undefined) continue
      const at = headers.findIndex(
        (header, index) =>
          !used.has(index) && words.get(name)!.some((word) => isMeant(plain(header), word)),
      )
      if (at < 0) continue
      used.add(at)
      columns[name] = columnFor(fields[name]!, headers[at]!, samples[at] ?? [])
    }
  }
  take((header, word) => header === word)
  take(
    (header, word) => word.length >= (/^\p{ASCII}+$/u.test(word) ? 6 : 2) && header.includes(word),
  )
  return columns
}

/** A column taken for a field, with a date format that fits its values. */
export function columnFor(field: Field, header: string, values: readonly string[]): LegacyColumn {
  return field.kind === 'date' ? { header, dateFormat: proposeDateFormat(values) } : { header }
}
