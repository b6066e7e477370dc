import { erpStatesNotInBooks, type ErpState } from '../erp-state.ts'
import { state } from './define-document.ts'
import { text } from './field.ts'
import { label, type Label } from './label.ts'
import { reasonInput, reasonsOfReversal } from './reason.ts'

const askedReason = reasonInput(label('冲销原因', 'Reason'), reasonsOfReversal)

type Reasoned<Asks extends boolean> = Asks extends true ? { input: typeof askedReason } : {}

interface Reversal<State extends string, Asks extends boolean> {
  label?: Label
  /** The states it starts from. */
  from: readonly State[]
  /** false: the reason is known already, or none is needed. Asked when left out. */
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
 * The action that moves the goods back: only while nothing of the document is in the ERP's books (domain.md 1.1). It
 * ends in the state `reversed`, which `reversedState` declares.
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

/** Everything the document moved was moved back. */
export const reversedState = { reversed: state(label('已冲销', 'Reversed'), 'undone') }

/** Codes that moving goods, posting them and taking them back may refuse with. */
const postingRefusals = ['stock-short', 'stock-moved-on', 'stock-held', 'period-closed'] as const

/**
 * Posting and its way back, to be spread into a declaration: `header`, `states`, `refusals`, and the actions `post`,
 * `reverse` (ask the ERP to take its booking back) and `reversePhysical` (move the goods back). The document also
 * declares `posts: true`; `postingEffects` has the effects.
 */
export function postingLifecycle<
  const Moved extends string,
  const Undone extends string,
  const Back extends string = Moved,
  const By extends string = never,
  AsksInBooks extends boolean = true,
  AsksPhysical extends boolean = true,
>(given: {
  /** States in which the ERP may be asked to book. */
  from: readonly Moved[]
  /** Four eyes: who did one of these may not post. */
  notBy?: readonly By[]
  /** Of the ERP's booking; starts where posting starts when left out. */
  reverse?: { from?: readonly Back[]; asksReason?: AsksInBooks }
  /** Of the goods. */
  reversePhysical: Reversal<Undone, AsksPhysical>
}) {
  const reverse = {
    label: label('ERP冲销', 'Reverse in ERP'),
    from: (given.reverse?.from ?? given.from) as readonly Back[],
    to: null,
    erpFrom: ['posted'] as const,
    isPreviewed: true,
    isDangerous: true,
    isUndo: true,
    ...(given.reverse?.asksReason === false ? {} : { input: askedReason }),
  }
  return {
    header: {
      reversalReason: text(label('冲销原因', 'Reason of reversal'), { by: 'server', width: 160 }),
    },
    states: reversedState,
    refusals: postingRefusals,
    actions: {
      post: {
        label: label('过账', 'Post'),
        from: given.from,
        to: null,
        erpFrom: ['unposted', 'failed'] as const,
        ...(given.notBy === undefined ? {} : { notBy: given.notBy }),
        isPreviewed: true,
      },
      reverse: reverse as typeof reverse & Reasoned<AsksInBooks>,
      reversePhysical: reversePhysicalAction(given.reversePhysical),
    },
  }
}
