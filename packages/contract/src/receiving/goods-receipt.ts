import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { completionRule } from '../document/declare/completion-rule.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, flag, money, reference } from '../document/declare/field.ts'
import { weighedGoods } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { partialReversal } from '../document/declare/partial-reversal.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { resubmission } from '../document/declare/resubmission.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import {
  carriedBatchFields,
  carriedReference,
  copiedBatch,
  copiedOrder,
  deliveryCompletion,
  orderFields,
} from '../delivery/goods-fields.ts'
import { specialStockFields } from '../external-documents/mirror.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from './line-of-arrival.ts'

const makers = ['create', 'receive', 'resubmit', 'correctBin'] as const
const approval = approvalChain({
  levels: [{ by: '', state: 'received', waiting: label('待审核', 'Awaiting review') }],
  approved: 'reviewed',
  refused: 'rejected',
  notBy: makers,
})
const correction = resubmission({ from: 'rejected', to: 'received' })
const posting = postingLifecycle({
  from: ['reviewed'],
  notBy: makers,
  reversePhysical: {
    label: label('实物冲销', 'Reverse receipt'),
    from: ['received', 'rejected'],
  },
})

// What was counted too high, also while other pieces of the receipt are issued already.
const ofPart = partialReversal(label('部分冲销', 'Reverse a part'), ['received', 'rejected'])

/** What of an arrival came into the stock. */
const received = {
  event: 'received',
  book: 'stock',
  quantity: 'quantity',
  less: ['reversedQuantity'],
  except: ['draft', 'reversed'],
  at: { act: 'receive' },
} as const

/**
 * Goods receipt 收货单: accepted goods go to a bin, rejected goods are blocked; reviewed before it is posted to the ERP.
 * SAP: material document 101, 105, 321.
 */
export const goodsReceipt = defineDocument({
  name: 'goods-receipt',
  area: 'receiving',
  label: label('收货单', 'Goods receipt'),
  prefix: 'RK',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...posting.header,
    ...approval.header,
    ...correction.header,
  },
  lines: {
    ...orderFields,
    ...weighedGoods,
    stockCategory: choice(
      label('库存类型', 'Stock category'),
      { UU: label('合格入库', 'Unrestricted'), BL: label('不合格隔离', 'Blocked') },
      { required: true, width: 110 },
    ),
    bin: reference(label('货位', 'Bin'), 'bin', { required: true, width: 120 }),
    ...deliveryCompletion,
    ...completionRule,
    ...carriedReference,
    ...carriedBatchFields,
    ...numberedPieces,
    ...ofPart.lines,
    ...specialStockFields,
    // Of inspected goods the arrival is what the order has received in the ERP.
    needsInspection: flag(label('需检验', 'Needs inspection'), { by: 'source', width: 80 }),
    amount: money(label('估价金额', 'Estimated amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('收货单号', 'Goods receipt'),
    quantity: label('实收数量', 'Received quantity'),
    sourceNo: label('到货单', 'Arrival record'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    ...approval.states,
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'arrival',
    states: ['arrived', 'partlyReceived'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      ...copiedOrder,
      'reference',
      ...copiedBatch,
      'serialNumbers',
      'specialStock',
      'specialStockReference',
      'needsInspection',
    ],
    checksOwnQuantity: true,
    limitedBy: ['acceptedQuantity', 'rejectedQuantity'],
  },
  actions: {
    receive: {
      label: label('收货', 'Receive'),
      from: ['draft'],
      to: 'received',
      isPreviewed: true,
    },
    ...approval.actions,
    ...correction.actions,
    // The bin alone is put right without taking the receipt back: the ERP knows no bins. It stays in its state, and is
    // nobody's task.
    correctBin: {
      label: label('更正货位', 'Correct the bin'),
      from: ['received', 'rejected'],
      to: null,
      isPreviewed: true,
      isDangerous: true,
      input: correction.actions.resubmit.input,
      lineInput: {
        bin: reference(label('正确货位', 'Correct bin'), 'bin', { required: true, width: 130 }),
      },
    },
    ...posting.actions,
    reversePart: ofPart.action,
  },
  postsAfter: { item: lineOfArrival, by: 'person' },
  history: [
    // Of inspected goods the order has received in the ERP what arrived; the receipt posts the line of the arrival on.
    { ...received, items: [itemOfOrder], posts: { needsInspection: false } },
    { ...received, items: [lineOfArrival], posts: true },
    {
      items: [lineOfArrival],
      event: 'reviewed',
      book: 'announced',
      quantity: 'quantity',
      less: ['reversedQuantity'],
      except: ['draft', 'received', 'rejected', 'reversed'],
      at: { act: 'review' },
      posts: false,
    },
  ],
  refusals: [
    ...posting.refusals,
    'bin-same',
    'bin-being-counted',
    'inspection-open',
    'problem-open',
    'quantity-exceeds-open',
    'batch-expired',
    'expiry-required',
    'successor-stands',
    'delivery-posted-before',
    'completes-before-others',
  ],
  pages: {
    '/receive/receivingGoodsWarehouse': {
      kind: 'create',
      actionAfterCreate: 'receive',
      actions: ['resubmit', 'correctBin'],
      scans: 'docNo',
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'purchaseOrderNo', 'storageLocation'],
    },
    '/receive/auditReceive': {
      kind: 'step',
      states: ['received'],
      actions: ['review', 'refuse'],
      filters: ['docNo', 'supplierNo', 'plant', 'storageLocation', 'createdAt'],
    },
    ...posting.pages({
      filters: ['supplierNo', 'plant', 'storageLocation', 'createdAt'],
      post: '/receive/receivePosting',
      reversal: '/receive/receiveWriteoff',
      approval: '/receive/receiveWriteoffAudit',
      // It precedes the reversal of the arrival.
      physical: {
        path: '/receive/reversalArrivalRecord',
        also: ['resubmit', 'correctBin', 'reversePart'],
      },
    }),
    // Reversal of goods that were never posted, or whose posting was reversed; it precedes the reversal of the arrival.
    '/receive/receiveRecordRow': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'materialNo', 'purchaseOrderNo', 'bin'],
    },
  },
})
