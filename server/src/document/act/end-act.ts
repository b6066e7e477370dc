import { addPerformer } from '@kufang/contract/document/decide.ts'
import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { numberParameter } from '../../platform/database/drawn-number.ts'
import type { PostedMove } from '../../ledger/public.ts'
import { actOf } from '../storage/act-of.ts'
import type { BegunAct } from './begin-act.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { Work } from './work.ts'

/** The changes of an act to its document; the caller writes them. */
export interface EndedAct {
  headerChanges: Record<string, unknown>
  lineChanges: Map<number, Record<string, unknown>>
  /** The document after the act. */
  after: LoadedDocument
}

/** The state after the act; known once its effect has run. */
export const stateAfter = ({ work, declared, loaded }: BegunAct): string =>
  work.state ?? declared.to ?? loaded.header.state

/** Combines the changes requested by the effect, the goods movements and the frame's own changes. */
export function endAct(act: BegunAct, moves: readonly PostedMove[]): EndedAct {
  const { acting, loaded, work } = act
  const { session, table, action, clock } = acting
  const { header } = loaded
  const state = stateAfter(act)
  const own = actOf(session, clock)
  // Several people may enter lines of one document; four eyes apply to each of them.
  const isPart = act.declared.lineInput !== undefined
  const acts: Record<string, Act> = {
    ...header.acts,
    [action]: isPart ? addPerformer(header.acts[action], own) : own,
  }
  // The effect may have set ERP states by posting; movements take precedence.
  const erpState = nextErpState(table, header.erpState, work, moves)
  markLines(table, loaded, work, moves, erpState)
  if (erpState !== null) header.erpState = erpState
  const lineChanges = new Map(work.postingChanges.lines)
  for (const [lineNo, change] of work.lines)
    lineChanges.set(lineNo, { ...lineChanges.get(lineNo), ...change })
  return {
    headerChanges: {
      ...work.postingChanges.header,
      ...work.header,
      state,
      acts,
      ...(erpState === null ? {} : { erpState }),
    },
    lineChanges,
    after: {
      header: { ...header, ...work.header, state, acts, version: header.version + 1 },
      lines: loaded.lines.map((line) => ({ ...line, ...work.lines.get(line.lineNo) })),
    },
  }
}

/** The audit entry of an act: its changes before and after, and its input. */
export function auditOf(
  { acting, loaded, input, before, work }: BegunAct,
  ended: EndedAct,
): AuditEntry {
  const { header } = loaded
  return {
    companyCode: header.companyCode,
    subjectType: acting.table.definition.name,
    subjectId: header.id,
    subjectNo: numberParameter(header.docNo),
    action: acting.action,
    before: { ...before, ...pick(header, Object.keys(work.header)) },
    after: {
      state: ended.after.header.state,
      erpState: header.erpState,
      ...work.header,
      ...(Object.keys(input).length > 0 ? { input } : {}),
      ...(work.lines.size > 0 ? { lines: Object.fromEntries(work.lines) } : {}),
    },
  }
}

/** Returns null if the ERP state stays unchanged or was already set by a posting of the effect. */
function nextErpState(
  table: DocumentTable,
  before: ErpState,
  work: Work,
  moves: readonly PostedMove[],
): ErpState | null {
  if (!table.definition.posts) return null
  if (work.reversesMoves)
    return before === 'reversed' || work.linesLeft.size > 0 ? null : 'notNeeded'
  return moves.some((move) => move.postsToErp) ? 'unposted' : null
}

/** The ERP has nothing of a line, and no posting of it is open. */
const notThere: ReadonlySet<string> = new Set(['unposted', 'failed', 'reversed', 'cancelledInErp'])

function markLines(
  table: DocumentTable,
  loaded: LoadedDocument,
  work: Work,
  moves: readonly PostedMove[],
  erpState: ErpState | null,
): void {
  if (!table.definition.posts) return
  if (work.linesLeft.size > 0) {
    // Lines reversed in full need no posting; the other lines are still to be posted.
    for (const { lineNo, lineErpState } of loaded.lines)
      if (notThere.has(lineErpState) && !work.linesLeft.has(lineNo))
        work.lines.set(lineNo, { ...work.lines.get(lineNo), lineErpState: 'notNeeded' })
    return
  }
  if (erpState === null) return
  // Lines derive 'posting' from the header (`lineErpState` in table.ts), so the change would lose it.
  if (erpState === 'unposted' && loaded.header.erpState === 'posting')
    throw new Error(`${table.header} ${loaded.header.docNo} moves goods while the ERP books it`)
  const moved = new Set(moves.filter((move) => move.postsToErp).map((move) => move.lineNo))
  for (const line of loaded.lines) {
    const lineErpState =
      erpState === 'notNeeded' ? 'notNeeded' : moved.has(line.lineNo) ? erpState : null
    if (lineErpState !== null)
      work.lines.set(line.lineNo, { ...work.lines.get(line.lineNo), lineErpState })
  }
}

/** Gives all changes the same fields, so that one statement writes them; missing fields repeat their current value. */
export function padChanges(
  loaded: LoadedDocument,
  changes: ReadonlyMap<number, Record<string, unknown>>,
) {
  const names = [...new Set([...changes.values()].flatMap((change) => Object.keys(change)))]
  return loaded.lines
    .filter((line) => changes.has(line.lineNo))
    .map((line) => ({ lineNo: line.lineNo, ...pick(line, names), ...changes.get(line.lineNo) }))
}

function pick(row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}
