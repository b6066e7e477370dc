import { postingActions } from '../posting-cure.ts'
import { erpStatesInBooks, erpStatesNotInBooks, type ErpState } from '../erp-state.ts'
import { state } from './define-document.ts'
import { date, money, text } from './field.ts'
import { label, type Label } from './label.ts'
import { reasonInput, reasonsOfReversal } from './reason.ts'

const askedReason = reasonInput(label('冲销原因', 'Reason'), reasonsOfReversal)

type Reasoned<Asks extends boolean> = Asks extends true ? { input: typeof askedReason } : {}

/** The posting date, which the poster may choose within the open periods (domain.md 1.1, "periods"). */
const chosenDate = {
  postingDate: date(
    label('过账日期（不填：货物移动之日）', 'Posting date (empty: the day the goods moved)'),
  ),
}
const dateOfReversal = {
  postingDate: date(label('过账日期（不填：今天）', 'Posting date (empty: today)')),
}

type Dated<Asks extends boolean> = {
  input: Asks extends true ? typeof askedReason & typeof dateOfReversal : typeof dateOfReversal
}

interface Reversal<State extends string, Asks extends boolean> {
  label?: Label
  /** The states from which it is possible. */
  from: readonly State[]
  /** false: the reason is already known, or not needed. Default: true. */
  asksReason?: Asks
}

type PhysicalReversal<State extends string, Asks extends boolean> = {
  label: Label
  from: readonly State[]
  to: 'reversed'
  erpFrom: readonly ErpState[]
  isPreviewed: true
  isDangerous: true
  isUndo: true
} & Reasoned<Asks>

/**
 * The action that reverses the goods movements of a document that posts, or whose movements another document posts: only while no posting of the document is in the ERP's books (domain.md
 * 1.1). It leads to the state `reversed`, declared by `reversedState`.
 */
export function reversePhysicalAction<const State extends string, Asks extends boolean = true>({
  label: word = label('实物冲销', 'Reverse'),
  from,
  asksReason,
}: Reversal<State, Asks>): PhysicalReversal<State, Asks> {
  return {
    label: word,
    from,
    to: 'reversed',
    erpFrom: erpStatesNotInBooks,
    isPreviewed: true,
    isDangerous: true,
    isUndo: true,
    ...(asksReason === false ? {} : { input: askedReason }),
  } as PhysicalReversal<State, Asks>
}

/** All movements of the document are reversed. */
export const reversedState = { reversed: state(label('已冲销', 'Reversed'), 'undone') }

/** The ERP's answer to a posting step, the input of the step's `settled` action. */
export const stepAnswer = {
  materialDocument: text(label('ERP凭证', 'ERP document'), { required: true }),
  materialDocumentYear: text(label('凭证年度', 'Document year'), { required: true }),
  amount: money(label('过账金额', 'Posted amount'), { isAmount: true }),
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
] as const

/**
 * Posting and reversal, to be spread into a declaration: `header`, `states`, `refusals`, and the actions `post`,
 * `reverse` (reverse the ERP posting) and `reversePhysical` (reverse the goods movements). The document also declares
 * `posts: true`; `postingEffects` contains the effects.
 */
export function postingLifecycle<
  const Moved extends string,
  const Undone extends string,
  const Back extends string = Moved,
  const By extends string = never,
  AsksInBooks extends boolean = true,
  AsksPhysical extends boolean = true,
>(given: {
  /** States in which posting may be requested. */
  from: readonly Moved[]
  /** Four eyes: persons with one of these acts may not post. */
  notBy?: readonly By[]
  /** Reversal of the ERP posting; by default from the same states as posting. */
  reverse?: { from?: readonly Back[]; asksReason?: AsksInBooks }
  /** Reversal of the goods movements. */
  reversePhysical: Reversal<Undone, AsksPhysical>
}) {
  const reverse = {
    label: postingActions.reverse,
    from: (given.reverse?.from ?? given.from) as readonly Back[],
    to: null,
    erpFrom: erpStatesInBooks,
    isPreviewed: true,
    isDangerous: true,
    isUndo: true,
    input: { ...(given.reverse?.asksReason === false ? {} : askedReason), ...dateOfReversal },
  }
  return {
    header: {
      reversalReason: text(label('冲销原因', 'Reason of reversal'), { by: 'server', width: 160 }),
    },
    states: reversedState,
    refusals: postingRefusals,
    actions: {
      post: {
        label: postingActions.post,
        from: given.from,
        to: null,
        erpFrom: ['unposted', 'failed', 'partlyPosted', 'cancelledInErp'] as const,
        ...(given.notBy === undefined ? {} : { notBy: given.notBy }),
        isPreviewed: true,
        input: chosenDate,
      },
      reverse: reverse as Omit<typeof reverse, 'input'> & Dated<AsksInBooks>,
      reversePhysical: reversePhysicalAction(given.reversePhysical),
    },
  }
}
