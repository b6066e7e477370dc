import { refuseAll } from '@kufang/kernel/refusal.ts'
import { auditDocuments } from '../webhooks/queue-states.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { PostedMove } from '../../ledger/public.ts'
import { holdsOnly } from '@kufang/contract/document/declare/define-document.ts'
import { retakeLapsed } from '../draft/lapsed.ts'
import { auditsOfDerivedStates } from '../storage/derived-states.ts'
import { shiftTogether, takeShares } from './shares.ts'
import { explainRefusal } from './explain-refusal.ts'
import { beginAct, refusalTo, runEffect, type BegunAct } from './begin-act.ts'
import type { Acting } from '../effects/acting.ts'
import type { PendingDocument } from '../draft/pending-document.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { auditOf, endAct, padChanges } from './end-act.ts'
import { moveGoods, touchesStock } from './move-goods.ts'
import { assertMayTakeBack } from '../books/may-take-back.ts'
import { actsInHistory } from '../storage/record-history.ts'
import { changesOf, updateHeaders, updateLines, type HeaderChange } from '../storage/store.ts'
import { refreshSuccessorTodos, waitsInEither } from '../storage/successor-todo.ts'
import { refreshTodos } from '../storage/todo.ts'

export interface Performed {
  loaded: LoadedDocument
  moves: PostedMove[]
}

/**
 * Performs one action on a loaded and locked document in the caller's transaction: decision, input, effect, ledger,
 * state, to-dos, audit. The number of statements does not depend on the number of lines.
 * @param made the document if it is new; it is inserted at the end of the act
 */
export async function performAction(
  tx: Transaction,
  acting: Acting,
  loaded: LoadedDocument,
  made?: PendingDocument,
): Promise<Performed> {
  const { session, table } = acting
  const { definition } = table
  const { header } = loaded
  actsInHistory(tx, session)
  const refusal = refusalTo(acting, header)
  if (refusal)
    throw refuseAll([await explainRefusal(tx, definition, acting.action, header, refusal)])
  const act = beginAct(tx, acting, loaded, performAction, made)
  if (!made && holdsOnly(definition, header.state))
    await retakeLapsed(tx, session, table, [loaded], acting.clock)
  const { work } = act
  await runEffect(act)
  const isUnseen = work.reversedLines?.every(({ into }) => into !== undefined) === true
  if (work.reversesMoves && !isUnseen)
    await assertMayTakeBack(tx, definition, header, act.declared.label)
  const shared = takeShares(tx, act)
  // Errors are reported where `shared` is awaited.
  shared.catch(() => {})
  const moves = await moveGoods(tx, act)
  if (isUnseen && moves.some(({ postsToErp }) => postsToErp))
    throw new Error(`${acting.action} of ${header.docNo} takes back what the ERP knows of`)
  const derived = [...work.derivedStates, ...(await shared)]
  made?.draw()
  // Follow-up documents refer to this number.
  if (work.afterwards.length > 0) await made?.number()
  const ended = endAct(act, moves)
  const { headerChanges, lineChanges } = ended
  if (made && !made.isInserted)
    made.insert({ ...headerChanges, version: ended.after.header.version }, lineChanges)
  else {
    updateLines(tx, table, changesOf(header, padChanges(loaded, lineChanges)))
    updateHeaders(tx, table, [{ header: asBegun(act), values: headerChanges }])
  }
  work.isFinished = true
  for (const task of work.afterwards) await task()
  await auditDocuments(tx, session, [
    ...(made ? [made.audit()] : []),
    auditOf(act, ended),
    ...auditsOfDerivedStates(definition.name, header, derived),
  ])
  const after = work.repeat === null ? ended.after : await work.repeat()
  refreshTodos(tx, session, definition, [after.header], made !== undefined)
  const { companyCode, id, state } = after.header
  if (waitsInEither(definition, act.before.state, state))
    refreshSuccessorTodos(tx, session.userId, companyCode, definition, [id])
  return { loaded: after, moves }
}

/** The header with its states before the act: a posting that its effect requests changes the header before it is written. */
function asBegun({ loaded, before }: BegunAct): HeaderChange['header'] {
  const { companyCode, id } = loaded.header
  return { companyCode, id, ...before }
}

/** Thrown where one of several documents wants follow-up tasks: they are done one by one, and nothing is wrong. */
export class NotTogether extends Error {}

/**
 * Performs the same action on several loaded and locked documents of one type whose effect is `batchable`. Their
 * queries share packets, and their changes need as many statements as those of one document. The first refusal refuses
 * all of them.
 */
export async function performTogether(
  tx: Transaction,
  acting: Acting,
  documents: readonly LoadedDocument[],
): Promise<LoadedDocument[]> {
  const { session, table, action } = acting
  actsInHistory(tx, session)
  const begun = documents.map((loaded) => beginAct(tx, acting, loaded, performAction))
  const holding = documents.filter(({ header }) => holdsOnly(table.definition, header.state))
  await retakeLapsed(tx, session, table, holding, acting.clock)
  await Promise.all(begun.map(runEffect))
  const derived = await shiftTogether(tx, begun)
  const acts = begun.map((act) => {
    if (touchesStock(act.work))
      throw new Error(`${table.definition.name}.${action} cannot be batched: it moves goods`)
    if (act.work.afterwards.length > 0) throw new NotTogether()
    return { act, ended: endAct(act, []) }
  })
  updateLines(
    tx,
    table,
    acts.flatMap(({ act, ended }) =>
      changesOf(act.loaded.header, padChanges(act.loaded, ended.lineChanges)),
    ),
  )
  updateHeaders(
    tx,
    table,
    acts.map(({ act, ended }) => ({ header: asBegun(act), values: ended.headerChanges })),
  )
  await auditDocuments(tx, session, [
    ...acts.map(({ act, ended }) => auditOf(act, ended)),
    ...acts.flatMap(({ act }) =>
      auditsOfDerivedStates(table.definition.name, act.loaded.header, act.work.derivedStates),
    ),
    ...derived,
  ])
  const after = acts.map(({ ended }) => ended.after)
  refreshTodos(
    tx,
    session,
    table.definition,
    after.map((document) => document.header),
  )
  const waiting = acts.filter(({ act, ended }) =>
    waitsInEither(table.definition, act.before.state, ended.after.header.state),
  )
  const headers = waiting.map(({ act }) => act.loaded.header)
  for (const [companyCode, own] of Map.groupBy(headers, (header) => header.companyCode))
    refreshSuccessorTodos(
      tx,
      session.userId,
      companyCode,
      table.definition,
      own.map((header) => header.id),
    )
  return after
}
