import { documentDefinition } from '@kufang/contract/registry.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import { systemSession, type Session } from '../platform/session/session.ts'
import type { Clock } from './clock.ts'
import { createDraft } from './create.ts'
import type { DocumentHeader } from './document.ts'
import type { DocumentPort } from './effects.ts'
import { releaseSources } from './links.ts'
import { postDocument, reverseDocumentPosting } from './postings.ts'
import { loadOwn, updateHeader, updateLines } from './store.ts'
import { documentTable, type DocumentTable } from './table.ts'
import { refreshTodos } from './todo.ts'

function tableOf(name: string): DocumentTable {
  const definition = documentDefinition(name)
  if (!definition) throw new Error(`no document type ${name}`)
  return documentTable(definition)
}

/** How the effects of one document reach documents of other kinds, inside their own transaction. */
export function documentPort(
  tx: Transaction,
  session: Session,
  clock: Clock,
  own: DocumentHeader,
): DocumentPort {
  // What the outbox does to the acting document itself shows in the header the frame goes on with.
  const follow = (header: DocumentHeader) => {
    if (header.id !== own.id) return
    own.erpState = header.erpState
    own.postingDate = header.postingDate
  }
  return {
    async create(name, request) {
      // What follows from a person's act is made in that person's name, though the person needs no role for it.
      const maker: Session = {
        ...systemSession([request.companyCode], session.requestId),
        userId: session.userId,
        userName: session.userName,
      }
      const made = await createDraft(
        tx,
        maker,
        tableOf(name),
        { header: request.header, lines: request.lines },
        clock,
        'system',
      )
      return { id: made.header.id, docNo: made.header.docNo }
    },
    load: (name, companyCode, id) => loadOwn(tx, tableOf(name), companyCode, id, true),
    async change(name, companyCode, id, change) {
      const table = tableOf(name)
      const { header } = await loadOwn(tx, table, companyCode, id, true)
      if (change.releasesSources) await releaseSources(tx, companyCode, name, id, 'all')
      const values = {
        ...change.header,
        ...(change.state === undefined ? {} : { state: change.state }),
      }
      await updateHeader(tx, table, header, values)
      if (change.lines) await updateLines(tx, table, companyCode, id, change.lines)
      await writeAudit(tx, session, [
        {
          companyCode,
          subjectType: name,
          subjectId: id,
          subjectNo: header.docNo,
          action: 'followed',
          before: { state: header.state },
          after: { ...values, ...(change.lines ? { lines: change.lines } : {}) },
        },
      ])
      await refreshTodos(tx, session, table.definition, { ...header, ...values } as typeof header)
    },
    async post(name, companyCode, id, dependsOn = []) {
      const table = tableOf(name)
      const loaded = await loadOwn(tx, table, companyCode, id, true)
      const postings = await postDocument(tx, session, table, loaded, clock, dependsOn)
      follow(loaded.header)
      return postings
    },
    async reversePosting(name, companyCode, id, dependsOn = []) {
      const table = tableOf(name)
      const loaded = await loadOwn(tx, table, companyCode, id, true)
      const postings = await reverseDocumentPosting(tx, session, table, loaded, clock, dependsOn)
      follow(loaded.header)
      return postings
    },
  }
}
