import { newId } from '@kufang/kernel/identifier.ts'
import { writeAudit, type AuditEntry } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import type { Clock } from './clock.ts'
import type { LoadedDocument } from './document.ts'
import type { DraftInput, Maker } from './draft.ts'
import { assertMay } from './draft-checks.ts'
import { linkSources } from './links.ts'
import { readDraft } from './read-draft.ts'
import { drawDocumentNumber, insertHeader, insertLines } from './store.ts'
import type { DocumentTable } from './table.ts'
import { refreshTodos } from './todo.ts'

/**
 * Makes a draft in the caller's transaction: input by schema, sources locked and checked, references
 * checked, number drawn last, lines and links written. The caller writes the audit entry, and the to-dos of
 * the state it leaves the document in.
 */
export async function makeDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  input: DraftInput,
  clock: Clock,
  maker: Maker = 'person',
): Promise<{ loaded: LoadedDocument; audit: AuditEntry }> {
  const { definition } = table
  if (maker === 'person') assertMay(definition, session, 'create')
  const content = await readDraft(tx, session, table, input, clock, maker)
  const { companyCode } = content.header
  const id = newId()
  const docNo = await drawDocumentNumber(tx, companyCode, definition.prefix, clock.today)
  const at = clock.now.toISOString()
  const header = {
    ...content.header,
    id,
    docNo,
    state: definition.initial,
    erpState: 'notNeeded' as const,
    version: 1,
    acts: { create: { userId: session.userId, userName: session.userName, at } },
    documentDate: clock.today as string,
    postingDate: null,
    createdBy: session.userId,
    createdByName: session.userName,
    createdAt: at,
    updatedAt: at,
  }
  await insertHeader(tx, table, header)
  const lines = await insertLines(tx, table, companyCode, id, content.lines)
  await linkSources(tx, companyCode, definition.name, id, content.links)
  const loaded: LoadedDocument = {
    header: {
      ...emptyHeader(table),
      printCount: 0,
      ...header,
      plant: textOr(header, 'plant'),
      storageLocation: textOr(header, 'storageLocation'),
    },
    lines,
  }
  const audit: AuditEntry = {
    companyCode,
    subjectType: definition.name,
    subjectId: id,
    subjectNo: docNo,
    action: 'create',
    after: { header: content.header, lines: content.lines },
  }
  return { loaded, audit }
}

/** Makes a draft and leaves it at that: its trace and its to-dos are written at once. */
export async function createDraft(...made: Parameters<typeof makeDraft>): Promise<LoadedDocument> {
  const [tx, session, { definition }] = made
  const { loaded, audit } = await makeDraft(...made)
  await writeAudit(tx, session, [audit])
  await refreshTodos(tx, session, definition, loaded.header)
  return loaded
}

const textOr = (header: Record<string, unknown>, name: string): string => {
  const value = header[name]
  return typeof value === 'string' ? value : ''
}

function emptyHeader(table: DocumentTable): Record<string, null> {
  return Object.fromEntries(Object.keys(table.headerFields).map((name) => [name, null]))
}
