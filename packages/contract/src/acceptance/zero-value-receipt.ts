import { approvalChain } from '../document/declare/approval-chain.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, flag, reference, text } from '../document/declare/field.ts'
import { weighedGoods } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { resubmission } from '../document/declare/resubmission.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'

const reasonsOfCancellation = [
  label('供应商取回多余备件', 'The supplier takes them back'),
  label('多余数清点有误', 'Counted wrongly'),
  label('不具使用价值', 'Of no use'),
] as const

const makers = ['create', 'receive', 'resubmit'] as const
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

const batch = text(label('批次', 'Batch'), { code: 'capitals', lengthMax: 10, width: 110 })
const productionDate = date(label('生产日期', 'Production date'), { width: 110 })
const expiryDate = date(label('有效期至', 'Expiry date'), { width: 110 })

const listed = [
  'docNo',
  'state',
  'origin',
  'packingCheckNo',
  'supplierNo',
  'plant',
  'storageLocation',
  'createdByName',
  'createdAt',
] as const

/**
 * Zero-value receipt 零价值入库单: goods that cost nothing, in their thin first form: the surplus spares of a packing check
 * (domain.md 1.2). The confirmation of the check makes it, the storekeeper puts them into a bin, where they lie in the book
 * of goods without value, beside those of the same material that were bought; the ERP is told a receipt free of charge (511).
 * Its pages for goods from elsewhere (reclaimed, given, left over) are not there yet. SAP: receipt free of charge
 * (511).
 */
export const zeroValueReceipt = defineDocument({
  name: 'zero-value-receipt',
  area: 'acceptance',
  label: label('零价值入库单', 'Zero-value receipt'),
  prefix: 'LJ',
  posts: true,
  header: {
    origin: choice(
      label('来源', 'Origin'),
      {
        spares: label('随机备件', 'Spares in the crate'),
        reclaimed: label('利旧', 'Reclaimed'),
        gift: label('赠送', 'Given'),
        leftover: label('工程余料', 'Left over of a project'),
      },
      { by: 'server', width: 90 },
    ),
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    packingCheckNo: text(label('资料备件单', 'Packing check'), { by: 'server', width: 150 }),
    ...approval.header,
    ...correction.header,
    ...posting.header,
  },
  lines: {
    /** As the spare is called in the packing check. */
    itemName: text(label('备件名称', 'Spare'), { by: 'server', width: 160 }),
    ...weighedGoods,
    proposedBin: reference(label('建议货位', 'Proposed bin'), 'bin', { by: 'server', width: 120 }),
    bin: reference(label('货位', 'Bin'), 'bin', { by: 'server', width: 120 }),
    batch: { ...batch, by: 'server' },
    productionDate: { ...productionDate, by: 'server' },
    expiryDate: { ...expiryDate, by: 'server' },
    isNumbered: flag(label('有序列号', 'Numbered'), { by: 'server', width: 80 }),
    ...numberedPieces,
  },
  relabel: {
    docNo: label('零价值入库单号', 'Zero-value receipt'),
    quantity: label('入库数量', 'Quantity'),
    sourceNo: label('资料备件单', 'Packing check'),
  },
  states: {
    awaiting: state(label('待收货', 'To be received'), 'waiting'),
    ...approval.states,
    ...posting.states,
    ...cancelledState,
  },
  initial: 'awaiting',
  editable: [],
  source: {
    document: 'packing-check',
    states: ['incomplete', 'surplus'],
    header: ['companyCode', 'plant', 'storageLocation', 'supplierNo'],
    // Nothing of the goods: the spare is a material of its own.
    lines: [],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    receive: {
      label: label('收货', 'Receive'),
      from: ['awaiting'],
      to: 'received',
      isPreviewed: true,
      lineInput: {
        bin: reference(label('货位', 'Bin'), 'bin', { required: true, width: 120 }),
        ...weighedGoods,
        batch,
        productionDate,
        expiryDate,
        ...numberedPieces,
      },
      lineDefaults: { bin: 'proposedBin' },
    },
    ...approval.actions,
    ...correction.actions,
    ...posting.actions,
    // Also with the packing check, when that is withdrawn.
    cancel: {
      ...cancelAction({
        label: label('作废', 'Cancel'),
        from: ['awaiting'],
        reasons: reasonsOfCancellation,
      }),
      isUndo: true,
    },
  },
  refusals: [
    ...posting.refusals,
    'batch-expired',
    'expiry-required',
    'expiry-before-production',
    'production-in-future',
    'remaining-life-short',
    'batch-data-differs',
    'batch-data-mixed',
  ],
  pages: {
    '/zeroValue/zeroValueTakeDelivery': {
      kind: 'step',
      states: ['awaiting'],
      actions: ['receive'],
      columns: listed,
      filters: ['docNo', 'supplierNo', 'packingCheckNo', 'plant', 'storageLocation', 'createdAt'],
    },
    '/zeroValue/zeroValueReceiveMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['awaiting'],
      actions: ['cancel'],
      columns: listed,
      filters: ['docNo', 'supplierNo', 'packingCheckNo', 'storageLocation', 'createdAt'],
    },
    '/zeroValue/zeroValueAuditReceive': {
      kind: 'step',
      states: ['received'],
      actions: ['review', 'refuse'],
      columns: listed,
      filters: ['docNo', 'supplierNo', 'plant', 'storageLocation', 'createdAt'],
    },
    ...posting.pages({
      filters: ['plant', 'storageLocation', 'createdAt'],
      post: '/zeroValue/zeroValueReceiveTransferItems',
      reversal: '/zeroValue/zeroValueReceiveWriteOff',
      approval: '/zeroValue/zeroValueReceiveWriteOffAudit',
      physical: { path: '/zeroValue/zeroValueEntityWriteOff', also: ['resubmit'] },
    }),
    '/zeroValue/zeroValueReceiveSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'materialNo', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'erpState',
        'origin',
        'itemName',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'bin',
        'batch',
        'packingCheckNo',
        'supplierNo',
        'plant',
        'storageLocation',
        'materialDocument',
        'createdByName',
        'createdAt',
      ],
    },
  },
})
