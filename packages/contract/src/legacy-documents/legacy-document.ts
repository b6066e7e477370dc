import {
  choice,
  date,
  decimal,
  money,
  quantity,
  reference,
  text,
  type Field,
  type Fields,
} from '../document/declare/field.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { label } from '../document/declare/label.ts'

/** The pages on which legacy documents are read and imported; neither is in the specification. */
const legacyDocumentPath = '/dataCenter/legacyDocumentSearch'
export const legacyImportPath = '/dataCenter/legacyDocumentImport'

/** What is taken over of a system that was used before: lines that were ordered, announced or delivered, received, and issued. */
export const legacyKinds = {
  order: label('订单行', 'Order line'),
  delivery: label('送货', 'Delivery'),
  receipt: label('收货', 'Receipt'),
  issue: label('出库', 'Issue'),
} as const

export type LegacyKind = keyof typeof legacyKinds

/** What a row has besides its kind and system. Quantities are in the base unit, as everywhere. */
const legacyFields = {
  orderNo: text(label('采购订单', 'Purchase order'), { required: true, lengthMax: 40, width: 140 }),
  orderItem: text(label('订单行', 'Order item'), { required: true, lengthMax: 20, width: 80 }),
  documentNo: text(label('送货单/收货单/出库单', 'Delivery, receipt or issue'), {
    lengthMax: 40,
    width: 170,
  }),
  documentDate: date(label('单据日期', 'Document date'), { width: 110 }),
  dueDate: date(label('交货日期', 'Delivery date'), { width: 110 }),
  supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { width: 180 }),
  materialNo: reference(label('物料编码', 'Material'), 'material', { required: true, width: 120 }),
  description: text(label('物料描述', 'Description'), { lengthMax: 200, width: 220 }),
  quantity: quantity(label('数量', 'Quantity'), { required: true, isTotalled: true, width: 100 }),
  unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
  // Not totalled: legacy documents of one list may have several currencies.
  amount: money(label('金额', 'Amount'), { width: 120 }),
  currency: text(label('币种', 'Currency'), { lengthMax: 5, width: 60 }),
  grossWeight: decimal(label('毛重（千克）', 'Gross weight (kg)'), {
    decimals: 3,
    minimum: '0',
    width: 110,
  }),
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 70 }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    width: 80,
  }),
  remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 180 }),
} as const

/** The name of a field that a column of a file may be taken for. */
export type LegacyField = keyof typeof legacyFields

/** All of them, in the order in which a form shows them. */
export const legacyFieldNames = Object.keys(legacyFields) as readonly LegacyField[]

const required = <F extends Field>(field: F, words: ReturnType<typeof label>): Field => ({
  ...field,
  label: words,
  required: true,
})

const suppliedBy = required(legacyFields.supplierNo, legacyFields.supplierNo.label)

/** Labels and obligations that depend on the kind; null: rows of this kind have no such field. */
const ofKind: Record<LegacyKind, Partial<Record<LegacyField, Field | null>>> = {
  order: {
    documentNo: null,
    documentDate: { ...legacyFields.documentDate, label: label('订单日期', 'Order date') },
    supplierNo: suppliedBy,
    storageLocation: null,
  },
  delivery: {
    documentNo: required(legacyFields.documentNo, label('送货单号', 'Delivery note')),
    documentDate: required(legacyFields.documentDate, label('送货日期', 'Delivered on')),
    supplierNo: suppliedBy,
    storageLocation: null,
  },
  receipt: {
    documentNo: required(legacyFields.documentNo, label('收货单号', 'Receipt')),
    documentDate: required(legacyFields.documentDate, label('收货日期', 'Received on')),
    dueDate: null,
    supplierNo: suppliedBy,
    storageLocation: null,
  },
  // It names no order; what an issue takes from where is the consumption of that place.
  issue: {
    orderNo: null,
    orderItem: { ...legacyFields.orderItem, label: label('出库单行', 'Issue item') },
    documentNo: required(legacyFields.documentNo, label('出库单号', 'Issue')),
    documentDate: required(legacyFields.documentDate, label('出库日期', 'Issued on')),
    dueDate: null,
    supplierNo: null,
    grossWeight: null,
    storageLocation: required(legacyFields.storageLocation, legacyFields.storageLocation.label),
  },
}

/** The fields of rows of a kind, with the labels of that kind. */
export function legacyFieldsOf(kind: LegacyKind): Fields {
  const fields: Record<string, Field> = {}
  for (const name of legacyFieldNames) {
    const own = ofKind[kind][name]
    if (own !== null) fields[name] = own ?? legacyFields[name]
  }
  return fields
}

/**
 * Legacy documents 历史单据: what a company ordered, what was delivered, received and issued before it went live with us, as its
 * old system had it. They are history to read: they move no stock, take nothing of an order, and are never posted; quotas are
 * proposed from what was issued. Suppliers see none of them. SAP: legacy data.
 */
export const legacyDocumentQuery = defineQuery({
  name: 'legacy-document',
  area: 'legacy-documents',
  label: label('历史单据', 'Legacy documents'),
  fields: {
    kind: choice(label('类型', 'Kind'), legacyKinds, { width: 80 }),
    ...legacyFields,
    sourceSystem: text(label('来源系统', 'Old system'), { width: 100 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 90 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'uuid', importNo: 'integer' },
  key: ['id'],
  sort: { field: 'orderNo', direction: 'desc' },
  search: ['orderNo', 'documentNo', 'materialNo', 'description'],
  // Only issues have a storage location.
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  pages: {
    [legacyDocumentPath]: {
      kind: 'query',
      columns: [
        'orderNo',
        'orderItem',
        'kind',
        'documentNo',
        'documentDate',
        'dueDate',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'amount',
        'currency',
        'grossWeight',
        'plant',
        'storageLocation',
        'sourceSystem',
        'remark',
      ],
      filters: ['orderNo', 'kind', 'supplierNo', 'materialNo', 'documentNo', 'documentDate'],
    },
  },
  readers: [
    '/dataCenter/purchaseOrderSearch',
    '/deliverManager/queryDelivery',
    '/receive/receiveRecordRow',
    legacyImportPath,
  ],
})
