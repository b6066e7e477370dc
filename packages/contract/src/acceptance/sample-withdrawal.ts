import {
  carriedBatchFields,
  copiedOrder,
  orderFields,
  supplierReference,
} from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import { erpStatesNotInBooks } from '../document/erp-state.ts'
import { specialStockFields } from '../external-documents/mirror.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

const posting = postingLifecycle({
  from: ['recorded'],
  reversePhysical: { label: label('检毁冲销', 'Reverse sample') },
})

/**
 * Sample withdrawal 检毁单: pieces that a test destroyed. The system makes it with the decision of the inspection: the pieces
 * were delivered, so the buyer pays for them, and are consumed at the cost of the inspection unit, goods of a project at the
 * cost of its WBS element (331 out of inspection stock; out of GR blocked stock they are released into it first, 105).
 * SAP: withdrawal for sampling (331).
 */
export const sampleWithdrawal = defineDocument({
  name: 'sample-withdrawal',
  area: 'acceptance',
  label: label('检毁单', 'Sample withdrawal'),
  prefix: 'JH',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...posting.header,
  },
  lines: {
    ...orderFields,
    batch: carriedBatchFields.batch,
    ...carriedPieces,
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', { by: 'source', width: 120 }),
    arrivalNo: text(label('到货单', 'Arrival record'), { by: 'server', width: 150 }),
    reference: { ...supplierReference.reference, by: 'server' },
    // What the pieces are charged to.
    inspectionUnit: text(label('质检单位', 'Inspection unit'), { by: 'server', width: 120 }),
    costCenter: text(label('成本中心', 'Cost centre'), { by: 'server', width: 110 }),
    wbsElement: text(label('WBS元素', 'WBS element'), { by: 'server', width: 130 }),
    stockCategory: text(label('库存类型', 'Stock category'), { by: 'server', width: 80 }),
    specialStock: { ...specialStockFields.specialStock, by: 'server' },
    specialStockReference: { ...specialStockFields.specialStockReference, by: 'server' },
  },
  relabel: {
    docNo: label('检毁单号', 'Sample withdrawal'),
    quantity: label('检毁数量', 'Destroyed quantity'),
    sourceNo: label('质检单', 'Inspection order'),
  },
  states: {
    recorded: state(label('已登记', 'Recorded'), 'done'),
    ...posting.states,
  },
  initial: 'recorded',
  editable: [],
  source: {
    document: 'inspection-order',
    states: ['qualified', 'partlyQualified', 'unqualified'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, 'batch', 'bin'],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    record: {
      label: label('登记检毁', 'Record destroyed pieces'),
      from: ['recorded'],
      to: null,
      isSystem: true,
      isPreviewed: true,
    },
    ...posting.actions,
    withdraw: {
      label: label('随结论撤回', 'Withdraw with the decision'),
      from: ['recorded'],
      to: 'reversed',
      erpFrom: erpStatesNotInBooks,
      isSystem: true,
      isPreviewed: true,
      input: keptReason('reversalReason', label('撤回原因', 'Reason'), reasonsOfWithdrawal),
    },
  },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'destroyed',
      book: 'stock',
      quantity: 'quantity',
      except: ['reversed'],
      posts: true,
    },
  ],
  refusals: [...posting.refusals, 'sample-account-missing'],
  pages: {
    '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'materialNo', 'purchaseOrderNo'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'erpState',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'batch',
        'bin',
        'inspectionUnit',
        'costCenter',
        'wbsElement',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'arrivalNo',
        'sourceNo',
        'plant',
        'storageLocation',
        'materialDocument',
        'createdByName',
        'createdAt',
      ],
    },
    // It is posted with its arrival, or at once if that is posted; a poster acts if the ERP refuses it.
    ...posting.pages({
      filters: ['supplierNo', 'plant', 'storageLocation', 'createdAt'],
      post: {
        path: '/receive/receivePosting',
        erpStates: ['posting', 'failed', 'partlyPosted', 'cancelledInErp'],
      },
      reversal: '/receive/receiveWriteoff',
      approval: '/receive/receiveWriteoffAudit',
    }),
    // Where the decision is withdrawn, after the reversal in the ERP.
    '/preQualityInspectionNotice/preQualityInspectionOrders': {
      kind: 'maintain',
      edits: false,
      states: ['recorded', 'reversalRequested', 'reversalApproved'],
      actions: ['reversePhysical'],
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'storageLocation'],
    },
  },
})
