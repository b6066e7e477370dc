import { defineDocument, state } from '../document/define-document.ts'
import { choice, integer, money, reference, text } from '../document/field.ts'
import { erpStatesFreeOfBooks } from '../document/erp-state.ts'
import { label } from '../document/label.ts'
import { accountAssignment, specialStockFields } from '../external-documents/mirror.ts'

// Issue: the storekeeper picks and hands out; audited, then booked in the ERP (domain.md 1.3).

/** Goods issue 出库单. */
export const goodsIssue = defineDocument({
  name: 'goods-issue',
  area: 'issue',
  label: label('出库单', 'Goods issue'),
  prefix: 'CK',
  posts: true,
  header: {
    issueMode: choice(
      label('出库方式', 'Issue mode'),
      {
        selfPickup: label('自提', 'Self pickup'),
        urgent: label('紧急', 'Urgent'),
        distribution: label('配送', 'Distribution'),
        direct: label('直送', 'Direct'),
      },
      { by: 'server', width: 80 },
    ),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', { by: 'source', width: 140 }),
    requester: reference(label('领料人', 'Requester'), 'requester', { by: 'source', isSigner: true, width: 110 }),
    recipient: text(label('提货人', 'Picked up by'), { required: true, lengthMax: 40, isSigner: true, width: 100 }),
    gatePassNo: text(label('放行条号', 'Gate pass no.'), { lengthMax: 40, width: 110 }),
    ...accountAssignment,
    auditRemark: text(label('审核意见', 'Audit remark'), { by: 'server', width: 160 }),
    reversalReason: text(label('冲销原因', 'Reason of reversal'), { by: 'server', width: 160 }),
  },
  lines: {
    reservationNo: text(label('预留号', 'Reservation'), { by: 'source', width: 110 }),
    reservationLine: integer(label('预留行', 'Reservation item'), { by: 'source', width: 70 }),
    bin: reference(label('拣货货位', 'Bin'), 'bin', { required: true, width: 120 }),
    batch: text(label('批次', 'Batch'), { lengthMax: 10, width: 110 }),
    ...specialStockFields,
    amount: money(label('估价金额', 'Estimated amount'), { by: 'server', isAmount: true, isTotalled: true, width: 110 }),
  },
  relabel: {
    docNo: label('出库单号', 'Goods issue'),
    quantity: label('实发数量', 'Issued quantity'),
    sourceNo: label('领料单', 'Requisition'),
  },
  states: {
    draft: state(label('待拣货', 'To be picked'), 'draft'),
    picked: state(label('已拣货', 'Picked'), 'waiting'),
    issued: state(label('待审核', 'Awaiting audit'), 'waiting'),
    rejected: state(label('审核退回', 'Audit refused'), 'failed'),
    audited: state(label('已审核', 'Audited'), 'done'),
    reversed: state(label('已冲销', 'Reversed'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'requisition',
    states: ['approved', 'partlyIssued'],
    header: [
      'companyCode', 'plant', 'storageLocation', 'pickingUnit', 'requester', 'costCenter', 'wbsElement', 'orderNo', 'networkNo', 'glAccount',
    ],
    lines: [
      'materialNo', 'description', 'specification', 'materialGroup', 'unit', 'reservationNo', 'reservationLine',
      'specialStock', 'specialStockReference',
    ],
  },
  actions: {
    pick: { label: label('拣货完成', 'Picked'), from: ['draft'], to: 'picked' },
    issue: { label: label('出库', 'Issue'), from: ['draft', 'picked'], to: 'issued', isPreviewed: true },
    audit: { label: label('审核', 'Audit'), from: ['issued'], to: 'audited', notBy: ['create', 'issue'] },
    rejectAudit: {
      label: label('审核退回', 'Refuse'),
      from: ['issued'],
      to: 'rejected',
      notBy: ['create', 'issue'],
      isDangerous: true,
      input: { reason: text(label('退回原因', 'Reason'), { required: true, lengthMax: 200 }) },
    },
    post: {
      label: label('过账', 'Post'),
      from: ['audited'],
      to: null,
      erpFrom: ['unposted', 'failed'],
      notBy: ['create', 'issue'],
      isPreviewed: true,
    },
    reverse: {
      label: label('ERP冲销', 'Reverse in ERP'),
      from: ['audited'],
      to: null,
      erpFrom: ['posted'],
      isPreviewed: true,
      isDangerous: true,
      input: { reason: text(label('冲销原因', 'Reason'), { required: true, lengthMax: 200 }) },
    },
    reversePhysical: {
      label: label('出库记录冲销', 'Reverse issue'),
      from: ['issued', 'rejected', 'audited'],
      to: 'reversed',
      erpFrom: erpStatesFreeOfBooks,
      isPreviewed: true,
      isDangerous: true,
      input: { reason: text(label('冲销原因', 'Reason'), { required: true, lengthMax: 200 }) },
    },
  },
  refusals: [
    'stock-short', 'stock-moved-on', 'stock-held', 'batch-required', 'batch-not-allowed', 'batch-expired', 'bin-unknown',
    'bin-inactive', 'period-closed', 'movement-rule-missing', 'posting-in-flight', 'account-assignment-missing',
    'reservation-final',
  ],
  pages: {
    '/shippingManagement/selfDelivery': {
      kind: 'create',
      thenAction: 'issue',
      actions: ['pick'],
      scans: 'docNo',
      sourceFilters: ['docNo', 'pickingUnit', 'requester', 'materialNo', 'requiredDate', 'storageLocation'],
    },
    '/shippingManagement/auditShipping': {
      kind: 'step',
      states: ['issued'],
      actions: ['audit', 'rejectAudit'],
      filters: ['docNo', 'pickingUnit', 'plant', 'storageLocation', 'createdAt'],
    },
    '/shippingManagement/outRecode': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'pickingUnit', 'materialNo', 'createdAt'],
    },
    '/shippingManagement/outPostAccount': {
      kind: 'step',
      states: ['audited'],
      erpStates: ['unposted', 'posting', 'failed'],
      actions: ['post'],
      filters: ['docNo', 'erpState', 'pickingUnit', 'plant', 'storageLocation', 'createdAt'],
    },
    '/shippingManagement/outCounteract': {
      kind: 'step',
      states: ['audited'],
      erpStates: ['posted', 'reversing'],
      actions: ['reverse'],
      filters: ['docNo', 'erpState', 'pickingUnit', 'plant', 'storageLocation', 'createdAt'],
    },
    '/shippingManagement/outRecordCounteract': {
      kind: 'step',
      states: ['issued', 'rejected', 'audited'],
      erpStates: erpStatesFreeOfBooks,
      actions: ['reversePhysical'],
      filters: ['docNo', 'state', 'erpState', 'pickingUnit', 'storageLocation'],
    },
  },
})
