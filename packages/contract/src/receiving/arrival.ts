import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  flag,
  instant,
  integer,
  quantity,
  reference,
  serialNumbers,
  text,
} from '../document/declare/field.ts'
import { erpStatesInBooks } from '../document/declare/erp-state.ts'
import { storageLocationIfEmpty, weighedGoods } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { askedReason, reversalLifecycle } from '../document/declare/posting-lifecycle.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import {
  batchFields,
  copiedBatch,
  copiedOrder,
  deliveryCompletion,
  orderFields,
  receivedValuationType,
  supplierReference,
} from '../delivery/goods-fields.ts'
import { specialStockFields } from '../external-documents/mirror.ts'
import { itemOfOrder } from '../external-documents/items.ts'

// Receiving: goods delivered (arrival), goods received by the storekeeper (receipt), and their posting to the ERP
// (domain.md 1.2).

/** How the goods look when they are unloaded. */
export const visualChecks = {
  intact: label('完好', 'Intact'),
  packageDamaged: label('包装破损', 'Package damaged'),
  wet: label('受潮', 'Wet'),
  deformed: label('变形', 'Deformed'),
} as const

const shortage = {
  from: ['arrived', 'partlyReceived', 'received'],
  to: null,
  isSystem: true,
  lineInput: {
    missingQuantity: quantity(label('短缺数量', 'Missing'), { required: true }),
    missingSerialNumbers: serialNumbers(label('短缺序列号', 'Missing serial numbers')),
  },
} as const

/** Pieces that the inspection destroyed (`acceptance/sample-withdrawal.ts`), by line of the arrival. */
const destroyed = {
  from: ['arrived', 'partlyReceived', 'received'],
  to: null,
  isSystem: true,
  lineInput: {
    destroyedQuantity: quantity(label('检毁数量', 'Destroyed'), { required: true }),
    destroyedSerialNumbers: serialNumbers(label('检毁序列号', 'Destroyed serial numbers')),
  },
} as const

/** Rejected goods of a record (`acceptance/rejected-goods.ts`), by line of the arrival. */
const rejects = {
  from: ['arrived', 'partlyReceived', 'received'],
  to: null,
  isSystem: true,
  lineInput: {
    handledQuantity: quantity(label('处理数量', 'Handled'), { required: true }),
    handledSerialNumbers: serialNumbers(label('处理序列号', 'Handled serial numbers')),
  },
} as const

/** Consignment goods that will not be received any more (`receiving/consignment-closing.ts`), by line of the arrival. */
const closing = {
  from: ['arrived', 'partlyReceived', 'received'],
  to: null,
  isSystem: true,
  lineInput: { closedNow: quantity(label('关闭数量', 'Closed'), { required: true }) },
} as const

const reversal = reversalLifecycle({
  from: ['arrived'],
  reversePhysical: { label: label('到货冲销', 'Reverse arrival'), from: ['arrived'] },
})

/**
 * Arrival record 到货记录: goods received at the gate, counted. From here on those that require inspection are in QI or GR
 * blocked stock, others in UU. SAP: receipt into GR blocked stock or inspection.
 */
export const arrival = defineDocument({
  name: 'arrival',
  area: 'receiving',
  label: label('到货记录', 'Arrival record'),
  prefix: 'DH',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...storageLocationIfEmpty,
    arrivedAt: instant(label('到货时间', 'Arrived at'), { by: 'server', width: 150 }),
    unloadingPoint: text(label('卸货地点', 'Unloading point'), {
      lengthMax: 40,
      isRemembered: true,
      width: 120,
    }),
    visualCheck: choice(label('外观检查', 'Visual check'), visualChecks, {
      required: true,
      width: 100,
    }),
    countedPackages: integer(label('清点件数', 'Packages counted'), { minimum: '0', width: 90 }),
    plateNo: text(label('车牌', 'Plate no.'), { by: 'source', width: 100 }),
    signedOffBy: text(label('签收人', 'Signed off by'), {
      lengthMax: 40,
      isSigner: true,
      isRemembered: true,
      width: 100,
    }),
    // Its goods came without papers, and this is what their paper made.
    supplementOf: text(label('无单到货单', 'Arrival without papers'), { by: 'server', width: 150 }),
    ...reversal.header,
  },
  lines: {
    ...orderFields,
    ...supplierReference,
    ...weighedGoods,
    ...receivedValuationType,
    ...batchFields,
    ...numberedPieces,
    /** Of these, the ones an inspection rejected. */
    rejectedSerialNumbers: serialNumbers(label('不合格序列号', 'Rejected serial numbers'), {
      by: 'server',
      width: 160,
    }),
    caseNo: text(label('箱号', 'Case no.'), { by: 'source', width: 100 }),
    ...specialStockFields,
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', {
      required: true,
      isRemembered: true,
      width: 120,
    }),
    ...deliveryCompletion,
    needsInspection: flag(label('需检验', 'Needs inspection'), { by: 'server', width: 80 }),
    stockCategory: text(label('库存类型', 'Stock category'), { by: 'server', width: 80 }),
    acceptedQuantity: quantity(label('合格数量', 'Accepted'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    rejectedQuantity: quantity(label('不合格数量', 'Rejected'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    destroyedQuantity: quantity(label('检毁数量', 'Destroyed'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    reversedQuantity: quantity(label('少到数量', 'Did not arrive'), { by: 'server', width: 100 }),
  },
  relabel: {
    docNo: label('到货单号', 'Arrival record'),
    quantity: label('到货数量', 'Arrived quantity'),
    doneQuantity: label('已收货数量', 'Received'),
    openQuantity: label('待收货数量', 'To be received'),
    // Found missing, destroyed, rejected and set aside, closed or reversed: none of it is received any more.
    closedQuantity: label('不再收货数量', 'No longer to be received'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    arrived: state(label('已到货', 'Arrived'), 'waiting'),
    partlyReceived: state(label('部分收货', 'Partly received'), 'partial'),
    received: state(label('已收货', 'Received'), 'done'),
    ...reversal.states,
  },
  initial: 'draft',
  editable: ['draft'],
  progressStates: { none: 'arrived', partial: 'partlyReceived', all: 'received' },
  source: {
    document: 'delivery-note',
    states: ['confirmed', 'partlyArrived'],
    where: { deliveryMode: 'warehouse' },
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation', 'plateNo'],
    lines: [
      ...copiedGoods,
      ...copiedOrder,
      'reference',
      'caseNo',
      ...copiedBatch,
      'serialNumbers',
      'valuationType',
      'specialStock',
      'specialStockReference',
    ],
    checksOwnQuantity: true,
  },
  actions: {
    confirm: {
      label: label('到货确认', 'Confirm arrival'),
      from: ['draft'],
      to: 'arrived',
      isPreviewed: true,
    },
    ...reversal.actions,
    // What was counted too high at the gate, of goods without inspection; of others the inspection finds what is missing.
    reversePart: {
      label: label('部分冲销', 'Reverse a part'),
      from: ['arrived', 'partlyReceived'],
      to: null,
      isDangerous: true,
      isUndo: true,
      isOptional: true,
      input: askedReason,
      lineInput: {
        quantityBack: quantity(label('少到数量', 'Did not arrive'), { required: true, width: 110 }),
        ...numberedPieces,
      },
      lineLimits: { quantityBack: 'freeQuantity' },
      // What is missing of these is found by their inspection.
      linesWithout: 'needsInspection',
    },
    // The inspection found pieces missing, or its decision is withdrawn.
    recordShortage: { label: label('登记短缺', 'Record shortage'), ...shortage },
    withdrawShortage: { label: label('撤销短缺', 'Withdraw shortage'), ...shortage },
    // The inspection destroyed pieces, or its decision is withdrawn.
    recordDestroyed: { label: label('登记检毁', 'Record destroyed pieces'), ...destroyed },
    withdrawDestroyed: { label: label('撤销检毁', 'Withdraw destroyed pieces'), ...destroyed },
    // Consignment that its supplier has taken away again, or never unloaded.
    closeConsignment: { label: label('代储代销关闭', 'Close consignment'), ...closing },
    reopenConsignment: { label: label('撤销代储代销关闭', 'Reopen consignment'), ...closing },
    // Rejected goods go to a bin of their own, where others decide about them; what is conceded is received after all.
    setRejectsAside: { label: label('隔离不合格品', 'Set rejects aside'), ...rejects },
    takeRejectsBack: { label: label('撤销隔离', 'Take rejects back'), ...rejects },
    acceptConceded: { label: label('让步接收', 'Accept by concession'), ...rejects },
    withdrawConceded: { label: label('撤销让步', 'Withdraw concession'), ...rejects },
    // What the supplier replaces or repairs is to be delivered again on the same note.
    awaitReplacement: { label: label('待换货返修', 'Await replacement'), ...rejects },
    withdrawReplacement: { label: label('撤销换货返修', 'Withdraw replacement'), ...rejects },
  },
  history: [
    {
      items: [itemOfOrder],
      event: 'arrived',
      book: 'stock',
      quantity: 'quantity',
      less: ['reversedQuantity'],
      except: ['draft', 'reversed'],
      at: { field: 'arrivedAt' },
      // Goods without inspection reach the books of the ERP with their receipt.
      posts: { needsInspection: true },
    },
  ],
  refusals: [
    ...reversal.refusals,
    'batch-data-differs',
    'batch-data-mixed',
    'quantity-exceeds-open',
    'arrival-exceeds-tolerance',
    'arrival-exceeds-order',
    'arrival-excess-reported',
    'expiry-required',
    'expiry-before-production',
    'production-in-future',
    'batch-expired',
    'remaining-life-short',
    'order-deleted',
    'order-blocked',
    'order-not-received',
    'order-completed',
    'problem-open',
    'contract-expired',
    'customs-not-released',
    'missing-made-up',
    'arrival-part-inspected',
    'consignment-delivered-again',
    'rejects-received',
    'conceded-received',
    'replacement-arrived',
    'successor-stands',
    'date-order',
  ],
  pages: {
    '/receive/arrivalAffirm': {
      kind: 'create',
      actionAfterCreate: 'confirm',
      scans: 'docNo',
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'purchaseOrderNo', 'storageLocation'],
    },
    '/receive/receiveRecordRow': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'materialNo', 'purchaseOrderNo', 'arrivedAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'erpState',
        'progress',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'acceptedQuantity',
        'rejectedQuantity',
        'destroyedQuantity',
        'closedQuantity',
        'doneQuantity',
        'heldQuantity',
        'openQuantity',
        'batch',
        'bin',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'sourceNo',
        'reference',
        'arrivedAt',
        'plant',
        'storageLocation',
        'materialDocument',
        'createdByName',
      ],
    },
    '/receive/reversalArrivalRecord': {
      kind: 'step',
      states: ['arrived', 'partlyReceived', 'reversalRequested', 'reversalApproved'],
      actions: ['reversePhysical', 'reversePart', 'requestReversal'],
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'storageLocation', 'arrivedAt'],
    },
    // An arrival that is in the ERP's books before anything of it is received (`receiving.arrivalPosting`).
    ...reversal.pages({
      filters: ['supplierNo', 'plant', 'storageLocation', 'arrivedAt'],
      // An arrival that is in the ERP's books before anything of it is received (`receiving.arrivalPosting`).
      reversal: {
        path: '/receive/receiveWriteoff',
        erpStates: [...erpStatesInBooks, 'reversing'],
      },
      approval: '/receive/receiveWriteoffAudit',
    }),
  },
})
