import { addAll } from '@kufang/kernel/add-all.ts'
import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { undoPath } from '@kufang/contract/document/undo-path.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documents, definitionOf } from '@kufang/contract/registry.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { documentTable } from './table.ts'
import { undoOrder } from './undo-order.ts'

/** The data of a chain document that its next steps and its reversal depend on. */
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
  /** Where its goods arrive, if that is elsewhere (`receivedAt`). */
  receivedAt?: { plant: string; storageLocation: string }
  supplierNo: string
  createdAt: string
  updatedAt: string
  /** The values by which its successors tell their predecessors apart. */
  kind: Record<string, unknown>
}

/** Limits the documents of a chain that are read; a longer chain is undone in parts. */
const chainMax = 100

/** The live documents derived from a document through live links, in the order in which they are undone. */
export async function liveDescendants(
  queryable: Queryable,
  companyCode: string,
  type: string,
  id: string,
): Promise<ChainDocument[]> {
  const found = await reached(queryable, [companyCode, type, id], 'from', 'to')
  if (found.length < 2) return found
  const ids = found.map((document) => document.id)
  return undoOrder(found, await liveLinksAmong(queryable, companyCode, ids))
}

/** The documents a document was derived from through live links, latest first. */
export function liveAncestors(
  queryable: Queryable,
  companyCode: string,
  type: string,
  id: string,
): Promise<ChainDocument[]> {
  return reached(queryable, [companyCode, type, id], 'to', 'from')
}

/** The live links among these documents. */
export function liveLinksAmong(
  queryable: Queryable,
  companyCode: string,
  ids: readonly string[],
): Promise<{ fromId: string; toId: string }[]> {
  return queryable.query(
    `select distinct from_id, to_id from document_link
     where company_code = $1 and from_id = any($2::uuid[]) and to_id = any($2::uuid[]) and is_live`,
    [companyCode, ids],
  )
}

async function reached(
  queryable: Queryable,
  start: readonly [companyCode: string, type: string, id: string],
  near: 'from' | 'to',
  far: 'from' | 'to',
): Promise<ChainDocument[]> {
  const [companyCode] = start
  const found = await queryable.query<{ type: string; ids: string[] }>(
    `with recursive reached(type, id) as (
       select $2::text, $3::uuid
       union select k.${far}_type, k.${far}_id from reached r
         join document_link k
           on k.company_code = $1 and k.${near}_type = r.type and k.${near}_id = r.id and k.is_live
     )
     select type, array_agg(id) as ids from (select * from reached where id <> $3 limit ${chainMax}) a group by type`,
    [...start],
  )
  const documents: ChainDocument[] = []
  // One statement per document type in the chain.
  for (const { type: name, ids } of found)
    addAll(documents, await readChainDocuments(queryable, companyCode, name, ids))
  return documents.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

/**
 * The document to undo first so that this one can be undone. It is the end of the chain, because nearer documents only
 * wait for it. Null if no person can undo any of them.
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

/** Reads the same data for known documents of one type. */
export async function readChainDocuments(
  queryable: Queryable,
  companyCode: string,
  name: string,
  ids: readonly string[],
): Promise<ChainDocument[]> {
  const definition = definitionOf(name)
  const { header, headerColumns } = documentTable(definition)
  const kinds = kindFields(name).map((field) => `'${field}', ${fieldOf(headerColumns, field).sql}`)
  const rows = await queryable.query<Omit<ChainDocument, 'definition'>>(
    `select company_code, id, doc_no, state, erp_state, version, acts, coalesce(plant, '') as plant,
       coalesce(storage_location, '') as storage_location,
       coalesce(to_jsonb(h) ->> 'supplier_no', '') as supplier_no, created_at, updated_at,
       json_build_object(${kinds.join(', ')}) as kind${placeOfArrival(definition)}
     from ${header} h where company_code = $1 and id = any($2::uuid[])`,
    [companyCode, ids],
  )
  return rows.map((row) => ({ ...row, definition }))
}

/** The column with the place where its goods arrive, as SQL. */
const placeOfArrival = ({ receivedAt }: AnyDocument): string =>
  receivedAt === undefined
    ? ''
    : `, json_build_object('plant', coalesce(h.${toSnake(receivedAt.plant)}, ''), 'storageLocation',
         coalesce(h.${toSnake(receivedAt.storageLocation)}, '')) as received_at`

/** The header fields of a type by which its successors tell their predecessors apart (`where` of their sources). */
const kindFields = (name: string): string[] => [
  ...new Set(
    Object.values<AnyDocument>(documents)
      .flatMap(sourcesOf)
      .flatMap(({ document, where = {} }) => (document === name ? Object.keys(where) : []))
      .filter((field) => field in definitionOf(name).header),
  ),
]
