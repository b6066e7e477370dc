import { addAll } from '@kufang/kernel/add-all.ts'
import { holdsOnly } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { actOf } from '../storage/act-of.ts'
import { auditsOfDerivedStates } from '../storage/derived-states.ts'
import { countedAt, shiftSources } from '../storage/links.ts'
import type { DerivedState } from '../storage/progress.ts'
import type { BegunAct } from './begin-act.ts'
import { stateAfter } from './end-act.ts'

/** For each type of predecessor, whether quantities consumed there are held after the act; those that stay are absent. */
function heldAfter(act: BegunAct): ReadonlyMap<string, boolean> {
  const { definition } = act.acting.table
  const after = stateAfter(act)
  return new Map(
    countedAt(definition.name).flatMap((from): [string, boolean][] => {
      const isHeld = holdsOnly(definition, after, from)
      return isHeld === holdsOnly(definition, act.before.state, from) ? [] : [[from, isHeld]]
    }),
  )
}

/**
 * Updates the predecessors' lines for an act: a new document consumes its quantities as held or done; when a document
 * leaves its holding states, held becomes done.
 * @returns the predecessors whose state changed
 */
export async function takeShares(tx: Transaction, act: BegunAct): Promise<DerivedState[]> {
  const { acting, loaded, made } = act
  if (made) return made.link(stateAfter(act))
  const held = heldAfter(act)
  const { companyCode, id } = loaded.header
  const by = actOf(acting.session, acting.clock)
  return shiftSources(tx, by, companyCode, acting.table.definition.name, [id], held)
}

/**
 * The same for several documents of one type in a constant number of statements. If predecessors have progress states
 * it runs per document, because their audit entries name the document that caused the change.
 * @returns the audit entries of predecessors whose state changed
 */
export async function shiftTogether(
  tx: Transaction,
  acts: readonly BegunAct[],
): Promise<AuditEntry[]> {
  const { definition } = firstOf(acts).acting.table
  const isTogether = sourcesOf(definition).every(
    ({ document }) => documentDefinition(document)?.progressStates === undefined,
  )
  const groups = Map.groupBy(acts, (act) => {
    const { companyCode, id } = act.loaded.header
    return JSON.stringify([companyCode, [...heldAfter(act)], isTogether || id])
  })
  const traces: AuditEntry[] = []
  for (const group of groups.values()) {
    const first = firstOf(group)
    const held = heldAfter(first)
    if (held.size === 0) continue
    const { acting, loaded } = first
    const derived = await shiftSources(
      tx,
      actOf(acting.session, acting.clock),
      loaded.header.companyCode,
      definition.name,
      group.map((act) => act.loaded.header.id),
      held,
    )
    addAll(traces, auditsOfDerivedStates(definition.name, loaded.header, derived))
  }
  return traces
}
