import { stateAfterLevel } from '@kufang/contract/document/approval-route.ts'
import type { ApprovalRoute } from '@kufang/contract/document/declare/approval-chain.ts'
import type { ActionOf, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { sumQuantities, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { postAfterItems, reverseWithItems } from '../books/post-after.ts'
import { stockOfLine } from '../draft/stock-lines.ts'
import { noEffect, type ContextOf, type Effect, type LooseContext } from '../effects/effects.ts'

/** Effects of a document's actions whose names match a pattern. */
type Named<D, Pattern> = { [N in Extract<ActionOf<D>, Pattern>]: Effect<D, N> }

/** Stores the reason given with an action, if any. */
function keepReason({ input, document, setHeader }: LooseContext, field: string): void {
  if (field in document && typeof input['reason'] === 'string')
    setHeader({ [field]: input['reason'] })
}

/** Holds the stock of every line of a document with `stockLines`. */
function holdLines({
  document,
  lines,
  reserve,
}: {
  document: Readonly<Record<string, unknown>>
  lines: readonly (Readonly<Record<string, unknown>> & { lineNo: number; quantity: Quantity })[]
  reserve: LooseContext['reserve']
}): void {
  reserve(
    lines.map((line) => ({
      lineNo: line.lineNo,
      key: stockOfLine(document, line),
      quantity: line.quantity,
    })),
  )
}

/**
 * The effects of a document with `stockLines` that holds them while it is approved (`submissionLifecycle`,
 * `cancelAction`), to be spread: approval holds the stock of every line, cancellation releases what the document holds.
 */
export const holdingEffects = {
  approve: holdLines,
  cancel: ({ releaseReservations }: Pick<LooseContext, 'releaseReservations'>) =>
    releaseReservations(),
}

/**
 * Closes what is free of every line short and returns it to the predecessors: the effect of a write-off 核销. What drafts
 * of successors hold stays open.
 */
export async function closeShort({
  lines,
  setLine,
  releaseSources,
}: {
  lines: readonly {
    lineNo: number
    closedQuantity: Quantity | null
    freeQuantity: Quantity | null
  }[]
  setLine: (lineNo: number, changes: { closedQuantity: Quantity }) => void
  releaseSources: LooseContext['releaseSources']
}): Promise<void> {
  await releaseSources('free')
  for (const { lineNo, closedQuantity, freeQuantity } of lines)
    setLine(lineNo, {
      closedQuantity: sumQuantities([closedQuantity ?? zeroQuantity, freeQuantity ?? zeroQuantity]),
    })
}

/** The posting date of an action of `postingLifecycle`, as the person entered it. */
export function chosenDate(input: { postingDate?: unknown }): { postingDate: LocalDate | null } {
  return { postingDate: (input.postingDate ?? null) as LocalDate | null }
}

/**
 * The effects of `postingLifecycle`, to be spread: post to the ERP, reverse there, with the lines it is posted after
 * (`postsAfter`), and reverse the goods movements, returning all quantities consumed of predecessors; a reversal whose
 * goods have moved on is refused when it is requested. An effect spread later
 * replaces one of them.
 */
export function postingEffects<const D extends AnyDocument>(
  definition: D,
): Named<D, 'post' | 'reverse' | 'requestReversal' | 'reversePhysical'> {
  const { name, postsAfter } = definition
  const effects: Record<string, (context: LooseContext) => Promise<void>> = {
    async post(context) {
      const { document, documents, input } = context
      if (postsAfter !== undefined) return postAfterItems(context, definition, chosenDate(input))
      await documents.post(name, document.companyCode, document.id, chosenDate(input))
    },
    async reverse(context) {
      const { document, documents, input } = context
      if (postsAfter?.by === 'person')
        return reverseWithItems(context, definition, chosenDate(input))
      await documents.reversePosting(name, document.companyCode, document.id, chosenDate(input))
    },
    async requestReversal(context) {
      // Approved and sent, it would be refused by the ERP: its goods are somewhere else.
      context.tryReversal()
    },
    async reversePhysical(context) {
      // The reason with which the reversal was approved stays.
      if (context.document.state !== 'reversalApproved') keepReason(context, 'reversalReason')
      context.reverseMoves()
      if (sourcesOf(definition).length > 0) await context.releaseSources('all')
    },
  }
  return only(definition, effects)
}

/** An effect of a review, as `reviewEffects` builds it. */
type ReviewContext<D> = ContextOf<D, Extract<ActionOf<D>, `review${string}`>>

/**
 * The effects of `approvalChain`, to be spread: a review changes the state, a refusal also stores its reason and discards
 * the route.
 * @param chain required if a level has a limit: the review takes the document to the next level of its route
 * @param approved runs in the act of the last review, such as to move goods
 */
export function reviewEffects<const D extends AnyDocument>(
  definition: D,
  chain?: ApprovalRoute,
  approved?: (context: ReviewContext<D>) => Promise<void> | void,
): Named<D, `review${string}` | `refuse${string}`> {
  const limited = (chain?.levels ?? []).filter(({ above }) => above !== undefined)
  const noRoute = Object.fromEntries(
    limited.flatMap(({ by }) => [
      [`needs${by}`, null],
      [`limit${by}`, null],
    ]),
  )
  const refuse = (context: LooseContext): void => {
    keepReason(context, 'reviewRemark')
    context.setHeader(noRoute)
  }
  const effects: Record<string, (context: LooseContext) => Promise<void> | void> = {}
  for (const [action, { to }] of Object.entries(definition.actions)) {
    if (action.startsWith('refuse')) effects[action] = refuse
    if (!action.startsWith('review')) continue
    effects[action] = noEffect
    if (chain !== undefined)
      effects[action] = async (context) => {
        const state = stateAfterLevel(chain, action.slice('review'.length), context.document)
        context.setState(state)
        if (state === chain.approved) await approved?.(context as unknown as ReviewContext<D>)
      }
    else if (to === null) throw new Error(`${definition.name}.${action} needs its approval chain`)
  }
  return only(definition, effects)
}

/** Keeps only the effects of declared actions; the cast is safe because the declaration determines their types. */
function only<D extends AnyDocument, Pattern>(
  definition: D,
  effects: Record<string, (context: LooseContext) => Promise<void> | void>,
): Named<D, Pattern> {
  return Object.fromEntries(
    Object.entries(effects).filter(([action]) => action in definition.actions),
  ) as unknown as Named<D, Pattern>
}
