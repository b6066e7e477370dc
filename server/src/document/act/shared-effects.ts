import type { ActionOf, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { noEffect, type Effect, type LooseContext } from './effects.ts'

/** Effects of a document's actions whose names match a pattern. */
type Named<D, Pattern> = { [N in Extract<ActionOf<D>, Pattern>]: Effect<D, N> }

/** Stores the reason given with an action, if any. */
function keepReason({ input, document, setHeader }: LooseContext, field: string): void {
  if (field in document && typeof input['reason'] === 'string')
    setHeader({ [field]: input['reason'] })
}

/**
 * The effects of `postingLifecycle`, to be spread: post to the ERP, reverse there, and reverse the goods movements,
 * returning all quantities consumed of predecessors. An effect spread later replaces one of them.
 */
export function postingEffects<const D extends AnyDocument>(
  definition: D,
): Named<D, 'post' | 'reverse' | 'reversePhysical'> {
  const { name } = definition
  const effects: Record<string, (context: LooseContext) => Promise<void>> = {
    async post({ document, documents }) {
      await documents.post(name, document.companyCode, document.id)
    },
    async reverse(context) {
      const { document, documents } = context
      keepReason(context, 'reversalReason')
      await documents.reversePosting(name, document.companyCode, document.id)
    },
    async reversePhysical(context) {
      keepReason(context, 'reversalReason')
      context.reverseMoves()
      if (sourcesOf(definition).length > 0) await context.releaseSources('all')
    },
  }
  return only(definition, effects)
}

/** The effects of `approvalChain`, to be spread: a review only changes the state; a refusal also stores its reason. */
export function reviewEffects<const D extends AnyDocument>(
  definition: D,
): Named<D, `review${string}` | `refuse${string}`> {
  const refuse = (context: LooseContext) => keepReason(context, 'reviewRemark')
  const effects = Object.fromEntries(
    Object.keys(definition.actions).flatMap((action) =>
      action.startsWith('refuse')
        ? [[action, refuse]]
        : action.startsWith('review')
          ? [[action, noEffect]]
          : [],
    ),
  )
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
