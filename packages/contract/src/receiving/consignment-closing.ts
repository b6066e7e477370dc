import { copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { instant, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'
import { specialStockFields } from '../external-documents/mirror.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from './line-of-arrival.ts'

const reasonsOfClosing = [
  label('供应商已将货物拉回', 'The supplier has taken the goods away again'),
  label('到货未卸，供应商不再送', 'Not unloaded, and no more will come'),
  label('代储协议终止', 'The consignment agreement has ended'),
  label('超出最高储备，不再入库', 'Above the maximum stock, not received'),
] as const

const reasonsOfReopening = [
  label('关闭有误', 'Closed wrongly'),
  label('供应商重新交货', 'The supplier delivers after all'),
] as const

/**
 * Consignment closing 代储代销关闭单: what of a consignment arrival will not be received any more is closed short (domain.md 1.2).
 * It moves no stock: goods without inspection enter it with their receipt only. The remainder goes back to the delivery note,
 * where it can be delivered again or written off.
 */
export const consignmentClosing = defineDocument({
  name: 'consignment-closing',
  area: 'receiving',
  label: label('代储代销关闭单', 'Consignment closing'),
  prefix: 'DG',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    closeReason: text(label('关闭原因', 'Reason'), {
      required: true,
      lengthMax: 200,
      suggestions: reasonsOfClosing,
      width: 200,
    }),
    closedAt: instant(label('关闭时间', 'Closed at'), { by: 'server', width: 150 }),
  },
  lines: {
    ...orderFields,
    batch: text(label('批次', 'Batch'), { code: 'capitals', by: 'source', width: 110 }),
    specialStockReference: specialStockFields.specialStockReference,
  },
  relabel: {
    docNo: label('关闭单号', 'Consignment closing'),
    quantity: label('关闭数量', 'Closed quantity'),
    sourceNo: label('到货单', 'Arrival record'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    closed: state(label('已关闭', 'Closed'), 'done'),
    withdrawn: state(label('已撤销', 'Withdrawn'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'arrival',
    states: ['arrived', 'partlyReceived'],
    where: { specialStock: 'K' },
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, 'batch', 'specialStockReference'],
    // The arrival closes the quantity, so that it never counts as received.
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    close: {
      label: label('关闭到货', 'Close the arrival'),
      from: ['draft'],
      to: 'closed',
    },
    withdraw: {
      label: label('撤销关闭', 'Withdraw the closing'),
      from: ['closed'],
      to: 'withdrawn',
      isDangerous: true,
      isUndo: true,
      input: keptReason('withdrawReason', label('撤销原因', 'Reason'), reasonsOfReopening),
    },
  },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'closed',
      book: 'stock',
      quantity: 'quantity',
      except: ['draft', 'withdrawn'],
      posts: false,
    },
  ],
  refusals: ['quantity-exceeds-open', 'consignment-in-stock', 'consignment-delivered-again'],
  pages: {
    // Opens on the consignment arrivals of which something is open.
    '/receive/storageSaleReceiveClose': {
      kind: 'create',
      isOptional: true,
      actionAfterCreate: 'close',
      states: ['closed'],
      actions: ['withdraw'],
      scans: 'docNo',
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'arrivedAt', 'storageLocation'],
    },
    '/receive/receiveRecordRow': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'materialNo', 'purchaseOrderNo', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'closeReason',
        'createdByName',
        'closedAt',
        'materialNo',
        'quantity',
        'unit',
        'supplierNo',
        'description',
        'batch',
        'withdrawReason',
        'sourceNo',
        'sourceLine',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'plant',
        'storageLocation',
      ],
    },
    // Where what was closed wrongly is opened again.
    '/receive/reversalArrivalRecord': {
      kind: 'step',
      states: ['closed'],
      actions: ['withdraw'],
      filters: ['docNo', 'supplierNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'closeReason',
        'createdByName',
        'closedAt',
        'plant',
        'storageLocation',
      ],
    },
  },
})
