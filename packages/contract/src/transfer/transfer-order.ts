import { defineDocument, state } from '../document/declare/define-document.ts'
import { reference, text } from '../document/declare/field.ts'
import { unrestrictedStock } from '../document/declare/goods-place.ts'
import { inParts } from '../document/declare/in-parts.ts'
import { label } from '../document/declare/label.ts'
import { erpStatesToPost } from '../document/erp-state.ts'
import { postingLifecycle, settledAction } from '../document/declare/posting-lifecycle.ts'
import { keptReason } from '../document/declare/reason.ts'
import {
  cancelAction,
  cancelledState,
  submissionLifecycle,
} from '../document/declare/submission-lifecycle.ts'

// Transfer between two storage locations of a plant in two steps: the goods leave one, are in transit, and are put into
// a bin of the other (domain.md 1.4), all at once or in parts; what did not arrive can be sent back. The ERP gets one
// document for each step, once nothing is in transit.

const reasonsOfCancellation = [
  label('录入错误', 'Entered wrongly'),
  label('不再需要', 'No longer needed'),
  label('实物不在货位', 'The goods are not in the bin'),
] as const

const reasonsOfSendingBack = [
  label('实物未发出', 'The goods were not shipped'),
  label('数量有误', 'Wrong quantity'),
  label('接收方拒收', 'Refused by the receiver'),
] as const

const submission = submissionLifecycle({ functionCode: 'ZCDSP' })
const posting = postingLifecycle({
  from: ['received'],
  notBy: ['ship', 'receive', 'sendBack'],
  reversePhysical: { from: ['inTransit', 'partlyReceived'] },
})

/** Receipt at the other location, in parts. */
export const transferArrival = inParts({
  open: ['inTransitQuantity', label('在途数量', 'In transit')],
  done: ['receivedQuantity', label('已接收数量', 'Received')],
  given: ['quantityReceived', label('本次接收数量', 'Received now')],
  states: { none: 'inTransit', part: 'partlyReceived', all: 'received' },
})

/** Transfer order 转储单. */
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
    receivingStorageLocation: reference(label('接收库存地点', 'To location'), 'storage-location', {
      required: true,
      isRemembered: true,
      width: 110,
    }),
    reason: text(label('转储原因', 'Reason'), { lengthMax: 200, width: 160 }),
    ...submission.header,
    ...posting.header,
  },
  lines: {
    ...unrestrictedStock.lines,
    bin: { ...unrestrictedStock.lines.bin, label: label('发出货位', 'From bin') },
    receivingBin: reference(label('接收货位', 'To bin'), 'bin', {
      required: true,
      keyFrom: { storageLocation: 'receivingStorageLocation' },
      width: 120,
    }),
    ...transferArrival.lines,
  },
  relabel: { docNo: label('转储单号', 'Transfer order'), quantity: label('转储数量', 'Quantity') },
  states: {
    ...submission.states,
    inTransit: state(label('在途', 'In transit'), 'active'),
    partlyReceived: state(label('部分接收', 'Partly received'), 'partial'),
    received: state(label('已接收', 'Received'), 'done'),
    ...cancelledState,
    ...posting.states,
  },
  ...submission.entry,
  stockLines: unrestrictedStock.stockLines,
  postingSteps: {
    removal: { label: label('发出过账', 'Post shipment'), settled: 'postPlacement' },
    placement: { label: label('接收过账', 'Post receipt') },
  },
  actions: {
    ...submission.actions,
    ship: {
      label: label('发出', 'Ship'),
      from: ['approved'],
      to: 'inTransit',
      isPreviewed: true,
    },
    receive: { label: label('接收', 'Receive'), ...transferArrival.enter },
    // What did not arrive lies in the sending location again; nothing of it is posted.
    sendBack: {
      label: label('送回剩余', 'Send back the rest'),
      from: ['partlyReceived'],
      to: 'received',
      isPreviewed: true,
      isDangerous: true,
      input: keptReason(
        'sendBackReason',
        label('送回原因', 'Reason of sending back'),
        reasonsOfSendingBack,
      ),
    },
    cancel: cancelAction({
      label: label('取消转储', 'Cancel the transfer'),
      from: ['draft', 'returned', 'approved'],
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
  refusals: [...posting.refusals, 'transfer-same-location'],
  pages: {
    '/dump/dumpFormCreate': {
      kind: 'create',
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
        'inTransit',
        'partlyReceived',
        'reversalRequested',
      ],
      actions: [
        'submit',
        'approve',
        'refuse',
        'ship',
        'receive',
        'sendBack',
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
    '/dump/dumpFormTransferItems': {
      kind: 'step',
      states: ['received'],
      erpStates: erpStatesToPost,
      actions: ['post'],
      filters: ['docNo', 'erpState', 'storageLocation', 'receivingStorageLocation', 'createdAt'],
    },
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
        'plant',
        'storageLocation',
        'receivingStorageLocation',
        'reason',
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
