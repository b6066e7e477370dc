import { definitionOf } from '@kufang/contract/registry.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { documentTable } from './table.ts'

// A document made by an act of a document of another company is no successor of it: links consume quantity within one
// company. The two are neighbours, and each is found from the other.

/** A document by company, type and id. */
export interface DocumentKey {
  companyCode: string
  type: string
  id: string
}

/** The document on the other side of a company's border. */
export interface Neighbour extends DocumentKey {
  docNo: string
  state: string
  erpState: string
  createdAt: string
  createdByName: string
  /** It made this document; otherwise it was made by it. */
  isBefore: boolean
}

/** Records that an act of `before` has made `after`, in both companies. */
export function writeNeighbours(tx: Transaction, before: DocumentKey, after: DocumentKey): void {
  tx.write(
    `insert into document_neighbour
       (company_code, document_type, document_id, neighbour_company, neighbour_type, neighbour_id, is_before)
     values ($1, $2, $3::uuid, $4, $5, $6::uuid, false), ($4, $5, $6::uuid, $1, $2, $3::uuid, true)`,
    [before.companyCode, before.type, before.id, after.companyCode, after.type, after.id],
  )
}

/** The documents of other companies that made this one or were made by it, oldest first. One statement per type found. */
export async function neighboursOf(
  queryable: Queryable,
  { companyCode, type, id }: DocumentKey,
): Promise<Neighbour[]> {
  const found = await queryable.query<{
    companyCode: string
    type: string
    id: string
    isBefore: boolean
  }>(
    `select neighbour_company as company_code, neighbour_type as type, neighbour_id as id, is_before
     from document_neighbour where company_code = $1 and document_type = $2 and document_id = $3`,
    [companyCode, type, id],
  )
  const neighbours: Neighbour[] = []
  for (const [key, group] of Map.groupBy(found, (one) => `${one.companyCode} ${one.type}`)) {
    const [company = '', name = ''] = key.split(' ')
    const rows = await queryable.query<Omit<Neighbour, 'companyCode' | 'type' | 'isBefore'>>(
      `select id, doc_no, state, erp_state, created_at, created_by_name
       from ${documentTable(definitionOf(name)).header} where company_code = $1 and id = any($2::uuid[])`,
      [company, group.map((one) => one.id)],
    )
    for (const row of rows)
      neighbours.push({
        ...row,
        companyCode: company,
        type: name,
        isBefore: itemWith(group, (one) => one.id === row.id).isBefore,
      })
  }
  return neighbours.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}
