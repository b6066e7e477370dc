import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { undoPath } from '@kufang/contract/document/undo-path.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { documentTable } from '../storage/table.ts'

/** As much of a document of a chain as its next steps and its undoing depend on. */
export interface ChainDocument {
  definition: AnyDocument
  companyCode: string
  id: string
  docNo: string
  state: string
  erpState: string
  version: number
  acts: Record<string, Act>
  plant: string
  storageLocation: string
  supplierNo: string
  createdAt: string
  updatedAt: string
}

/** So many documents of a chain are looked at; a longer one is undone part by part. */
const chainMax = 100

/** The documents that live on a document, through links that count, the latest first. */
export async function liveDescendants(
  queryable: Queryable,
  companyCode: string,
  type: string,
  id: string,
): Promise<ChainDocument[]> {
  const found = await queryable.query<{ type: string; ids: string[] }>(
    `with recursive after(type, id) as (
       select $2::text, $3::uuid
       union select k.to_type, k.to_id from after a
         join document_link k on k.company_code = $1 and k.from_type = a.type and k.from_id = a.id and k.is_live
     )
     select type, array_agg(id) as ids from (select * from after where id <> $3 limit ${chainMax}) a group by type`,
    [companyCode, type, id],
  )
  const documents: ChainDocument[] = []
  // One statement per kind of document in the chain: at most as many as there are kinds.
  for (const { type: name, ids } of found)
    documents.push(...(await readChainDocuments(queryable, companyCode, name, ids)))
  return documents.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

/**
 * The document to be undone first where a document cannot be undone for what came of it: naming a nearer one, which
 * itself only waits for that, helps nobody. Null where none is left that a person could undo.
 */
export async function firstToUndo(
  queryable: Queryable,
  companyCode: string,
  type: string,
  id: string,
): Promise<ChainDocument | null> {
  const descendants = await liveDescendants(queryable, companyCode, type, id)
  const found = descendants.find(
    ({ definition, state, erpState }) =>
      definition.editable.includes(state) || undoPath(definition, { state, erpState }).length > 0,
  )
  return found ?? null
}

/** The same part of known documents of one kind. */
export async function readChainDocuments(
  queryable: Queryable,
  companyCode: string,
  name: string,
  ids: readonly string[],
): Promise<ChainDocument[]> {
  const definition = documentDefinition(name)!
  const rows = await queryable.query<Omit<ChainDocument, 'definition'>>(
    `select company_code, id, doc_no, state, erp_state, version, acts, coalesce(plant, '') as plant,
       coalesce(storage_location, '') as storage_location,
       coalesce(to_jsonb(h) ->> 'supplier_no', '') as supplier_no, created_at, updated_at
     from ${documentTable(definition).header} h where company_code = $1 and id = any($2::uuid[])`,
    [companyCode, ids],
  )
  return rows.map((row) => ({ ...row, definition }))
}
