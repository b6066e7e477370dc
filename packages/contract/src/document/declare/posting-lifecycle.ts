import { postingActions } from './posting-cure.ts'
import {
  erpStatesInBooks,
  erpStatesNotInBooks,
  erpStatesPostable,
  type ErpState,
} from './erp-state.ts'
import { state } from './define-document.ts'
import { date, money, text } from './field.ts'
import { label, type Label } from './label.ts'
import { postingPages } from './posting-pages.ts'
import { keptReason, reasonInput, reasonsOfRefusedReversal, reasonsOfReversal } from './reason.ts'

/** Why goods are taken back. */
export const askedReason = reasonInput(label('冲销原因', 'Reason'), reasonsOfReversal)

/** The posting date, which the poster may choose within the open periods (domain.md 1.1, "periods"). */
const chosenDate = {
  postingDate: date(
    label('过账日期（不填：货物移动之日）', 'Posting date (empty: the day the goods moved)'),
  ),
}
const dateOfReversal = {
  postingDate: date(label('过账日期（不填：今天）', 'Posting date (empty: today)')),
}

const reverseWord = label('实物冲销', 'Reverse')

/** An action that reverses goods movements. */
export function takingBack<const State extends string>(word: Label, from: readonly State[]) {
  return {
    label: word,
    from,
    to: 'reversed',
    erpFrom: erpStatesNotInBooks,
    isPreviewed: true,
    isDangerous: true,
    isUndo: true,
  } as const
}

/** All movements of the document are reversed. */
const reversedState = { reversed: state(label('已冲销', 'Reversed'), 'undone') }

/** Its reversal waits for the decision of somebody else. */
const requestedState = {
  reversalRequested: state(label('冲销待审核', 'Reversal awaiting review'), 'waiting'),
}

/** The ERP's answer to a posting step, the input of the step's `settled` action. */
export const stepAnswer = {
  materialDocument: text(label('ERP凭证', 'ERP document'), { required: true }),
  materialDocumentYear: text(label('凭证年度', 'Document year'), { required: true }),
  amount: money(label('过账金额', 'Posted amount')),
}

/**
 * A `settled` action of a posting step (`postingSteps`): the system performs it in a document that stays in its state.
 * Its effect usually posts the next step.
 */
export function settledAction<const State extends string>(word: Label, from: readonly State[]) {
  return { label: word, from, to: null, isSystem: true, input: stepAnswer } as const
}

/** Codes that moving goods, posting and reversing may refuse with. */
const postingRefusals = [
  'stock-short',
  'stock-moved-on',
  'stock-held',
  'period-closed',
  'posting-date-ahead',
  'posting-date-before-movement',
] as const

/** The ERP has answered whatever was sent to it. */
const erpStatesSettled: readonly ErpState[] = [...erpStatesNotInBooks, ...erpStatesInBooks]

/**
 * The reversal of work that was audited or may be posted, to be spread: requested with a reason, which the document keeps in
 * `reversalReason`, and approved or refused by somebody else (domain.md 1.2, "冲销申请 → 冲销审核"). Of a document that the ERP
 * sees it is a part of `postingLifecycle`; of any other one the approval is the reversal, and leads to `reversed`.
 */
export function reversalApproval<
  const Moved extends string,
  const Approved extends 'reversalApproved' | 'reversed',
>(from: Moved, approved: Approved) {
  return {
    states: {
      ...requestedState,
      ...reversedState,
    },
    actions: {
      requestReversal: {
        label: label('冲销申请', 'Request reversal'),
        isUndo: true,
        from: [from],
        to: 'reversalRequested',
        isDangerous: true,
        input: keptReason('reversalReason', label('冲销原因', 'Reason'), reasonsOfReversal),
      },
      approveReversal: {
        label: label('同意冲销', 'Approve reversal'),
        isUndo: true,
        from: ['reversalRequested'],
        to: approved,
        notBy: ['requestReversal'],
        approval: { escalatesTo: null },
      },
      refuseReversal: {
        label: label('驳回冲销', 'Refuse reversal'),
        from: ['reversalRequested'],
        to: from,
        notBy: ['requestReversal'],
        isDangerous: true,
        input: reasonInput(label('驳回原因', 'Reason'), reasonsOfRefusedReversal),
      },
    },
  } as const
}

/**
 * The same before the reversal in the ERP: not requested while the ERP has yet to answer.
 * @param erpFrom the ERP states in which it is requested
 */
function reversalApprovalInErp<const Moved extends string>(
  [from]: readonly [Moved],
  erpFrom: readonly ErpState[],
) {
  const { requestReversal, approveReversal, refuseReversal } = reversalApproval(
    from,
    'reversalApproved',
  ).actions
  return {
    requestReversal: { ...requestReversal, erpFrom },
    approveReversal,
    // Also if the ERP refuses what was approved: the document goes on as it was.
    refuseReversal: {
      ...refuseReversal,
      from: ['reversalRequested', 'reversalApproved'],
      erpFrom: erpStatesSettled,
    },
  } as const
}

interface ReversalGiven<Moved extends string, Unaudited extends string> {
  /** The state in which the reversal may be requested. */
  from: readonly [Moved]
  /** Reversal of the goods movements. */
  reversePhysical?: {
    label?: Label
    /** The states after the movement and before its audit, from which nobody else approves it. */
    from?: readonly Unaudited[]
  }
}

/** The parts that `reversalLifecycle` and `postingLifecycle` share. */
function reversal<Moved extends string, Unaudited extends string, Post extends string>(
  {
    from,
    reversePhysical: { label: word, from: unaudited = [] } = {},
  }: ReversalGiven<Moved, Unaudited>,
  erpFrom: readonly ErpState[],
  posts: readonly Post[],
) {
  return {
    header: {
      reversalReason: text(label('冲销原因', 'Reason of reversal'), { by: 'server', width: 160 }),
    },
    states: {
      ...requestedState,
      reversalApproved: state(label('冲销已批准', 'Reversal approved'), 'active'),
      ...reversedState,
    },
    refusals: postingRefusals,
    pages: postingPages(from, unaudited, posts),
    actions: {
      ...reversalApprovalInErp(from, erpFrom),
      reverse: {
        label: postingActions.reverse,
        from: ['reversalApproved'] as const,
        to: null,
        erpFrom: erpStatesInBooks,
        isPreviewed: true,
        isDangerous: true,
        isUndo: true,
        input: dateOfReversal,
      },
      reversePhysical: {
        ...takingBack<Unaudited | 'reversalApproved'>(word ?? reverseWord, [
          ...unaudited,
          'reversalApproved',
        ]),
        ...(unaudited.length === 0 ? {} : { input: askedReason }),
      } as ReturnType<typeof takingBack<Unaudited | 'reversalApproved'>> &
        ([Unaudited] extends [never] ? {} : { input: typeof askedReason }),
    },
  } as const
}

/**
 * The reversal of a document that other documents post, to be spread into a declaration like `postingLifecycle`, without
 * `post`. While it is in the ERP's books its reversal is requested, and approved by somebody else; before that its goods
 * are taken back with a reason alone (`reversePhysical.from`).
 */
export function reversalLifecycle<
  const Moved extends string,
  const Unaudited extends string = never,
>(given: ReversalGiven<Moved, Unaudited>) {
  return reversal(given, erpStatesInBooks, [])
}

/**
 * Posting and reversal, to be spread into a declaration: `header`, `states`, `refusals`, and the actions `post`,
 * `requestReversal`, `approveReversal`, `refuseReversal`, `reverse` (reverse the ERP posting) and `reversePhysical`
 * (reverse the goods movements), and `pages({ filters, post, reversal, approval, physical })`, the pages for them. What may
 * be posted is reversed only after somebody else has approved it; goods that moved and were not audited yet are taken back
 * with a reason alone. The document also declares `posts: true`; `postingEffects` contains the effects.
 *
 * On the usual way to `from` every line has moved so that the ERP sees it; a case without anything to post needs an end state
 * of its own. `reversePhysical` ends in `reversed`, with goods, holds and predecessors as they were before the movements.
 */
export function postingLifecycle<
  const Moved extends string,
  const By extends string = never,
  const Unaudited extends string = never,
>(
  given: ReversalGiven<Moved, Unaudited> & {
    /** Four eyes: persons with one of these acts may not post. */
    notBy?: readonly By[]
  },
) {
  const { header, states, refusals, pages, actions } = reversal(given, erpStatesSettled, ['post'])
  return {
    header,
    states,
    refusals,
    pages,
    actions: {
      post: {
        label: postingActions.post,
        from: given.from,
        to: null,
        erpFrom: erpStatesPostable,
        ...(given.notBy === undefined ? {} : { notBy: given.notBy }),
        isPreviewed: true,
        input: chosenDate,
      },
      ...actions,
    },
  }
}
