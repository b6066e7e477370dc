import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, quantity, text } from '../document/declare/field.ts'
import { erpStatesNotInBooks, erpStatesToPost } from '../document/declare/erp-state.ts'
import { placeFields, unrestrictedStock } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { stockPieces } from '../document/declare/serial-numbers.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { specialStocks } from '../document/declare/stock-words.ts'
import {
  extension,
  freezeReasonLabel,
  freezeReasons,
  holdUntilLabel,
  reasonsOfCancelledFreeze,
  releaseConditionLabel,
  releaseConditions,
  workOrderLabel,
} from './freeze-reasons.ts'

// Goods are frozen where they lie (domain.md 1.4): nobody else takes them until somebody releases them, all or a part.

const makers = ['create', 'freeze'] as const
const standing = ['frozen', 'partlyReleased', 'released'] as const
const posting = postingLifecycle({ from: ['frozen'], notBy: makers })
const drawn = quantity(label('领用数量', 'Drawn'), { required: true, width: 110 })

/**
 * Freeze order 冻结单: rows of the stock that are held until a day, on a condition. Goods in doubt (quality, dispute) become
 * blocked stock, which is posted (344); those that are counted or sealed, and those for a maintenance work order, are held
 * where they are, and the ERP sees nothing. Only a requisition with the same work order draws the latter, and they are free
 * by themselves when their day is over. What is released is a freeze release (`freeze-release.ts`). SAP: transfer
 * posting to blocked stock (344).
 */
export const freezeOrder = defineDocument({
  name: 'freeze-order',
  area: 'freeze',
  label: label('冻结单', 'Freeze order'),
  prefix: 'DJ',
  posts: true,
  header: {
    freezeType: choice(
      label('冻结类型', 'Type of freeze'),
      { stock: label('库存冻结', 'Stock'), eam: label('EAM冻结', 'EAM') },
      { by: 'server', width: 90 },
    ),
    ...placeFields,
    freezeReason: choice(freezeReasonLabel, freezeReasons, { by: 'server', width: 90 }),
    releaseCondition: text(releaseConditionLabel, {
      by: 'server',
      lengthMax: 200,
      suggestions: releaseConditions,
      width: 160,
    }),
    workOrderNo: text(workOrderLabel, { by: 'server', lengthMax: 12, width: 120 }),
    holdUntil: date(holdUntilLabel, { required: true, isNotPast: true, width: 110 }),
    ...posting.header,
  },
  lines: {
    ...unrestrictedStock.lines,
    ...stockPieces,
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 24,
      width: 120,
    }),
  },
  relabel: {
    docNo: label('冻结单号', 'Freeze order'),
    quantity: label('冻结数量', 'Frozen'),
    doneQuantity: label('已解冻数量', 'Released'),
    closedQuantity: label('领用、到期或取消', 'Drawn, expired or cancelled'),
    openQuantity: label('仍冻结数量', 'Still frozen'),
    createdByName: label('冻结人', 'Frozen by'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    frozen: state(label('已冻结', 'Frozen'), 'active'),
    /** Some of what a freeze order holds was released, the rest stays frozen. */
    partlyReleased: state(label('部分解冻', 'Partly released'), 'partial'),
    released: state(label('已解冻', 'Released'), 'done'),
    expired: state(label('已到期', 'Expired'), 'done'),
    ...cancelledState,
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  due: {
    by: 'holdUntil',
    states: ['frozen', 'partlyReleased'],
    escalatesTo: 'approveReversal',
  },
  progressStates: { none: 'frozen', partial: 'partlyReleased', all: 'released' },
  stockLines: {
    query: 'stock',
    where: { place: 'stock', book: 'ERP', stockCategory: 'UU' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [...copiedGoods, 'bin', 'batch', 'specialStock', 'specialStockReference'],
    quantity: 'upToAvailable',
    isOncePerStock: true,
  },
  actions: {
    freeze: {
      label: label('冻结', 'Freeze'),
      from: ['draft'],
      to: 'frozen',
      isPreviewed: true,
      aloneBecause: label(
        '冻结必须立即生效：货物留在原处，解冻另行办理，过账由他人复核',
        'A freeze counts at once: the goods stay where they are, another document releases them, and somebody else posts it',
      ),
    },
    // Before it is posted: as if it had not been.
    cancel: {
      ...cancelAction({
        label: label('取消冻结', 'Cancel the freeze'),
        from: ['frozen'],
        reasons: reasonsOfCancelledFreeze,
      }),
      erpFrom: erpStatesNotInBooks,
      isPreviewed: true,
      isOptional: true,
      isUndo: true,
    },
    extend: { ...extension, from: ['frozen', 'partlyReleased'] },
    ...posting.actions,
    post: { ...posting.actions.post, from: standing },
    // The pages of release and of reversal are one, so the approval needs its own function code.
    approveReversal: { ...posting.actions.approveReversal, functionCode: 'DJDSP' },
    refuseReversal: { ...posting.actions.refuseReversal, functionCode: 'DJDSP' },
    // A requisition with the same work order is approved: it holds what was frozen for it.
    draw: {
      label: label('工单领用', 'Draw for the work order'),
      from: ['frozen', 'partlyReleased'],
      to: null,
      isSystem: true,
      lineInput: { drawnQuantity: drawn },
    },
    giveBack: {
      label: label('领用退回', 'Give back'),
      from: ['frozen', 'partlyReleased', 'released'],
      to: null,
      isSystem: true,
      lineInput: { drawnQuantity: drawn },
    },
    expire: {
      label: label('到期解冻', 'Expire'),
      from: ['frozen', 'partlyReleased'],
      to: 'expired',
      isSystem: true,
    },
  },
  refusals: [...posting.refusals],
  pages: {
    '/freeze/stockFreeze': {
      kind: 'create',
      where: { freezeType: 'stock' },
      source: null,
      enters: ['freezeReason', 'releaseCondition'],
      requires: ['freezeReason', 'releaseCondition'],
      actionAfterCreate: 'freeze',
      sourceFilters: ['plant', 'storageLocation', 'materialNo', 'bin', 'batch', 'materialGroup'],
    },
    '/freeze/stockFreezeEam': {
      kind: 'create',
      where: { freezeType: 'eam' },
      source: null,
      enters: ['workOrderNo'],
      requires: ['workOrderNo'],
      actionAfterCreate: 'freeze',
      sourceFilters: ['plant', 'storageLocation', 'materialNo', 'bin', 'batch', 'materialGroup'],
    },
    '/freeze/freezeRecordEdit': {
      kind: 'maintain',
      states: ['draft'],
      actions: ['freeze'],
      filters: ['docNo', 'freezeType', 'freezeReason', 'plant', 'storageLocation', 'createdAt'],
    },
    '/freeze/freezeRecordCancel': {
      kind: 'step',
      states: ['frozen'],
      erpStates: erpStatesNotInBooks,
      actions: ['cancel'],
      filters: ['docNo', 'freezeReason', 'workOrderNo', 'plant', 'storageLocation', 'holdUntil'],
      columns: [
        'docNo',
        'state',
        'erpState',
        'freezeReason',
        'workOrderNo',
        'holdUntil',
        'releaseCondition',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    '/freeze/freezeRecordWriteOff': {
      kind: 'step',
      states: standing,
      erpStates: erpStatesToPost,
      actions: ['post'],
      filters: ['docNo', 'erpState', 'freezeReason', 'plant', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'erpState',
        'freezeReason',
        'holdUntil',
        'releaseCondition',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    '/freeze/freezeRecordTransferItems': {
      kind: 'maintain',
      edits: false,
      states: ['frozen', 'partlyReleased', 'reversalRequested', 'reversalApproved'],
      actions: [
        'extend',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
        'reverse',
        'reversePhysical',
      ],
      filters: ['docNo', 'state', 'erpState', 'freezeReason', 'storageLocation', 'holdUntil'],
      columns: [
        'docNo',
        'state',
        'erpState',
        'freezeReason',
        'workOrderNo',
        'holdUntil',
        'releaseCondition',
        'plant',
        'storageLocation',
        'reversalReason',
        'createdByName',
        'createdAt',
      ],
    },
    '/freeze/freezeRecordSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'freezeReason', 'workOrderNo', 'materialNo', 'holdUntil'],
      // Who holds it, why and until when, in view at 1366 px.
      columns: [
        'docNo',
        'state',
        'materialNo',
        'description',
        'bin',
        'openQuantity',
        'unit',
        'freezeReason',
        'holdUntil',
        'createdByName',
        'workOrderNo',
        'releaseCondition',
        'quantity',
        'doneQuantity',
        'closedQuantity',
        'batch',
        'specialStock',
        'erpState',
        'materialDocument',
        'plant',
        'storageLocation',
        'createdAt',
      ],
    },
  },
})
