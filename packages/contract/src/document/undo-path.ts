import { rolesFor } from './decide.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { ErpState } from './declare/erp-state.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'

/** A step of undoing a document. */
export interface UndoStep {
  action: string
  /** Role codes that permit it. */
  roles: readonly string[]
  /** The page where it is done. */
  path: string
  /** The ERP must answer before the next step is possible. */
  waitsForErp: boolean
}

const stepsMax = 8

/**
 * The steps that undo a document from its current state, in order, derived from the declaration. Empty if it is already
 * undone, or can only be undone with the document that created it. State changes by successors are assumed to be undone
 * already.
 */
export function undoPath(
  definition: AnyDocument,
  standing: { state: string; erpState: string },
): UndoStep[] {
  const { progressStates } = definition
  let { state, erpState } = standing
  if (progressStates !== undefined && [progressStates.partial, progressStates.all].includes(state))
    state = progressStates.none
  const steps: UndoStep[] = []
  while (steps.length < stepsMax) {
    const [name, action] =
      Object.entries(definition.actions).find(
        ([known, { isUndo, from, erpFrom }]) =>
          isUndo === true &&
          from.includes(state) &&
          erpFrom?.includes(erpState as ErpState) !== false &&
          !steps.some((step) => step.action === known),
      ) ?? []
    if (name === undefined || action === undefined) break
    // An undo action that keeps the physical state is an ERP reversal.
    const waitsForErp = action.to === null
    steps.push({
      action: name,
      roles: rolesFor(definition, name),
      path: pathOf(definition, name),
      waitsForErp,
    })
    if (waitsForErp) erpState = 'reversed'
    else state = action.to ?? state
  }
  return steps
}

function pathOf(definition: AnyDocument, action: string): string {
  const found = Object.entries(definition.pages).find(([, page]) => page.actions?.includes(action))
  return found === undefined ? '' : cataloguePage(found[0]).path
}
