import { isPostedByOthers } from '@kufang/contract/document/declare/erp-state.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { auditDocuments } from '../webhooks/queue-states.ts'
import type { PostingHandle } from '../../erp/posting-model.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Clock } from '../storage/clock.ts'
import type { DocumentHeader, LoadedDocument } from '../storage/document.ts'
import { derivedActions } from '../storage/derived-states.ts'
import { proposeDraft } from '../draft/propose.ts'
import { writeReferences } from '../storage/links.ts'
import { neighboursOf, writeNeighbours } from '../storage/neighbours.ts'
import type { LoosePort } from '../effects/effects.ts'
import { postDocument, reverseDocumentPosting, writeAsked, type Asked } from '../books/postings.ts'
import { followWaiting, waitingFor } from '../books/follow-waiting.ts'
import { findRefusedWork, repeatWork } from '../books/step-work.ts'
import {
  changesOf,
  loadInCompany,
  lockHeaderInCompany,
  updateHeaders,
  updateLines,
} from '../storage/store.ts'
import type { DocumentTable } from '../storage/table.ts'
import { refreshSuccessorTodos, waitsInEither } from '../storage/successor-todo.ts'
import { actOnBehalf, createOnBehalf, onBehalf, tableOf } from './system-work.ts'
import type { Perform } from '../effects/acting.ts'
import type { Work } from './work.ts'

const turns = new WeakMap<Transaction, Map<string, Promise<unknown>>>()

/**
 * Requests for a document that others post are made one after the other, also by acts that share a transaction: two
 * receipts of one arrival. The first begins at once, so that requests for different documents share packets.
 */
function inTurn<T>(tx: Transaction, id: string, request: () => Promise<T>): Promise<T> {
  const own = turns.get(tx) ?? new Map<string, Promise<unknown>>()
  turns.set(tx, own)
  const before = own.get(id)
  const mine = before === undefined ? request() : before.then(request)
  // If one fails, the transaction does.
  own.set(
    id,
    mine.catch(() => {}),
  )
  return mine
}

/** Gives the effects of a document access to documents of other types in the same transaction. */
// oxlint-disable-next-line max-lines-per-function -- one port: all its calls share the acting document and its work
export function documentPort(
  tx: Transaction,
  session: Session,
  clock: Clock,
  ownType: string,
  own: LoadedDocument,
  work: Work,
  perform: Perform,
): LoosePort {
  const ownKey = { companyCode: own.header.companyCode, type: ownType, id: own.header.id }
  /** Uses the acting document as already loaded and locked; loads and locks any other document. */
  const locked = async (table: DocumentTable, companyCode: string, id: string) => {
    if (id !== own.header.id) return loadInCompany(tx, table, companyCode, id, true)
    await work.pending?.insertAsEntered()
    return work.isFinished ? loadInCompany(tx, table, companyCode, id, true) : own
  }
  /** Applies posting results: for the acting document together with its other changes, otherwise immediately. */
  const follow = (table: DocumentTable, header: DocumentHeader, asked: Asked) => {
    if (header.id === own.header.id && asked.header.erpState !== undefined) {
      Object.assign(own.header, asked.header)
      if (!work.isFinished) {
        Object.assign(work.postingChanges.header, asked.header)
        for (const line of asked.lines) work.postingChanges.lines.set(line.lineNo, line)
        return
      }
    }
    writeAsked(tx, table, header, asked)
  }
  /** What waits behind postings that are sent again follows once this act has written its own changes. */
  const followOthers = async (
    companyCode: string,
    sentAgain: readonly PostingHandle[],
    except: readonly string[],
  ) => {
    const ids = sentAgain.map(({ postingId }) => postingId)
    const waiting = await waitingFor(tx, companyCode, ids, except)
    if (waiting.length === 0) return
    const task = () => followWaiting(tx, waiting, firstOf(sentAgain).postingKey)
    if (work.isFinished) await task()
    else work.afterwards.push(task)
  }
  return {
    async create(name, request) {
      await work.pending?.insertAsEntered()
      const made = await createOnBehalf(tx, session, clock, name, request)
      const { companyCode, id, docNo } = made.header
      if (companyCode !== own.header.companyCode)
        writeNeighbours(tx, ownKey, { companyCode, type: name, id })
      return { id, docNo }
    },
    refer(name, id, lines) {
      const { companyCode } = own.header
      writeReferences(tx, companyCode, ownKey, { type: name, id }, lines)
    },
    async createProposed(name, companyCode, sources) {
      await work.pending?.insertAsEntered()
      const table = tableOf(name)
      const { document: sourceType } = table.definition.source!
      const by = onBehalf(session, companyCode)
      const proposed = await proposeDraft(tx, by, table, sourceType, sources, clock, true)
      if (proposed.lines.length === 0) return null
      const made = await createOnBehalf(tx, session, clock, name, { companyCode, ...proposed })
      return { id: made.header.id, docNo: made.header.docNo }
    },
    async load(name, companyCode, id) {
      if (id === own.header.id) await work.pending?.insertAsEntered()
      return loadInCompany(tx, tableOf(name), companyCode, id, true)
    },
    async loadHeader(name, companyCode, id) {
      if (id === own.header.id) await work.pending?.insertAsEntered()
      return lockHeaderInCompany(tx, tableOf(name), companyCode, id)
    },
    async act(name, companyCode, id, action, given = {}) {
      await work.pending?.insertAsEntered()
      await actOnBehalf(tx, session, clock, perform, name, { companyCode, id }, action, given)
    },
    async change(name, companyCode, id, change) {
      await work.pending?.insertAsEntered()
      const table = tableOf(name)
      const { header } = await loadInCompany(tx, table, companyCode, id, true)
      updateHeaders(tx, table, [{ header, values: change.header ?? {} }])
      if (change.lines) updateLines(tx, table, changesOf(header, change.lines))
      await auditDocuments(tx, session, [
        {
          companyCode,
          subjectType: name,
          subjectId: id,
          subjectNo: header.docNo,
          action: derivedActions.change,
          before: {},
          after: { ...change.header, ...(change.lines ? { lines: change.lines } : {}) },
        },
      ])
      if (waitsInEither(table.definition, header.state, header.state))
        refreshSuccessorTodos(tx, session.userId, companyCode, table.definition, [id])
    },
    async post(name, companyCode, id, options = {}) {
      // Awaited below; this prevents an unhandled rejection if an earlier step fails first.
      const first = Promise.resolve(options.dependsOn ?? [])
      first.catch(() => {})
      const table = tableOf(name)
      const request = async () => {
        const document = await locked(table, companyCode, id)
        const refused = await findRefusedWork(tx, table, document.header)
        if (refused !== null) {
          const by = onBehalf(session, companyCode)
          const repeat = () => repeatWork(tx, perform, by, table, document.header, refused, clock)
          if (id === own.header.id && !work.isFinished) work.repeat = repeat
          else await repeat()
          return []
        }
        const asked = await postDocument(tx, session, table, document, clock, {
          ...options,
          dependsOn: first,
        })
        follow(table, document.header, asked)
        await followOthers(companyCode, asked.sentAgain, [id, own.header.id])
        return asked.postings
      }
      return isPostedByOthers(table.definition) ? inTurn(tx, id, request) : request()
    },
    neighbours: () => neighboursOf(tx, ownKey),
    async reversePosting(name, companyCode, id, options = {}) {
      const table = tableOf(name)
      const document = await locked(table, companyCode, id)
      const asked = await reverseDocumentPosting(tx, session, table, document, clock, options)
      follow(table, document.header, asked)
      return asked.postings
    },
  }
}
