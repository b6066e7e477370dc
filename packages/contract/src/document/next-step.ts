import {
  compareQuantity,
  isQuantity,
  parseQuantity,
  sumQuantities,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import type { AnyDocument } from './declare/define-document.ts'
import { makesDrafts, variantOnPage } from './page-variants.ts'
import type { Label } from './declare/label.ts'

/** A possible next step of a document: an action on it, or creating a successor from its lines. */
export interface NextStep {
  /** The document's own type, or that of the successor. */
  document: string
  /** The action on the document; null to create a successor. */
  action: string | null
  /** The label of the action, or the title of the page that creates the successor. */
  label: Label
  /** The page where it is done, its title and its role. */
  path: string
  page: Label
  role: string
}

/** The data of a document on which its next steps depend. */
export interface Standing {
  state: string
  erpState: string
  /** If absent, all lines are assumed to have a free quantity. */
  lines?: readonly Readonly<Record<string, unknown>>[]
  /** The values of its header by which successors tell their predecessors apart (`where` of a source). */
  kind?: Readonly<Record<string, unknown>>
}

/**
 * The next steps of a document, derived from the declarations: actions that its pages list in this state, and
 * successors that can be created. Refusing, writing off and undoing are possible but not due, so they are not included;
 * after a requested reversal its further steps are.
 * @param definitions all declared documents, to find successors
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
      // Skip actions that do not change the state.
      const isNobodys = action.isOptional === true || action.to === state
      if (!isDue || isNobodys || found.has(name)) continue
      found.set(name, stepOn(definition.name, name, path, action.label))
    }
  }
  return [...found.values()]
}

/** Whether only undo actions lead to this state: the document is on its way back. */
export function isReachedByUndoOnly(definition: AnyDocument, state: string): boolean {
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
  { state, lines, kind = {} }: Standing,
): NextStep[] {
  return definitions.flatMap((successor) => {
    const [path] =
      Object.entries(successor.pages).find(([, page]) => {
        if (!makesDrafts(page) || page.isOptional === true) return false
        const { source } = variantOnPage(successor, page)
        if (source?.document !== definition.name || !source.states.includes(state)) return false
        const { where = {} } = source
        if (Object.entries(where).some(([name, value]) => kind[name] !== value)) return false
        return lines === undefined || lines.some((line) => hasLeft(source, line))
      }) ?? []
    return path === undefined ? [] : [stepOn(successor.name, null, path)]
  })
}

/** Whether a successor can still consume quantity of a line. */
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
