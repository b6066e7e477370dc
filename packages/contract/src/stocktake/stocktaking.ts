import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, flag, instant, money, quantity, text } from '../document/declare/field.ts'
import { erpStatesNotInBooks } from '../document/declare/erp-state.ts'
import { placeFields } from '../document/declare/goods-place.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { label, type Label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { hiddenInBlindCount } from './blind-count.ts'
import { countLines, differenceReasons, foundGoods, sheetHeader } from './count-lines.ts'
import { countTypes } from './count-types.ts'
import { piecesFound } from './counted-pieces.ts'
import {
  directorReversalStates,
  reversalByDirector,
} from '../document/declare/director-reversal.ts'
import type { ParameterName } from '../system/business-parameters.ts'

// Stocktaking: what lies in the bins, counted by one person, counted again by another where it differs, explained,
// reviewed according to its amount, and put right or written off (domain.md 1.4).

/** Needed of goods with a second unit, which are counted in both; zero pieces have none. */
const countedSecond = (label: Label) => quantity(label, { unit: 'secondUnit', width: 110 })

/** When a line was counted, if not when it is entered: on a paper sheet, for example. */
const seenAt = instant(label('补录时间', 'Counted at'), { width: 110 })

const counters = ['count', 'recount'] as const
/** The function codes of the shift leader 班组长 and the director 主任. */
const ofLeader = 'PDCYSH'
const ofDirector = 'PDCYZRSP'

/** One person reviews small differences; above the limit of the company the director does so too. */
export const stocktakingApproval = approvalChain({
  levels: [
    {
      by: '',
      state: 'handled',
      waiting: label('差异待审核', 'Differences to review'),
      review: label('差异审核', 'Review the differences'),
      functionCode: ofLeader,
    },
    {
      by: 'Director',
      state: 'toDirector',
      waiting: label('待主任审批', 'Awaiting the director'),
      review: label('主任批准', 'Approve as director'),
      refuse: label('主任退回', 'Refuse as director'),
      functionCode: ofDirector,
      above: {
        field: 'differenceTotal',
        parameter: 'stocktake.directorLimit' satisfies ParameterName,
        label: label('主任审批', 'Approval by the director'),
      },
    },
  ],
  approved: 'adjusted',
  approvedLabel: label('已调账', 'Adjusted'),
  refused: 'differing',
  // Who chooses or orders what is counted decides what is looked at.
  notBy: ['create', 'start', ...counters, 'explain'],
  isPreviewed: true,
})
const posting = postingLifecycle({
  from: ['adjusted'],
  notBy: counters,
  reversePhysical: { label: label('调账冲销', 'Reverse adjustment') },
})

/**
 * Stocktaking order 盘点单: stock in bins, counted and compared with the book quantity. SAP: stocktaking order.
 */
export const stocktaking = defineDocument({
  name: 'stocktaking',
  area: 'stocktake',
  label: label('盘点单', 'Stocktaking order'),
  prefix: 'PD',
  posts: true,
  header: {
    ...placeFields,
    countType: choice(label('盘点类型', 'Count type'), countTypes, { required: true, width: 90 }),
    ...stocktakingApproval.header,
    // Surpluses and shortages are added, so that one does not hide the other.
    differenceTotal: money(label('差异金额绝对值', 'Absolute difference'), {
      by: 'server',
      isTotalled: true,
      width: 120,
    }),
    isBlind: flag(label('盲盘', 'Blind'), { width: 70 }),
    ...sheetHeader,
    snapshotAt: instant(label('快照时间', 'Snapshot at'), { by: 'server', width: 150 }),
    ...posting.header,
  },
  lines: countLines,
  relabel: { docNo: label('盘点单号', 'Stocktaking order') },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** The count was started; lines are counted, all at once or in parts. SAP: counting. */
    counting: state(label('盘点中', 'Counting'), 'active'),
    /**
     * Some lines differ by more than their ABC class permits, or somebody asked for it: another person counts these
     * again. SAP: recount.
     */
    toRecount: state(label('待复盘', 'To be recounted'), 'waiting'),
    /** Every line was counted, none differs from the book quantity. SAP: counted. */
    counted: state(label('账实相符', 'Counts agree'), 'waiting'),
    differing: state(label('差异待处理', 'Differences to handle'), 'waiting'),
    handled: stocktakingApproval.states.handled,
    toDirector: stocktakingApproval.states.toDirector,
    adjusted: stocktakingApproval.states.adjusted,
    writtenOff: state(label('已核销', 'Written off'), 'done'),
    ...cancelledState,
    ...posting.states,
    ...directorReversalStates,
  },
  initial: 'draft',
  editable: ['draft'],
  stockLines: {
    isOncePerStock: true,
    query: 'stock',
    where: { place: 'stock', book: 'ERP' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      'bin',
      'batch',
      'stockCategory',
      'specialStock',
      'specialStockReference',
    ],
  },
  hiddenUntil: hiddenInBlindCount,
  actions: {
    start: { label: label('下达盘点', 'Start the count'), from: ['draft'], to: 'counting' },
    count: {
      label: label('录入实盘', 'Enter the count'),
      from: ['counting'],
      to: null,
      lineInput: {
        countedQuantity: quantity(label('实盘数量', 'Counted'), { required: true, width: 110 }),
        countedSecondQuantity: countedSecond(label('实盘第二数量', 'Counted second')),
        ...piecesFound.counted,
        countRemark: text(label('盘点说明', 'Count remark'), { lengthMax: 200, width: 100 }),
        seenAt,
      },
    },
    // What the books have nowhere in the bin becomes an order of its own, counted with one line.
    reportFound: {
      label: label('登记账外实物', 'Report found goods'),
      from: ['counting'],
      to: 'counting',
      isOptional: true,
      input: foundGoods,
    },
    confirmEmpty: {
      label: label('确认空货位', 'Confirm empty bins'),
      from: ['counting'],
      to: 'counting',
      isOptional: true,
    },
    recount: {
      label: label('录入复盘', 'Enter the recount'),
      from: ['toRecount', 'differing'],
      to: null,
      // Who asks for another count knows what was counted.
      notBy: ['count', 'askRecount'],
      lineInput: {
        recountedQuantity: quantity(label('复盘数量', 'Recounted'), { required: true, width: 110 }),
        recountedSecondQuantity: countedSecond(label('复盘第二数量', 'Recounted second')),
        ...piecesFound.recounted,
        seenAt,
      },
      linesWith: 'recountNeeded',
    },
    // Within the tolerance nobody has to count again; who explains or decides may want it.
    askRecount: {
      label: label('要求复盘', 'Ask for a recount'),
      from: ['differing'],
      to: 'toRecount',
      isOptional: true,
    },
    explain: {
      label: label('处理差异', 'Explain the differences'),
      from: ['differing', 'handled'],
      to: null,
      lineInput: {
        differenceReason: choice(label('差异原因', 'Reason of difference'), differenceReasons, {
          required: true,
          width: 130,
        }),
        treatment: text(label('处理意见', 'Treatment'), { lengthMax: 200, width: 150 }),
      },
      linesWith: 'isDifferent',
    },
    ...stocktakingApproval.actions,
    // Instead of the whole; what is left of the adjustment is posted as it would have been.
    reversePart: {
      label: label('部分冲回', 'Take back in part'),
      from: ['reversalApproved'],
      to: null,
      erpFrom: erpStatesNotInBooks,
      isPreviewed: true,
      isDangerous: true,
      lineInput: {
        quantityBack: quantity(label('冲回数量', 'Taken back'), { required: true, width: 110 }),
        ...numberedPieces,
      },
      lineLimits: { quantityBack: 'adjustedQuantity' },
    },
    writeOff: {
      label: label('核销', 'Write off'),
      from: ['counted'],
      to: 'writtenOff',
      notBy: counters,
    },
    // Possible instead of the reviews, but nobody's task.
    writeOffDifferences: {
      label: label('差异核销', 'Write the differences off'),
      from: ['handled'],
      to: 'writtenOff',
      notBy: stocktakingApproval.actions.review.notBy,
      isDangerous: true,
    },
    writeOffDirector: {
      label: label('主任核销', 'Write off as director'),
      from: ['toDirector'],
      to: 'writtenOff',
      notBy: stocktakingApproval.actions.reviewDirector.notBy,
      functionCode: ofDirector,
      isDangerous: true,
    },
    cancel: cancelAction({
      label: label('取消盘点', 'Cancel the count'),
      from: ['draft', 'counting', 'toRecount', 'differing'],
    }),
    ...posting.actions,
    ...reversalByDirector(posting.actions, {
      director: ofDirector,
      leader: ofLeader,
      notBy: counters,
    }),
  },
  refusals: [
    ...posting.refusals,
    'no-difference',
    'blind-recount-unasked',
    'count-time-outside',
    'empty-bins-unconfirmed',
    'difference-picture-missing',
    'serial-count-whole',
    'second-quantity-without-goods',
    'write-off-by-higher-level',
  ],
  pages: {
    '/checkForm/checkFormCreate': {
      kind: 'create',
      actionAfterCreate: 'start',
      sourceFilters: [
        'plant',
        'storageLocation',
        'bin',
        'materialGroup',
        'keeperName',
        'materialNo',
      ],
    },
    '/checkForm/checkFormResult': {
      kind: 'step',
      // Within the tolerance a recount is possible, but nobody's task.
      states: ['counting', 'toRecount'],
      actions: ['count', 'recount', 'reportFound', 'confirmEmpty'],
      filters: ['docNo', 'state', 'countType', 'plant', 'storageLocation', 'snapshotAt'],
      // Which sheet is whose, in view at 1366 px.
      columns: [
        'docNo',
        'state',
        'countType',
        'sheetNo',
        'storageLocation',
        'binArea',
        'keeperName',
        'isBlind',
        'snapshotAt',
        'planScope',
        'sampleSeed',
        'plant',
        'createdByName',
      ],
    },
    '/checkForm/checkFormDifferDealwith': {
      kind: 'step',
      states: [
        'differing',
        'handled',
        'toDirector',
        'adjusted',
        'reversalRequested',
        'reversalToDirector',
        'reversalApproved',
      ],
      // The reviews come first, because while one is due it is the to-do, and explaining again is not.
      actions: [
        'review',
        'reviewDirector',
        'explain',
        'askRecount',
        'refuse',
        'refuseDirector',
        'post',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
        'approveReversalDirector',
        'refuseReversalDirector',
        'reversePart',
        'reverse',
        'reversePhysical',
      ],
      filters: ['docNo', 'state', 'needsDirector', 'erpState', 'storageLocation', 'snapshotAt'],
    },
    '/checkForm/checkFormCancel': {
      kind: 'step',
      states: ['draft', 'counting', 'toRecount', 'counted', 'differing', 'handled', 'toDirector'],
      actions: ['writeOff', 'writeOffDifferences', 'writeOffDirector', 'cancel'],
      filters: ['docNo', 'state', 'countType', 'plant', 'storageLocation', 'createdAt'],
    },
    '/checkForm/checkFormSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'materialNo', 'bin', 'storageLocation', 'createdAt'],
      // What was counted beside the books, in view at 1366 px.
      columns: [
        'docNo',
        'lineNo',
        'state',
        'materialNo',
        'description',
        'bin',
        'quantity',
        'movedQuantity',
        'countedQuantity',
        'differenceQuantity',
        'recountedQuantity',
        'differenceAmount',
        'differenceReason',
        'treatment',
        'adjustedQuantity',
        'secondQuantity',
        'countedSecondQuantity',
        'secondDifferenceQuantity',
        'recountedSecondQuantity',
        'batch',
        'stockCategory',
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
