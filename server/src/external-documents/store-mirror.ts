import { definitionOf } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { documentTable } from '../document/storage/table.ts'
import { queueStates } from '../document/webhooks/queue-states.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Transaction } from '../platform/database/database.ts'
import { demandsBefore, isDemand, tellDemandChanges } from './demand-changes.ts'
import { itemsBefore, tellChanges, tellReceived } from './order-changes.ts'

/** An ERP document in our fields: header, and lines with their ERP numbers. */
export interface MirroredDocument {
  companyCode: string
  docNo: string
  documentDate: string
  state: 'synced' | 'completed' | 'deleted'
  header: Record<string, unknown>
  lines: (Record<string, unknown> & { lineNo: number })[]
}

/** Columns set by our own documents, not overwritten by the synchronisation. */
const kept = new Set(['done_quantity', 'held_quantity', 'line_erp_state'])

interface StoredMirror {
  id: string
  docNo: string
  state: string
  /** '' for a new one. */
  before: string
}

/**
 * Writes mirrored documents in three statements; of orders it compares before and after, and what
 * was received, in four more, and of reservations and sales orders before and after, in two. Lines keep the quantities used by our own documents; a line no longer
 * in the ERP is marked deleted, never removed. A document read again after `readAt` stays unchanged: an older response
 * must not overwrite a newer one.
 */
export async function storeMirror(
  tx: Transaction,
  name: string,
  companyCode: string,
  documents: readonly MirroredDocument[],
  readAt: Date = new Date(),
): Promise<void> {
  if (documents.length === 0) return
  const table = documentTable(definitionOf(name))
  const system = '00000000-0000-0000-0000-000000000000'
  const headers = documents.map((document) => ({
    id: newId(),
    docNo: document.docNo,
    documentDate: document.documentDate,
    state: document.state,
    ...document.header,
  }))
  const numbers = documents.map(({ docNo }) => docNo)
  const tellDifferences = await noteBefore(tx, name, companyCode, numbers)
  const headerNames = [...new Set(headers.flatMap((header) => Object.keys(header)))]
    .filter((field) => field !== 'id')
    .sort()
  const ids = await tx.query<StoredMirror>(
    `insert into ${table.header} as h (company_code, id, created_by, created_by_name, synced_at, ${headerNames.map(toSnake).join(', ')})
     select $1, x.id, $3::uuid, 'ERP', $4::timestamptz, ${headerNames.map((field) => `x."${field}"`).join(', ')}
     from json_to_recordset($2::json) as x(id uuid, ${headerNames.map((field) => `"${field}" ${table.headerTypes[field]}`).join(', ')})
     order by x."docNo"
     on conflict (company_code, doc_no) do update set ${headerNames.map((field) => `${toSnake(field)} = excluded.${toSnake(field)}`).join(', ')},
       synced_at = excluded.synced_at, updated_at = excluded.updated_at, version = h.version + 1
     where h.synced_at is null or h.synced_at <= excluded.synced_at
     returning h.id, h.doc_no, h.state, coalesce(old.state, '') as before`,
    [companyCode, JSON.stringify(headers), system, readAt],
  )
  const idOf = new Map(ids.map((row) => [row.docNo, row.id]))
  const lines = documents.flatMap((document) => {
    const documentId = idOf.get(document.docNo)
    return documentId === undefined ? [] : document.lines.map((line) => ({ ...line, documentId }))
  })
  const lineNames = [...new Set(lines.flatMap((line) => Object.keys(line)))]
    .filter((field) => field !== 'documentId')
    .sort()
  if (lines.length > 0) {
    await tx.query(
      `insert into ${table.line} (company_code, document_id, ${lineNames.map(toSnake).join(', ')})
       select $1, x."documentId", ${lineNames.map((field) => `x."${field}"`).join(', ')}
       from json_to_recordset($2::json) as x("documentId" uuid, ${lineNames.map((field) => `"${field}" ${table.lineTypes[field]}`).join(', ')})
       order by x."documentId", x."lineNo"
       on conflict (company_code, document_id, line_no) do update set
         ${lineNames
           .filter((field) => field !== 'lineNo' && !kept.has(toSnake(field)))
           .map((field) => `${toSnake(field)} = excluded.${toSnake(field)}`)
           .join(', ')}`,
      [companyCode, JSON.stringify(lines)],
    )
  }
  await tx.query(
    `update ${table.line} l set is_deleted = true
     where l.company_code = $1 and l.document_id = any($2::uuid[]) and not coalesce(l.is_deleted, false)
       and not exists (select from unnest($3::uuid[], $4::int[]) as seen(id, line_no) where seen.id = l.document_id and seen.line_no = l.line_no)`,
    [
      companyCode,
      [...idOf.values()],
      lines.map((line) => line.documentId),
      lines.map((line) => line.lineNo),
    ],
  )
  tellStates(tx, name, companyCode, ids)
  await tellDifferences(idOf, readAt)
}

/**
 * Notes what is compared once the mirror is written. The returned function compares the documents that were written, by
 * number, and tells who watches them.
 */
async function noteBefore(
  tx: Transaction,
  name: string,
  companyCode: string,
  numbers: readonly string[],
): Promise<(written: ReadonlyMap<string, string>, readAt: Date) => Promise<void>> {
  if (name === 'purchase-order') {
    const before = await itemsBefore(tx, companyCode, numbers)
    return async (written, readAt) => {
      const ids = new Set(written.values())
      await tellChanges(
        tx,
        companyCode,
        before.filter(({ id }) => ids.has(id)),
      )
      await tellReceived(tx, companyCode, [...written.keys()], readAt)
    }
  }
  if (!isDemand(name)) return () => Promise.resolve()
  const before = await demandsBefore(tx, name, companyCode, numbers)
  return async (written) => {
    const ids = new Set(written.values())
    await tellDemandChanges(
      tx,
      name,
      companyCode,
      before.filter(({ id }) => ids.has(id)),
    )
  }
}

/** Tells receivers of webhooks of the states that mirrored documents entered. */
function tellStates(
  tx: Transaction,
  type: string,
  companyCode: string,
  stored: readonly StoredMirror[],
): void {
  queueStates(
    tx,
    stored
      .filter(({ state, before }) => state !== before)
      .map(({ id, docNo, state, before }) => ({
        companyCode,
        type,
        id,
        no: docNo,
        before,
        after: state,
      })),
  )
}
