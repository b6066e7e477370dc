import { state, type StateDeclaration } from './define-document.ts'
import { text } from './field.ts'
import { label, type Label } from './label.ts'
import { reasonInput, reasonsOfRefusal } from './reason.ts'

const askedReason = reasonInput(label('退回原因', 'Reason'), reasonsOfRefusal)

/** One level of an approval chain. */
export interface ApprovalLevel<By extends string, Waiting extends string> {
  /** Suffix of its two actions: `Engineer` makes `reviewEngineer` and `refuseEngineer`; '' for a single level. */
  by: By
  /** The state in which the document waits for this level, and its label. */
  state: Waiting
  waiting: Label
  /** Labels of its buttons; default 审核 and 审核退回. */
  review?: Label
  refuse?: Label
}

type Levels = readonly ApprovalLevel<string, string>[]

/** The state after level `At`: that of the next level, or the approved state. */
type After<L extends Levels, At, Approved> = L extends readonly [
  infer First extends ApprovalLevel<string, string>,
  ...infer Rest extends Levels,
]
  ? First['by'] extends At
    ? Rest extends readonly [infer Next extends ApprovalLevel<string, string>, ...Levels]
      ? Next['state']
      : Approved
    : After<Rest, At, Approved>
  : never

type ReviewActions<L extends Levels, Approved, Refused> = {
  [Level in L[number] as `review${Level['by']}`]: {
    label: Label
    from: readonly Level['state'][]
    to: After<L, Level['by'], Approved>
    notBy: readonly string[]
  }
} & {
  [Level in L[number] as `refuse${Level['by']}`]: {
    label: Label
    from: readonly Level['state'][]
    to: Refused
    notBy: readonly string[]
    isDangerous: true
    input: typeof askedReason
  }
}

/**
 * Successive reviews, to be spread into a declaration: `header` (the remark of a refusal), `states` (one per level,
 * refused, approved) and two `actions` per level, review and refuse. Four eyes apply to all of them: nobody may review
 * after an act in `notBy` or after a review at an earlier level. `reviewEffects` contains the effects.
 */
export function approvalChain<
  const L extends Levels,
  const Approved extends string,
  const Refused extends string,
>(given: {
  /** In the order of the reviews. */
  levels: L
  approved: Approved
  refused: Refused
  /** Labels of these two states; default 已审核 and 审核退回. */
  approvedLabel?: Label
  refusedLabel?: Label
  /** Persons with one of these acts may not review at any level. */
  notBy: readonly string[]
}) {
  const states: Record<string, StateDeclaration> = {}
  for (const level of given.levels) states[level.state] = state(level.waiting, 'waiting')
  states[given.refused] = state(
    given.refusedLabel ?? label('审核退回', 'Refused at review'),
    'failed',
  )
  states[given.approved] = state(given.approvedLabel ?? label('已审核', 'Reviewed'), 'done')
  const reviews: Record<string, unknown> = {}
  const refusals: Record<string, unknown> = {}
  const before = [...given.notBy]
  given.levels.forEach(({ by, state: from, review, refuse }, index) => {
    const notBy = [...before]
    reviews[`review${by}`] = {
      label: review ?? label('审核', 'Review'),
      from: [from],
      to: given.levels[index + 1]?.state ?? given.approved,
      notBy,
    }
    refusals[`refuse${by}`] = {
      label: refuse ?? label('审核退回', 'Refuse'),
      from: [from],
      to: given.refused,
      notBy,
      isDangerous: true,
      input: askedReason,
    }
    before.push(`review${by}`)
  })
  return {
    header: {
      reviewRemark: text(label('审核意见', 'Review remark'), { by: 'server', width: 160 }),
    },
    states: states as Record<L[number]['state'] | Approved | Refused, StateDeclaration>,
    actions: { ...reviews, ...refusals } as ReviewActions<L, Approved, Refused>,
  }
}
