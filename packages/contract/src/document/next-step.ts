import {
  compareQuantity,
  isQuantity,
  parseQuantity,
  sumQuantities,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { Label } from './declare/label.ts'

/** What can come next for a document: an action on it, or a successor made from its lines. */
export interface NextStep {
  /** The document's own name, or that of the successor. */
  document: string
  /** The action on the document; null where a successor is to be made. */
  action: string | null
  /** The action's verb, or the title of the page that makes the successor. */
  label: Label
  /** The page where it is done, its title, and the role that opens it. */
  path: string
  page: Label
  role: string
}

/** As much of a document as its next step depends on. */
export interface Standing {
  state: string
  erpState: string
  /** Left out where they are not at hand: then any line may still be taken up. */
  lines?: readonly Readonly<Record<string, unknown>>[]
}

/**
 * What comes next for a document, derived from the declarations: the actions that its pages have on their worklists
 * in this state, and the documents that may be made from it. Refusing, writing off and undoing are possible, not
 * due; once an undoing was asked for, its further steps are.
 *
 * @param definitions every declared document, for the successors
 */
export function nextSteps(
  definitions: readonly AnyDocument[],
  definition: AnyDocument,
  standing: Standing,
): NextStep[] {
  return [...ownSteps(definition, standing), ...successorSteps(definitions, definition, standing)]
}

function stepOn(document: string, action: string | null, path: string, label?: Label): NextStep {
  const { role, zh, en } = cataloguePage(path)
  const page = { zh, en }
  return { document, action, label: label ?? page, path, page, role }
}

function ownSteps(definition: AnyDocument, { state, erpState }: Standing): NextStep[] {
  const isOnTheWayBack = isReachedByUndoOnly(definition, state)
  const found = new Map<string, NextStep>()
  for (const [path, page] of Object.entries(definition.pages)) {
    const begins = state === definition.initial && page.actionAfterCreate !== undefined
    const isListed = page.states?.includes(state) ?? (page.kind === 'query' || begins)
    if (!isListed || page.erpStates?.includes(erpState as never) === false) continue
    const names = [...(page.actions ?? []), ...(begins ? [page.actionAfterCreate] : [])]
    for (const name of names) {
      const action = name === undefined ? undefined : definition.actions[name]
      if (name === undefined || action === undefined || !action.from.includes(state)) continue
      if (action.erpFrom?.includes(erpState as never) === false) continue
      const isDue =
        action.isUndo === true ? isOnTheWayBack : action.isDangerous !== true && !isOnTheWayBack
      // Saying the same again leads nowhere.
      if (!isDue || action.to === state || found.has(name)) continue
      found.set(name, stepOn(definition.name, name, path, action.label))
    }
  }
  return [...found.values()]
}

/** Whether a document comes into this state only by steps of the way back. */
function isReachedByUndoOnly(definition: AnyDocument, state: string): boolean {
  const ways = Object.values(definition.actions).filter((action) => action.to === state)
  return (
    state !== definition.initial &&
    ways.length > 0 &&
    ways.every((action) => action.isUndo === true)
  )
}

function successorSteps(
  definitions: readonly AnyDocument[],
  definition: AnyDocument,
  { state, lines }: Standing,
): NextStep[] {
  return definitions.flatMap((successor) => {
    const { source } = successor
    if (source?.document !== definition.name || !source.states.includes(state)) return []
    if (lines !== undefined && !lines.some((line) => hasLeft(source, line))) return []
    const [path] =
      Object.entries(successor.pages).find(
        ([, page]) => page.kind === 'create' || page.creates === true,
      ) ?? []
    return path === undefined ? [] : [stepOn(successor.name, null, path)]
  })
}

/** Whether a successor can still take up something of a line. */
function hasLeft(
  source: NonNullable<AnyDocument['source']>,
  line: Readonly<Record<string, unknown>>,
): boolean {
  const amount = (name: string): Quantity => {
    const value = line[name]
    return parseQuantity(isQuantity(value) ? (value as string | number) : 0)
  }
  if (source.consumesOpenQuantity === false) return true
  if (source.limitedBy === undefined)
    return compareQuantity(amount('openQuantity'), parseQuantity(0)) > 0
  return compareQuantity(sumQuantities(source.limitedBy.map(amount)), amount('doneQuantity')) > 0
}
