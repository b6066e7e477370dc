import { decide } from '@kufang/contract/document/decide.ts'
import type { Act } from '@kufang/contract/document/define-document.ts'
import type { ErpState } from '@kufang/contract/document/erp-state.ts'
import { isRefusal, refuse, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import { reversalTypes } from '../platform/erp/movement-rule.ts'
import type { Session } from '../platform/session/session.ts'
import {
  placeHolds,
  releaseHolds,
  postMoves,
  type PostedMove,
  reverseMoves,
} from '../stock/public.ts'
import type { Clock } from './clock.ts'
import type { NewDocument } from './create.ts'
import type { LoadedDocument } from './document.ts'
import { effectsOf } from './effects.ts'
import { missingFields, readInput } from './input.ts'
import { assertNothingInFlight } from './postings.ts'
import { updateHeader, updateLines } from './store.ts'
import type { DocumentTable } from './table.ts'
import { refreshTodos } from './todo.ts'
import { effectContext, newWork, type Work } from './work.ts'

export interface ActionInput {
  input?: Record<string, unknown> | undefined
  lines?: readonly ({ lineNo: number } & Record<string, unknown>)[] | undefined
}

export interface Performed {
  loaded: LoadedDocument
  moves: PostedMove[]
}

/**
 * Runs one action on a loaded and locked document, in the caller's transaction: decision, input, effect,
 * ledger, state, to-dos, audit. Constant number of statements, whatever the number of lines.
 */
export async function performAction(
  tx: Transaction,
  session: Session,
  functionCodes: ReadonlySet<string>,
  table: DocumentTable,
  loaded: LoadedDocument,
  action: string,
  given: ActionInput,
  clock: Clock,
  /** Where it is new: what was entered, written only as it ends. */
  made?: NewDocument,
): Promise<Performed> {
  const { definition } = table
  const declared = Object.hasOwn(definition.actions, action) ? definition.actions[action] : null
  if (!declared)
    throw refuse('not-found', {
      subject: definition.label.zh,
      subjectEn: definition.label.en,
      no: action,
    })
  const { header } = loaded
  const refusal = decide(definition, action, { ...session, functionCodes }, header)
  if (refusal) throw refuseAll([refusal])
  if (definition.editable.includes(header.state)) assertComplete(table, loaded)
  if (action === 'reversePhysical') await assertNothingInFlight(tx, definition, header)
  const { input, lineInput } = readActionInput(table, loaded, action, given)

  const before = { state: header.state, erpState: header.erpState }
  const work = newWork(made)
  const context = effectContext(tx, session, table, loaded, clock, work, input, lineInput)
  try {
    await effectsOf(definition.name).actions[action]!(context)
  } catch (error) {
    if (isRefusal(error)) assertListed(definition.refusals, error.code)
    throw error
  }

  const state = work.state ?? declared.to ?? header.state
  const acts: Record<string, Act> = {
    ...header.acts,
    [action]: { userId: session.userId, userName: session.userName, at: clock.now.toISOString() },
  }
  const version = header.version + 1
  const moves = await moveGoods(tx, session, table, loaded, action, work, clock, made)
  await made?.number()
  // An effect may have changed ERP states itself, by posting; what moved decides otherwise.
  const erpState = nextErpState(table, header.erpState, work, moves)
  markLines(table, loaded, work, moves, erpState)
  if (erpState !== null) header.erpState = erpState

  const headerChanges = {
    ...work.followed.header,
    ...work.header,
    state,
    acts,
    ...(erpState === null ? {} : { erpState }),
  }
  const lineChanges = new Map(work.followed.lines)
  for (const [lineNo, change] of work.lines)
    lineChanges.set(lineNo, { ...lineChanges.get(lineNo), ...change })
  if (made && !work.isWritten) made.insert({ ...headerChanges, version }, lineChanges)
  else {
    updateLines(tx, table, header.companyCode, header.id, evenChanges(loaded, lineChanges))
    updateHeader(tx, table, header, headerChanges)
  }
  work.isWritten = true
  work.isFinished = true
  for (const task of work.afterwards) await task()
  await writeAudit(tx, session, [
    ...(made ? [made.audit()] : []),
    {
      companyCode: header.companyCode,
      subjectType: definition.name,
      subjectId: header.id,
      subjectNo: header.docNo,
      action,
      before: { ...before, ...pick(header, Object.keys(work.header)) },
      after: {
        state,
        erpState: header.erpState,
        ...work.header,
        ...(Object.keys(input).length > 0 ? { input } : {}),
        ...(work.lines.size > 0 ? { lines: Object.fromEntries(work.lines) } : {}),
      },
    },
  ])
  const after: LoadedDocument = {
    header: { ...header, ...work.header, state, acts, version },
    lines: loaded.lines.map((line) => ({ ...line, ...work.lines.get(line.lineNo) })),
  }
  refreshTodos(tx, session, definition, after.header, made !== undefined)
  return { loaded: after, moves }
}

/** Nobody acts on a draft that lacks what its declaration requires. */
function assertComplete(table: DocumentTable, loaded: LoadedDocument): void {
  const { definition } = table
  const problems: RefusalDetail[] = missingFields(definition.header, loaded.header, definition)
  if (loaded.lines.length === 0) problems.push({ code: 'lines-required', params: {} })
  for (const line of loaded.lines) {
    problems.push(
      ...missingFields(table.lineFields, line, { relabel: definition.relabel, line: line.lineNo }),
    )
  }
  if (problems.length > 0) throw refuseAll(problems)
}

function readActionInput(
  table: DocumentTable,
  loaded: LoadedDocument,
  action: string,
  given: ActionInput,
) {
  const { definition } = table
  const declared = definition.actions[action]!
  const problems: RefusalDetail[] = []
  const read = readInput(declared.input ?? {}, given.input ?? {}, { accepts: () => true })
  problems.push(
    ...read.problems,
    ...missingFields(declared.input ?? {}, { ...given.input, ...read.values }, {}),
  )
  const known = new Set(loaded.lines.map((line) => line.lineNo))
  const lineInput = (given.lines ?? []).map(({ lineNo, ...fields }) => {
    if (!known.has(lineNo))
      problems.push({ code: 'source-not-found', params: { source: String(lineNo) }, line: lineNo })
    const line = readInput(declared.lineInput ?? {}, fields, { accepts: () => true, line: lineNo })
    problems.push(...line.problems)
    return { lineNo, ...line.values }
  })
  if (problems.length > 0) throw refuseAll(problems)
  return { input: read.values, lineInput }
}

async function moveGoods(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  action: string,
  work: Work,
  clock: Clock,
  made: NewDocument | undefined,
): Promise<PostedMove[]> {
  const { header } = loaded
  const { name } = table.definition
  const by = {
    companyCode: header.companyCode,
    documentType: name,
    documentId: header.id,
    // Drawn by the ledger once it holds what it changes: while it waits for that, nobody waits for the number.
    documentNo: made === undefined || work.isWritten ? header.docNo : made.number,
    userId: session.userId,
    now: clock.now,
  }
  // The version makes the prefix new for each deliberate act, and the same for a repetition of one.
  const idempotencyPrefix = `${header.id}:${action}:${header.version}`
  if (work.releasesHolds) await releaseHolds(tx, { ...by, kind: 'reservation' })
  let moves: PostedMove[] = []
  if (work.reversesMoves) {
    moves = await reverseMoves(tx, {
      ...by,
      byDocumentType: name,
      byDocumentId: header.id,
      byDocumentNo: (await made?.number()) ?? header.docNo,
      idempotencyPrefix,
      reversalMovementType: await reversalTypes(tx, header.companyCode),
    })
  }
  if (work.moves.length > 0)
    moves = [
      ...moves,
      ...(await postMoves(tx, {
        ...by,
        idempotencyPrefix: `${idempotencyPrefix}:m`,
        moves: work.moves,
      })),
    ]
  if (work.holds.length > 0) {
    await placeHolds(tx, {
      ...by,
      documentNo: (await made?.number()) ?? header.docNo,
      rows: work.holds.map((hold) => ({ ...hold, kind: 'reservation' as const })),
    })
  }
  return moves
}

/** null: the ERP state stays as it is (or the effect's posting has set it). */
function nextErpState(
  table: DocumentTable,
  before: ErpState,
  work: Work,
  moves: readonly PostedMove[],
): ErpState | null {
  if (!table.definition.posts) return null
  if (work.reversesMoves) return before === 'reversed' ? null : 'notNeeded'
  return moves.some((move) => move.postsToErp) ? 'unposted' : null
}

function markLines(
  table: DocumentTable,
  loaded: LoadedDocument,
  work: Work,
  moves: readonly PostedMove[],
  erpState: ErpState | null,
): void {
  if (!table.definition.posts || erpState === null) return
  const moved = new Set(moves.filter((move) => move.postsToErp).map((move) => move.lineNo))
  for (const line of loaded.lines) {
    const lineErpState =
      erpState === 'notNeeded' ? 'notNeeded' : moved.has(line.lineNo) ? erpState : null
    if (lineErpState !== null)
      work.lines.set(line.lineNo, { ...work.lines.get(line.lineNo), lineErpState })
  }
}

/** All changes with the same fields, so that one statement writes them: absent ones repeat what stood there. */
function evenChanges(
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

const frameCodes = new Set([
  'field-required',
  'lines-required',
  'input-invalid',
  'separation-of-duties',
])

/** An effect may only refuse with what the contract lists: otherwise the browser could not be ready for it. */
function assertListed(listed: readonly string[], code: string): void {
  if (!listed.includes(code) && !commonCodes.has(code) && !frameCodes.has(code)) {
    throw new Error(`refusal ${code} is not listed by the contract of this document`)
  }
}

const commonCodes = new Set([
  'successor-stands',
  'reason-required',
  'master-unknown',
  'outside-scope',
  'material-unknown',
  'material-inactive',
  'wrong-state',
  'source-wrong-state',
  'not-found',
  'reversal-beyond-moved',
  'release-beyond-held',
])
