import {
  batchFields,
  copiedBatch,
  copiedOrder,
  deliveryCompletion,
  orderFields,
  receivedValuationType,
  supplierReference,
} from '../delivery/goods-fields.ts'
import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { completionRule } from '../document/declare/completion-rule.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  flag,
  instant,
  kept,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { storageLocationIfEmpty, weighedGoods } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfRefusedGoods } from '../document/declare/reason.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { resubmission } from '../document/declare/resubmission.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { accountAssignment, specialStockFields } from '../external-documents/mirror.ts'
import { dangerousGoods } from '../masters/dangerous-goods.ts'
import { visualChecks } from './arrival.ts'
import { itemOfOrder } from '../external-documents/items.ts'

// Direct delivery (domain.md 1.2 and 1.3): goods that go from the supplier's truck straight to the unit that uses them. The
// keeper says which unit gets them and what they are charged to (直送发货); a person of the unit signs on the spot (直送收货),
// which receives them (101) and issues them (201 …) through a virtual bin.

// What is known of dangerous goods; nobody has drawn them from the stock, so they have no cap.
const { hazardClass, safetySheetNo, safetySheetValidTo } = dangerousGoods.lines
const dangerousOfLine = { hazardClass, safetySheetNo, safetySheetValidTo } as const

const makers = ['create', 'dispatch', 'sign', 'signPartly', 'resubmit'] as const
const approval = approvalChain({
  levels: [{ by: '', state: 'signed', waiting: label('待审核', 'Awaiting review') }],
  approved: 'reviewed',
  refused: 'rejected',
  notBy: makers,
})
const correction = resubmission({ from: 'rejected', to: 'signed' })
const posting = postingLifecycle({
  from: ['reviewed'],
  notBy: makers,
  reversePhysical: {
    label: label('直送冲销', 'Reverse direct delivery'),
    from: ['signed', 'rejected'],
  },
})

/** Who signs, and how the goods look. */
const signature = {
  signedBy: kept(
    'signedBy',
    reference(label('签收人（不填：本人）', 'Signed by (empty: yourself)'), 'requester', {
      isSigner: true,
    }),
  ),
  visualCheck: kept(
    'visualCheck',
    choice(label('外观检查', 'Visual check'), visualChecks, { required: true, usual: 'intact' }),
  ),
} as const

const entered = (name: keyof typeof accountAssignment, lengthMax: number) =>
  text(accountAssignment[name].label, {
    code: accountAssignment[name].code,
    lengthMax,
    width: 110,
  })

/**
 * Direct receipt 直送单: announced goods on their way to a unit, and their receipt there. The signature makes the direct issue
 * beside it; both are taken back with this one. Goods whose order is charged itself (account assignment) are consumed by the
 * receipt, and need no issue. SAP: material document 101.
 */
export const directReceipt = defineDocument({
  name: 'direct-receipt',
  area: 'receiving',
  label: label('直送单', 'Direct delivery'),
  prefix: 'ZS',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...storageLocationIfEmpty,
    plateNo: text(label('车牌', 'Plate no.'), { by: 'source', width: 100 }),
    etaDate: date(label('预计到货日', 'Expected arrival'), { by: 'source', width: 110 }),
    pickingUnit: reference(label('直送单位', 'Receiving unit'), 'picking-unit', {
      required: true,
      width: 140,
    }),
    deliveryPlace: text(label('交货地点', 'Delivery place'), {
      required: true,
      lengthMax: 60,
      width: 140,
    }),
    // What the goods are charged to.
    costCenter: text(label('成本中心（不填：按单位）', 'Cost centre (empty: by unit)'), {
      code: 'alpha',
      lengthMax: 10,
      width: 150,
    }),
    wbsElement: entered('wbsElement', 24),
    orderNo: entered('orderNo', 12),
    networkNo: entered('networkNo', 12),
    assetNo: entered('assetNo', 12),
    assetSubNo: entered('assetSubNo', 4),
    glAccount: entered('glAccount', 10),
    ...dangerousGoods.header,
    signedAt: instant(label('签收时间', 'Signed at'), { by: 'server', width: 150 }),
    issueNo: text(label('直送发货单', 'Direct issue'), { by: 'server', width: 150 }),
    ...posting.header,
    ...approval.header,
    ...correction.header,
  },
  lines: {
    ...orderFields,
    ...supplierReference,
    ...weighedGoods,
    ...receivedValuationType,
    ...batchFields,
    ...numberedPieces,
    caseNo: text(label('箱号', 'Case no.'), { by: 'source', width: 100 }),
    ...specialStockFields,
    ...deliveryCompletion,
    ...completionRule,
    ...dangerousOfLine,
    // What the unit did not take.
    refusedQuantity: quantity(label('拒收数量', 'Refused'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    // The order is charged itself: the ERP consumes these goods with the receipt.
    isConsumed: flag(label('收货即消耗', 'Consumed on receipt'), { by: 'server', width: 90 }),
    amount: money(label('估价金额', 'Estimated amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('直送单号', 'Direct delivery'),
    quantity: label('直送数量', 'Delivered quantity'),
    sourceNo: label('送货单', 'Delivery note'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** On the way from the supplier straight to the unit; nobody has signed for it. */
    dispatched: state(label('直送在途', 'On its way'), 'active'),
    ...approval.states,
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  due: { by: 'etaDate', states: ['dispatched'], escalatesTo: 'dispatch' },
  source: {
    document: 'delivery-note',
    states: ['confirmed', 'partlyArrived'],
    where: { deliveryMode: 'direct' },
    // Nobody has the goods before the unit has signed for them.
    holdingStates: ['draft', 'dispatched'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation', 'plateNo', 'etaDate'],
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
  },
  actions: {
    dispatch: {
      label: label('直送发货', 'Send to the unit'),
      from: ['draft'],
      to: 'dispatched',
    },
    recall: {
      label: label('撤回直送', 'Recall'),
      from: ['dispatched'],
      to: 'draft',
      isUndo: true,
    },
    // Who sent the goods there does not also sign for them.
    sign: {
      label: label('直送签收', 'Sign for the goods'),
      from: ['dispatched'],
      to: 'signed',
      isPreviewed: true,
      notBy: ['create', 'dispatch'],
      handsOver: { signer: 'signedBy' },
      input: signature,
    },
    // What the unit does not take leaves again on the truck: the note has it to deliver.
    signPartly: {
      label: label('部分签收', 'Sign for a part'),
      from: ['dispatched'],
      to: 'signed',
      isPreviewed: true,
      isOptional: true,
      notBy: ['create', 'dispatch'],
      handsOver: { signer: 'signedBy' },
      input: {
        ...signature,
        ...keptReason(
          'refusalReason',
          label('拒收原因', 'Reason of refusal'),
          reasonsOfRefusedGoods,
        ),
      },
      lineInput: {
        acceptedQuantity: quantity(label('签收数量', 'Accepted'), { required: true }),
        ...numberedPieces,
      },
      lineDefaults: { acceptedQuantity: 'quantity' },
      lineLimits: { acceptedQuantity: 'quantity' },
    },
    ...approval.actions,
    ...correction.actions,
    ...posting.actions,
  },
  history: [
    {
      items: [itemOfOrder],
      event: 'underway',
      book: 'underway',
      quantity: 'quantity',
      except: [
        'draft',
        'signed',
        'rejected',
        'reviewed',
        'reversalRequested',
        'reversalApproved',
        'reversed',
      ],
      at: { act: 'dispatch' },
      posts: false,
    },
    {
      items: [itemOfOrder],
      event: 'received',
      book: 'stock',
      quantity: 'quantity',
      less: ['refusedQuantity'],
      except: ['draft', 'dispatched', 'reversed'],
      at: { field: 'signedAt' },
      posts: true,
    },
  ],
  refusals: [
    ...posting.refusals,
    'batch-data-differs',
    'batch-data-mixed',
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
    'completes-before-others',
    'permit-missing',
    'permit-expired',
    'safety-sheet-missing',
    'safety-sheet-without-file',
    'safety-sheet-expired',
    'customs-not-released',
    'direct-inspection',
    'direct-signer-elsewhere',
    'direct-signer-himself',
    'direct-all-refused',
    'nothing-refused',
    'account-assignment-missing',
  ],
  pages: {
    // What is on its way to which unit; announced goods that go straight there are sent here.
    '/shippingManagement/sendingDelivery': {
      kind: 'maintain',
      creates: true,
      actionAfterCreate: 'dispatch',
      states: ['draft', 'dispatched'],
      actions: ['dispatch', 'recall'],
      scans: 'docNo',
      filters: ['docNo', 'state', 'pickingUnit', 'supplierNo', 'etaDate', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'pickingUnit',
        'deliveryPlace',
        'etaDate',
        'supplierNo',
        'plateNo',
        'costCenter',
        'orderNo',
        'wbsElement',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'etaDate', 'storageLocation'],
    },
    // The unit signs on the spot.
    '/receive/directDeliveryReceipt': {
      kind: 'step',
      states: ['dispatched', 'rejected'],
      actions: ['sign', 'signPartly', 'resubmit'],
      scans: 'docNo',
      filters: ['docNo', 'state', 'pickingUnit', 'supplierNo', 'etaDate', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'etaDate',
        'pickingUnit',
        'deliveryPlace',
        'supplierNo',
        'plateNo',
        'reviewRemark',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    '/receive/auditReceive': {
      kind: 'step',
      states: ['signed'],
      actions: ['review', 'refuse'],
      filters: ['docNo', 'supplierNo', 'pickingUnit', 'storageLocation', 'createdAt'],
    },
    ...posting.pages({
      filters: ['supplierNo', 'pickingUnit', 'storageLocation', 'createdAt'],
      post: '/receive/receivePosting',
      reversal: '/receive/receiveWriteoff',
      approval: '/receive/receiveWriteoffAudit',
      physical: '/receive/reversalArrivalRecord',
    }),
    '/receive/receiveRecordRow': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'pickingUnit', 'materialNo', 'purchaseOrderNo'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'erpState',
        'supplierNo',
        'pickingUnit',
        'materialNo',
        'description',
        'quantity',
        'refusedQuantity',
        'unit',
        'batch',
        'isConsumed',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'deliveryCompletion',
        'sourceNo',
        'reference',
        'issueNo',
        'signedBy',
        'signedAt',
        'plant',
        'storageLocation',
        'materialDocument',
        'createdByName',
      ],
    },
  },
})
