import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, quantity, reference, text } from '../document/declare/field.ts'
import { unrestrictedStock } from '../document/declare/goods-place.ts'
import { inParts } from '../document/declare/in-parts.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle, settledAction } from '../document/declare/posting-lifecycle.ts'
import { keptReason } from '../document/declare/reason.ts'
import {
  cancelAction,
  cancelledState,
  submissionLifecycle,
} from '../document/declare/submission-lifecycle.ts'
import { specialStocks } from '../document/declare/stock-words.ts'
import { chemicalGoods } from './chemical-goods.ts'
import { transferTypes } from './transfer-kinds.ts'

// Transfer of goods to another storage location, within a plant or to another one (domain.md 1.4). In two steps they leave
// one, are in transit, and are put into a bin of the other by its storekeeper, all at once or in parts; what did not arrive
// is decided about on a transfer difference. The ERP gets one document for each step, once nothing is in transit. In one step, and where only their
// owner changes, they lie in the receiving bin at once, and the ERP gets one document.

const reasonsOfCancellation = [
  label('录入错误', 'Entered wrongly'),
  label('不再需要', 'No longer needed'),
  label('实物不在货位', 'The goods are not in the bin'),
] as const

const reasonsOfDifference = [
  label('实物未到', 'Not arrived'),
  label('数量有误', 'Wrong quantity'),
  label('破损拒收', 'Damaged and refused'),
] as const

const submission = submissionLifecycle({ functionCode: 'ZCDSP' })
const posting = postingLifecycle({
  from: ['received'],
  notBy: ['ship', 'receive', 'transfer'],
  reversePhysical: { from: ['inTransit', 'partlyReceived'] },
})

/** A bin of the place where the goods arrive. */
const receivingBin = reference(label('接收货位', 'To bin'), 'bin', {
  keyFrom: { plant: ['receivingPlant', 'plant'], storageLocation: 'receivingStorageLocation' },
  width: 120,
})

/** Receipt at the other location, in parts. */
export const transferArrival = inParts({
  open: ['inTransitQuantity', label('在途数量', 'In transit')],
  done: ['receivedQuantity', label('已接收数量', 'Received')],
  given: ['quantityReceived', label('本次接收数量', 'Received now')],
  states: { none: 'inTransit', part: 'partlyReceived', all: 'received' },
})

/**
 * Transfer order 转储单: goods that go to another storage location, of the plant or of another one, in two steps or in
 * one; or that change their owner. SAP: transfer posting (311, 313/315, 301, 303/305, 411, 415).
 */
export const transferOrder = defineDocument({
  name: 'transfer-order',
  area: 'transfer',
  label: label('转储单', 'Transfer order'),
  prefix: 'ZC',
  posts: true,
  header: {
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('发出库存地点', 'From location'), 'storage-location', {
      required: true,
      width: 110,
    }),
    transferType: choice(label('转储类型', 'Transfer type'), transferTypes, {
      required: true,
      usual: 'twoStep',
      width: 110,
    }),
    // Left empty it is the sending plant.
    receivingPlant: reference(label('接收工厂', 'To plant'), 'plant', { width: 90 }),
    receivingStorageLocation: reference(label('接收库存地点', 'To location'), 'storage-location', {
      required: true,
      isRemembered: true,
      keyFrom: { plant: ['receivingPlant', 'plant'] },
      width: 110,
    }),
    reason: text(label('转储原因', 'Reason'), { lengthMax: 200, width: 160 }),
    // Of transfers from before there were difference documents.
    sendBackReason: text(label('送回原因', 'Reason of sending back'), { by: 'server', width: 160 }),
    ...chemicalGoods.header,
    ...submission.header,
    ...posting.header,
  },
  lines: {
    ...unrestrictedStock.lines,
    bin: { ...unrestrictedStock.lines.bin, label: label('发出货位', 'From bin') },
    // Of goods for another storekeeper it may be left to him.
    receivingBin,
    ...transferArrival.lines,
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 24,
      width: 120,
    }),
    ...chemicalGoods.lines,
    targetWbsElement: text(label('转入项目WBS', 'To WBS element'), {
      code: 'capitals',
      lengthMax: 24,
      width: 120,
    }),
  },
  relabel: { docNo: label('转储单号', 'Transfer order'), quantity: label('转储数量', 'Quantity') },
  states: {
    ...submission.states,
    /** Approved, the goods are held. */
    ready: state(label('待转储', 'To be transferred'), 'active'),
    /**
     * The goods have left one storage location and are not yet in the other. SAP: stock in transfer.
     */
    inTransit: state(label('在途', 'In transit'), 'active'),
    partlyReceived: state(label('部分接收', 'Partly received'), 'partial'),
    differing: state(label('差异待处理', 'Difference open'), 'waiting'),
    received: state(label('已接收', 'Received'), 'done'),
    ...cancelledState,
    ...posting.states,
  },
  ...submission.entry,
  // Goods of any owner: which of them a transfer takes is said by its type.
  stockLines: {
    ...unrestrictedStock.stockLines,
    where: { place: 'stock', book: 'ERP', stockCategory: 'UU' },
    lines: [...unrestrictedStock.stockLines.lines, 'specialStock', 'specialStockReference'],
  },
  receivedAt: { plant: 'receivingPlant', storageLocation: 'receivingStorageLocation' },
  postingSteps: {
    removal: { label: label('发出过账', 'Post shipment'), settled: 'postPlacement' },
    placement: { label: label('接收过账', 'Post receipt') },
    transfer: { label: label('转储过账', 'Post transfer') },
  },
  actions: {
    ...submission.actions,
    // To `approved` or `ready`, by the type of the transfer.
    approve: { ...submission.actions.approve, to: null },
    transfer: {
      label: label('转储', 'Transfer'),
      from: ['ready'],
      to: 'received',
      isPreviewed: true,
    },
    ship: {
      label: label('发出', 'Ship'),
      from: ['approved'],
      to: 'inTransit',
      isPreviewed: true,
    },
    receive: {
      label: label('接收', 'Receive'),
      ...transferArrival.enter,
      // Who gave the goods away does not say that they arrived, nor that they did not.
      notBy: ['ship'],
      isAtReceiver: true,
      lineInput: { ...transferArrival.enter.lineInput, receivingBin },
    },
    // What did not arrive is on a difference document until somebody else decides what became of it.
    reportDifference: {
      label: label('报告差异', 'Report a difference'),
      from: ['inTransit', 'partlyReceived'],
      to: 'differing',
      notBy: ['ship'],
      isAtReceiver: true,
      isDangerous: true,
      input: keptReason(
        'differenceReason',
        label('差异原因', 'Reason of the difference'),
        reasonsOfDifference,
      ),
    },
    // With that decision, and with its reversal.
    settleDifference: {
      label: label('差异处理', 'Settle the difference'),
      from: ['differing'],
      to: null,
      isSystem: true,
      isPreviewed: true,
      lineInput: { quantityReturned: quantity(label('退回数量', 'Returned'), { required: true }) },
      lineLimits: { quantityReturned: 'inTransitQuantity' },
    },
    reopenDifference: {
      label: label('差异重新处理', 'Reopen the difference'),
      from: ['received'],
      to: 'differing',
      isSystem: true,
      isPreviewed: true,
      lineInput: { quantityOpen: quantity(label('未到数量', 'Missing'), { required: true }) },
      lineLimits: { quantityOpen: 'quantity' },
    },
    cancel: cancelAction({
      label: label('取消转储', 'Cancel the transfer'),
      from: ['draft', 'returned', 'approved', 'ready'],
      reasons: reasonsOfCancellation,
    }),
    ...posting.actions,
    postPlacement: settledAction(label('接收过账', 'Post receipt'), ['received']),
    // The pages of reversal and of queries share one role code, so reversal needs its own function code.
    requestReversal: { ...posting.actions.requestReversal, functionCode: 'ZCDCHX' },
    approveReversal: { ...posting.actions.approveReversal, functionCode: 'ZCDSP' },
    refuseReversal: { ...posting.actions.refuseReversal, functionCode: 'ZCDSP' },
    reverse: { ...posting.actions.reverse, functionCode: 'ZCDCHX' },
    reversePhysical: { ...posting.actions.reversePhysical, functionCode: 'ZCDCHX' },
  },
  refusals: [
    ...posting.refusals,
    'transfer-same-location',
    'transfer-special-between-plants',
    'ownership-within-plant',
    'ownership-of-other-stock',
    'bin-same',
    'bin-not-for-storage',
    ...chemicalGoods.refusals,
  ],
  pages: {
    '/dump/dumpFormCreate': {
      kind: 'create',
      where: { goodsKind: 'general' },
      actionAfterCreate: 'submit',
      sourceFilters: ['plant', 'storageLocation', 'materialNo', 'bin', 'batch', 'materialGroup'],
    },
    '/dump/chemicalDumpFormCreate': {
      kind: 'create',
      where: { goodsKind: 'chemical' },
      source: null,
      enters: chemicalGoods.enters,
      requires: chemicalGoods.requires,
      offeredWith: ['hazardClass'],
      actionAfterCreate: 'submit',
      sourceFilters: ['plant', 'storageLocation', 'materialNo', 'bin', 'batch', 'materialGroup'],
    },
    '/dump/dumpFormEdit': {
      kind: 'maintain',
      states: [
        'draft',
        'returned',
        'submitted',
        'approved',
        'ready',
        'inTransit',
        'partlyReceived',
        'differing',
        'reversalRequested',
      ],
      actions: [
        'submit',
        'approve',
        'refuse',
        'ship',
        'transfer',
        'receive',
        'reportDifference',
        'cancel',
        'approveReversal',
        'refuseReversal',
      ],
      filters: [
        'docNo',
        'state',
        'plant',
        'storageLocation',
        'receivingStorageLocation',
        'createdAt',
      ],
    },
    ...posting.pages({
      filters: ['storageLocation', 'receivingStorageLocation', 'createdAt'],
      post: '/dump/dumpFormTransferItems',
    }),
    '/dump/dumpFormWriteOff': {
      kind: 'step',
      states: ['inTransit', 'partlyReceived', 'received', 'reversalRequested', 'reversalApproved'],
      actions: ['requestReversal', 'reverse', 'reversePhysical'],
      filters: ['docNo', 'state', 'erpState', 'storageLocation', 'receivingStorageLocation'],
    },
    '/dump/dumpFormSearch': {
      kind: 'query',
      level: 'line',
      // What is still in transit, in view at 1366 px.
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'quantity',
        'inTransitQuantity',
        'receivedQuantity',
        'erpState',
        'bin',
        'receivingBin',
        'batch',
        'materialDocument',
        'transferType',
        'plant',
        'storageLocation',
        'receivingPlant',
        'receivingStorageLocation',
        'reason',
        'specialStock',
        'specialStockReference',
        'targetWbsElement',
        'goodsKind',
        'container',
        'containerNo',
        'temperatureC',
        'containerCapacity',
        'createdAt',
      ],
      filters: [
        'docNo',
        'state',
        'materialNo',
        'storageLocation',
        'receivingStorageLocation',
        'createdAt',
      ],
    },
  },
})
