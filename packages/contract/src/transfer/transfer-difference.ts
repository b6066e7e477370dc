import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { cumulatedTotal, directorLevel } from '../document/declare/director-level.ts'
import {
  directorReversalStates,
  reversalByDirector,
} from '../document/declare/director-reversal.ts'
import { choice, money, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle, settledAction } from '../document/declare/posting-lifecycle.ts'
import { keptReason } from '../document/declare/reason.ts'
import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { specialStocks } from '../document/declare/stock-words.ts'

const groundsOfDecision = [
  label('已与发出方核对', 'Checked with the sender'),
  label('复点确认', 'Counted again'),
  label('查监控及出门记录', 'Cameras and gate records'),
] as const

/** The function code of the director 主任. */
const ofDirector = 'ZCDZR'

/** The shift leader decides about every difference; a loss above the limit is the director's. */
export const lossApproval = approvalChain({
  levels: [
    { by: '', state: 'undecided', waiting: label('差异待处理', 'To be decided') },
    { ...directorLevel, functionCode: ofDirector },
  ],
  approved: 'settled',
  approvedLabel: label('已处理', 'Decided'),
  // The decision is taken anew.
  refused: 'undecided',
  refusedLabel: label('差异待处理', 'To be decided'),
  notBy: ['create'],
  isPreviewed: true,
})
const { review, reviewDirector, refuseDirector } = lossApproval.actions
/** Who has decided does not approve his decision. */
const notDecider = ['create', 'decide'] as const

const posting = postingLifecycle({
  from: ['settled'],
  notBy: ['create', 'decide', 'reviewDirector'],
  reversePhysical: {},
})

/** A bin of the place where the goods should have arrived. */
const toBin = reference(label('接收货位', 'To bin'), 'bin', {
  keyFrom: { plant: 'receivingPlant', storageLocation: 'receivingStorageLocation' },
  width: 120,
})
const decided = (word: ReturnType<typeof label>) => quantity(word, { width: 110 })
const found = label('找到数量', 'Found')
const returned = label('退回发出方', 'Back to sender')
const lost = label('丢失数量', 'Lost')

/**
 * Transfer difference 转储差异单: what the receiver of a transfer did not get (domain.md 1.4, "difference needs a
 * document"). The system makes it when he reports it. Somebody else decides what became of it: found, and put into a bin
 * (315, 305); back with the sender (not removed); or lost, which is received and written off at once (315, then 702). A loss
 * above the limit is approved by the director before anything moves. The
 * transfer is complete with the decision; if that is reversed, by the director too where he has approved the loss, its goods are in transit again, and another difference
 * waits for a decision.
 */
export const transferDifference = defineDocument({
  name: 'transfer-difference',
  area: 'transfer',
  label: label('转储差异单', 'Transfer difference'),
  prefix: 'ZY',
  posts: true,
  header: {
    receivingPlant: reference(label('接收工厂', 'To plant'), 'plant', { by: 'source', width: 90 }),
    receivingStorageLocation: reference(label('接收库存地点', 'To location'), 'storage-location', {
      by: 'source',
      width: 110,
    }),
    lossTotal: money(label('丢失金额', 'Worth of the loss'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    cumulatedTotal,
    ...lossApproval.header,
    ...posting.header,
  },
  lines: {
    batch: text(label('批次', 'Batch'), { code: 'capitals', by: 'source', width: 110 }),
    bin: { ...toBin, by: 'source' },
    foundQuantity: quantity(found, { by: 'server', isTotalled: true, width: 100 }),
    returnedQuantity: quantity(returned, { by: 'server', isTotalled: true, width: 100 }),
    lostQuantity: quantity(lost, { by: 'server', isTotalled: true, width: 100 }),
    // At the book price of the day of the decision; empty while the price is unknown.
    lostAmount: money(label('丢失金额', 'Worth of the loss'), {
      by: 'server',
      width: 110,
    }),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, {
      by: 'source',
      width: 90,
    }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      by: 'source',
      width: 120,
    }),
    ...carriedPieces,
  },
  relabel: {
    docNo: label('差异单号', 'Transfer difference'),
    plant: label('发出工厂', 'From plant'),
    storageLocation: label('发出库存地点', 'From location'),
    quantity: label('未到数量', 'Missing'),
    sourceNo: label('转储单', 'Transfer order'),
  },
  states: {
    /** Nobody has decided yet what became of what a transfer lacks. */
    undecided: state(label('差异待处理', 'To be decided'), 'waiting'),
    toDirector: lossApproval.states.toDirector,
    settled: lossApproval.states.settled,
    ...posting.states,
    ...directorReversalStates,
  },
  initial: 'undecided',
  editable: [],
  source: {
    document: 'transfer-order',
    states: ['differing'],
    header: [
      'companyCode',
      'plant',
      'storageLocation',
      'receivingPlant',
      'receivingStorageLocation',
    ],
    lines: [...copiedGoods, 'batch', 'specialStock', 'specialStockReference'],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  // Both sides see it; it belongs to the sender, who knows what he gave away.
  receivedAt: { plant: 'receivingPlant', storageLocation: 'receivingStorageLocation' },
  postingSteps: {
    placement: { label: label('接收过账', 'Post receipt'), settled: 'postLoss' },
    loss: { label: label('丢失过账', 'Post loss') },
  },
  actions: {
    decide: {
      ...review,
      label: label('差异处理', 'Decide'),
      functionCode: 'ZCDSP',
      input: keptReason('decisionRemark', label('处理依据', 'Ground'), groundsOfDecision),
      lineInput: {
        foundQuantity: decided(found),
        returnedQuantity: decided(returned),
        lostQuantity: decided(lost),
        bin: toBin,
      },
      lineLimits: {
        foundQuantity: 'quantity',
        returnedQuantity: 'quantity',
        lostQuantity: 'quantity',
      },
    },
    reviewDirector: { ...reviewDirector, notBy: notDecider },
    refuseDirector: { ...refuseDirector, notBy: notDecider },
    ...posting.actions,
    postLoss: settledAction(label('丢失过账', 'Post loss'), [
      'settled',
      'reversalRequested',
      'reversalToDirector',
      'reversalApproved',
    ]),
    requestReversal: { ...posting.actions.requestReversal, functionCode: 'ZCDCHX' },
    // A loss that the director has approved is not taken back without him.
    ...reversalByDirector(posting.actions, {
      director: ofDirector,
      leader: 'ZCDSP',
    }),
    reverse: { ...posting.actions.reverse, functionCode: 'ZCDCHX' },
    reversePhysical: { ...posting.actions.reversePhysical, functionCode: 'ZCDCHX' },
  },
  refusals: [
    ...posting.refusals,
    'difference-undecided',
    'difference-not-settled',
    'difference-pieces-together',
    'difference-all-returned',
    'difference-in-books',
    'count-kinds-apart',
    'bin-not-for-storage',
  ],
  pages: {
    '/dump/dumpFormEdit': {
      kind: 'maintain',
      edits: false,
      states: ['undecided', 'toDirector', 'reversalRequested', 'reversalToDirector'],
      actions: [
        'decide',
        'reviewDirector',
        'refuseDirector',
        'approveReversal',
        'refuseReversal',
        'approveReversalDirector',
        'refuseReversalDirector',
      ],
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'createdAt'],
    },
    ...posting.pages({
      filters: ['plant', 'storageLocation', 'createdAt'],
      post: '/dump/dumpFormTransferItems',
    }),
    '/dump/dumpFormWriteOff': {
      kind: 'step',
      states: ['settled', 'reversalRequested', 'reversalApproved'],
      actions: ['requestReversal', 'reverse', 'reversePhysical'],
      filters: ['docNo', 'state', 'erpState', 'plant', 'storageLocation'],
    },
    '/dump/dumpFormSearch': {
      kind: 'query',
      level: 'line',
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'foundQuantity',
        'returnedQuantity',
        'lostQuantity',
        'erpState',
        'sourceNo',
        'plant',
        'storageLocation',
        'receivingPlant',
        'receivingStorageLocation',
        'bin',
        'batch',
        'lostAmount',
        'decisionRemark',
        'reviewRemark',
        'materialDocument',
        'createdByName',
        'createdAt',
      ],
      filters: ['docNo', 'state', 'materialNo', 'plant', 'storageLocation', 'createdAt'],
    },
  },
})
