import { carriedBatchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { reversalApproval } from '../document/declare/posting-lifecycle.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import { defectClasses, defectClassLabel } from './inspection-order.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

const reasonsOfRefusedConcession = [
  label('影响使用安全', 'Not safe in use'),
  label('依据不充分', 'The ground is not sufficient'),
  label('应退货或换货', 'To be returned or exchanged'),
] as const

const submission = submissionLifecycle({
  withdraw: true,
  submitted: label('待批准', 'Awaiting approval'),
  accept: {
    label: label('批准让步', 'Approve the concession'),
    state: 'conceded',
    accepted: label('已让步接收', 'Conceded'),
  },
  refuse: { reasons: reasonsOfRefusedConcession },
})
const reversal = reversalApproval('conceded', 'reversed')

/**
 * Concession 让步接收单: rejected goods are accepted as they are, on a stated ground and with the approval of somebody who
 * neither asked for it nor inspected them (domain.md 1.2). The goods return to where they arrived, and are received like
 * accepted ones; the ERP learns of it from that receipt.
 */
export const concession = defineDocument({
  name: 'concession',
  area: 'acceptance',
  label: label('让步接收单', 'Concession'),
  prefix: 'RB',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ground: text(label('让步依据', 'Ground of the concession'), {
      required: true,
      lengthMax: 200,
      width: 200,
    }),
    ...submission.header,
  },
  lines: {
    ...orderFields,
    batch: carriedBatchFields.batch,
    ...numberedPieces,
    defectClass: choice(defectClassLabel, defectClasses, { by: 'source', width: 110 }),
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', { by: 'source', width: 120 }),
    rejectsBin: reference(label('不合格品货位', 'Bin of rejects'), 'bin', {
      by: 'source',
      width: 120,
    }),
    isReceived: flag(label('已收入冻结库存', 'In blocked stock'), { by: 'source', width: 90 }),
  },
  relabel: {
    docNo: label('让步单号', 'Concession'),
    quantity: label('让步数量', 'Conceded'),
    sourceNo: label('不合格品单', 'Rejected goods'),
  },
  states: {
    ...submission.states,
    /** Approved: the goods lie where they arrived, and can be received. */
    conceded: state(label('已让步接收', 'Conceded'), 'done'),
    ...reversal.states,
  },
  ...submission.entry,
  source: {
    document: 'rejected-goods',
    states: ['confirmed', 'partlyHandled'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      ...copiedOrder,
      'batch',
      'serialNumbers',
      'defectClass',
      'bin',
      'rejectsBin',
      'isReceived',
    ],
    holdingStates: ['draft', 'returned', 'submitted'],
  },
  actions: {
    ...submission.actions,
    ...reversal.actions,
    approveReversal: { ...reversal.actions.approveReversal, isPreviewed: true },
  },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'conceded',
      book: 'stock',
      quantity: 'quantity',
      except: ['draft', 'submitted', 'returned', 'reversed'],
      posts: false,
    },
  ],
  refusals: ['inspector-disposes', 'conceded-received', 'rejects-in-blocked-stock'],
  pages: {
    '/preQualityInspectionNotice/preUnqualifiedProductsHandle': {
      kind: 'maintain',
      creates: true,
      actionAfterCreate: 'submit',
      states: ['draft', 'returned', 'submitted', 'conceded'],
      actions: ['submit', 'withdraw', 'requestReversal'],
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'defectClass', 'storageLocation'],
    },
    '/preQualityInspectionNotice/qualityInspectorConfirm': {
      kind: 'step',
      states: ['submitted', 'reversalRequested'],
      actions: ['approve', 'refuse', 'approveReversal', 'refuseReversal'],
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'ground',
        'createdByName',
        'createdAt',
        'plant',
        'storageLocation',
      ],
    },
    '/preQualityInspectionNotice/preUnqualifiedProductsQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'materialNo', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'batch',
        'serialNumbers',
        'defectClass',
        'ground',
        'decisionRemark',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'sourceNo',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
  },
})
