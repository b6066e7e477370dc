import type { ActionOf, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { noEffect, type Effect, type LooseContext } from './effects.ts'

/** Effects of a document's own actions whose names match a pattern. */
type Named<D, Pattern> = { [N in Extract<ActionOf<D>, Pattern>]: Effect<D, N> }

/** Keeps the reason that an action asked for, where it asked for one. */
function keepReason({ input, document, setHeader }: LooseContext, field: string): void {
  if (field in document && typeof input['reason'] === 'string')
    setHeader({ [field]: input['reason'] })
}

/**
 * The effects of `postingLifecycle`, to be spread: the ERP books what was moved, takes it back, and the goods go back,
 * with all that was taken up of predecessors. An effect written after them replaces one of them.
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
      if (definition.source !== undefined) await context.releaseSources('all')
    },
  }
  return only(definition, effects)
}

/** The effects of `approvalChain`, to be spread: a review changes the state alone, a refusal keeps its reason. */
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

/** The effects of the actions that the document declares; its declaration vouches for their types. */
function only<D extends AnyDocument, Pattern>(
  definition: D,
  effects: Record<string, (context: LooseContext) => Promise<void> | void>,
): Named<D, Pattern> {
  return Object.fromEntries(
    Object.entries(effects).filter(([action]) => action in definition.actions),
  ) as unknown as Named<D, Pattern>
}
