import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { itemSql, keptOfItem } from './history-item.ts'
import { changesHistory, differenceSql, fieldsOfHistory } from './standing-history.ts'
import type { DocumentTable } from './table.ts'

// Documents whose lines or state changed in a way that histories of items depend on are noted while a transaction runs.
// Before its commit, and before histories are read in it, what their lines say is compared with the recorded rows, and the
// differences are recorded: one statement for each type of document, whatever their number and the number of lines.

/** Who acts in a transaction. */
interface Actor {
  userId: string
  userName: string
}

interface Noted {
  actor: Actor
  /** Ids by company and type. */
  documents: Map<string, { definition: AnyDocument; companyCode: string; ids: Set<string> }>
}

const system: Actor = { userId: 'system', userName: '系统' }
const notedBy = new WeakMap<Transaction, Noted>()

function noted(tx: Transaction): Noted {
  const known = notedBy.get(tx)
  if (known !== undefined) return known
  const made: Noted = { actor: system, documents: new Map() }
  notedBy.set(tx, made)
  tx.beforeCommit(() => recordHistory(tx))
  return made
}

/** Names the person in whose name the rows of the transaction are recorded. */
export function actsInHistory(tx: Transaction, { userId, userName }: Actor): void {
  noted(tx).actor = { userId, userName }
}

/** Notes documents of a type whose part in histories may have changed. */
export function noteHistory(
  tx: Transaction,
  { definition }: Pick<DocumentTable, 'definition'>,
  documents: readonly { companyCode: string; id: string }[],
): void {
  if (definition.history === undefined) return
  const all = noted(tx).documents
  for (const { companyCode, id } of documents) {
    const key = `${companyCode}/${definition.name}`
    const known = all.get(key)
    if (known) known.ids.add(id)
    else all.set(key, { definition, companyCode, ids: new Set([id]) })
  }
}

const dependent = new WeakMap<AnyDocument, ReadonlySet<string>>()

/** Whether histories depend on one of these fields of lines of the type. */
export function dependsOnFields(definition: AnyDocument, names: readonly string[]): boolean {
  if (definition.history === undefined) return false
  let fields = dependent.get(definition)
  if (!fields) dependent.set(definition, (fields = fieldsOfHistory(definition)))
  return names.some((name) => name === 'lineErpState' || fields.has(name))
}

/** Whether histories depend on this change of a header; `before` may be known in part only. */
export function dependsOnHeader(
  definition: AnyDocument,
  before: { state?: unknown; erpState?: unknown },
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (definition.history === undefined) return false
  if (dependsOnFields(definition, Object.keys(values))) return true
  if (values['state'] === undefined && values['erpState'] === undefined) return false
  if (typeof before.state !== 'string' || typeof before.erpState !== 'string') return true
  const { state, erpState } = { state: before.state, erpState: before.erpState }
  const valueOf = (name: string, otherwise: string): string => {
    const value = values[name]
    return typeof value === 'string' ? value : otherwise
  }
  const after = { state: valueOf('state', state), erpState: valueOf('erpState', erpState) }
  return changesHistory(definition, { state, erpState }, after)
}

/** The documents of a company: those with the ids of the second parameter, or all of them. */
const scopes = {
  some: (alias: string) => `${alias}.company_code = $1 and ${alias}.document_id = any($2::uuid[])`,
  all: (alias: string) => `${alias}.company_code = $1 and $2::uuid[] is null`,
} as const

const texts = new Map<string, string>()

/** As SQL: records the differences. Parameters: company, documents (or null), user, name of the user. */
function recordSql(definition: AnyDocument, scope: keyof typeof scopes): string {
  const key = `${definition.name}/${scope}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const of = scopes[scope]
  const difference = differenceSql(definition, { standing: of('l'), recorded: of('r') })
  const items = new Set(
    (definition.history ?? []).flatMap((event) => event.items.map(({ document }) => document)),
  )
  const made = `insert into item_history (company_code, item_type, item_id, item_line, item_no, plant, storage_location,
     material_group, material_no, event, book, quantity, document_type, document_id, document_line, document_no,
     source_type, source_id, source_line, at, user_id, user_name, material_document)
   select * from (
   select $1::text as company_code, d.item_type, d.item_id, d.item_line, i.doc_no, i.plant, i.storage_location,
     i.material_group, i.material_no, d.event, d.book, d.quantity, '${definition.name}', d.document_id, d.document_line,
     d.document_no, d.source_type, d.source_id, d.source_line, d.at, $3 as user_id, $4 as user_name, d.material_document
   from (${difference}) d
   left join lateral (${itemSql([...items], 'd', keptOfItem, '$1')}) i on true
   -- Citus plans the insertion of joined rows only apart from their selection.
   offset 0) changed`
  texts.set(key, made)
  return made
}

/** Records what has changed so far; sent with the next statement. Reads of histories in the transaction call it first. */
export function recordHistory(tx: Transaction): void {
  const { actor, documents } = notedBy.get(tx) ?? { actor: system, documents: new Map() }
  for (const { definition, companyCode, ids } of documents.values())
    tx.write(recordSql(definition, 'some'), [
      companyCode,
      [...ids].toSorted((one, other) => one.localeCompare(other)),
      actor.userId,
      actor.userName,
    ])
  documents.clear()
}

/**
 * Records what the histories of all documents of a type in a company lack: of documents from before the type had a history, or
 * after its declaration changed.
 */
export async function completeHistory(
  queryable: Queryable,
  companyCode: string,
  definition: AnyDocument,
): Promise<void> {
  const { userId, userName } = system
  await queryable.query(recordSql(definition, 'all'), [companyCode, null, userId, userName])
}
