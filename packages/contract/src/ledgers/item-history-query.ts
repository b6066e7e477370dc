import { historyBooks, itemEvents } from '../document/declare/history.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { choice, instant, integer, quantity, reference, text } from '../document/declare/field.ts'
import { label, type Label } from '../document/declare/label.ts'

/** The documents whose lines are items, as the registry has them (`history-items.ts`). */
export const itemTypes = {
  reservation: label('需求计划预留', 'Reservation'),
  'purchase-order': label('采购订单', 'Purchase order'),
  'purchase-request': label('采购申请', 'Purchase request'),
  'sales-order': label('销售订单', 'Sales order'),
  arrival: label('到货记录', 'Arrival record'),
} as const

const labelsOf = (all: Readonly<Record<string, { label: Label }>>) =>
  Object.fromEntries(Object.entries(all).map(([name, { label: words }]) => [name, words]))

/**
 * 项目履历: what became of the items of orders, reservations, requests and arrivals, the latest first. The scope is that of the
 * item. Suppliers see none of it, because the documents are the company's work. SAP: purchase order history (EKBE).
 */
export const itemHistoryQuery = defineQuery({
  name: 'item-history',
  area: 'ledgers',
  label: label('项目履历', 'Item histories'),
  fields: {
    at: instant(label('时间', 'Time'), { width: 140 }),
    itemType: choice(label('项目类型', 'Item type'), itemTypes, { width: 110 }),
    itemNo: text(label('项目单据号', 'Item of document'), { width: 130 }),
    itemLine: integer(label('项目行', 'Item line'), { width: 70 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 104 }),
    description: text(label('物料描述', 'Description'), { width: 170 }),
    event: text(label('业务', 'Event'), { width: 90 }),
    book: choice(label('账', 'Book'), labelsOf(historyBooks), { width: 80 }),
    quantity: quantity(label('数量', 'Quantity'), { width: 100 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    documentNo: text(label('单据号', 'Document'), { width: 150 }),
    documentLine: integer(label('单据行', 'Document line'), { width: 70 }),
    userName: text(label('操作人', 'By'), { width: 90 }),
    materialDocument: text(label('物料凭证', 'Material document'), { width: 120 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 60 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 90 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { historyNo: 'integer', itemId: 'uuid', documentType: 'text', documentId: 'uuid' },
  key: ['historyNo'],
  sort: { field: 'at', direction: 'desc' },
  search: ['itemNo', 'documentNo', 'materialNo'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  states: { event: itemEvents },
  pages: {
    '/dataCenter/itemHistorySearch': {
      kind: 'query',
      columns: [
        'at',
        'itemNo',
        'itemLine',
        'event',
        'book',
        'quantity',
        'unit',
        'documentNo',
        'materialNo',
        'description',
        'userName',
        'materialDocument',
        'itemType',
        'documentLine',
      ],
      filters: ['itemNo', 'materialNo', 'event', 'documentNo', 'at', 'itemType'],
    },
  },
})
