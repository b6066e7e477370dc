import { state, type StateDeclaration } from './define-document.ts'
import { choice, money, text } from './field.ts'
import { label, type Label } from './label.ts'
import { reasonInput, reasonsOfRefusal } from './reason.ts'

const askedReason = (reasons: readonly Label[]) => reasonInput(label('退回原因', 'Reason'), reasons)

/** Why a level above a limit reviews a document, or does not. It contains no figure, so everybody may read it. */
export const routeReasons = {
  notNeeded: label('不需要：未超过公司限额', 'Not needed: within the limit of the company'),
  aboveLimit: label('需要：超过公司限额', 'Needed: above the limit of the company'),
  aboveGroupLimit: label(
    '需要：超过工厂或物料组限额',
    'Needed: above the limit of the plant or material group',
  ),
  amountUnknown: label('需要：金额未知', 'Needed: the amount is unknown'),
  always: label('需要：公司规定一律审批', 'Needed: the company requires it for every amount'),
} as const

export type RouteReason = keyof typeof routeReasons

/** A level reviews only documents whose amount exceeds a limit of the company. */
export interface AmountLimit {
  /** The header field with the amount; without a value the amount is unknown, and the level reviews the document. */
  field: string
  /**
   * The business parameter with the limit, an integer in the company code's currency; 0: every document. If it may be set
   * by material group, the lowest limit of the goods applies.
   */
  parameter: string
  /** The name of the level, shown with its reason: 主任审批. */
  label: Label
}

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
  /** The function code of its two buttons, if levels share a page. */
  functionCode?: string
  /** Absent: it reviews every document. */
  above?: AmountLimit
}

type Levels = readonly ApprovalLevel<string, string>[]

/**
 * The state after level `At`: that of the next level, or the approved state; null if the next level has a limit,
 * because the route of the document decides then.
 */
type After<L extends Levels, At, Approved> = L extends readonly [
  infer First extends ApprovalLevel<string, string>,
  ...infer Rest extends Levels,
]
  ? First['by'] extends At
    ? Rest extends readonly [infer Next extends ApprovalLevel<string, string>, ...Levels]
      ? Next extends { above: AmountLimit }
        ? null
        : Next['state']
      : Approved
    : After<Rest, At, Approved>
  : never

type ReviewActions<L extends Levels, Approved, Refused> = {
  [Level in L[number] as `review${Level['by']}`]: {
    label: Label
    from: readonly Level['state'][]
    to: After<L, Level['by'], Approved>
    notBy: readonly string[]
    approval: { escalatesTo: string | null }
    functionCode?: string
    isPreviewed?: boolean
  }
} & {
  [Level in L[number] as `refuse${Level['by']}`]: {
    label: Label
    from: readonly Level['state'][]
    to: Refused
    notBy: readonly string[]
    functionCode?: string
    isDangerous: true
    input: ReturnType<typeof askedReason>
  }
}

const needsField = (name: Label) => choice(name, routeReasons, { by: 'server', width: 170 })
const limitField = ({ zh, en }: Label) =>
  money(label(`${zh}限额`, `${en}: limit`), { by: 'server', width: 110 })
const reviewRemark = text(label('审核意见', 'Review remark'), { by: 'server', width: 160 })

/** The header fields of the levels with a limit: whether and why a level reviews the document, and the limit. */
export type RouteFields<L extends Levels> = {
  [
    Level in L[number] as Level extends { above: AmountLimit } ? `needs${Level['by']}` : never
  ]: ReturnType<typeof needsField>
} & {
  [
    Level in L[number] as Level extends { above: AmountLimit } ? `limit${Level['by']}` : never
  ]: ReturnType<typeof limitField>
}

/** The part of an approval chain that decides the route of a document. */
export interface ApprovalRoute<L extends Levels = Levels, Approved extends string = string> {
  levels: L
  approved: Approved
}

/**
 * Successive reviews, to be spread into a declaration: `header` (the remark of a refusal, the route), `states` (one per
 * level, refused, approved) and two `actions` per level, review and refuse. Four eyes apply to all of them: nobody may
 * review after an act in `notBy` or after a review at an earlier level. `reviewEffects` contains the effects.
 *
 * A level with `above` reviews only documents above that limit. The route is decided once, when the document is
 * submitted (`decideRoute` of the document service), and kept in its header; a limit changed later applies to documents
 * submitted later.
 * @throws Error if every level has a limit, because then nobody would review small amounts
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
  /** Usual reasons of a refusal. */
  reasons?: readonly Label[]
  /** Persons with one of these acts may not review at any level. */
  notBy: readonly string[]
  /** The last review moves goods or reaches the ERP (`approved` of `reviewEffects`). */
  isPreviewed?: boolean
}) {
  if (given.levels.every(({ above }) => above !== undefined))
    throw new Error('an approval chain needs a level that reviews every document')
  const header: Record<string, unknown> = { reviewRemark }
  for (const { by, above } of given.levels) {
    if (above === undefined) continue
    header[`needs${by}`] = needsField(above.label)
    header[`limit${by}`] = limitField(above.label)
  }
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
  given.levels.forEach(({ by, state: from, review, refuse, functionCode }, index) => {
    const notBy = [...before]
    const next = given.levels[index + 1]
    const shared = { from: [from], notBy, ...(functionCode === undefined ? {} : { functionCode }) }
    reviews[`review${by}`] = {
      ...shared,
      label: review ?? label('审核', 'Review'),
      to: next === undefined ? given.approved : next.above === undefined ? next.state : null,
      approval: { escalatesTo: next === undefined ? null : `review${next.by}` },
      ...(given.isPreviewed === true ? { isPreviewed: true } : {}),
    }
    refusals[`refuse${by}`] = {
      ...shared,
      label: refuse ?? label('审核退回', 'Refuse'),
      to: given.refused,
      isDangerous: true,
      input: askedReason(given.reasons ?? reasonsOfRefusal),
    }
    before.push(`review${by}`)
  })
  return {
    levels: given.levels,
    approved: given.approved,
    header: header as unknown as { reviewRemark: typeof reviewRemark } & RouteFields<L>,
    states: states as Record<L[number]['state'] | Approved | Refused, StateDeclaration>,
    actions: { ...reviews, ...refusals } as ReviewActions<L, Approved, Refused>,
  }
}
