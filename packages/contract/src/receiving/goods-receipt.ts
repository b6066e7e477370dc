import { defineDocument, state } from '../document/define-document.ts'
import { choice, money, reference, text } from '../document/field.ts'
import { erpStatesFreeOfBooks } from '../document/erp-state.ts'
import { label } from '../document/label.ts'
import { carriedBatchFields, orderFields } from '../delivery/goods-fields.ts'
import { specialStockFields } from '../external-documents/mirror.ts'

/** Goods receipt 收货单: accepted pieces go to a bin, rejected ones are blocked; audited before the ERP is told. */
export const goodsReceipt = defineDocument({
  name: 'goods-receipt',
  area: 'receiving',
  label: label('收货单', 'Goods receipt'),
  prefix: 'RK',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    reversalReason: text(label('冲销原因', 'Reason of reversal'), { by: 'server', width: 160 }),
    auditRemark: text(label('审核意见', 'Audit remark'), { by: 'server', width: 160 }),
  },
  lines: {
    ...orderFields,
    stockCategory: choice(
      label('库存类型', 'Stock category'),
      { UU: label('合格入库', 'Unrestricted'), BL: label('不合格隔离', 'Blocked') },
      { required: true, width: 110 },
    ),
    bin: reference(label('货位', 'Bin'), 'bin', { required: true, width: 120 }),
    ...carriedBatchFields,
    ...specialStockFields,
    amount: money(label('估价金额', 'Estimated amount'), { by: 'server', isAmount: true, isTotalled: true, width: 110 }),
  },
  relabel: {
    docNo: label('收货单号', 'Goods receipt'),
    quantity: label('实收数量', 'Received quantity'),
    sourceNo: label('到货单', 'Arrival record'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    received: state(label('待审核', 'Awaiting audit'), 'waiting'),
    rejected: state(label('审核退回', 'Audit refused'), 'failed'),
    audited: state(label('已审核', 'Audited'), 'done'),
    reversalRequested: state(label('冲销待审核', 'Reversal awaiting audit'), 'waiting'),
    reversalApproved: state(label('冲销已批准', 'Reversal approved'), 'active'),
    reversed: state(label('已冲销', 'Reversed'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'arrival',
    states: ['arrived', 'partlyReceived'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [
      'materialNo', 'description', 'specification', 'materialGroup', 'unit', 'purchaseOrderNo', 'purchaseOrderLine',
      'batch', 'heatNo', 'certificateNo', 'productionDate', 'expiryDate', 'specialStock', 'specialStockReference',
    ],
    limitsItself: true,
  },
  actions: {
    receive: { label: label('收货', 'Receive'), from: ['draft'], to: 'received', isPreviewed: true },
    audit: { label: label('审核', 'Audit'), from: ['received'], to: 'audited', notBy: ['create', 'receive'] },
    rejectAudit: {
      label: label('审核退回', 'Refuse'),
      from: ['received'],
      to: 'rejected',
      notBy: ['create', 'receive'],
      isDangerous: true,
      input: { reason: text(label('退回原因', 'Reason'), { required: true, lengthMax: 200 }) },
    },
    post: {
      label: label('过账', 'Post'),
      from: ['audited'],
      to: null,
      erpFrom: ['unposted', 'failed'],
      notBy: ['create', 'receive'],
      isPreviewed: true,
    },
    requestReversal: {
      label: label('冲销申请', 'Request reversal'),
      from: ['audited'],
      to: 'reversalRequested',
      erpFrom: ['posted'],
      isDangerous: true,
      input: { reason: text(label('冲销原因', 'Reason'), { required: true, lengthMax: 200 }) },
    },
    approveReversal: {
      label: label('同意冲销', 'Approve reversal'),
      from: ['reversalRequested'],
      to: 'reversalApproved',
      notBy: ['requestReversal'],
    },
    refuseReversal: {
      label: label('驳回冲销', 'Refuse reversal'),
      from: ['reversalRequested'],
      to: 'audited',
      notBy: ['requestReversal'],
      isDangerous: true,
      input: { reason: text(label('驳回原因', 'Reason'), { required: true, lengthMax: 200 }) },
    },
    reverse: {
      label: label('ERP冲销', 'Reverse in ERP'),
      from: ['reversalApproved'],
      to: null,
      erpFrom: ['posted'],
      isPreviewed: true,
      isDangerous: true,
    },
    reversePhysical: {
      label: label('实物冲销', 'Reverse receipt'),
      from: ['received', 'rejected', 'audited', 'reversalApproved'],
      to: 'reversed',
      erpFrom: erpStatesFreeOfBooks,
      isPreviewed: true,
      isDangerous: true,
    },
  },
  refusals: [
    'inspection-open', 'quantity-exceeds-open', 'batch-required', 'batch-not-allowed', 'batch-expired', 'bin-unknown',
    'bin-inactive', 'bin-hazard-mismatch', 'stock-short', 'stock-moved-on', 'stock-held', 'period-closed',
    'movement-rule-missing', 'posting-in-flight', 'expiry-required', 'successor-stands',
  ],
  pages: {
    '/receive/receivingGoodsWarehouse': {
      kind: 'create',
      thenAction: 'receive',
      scans: 'docNo',
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'purchaseOrderNo', 'storageLocation'],
    },
    '/receive/auditReceive': {
      kind: 'step',
      states: ['received'],
      actions: ['audit', 'rejectAudit'],
      filters: ['docNo', 'supplierNo', 'plant', 'storageLocation', 'createdAt'],
    },
    '/receive/receivePosting': {
      kind: 'step',
      states: ['audited'],
      erpStates: ['unposted', 'posting', 'failed'],
      actions: ['post'],
      filters: ['docNo', 'erpState', 'supplierNo', 'plant', 'storageLocation', 'createdAt'],
    },
    '/receive/receiveWriteoff': {
      kind: 'step',
      states: ['audited', 'reversalRequested', 'reversalApproved'],
      erpStates: ['posted', 'reversing', 'reversed'],
      actions: ['requestReversal', 'reverse'],
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'storageLocation', 'createdAt'],
    },
    '/receive/receiveWriteoffAudit': {
      kind: 'step',
      states: ['reversalRequested'],
      actions: ['approveReversal', 'refuseReversal'],
      filters: ['docNo', 'supplierNo', 'plant', 'storageLocation', 'createdAt'],
    },
    // The way back of goods that never reached the books, or left them again: before the arrival itself.
    '/receive/reversalArrivalRecord': {
      kind: 'step',
      states: ['received', 'rejected', 'audited', 'reversalApproved'],
      erpStates: erpStatesFreeOfBooks,
      actions: ['reversePhysical'],
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'storageLocation'],
    },
    '/receive/receiveRecordRow': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'materialNo', 'purchaseOrderNo', 'bin'],
    },
  },
})
