import { commonHeader, copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  flag,
  integer,
  kept,
  list,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { optionalStorageLocation } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import {
  problemActions,
  problemDecisions,
  problemStates,
} from '../external-documents/problem-lifecycle.ts'

/** What happened to an order item under work of ours. */
export const problemCauses = {
  shortage: label('到货短缺', 'Pieces missing at unpacking'),
  orderChanged: label('订单已变更', 'Order changed in the ERP'),
  orderEnded: label('订单已删除或完成', 'Order deleted or completed in the ERP'),
  orderBlocked: label('订单已冻结', 'Order blocked in the ERP'),
  contractExpired: label('合同已到期', 'Contract expired'),
  overDelivery: label('到货超出订单容差', 'More arrived than the order permits'),
  orderBelowPosted: label('订单少于已过账收货', 'Less ordered than was posted'),
  receiptBelowPosted: label('ERP 收货少于已过账', 'Less received in the ERP than was posted'),
  documentsMissing: label('随货资料缺少', 'Documents missing in the crate'),
  sparesMissing: label('随机备件缺少', 'Spares missing in the crate'),
} as const

export type ProblemCause = keyof typeof problemCauses

/** Differences of our books from those of the ERP: the supplier has nothing to say about them, so they wait for the buyer. */
export const isOfOurBooks = (cause: unknown): boolean =>
  cause === 'orderBelowPosted' || cause === 'receiptBelowPosted'

/**
 * Until somebody has decided about it: of what differs from the order nothing arrives and nothing is received; goods whose
 * papers or spares are missing are here, and are not received. Missing pieces are to come, and what is more than an order
 * permits is refused by itself, so these hold nothing up.
 */
const heldUp = {
  shortage: [],
  orderChanged: ['arriving', 'receiving'],
  orderEnded: ['arriving', 'receiving'],
  orderBlocked: ['arriving', 'receiving'],
  // What came while it was valid is received.
  contractExpired: ['arriving'],
  overDelivery: [],
  orderBelowPosted: ['arriving', 'receiving'],
  receiptBelowPosted: ['arriving', 'receiving'],
  documentsMissing: ['receiving'],
  sparesMissing: ['receiving'],
} as const satisfies Record<ProblemCause, readonly HeldUp[]>

/** What an open problem of an order item holds up: goods at the gate, and putting accepted goods into stock. */
export const heldUpSteps = {
  arriving: label('到货', 'arrives'),
  receiving: label('收货', 'is received'),
} as const
export type HeldUp = keyof typeof heldUpSteps

/** The causes that hold something up (domain.md 1.2: problem documents are confirmed before the goods are received). */
export const causesHoldingUp = (what: HeldUp): ProblemCause[] =>
  (Object.keys(heldUp) as ProblemCause[]).filter((cause) =>
    (heldUp[cause] as readonly HeldUp[]).includes(what),
  )

/** What is to be done about it. */
const remedies = {
  shortage: label(
    '供应商按原送货单补送，或核销送货单',
    'Deliver the pieces on the same note, or write the note off',
  ),
  orderChanged: label(
    '按变更后的订单核对送货单，多出的核销',
    'Compare the notes with the changed order, and write off what exceeds it',
  ),
  orderEnded: label(
    '核销未到的送货单；已到的在 ERP 中恢复订单或退货',
    'Write off what has not arrived; for what has, reopen the order in the ERP or return it',
  ),
  orderBlocked: label(
    '暂停发货、到货；采购员在 ERP 中解除冻结后，自动恢复并关闭',
    'Ship and receive nothing meanwhile; once the buyer has lifted the block in the ERP, this is closed by itself',
  ),
  contractExpired: label(
    '采购员在 ERP 中延长合同后，自动关闭；或确认仍按原合同收货',
    'Once the buyer has prolonged the contract in the ERP, this is closed by itself; or the buyer accepts the delivery under it',
  ),
  overDelivery: label(
    '先在 ERP 中更改订单，再办理到货',
    'Change the order in the ERP first, then record the arrival',
  ),
  orderBelowPosted: label(
    '在 ERP 中恢复订单数量，或把多收的退给供应商',
    'Restore the ordered quantity in the ERP, or return what was received beyond it',
  ),
  receiptBelowPosted: label(
    '核对涉及的 SAP 凭证：货物仍在库的请在 SAP 中取消该凭证，确已退回的冲销本单据',
    'Compare the SAP documents concerned: cancel them in SAP if the goods are here, reverse our documents if the goods are gone',
  ),
  documentsMissing: label(
    '供应商补寄备注中的资料，收到后由质检核对接收',
    'Send the documents named in the remark; they are checked before the goods are accepted',
  ),
  sparesMissing: label(
    '供应商补送备注中的备件，或由采购员扣款处理',
    'Deliver the spares named in the remark, or the buyer deducts them',
  ),
} as const satisfies Record<ProblemCause, unknown>

const lineFacts = {
  quantity: quantity(label('涉及数量', 'Quantity concerned'), { required: true }),
  orderedBefore: quantity(label('原订单数量', 'Ordered before')),
  orderedAfter: quantity(label('现订单数量', 'Ordered now')),
  dueBefore: date(label('原交货日期', 'Due before')),
  dueAfter: date(label('现交货日期', 'Due now')),
  isPriceChanged: flag(label('价格已变', 'Price changed')),
  contractNo: text(label('合同号', 'Contract no.')),
  contractEnd: date(label('合同有效期至', 'Contract valid to')),
}

/**
 * Problem document 问题单据: raised by the product where items of an order do not fit the work on them (missing pieces,
 * order changed or ended, contract expired, more arrived than permitted), one row per order item and cause. The supplier
 * says what he has to say, the buyer decides (domain.md 1.2); until then nothing of the item arrives or is received, as
 * its cause asks for (`heldUp`).
 */
export const problemDocument = defineDocument({
  name: 'problem-document',
  area: 'delivery',
  label: label('问题单据', 'Problem document'),
  prefix: 'WT',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...optionalStorageLocation,
    cause: choice(label('问题类别', 'Cause'), problemCauses, { by: 'server', width: 150 }),
    purchaseOrderNo: text(label('采购订单', 'Purchase order'), {
      code: 'alpha',
      by: 'server',
      width: 120,
    }),
    // Our checks, arrivals and receipts, and documents of the ERP with their users; the supplier sees his delivery notes.
    concernedNos: list(label('涉及单据', 'Documents concerned'), {
      by: 'server',
      isInternal: true,
      width: 180,
    }),
    noteNos: list(label('涉及送货单', 'Delivery notes concerned'), { by: 'server', width: 160 }),
    decision: choice(
      label('处理结果', 'Decision'),
      {
        ...problemDecisions,
        causeGone: label('原因已消除', 'Its cause is gone'),
        orderRestored: label('ERP 中订单已恢复', 'Order restored in the ERP'),
      },
      { by: 'server', width: 110 },
    ),
    remedy: choice(label('处理办法', 'What to do'), remedies, { by: 'server', width: 260 }),
  },
  lines: {
    purchaseOrderLine: integer(label('订单行', 'Order item'), { by: 'source', width: 70 }),
    contractNo: { ...lineFacts.contractNo, by: 'server', width: 110 },
    contractEnd: { ...lineFacts.contractEnd, by: 'server', width: 110 },
    orderedBefore: { ...lineFacts.orderedBefore, by: 'server', width: 100 },
    orderedAfter: { ...lineFacts.orderedAfter, by: 'server', width: 100 },
    dueBefore: { ...lineFacts.dueBefore, by: 'server', width: 110 },
    dueAfter: { ...lineFacts.dueAfter, by: 'server', width: 110 },
    isPriceChanged: { ...lineFacts.isPriceChanged, by: 'server', width: 80 },
  },
  relabel: {
    docNo: label('问题单号', 'Problem document'),
    quantity: label('涉及数量', 'Quantity concerned'),
    closedQuantity: label('已消除数量', 'Gone'),
    openQuantity: label('未解决数量', 'Still open'),
    createdByName: label('登记人', 'Raised by'),
    createdAt: label('登记时间', 'Since'),
    sourceNo: label('采购订单', 'Purchase order'),
  },
  states: problemStates(
    label('待供应商说明', 'Awaiting the supplier'),
    label('待采购员处理', 'Awaiting the buyer'),
  ),
  initial: 'raised',
  editable: [],
  source: {
    document: 'purchase-order',
    states: ['synced', 'completed', 'deleted'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, 'purchaseOrderLine'],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    ...problemActions(label('供应商说明', 'Answer'), label('供应商说明', "The supplier's answer")),
    passToBuyer: {
      label: label('转采购员处理', 'Pass to the buyer'),
      from: ['raised'],
      to: 'answered',
      isSystem: true,
    },
    // The same cause again while it is open: what the supplier said is about less than what is known now.
    addFinding: {
      label: label('补充情况', 'Add finding'),
      from: ['raised', 'answered'],
      to: 'raised',
      isSystem: true,
      input: {
        concernedNos: kept('concernedNos', list(label('涉及单据', 'Documents concerned'))),
        noteNos: kept('noteNos', list(label('涉及送货单', 'Delivery notes concerned'))),
      },
      lineInput: lineFacts,
    },
    // What its documents say together, where that is more or less than before: checks of several crates of an order item.
    restate: {
      label: label('按涉及单据更新', 'Restate by its documents'),
      from: ['raised', 'answered'],
      to: null,
      isSystem: true,
      input: {
        concernedNos: kept('concernedNos', list(label('涉及单据', 'Documents concerned'))),
        noteNos: kept('noteNos', list(label('涉及送货单', 'Delivery notes concerned'))),
        remark: kept('remark', commonHeader.remark),
        isFurther: flag(label('另有发现', 'More was found')),
      },
      lineInput: { quantity: lineFacts.quantity },
    },
    withdraw: {
      label: label('随原因撤销', 'Withdraw with its cause'),
      from: ['raised', 'answered'],
      to: null,
      isSystem: true,
      lineInput: { goneQuantity: quantity(label('已消除数量', 'Gone'), { required: true }) },
    },
  },
  refusals: [],
  pages: {
    '/deliverManager/problemDocument': {
      kind: 'step',
      states: ['raised', 'answered'],
      actions: ['decide'],
      filters: ['docNo', 'state', 'cause', 'supplierNo', 'purchaseOrderNo', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'cause',
        'purchaseOrderNo',
        'supplierNo',
        'concernedNos',
        'remedy',
        'answer',
        'createdByName',
        'createdAt',
        'plant',
      ],
    },
    '/deliverManager/supplierMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['raised', 'answered'],
      actions: ['answer'],
      filters: ['docNo', 'state', 'cause', 'purchaseOrderNo'],
      columns: [
        'docNo',
        'state',
        'cause',
        'purchaseOrderNo',
        'noteNos',
        'remedy',
        'createdByName',
        'createdAt',
        'plant',
      ],
    },
    '/deliverManager/queryDelivery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'cause', 'supplierNo', 'purchaseOrderNo', 'materialNo'],
      columns: [
        'docNo',
        'state',
        'cause',
        'supplierNo',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'materialNo',
        'description',
        'quantity',
        'openQuantity',
        'unit',
        'orderedBefore',
        'orderedAfter',
        'dueBefore',
        'dueAfter',
        'isPriceChanged',
        'contractNo',
        'contractEnd',
        'concernedNos',
        'noteNos',
        'remedy',
        'answer',
        'decision',
        'decisionReason',
        'createdByName',
        'createdAt',
        'plant',
      ],
    },
  },
})
