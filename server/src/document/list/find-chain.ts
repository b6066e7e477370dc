import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { scannedText } from '@kufang/contract/document/scanned-code.ts'
import { documents } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { documentScope } from '../storage/scope.ts'

/** Maximum chain length, the same as in the flow. */
const stepsMax = 12
const foundMax = 100

/**
 * The documents of one type that a number leads to: the document itself, or predecessors and successors of the document
 * with that number, such as the arrivals of a delivery note or an order. A statement, and one per company; only documents within the
 * person's scope are returned.
 */
export async function findInChain(
  queryable: Queryable,
  session: Session,
  wanted: DocumentTable,
  text: string,
): Promise<string[]> {
  const number = scannedText(text)
  const kinds = Object.values<AnyDocument>(documents).map(
    (definition) =>
      `select company_code, '${definition.name}' as type, id from ${documentTable(definition).header}
       where company_code = any($1) and doc_no = $2`,
  )
  const named = await queryable.query<{ companyCode: string; type: string; id: string }>(
    kinds.join(' union all '),
    [session.scope.companyCodes, number],
  )
  if (named.length === 0) return []
  const scope = documentScope(wanted, session, 'header', 5)
  const found: string[] = []
  // Usually one: Citus follows a chain on the machine of a given company only.
  for (const [companyCode, own] of Map.groupBy(named, (one) => one.companyCode)) {
    const rows = await queryable.query<{ docNo: string }>(
      `with recursive named as (
         select * from unnest($2::text[], $3::uuid[]) as n (type, id)
       ), before as (
         select n.*, 0 as depth from named n
         union select k.from_type, k.from_id, b.depth + 1 from before b
           join document_link k on k.company_code = $1 and k.to_type = b.type and k.to_id = b.id
           where b.depth < ${stepsMax}
       ), after as (
         select n.*, 0 as depth from named n
         union select k.to_type, k.to_id, a.depth + 1 from after a
           join document_link k on k.company_code = $1 and k.from_type = a.type and k.from_id = a.id
           where a.depth < ${stepsMax}
       )
       select h.doc_no from ${wanted.header} h
       where h.company_code = $1 and h.id in (
           select id from before where type = $4 union select id from after where type = $4)
         and ${scope.sql}
       order by h.doc_no desc limit ${foundMax}`,
      [
        companyCode,
        own.map(({ type }) => type),
        own.map(({ id }) => id),
        wanted.definition.name,
        ...scope.values,
      ],
    )
    addAll(
      found,
      rows.map(({ docNo }) => docNo),
    )
  }
  return found.slice(0, foundMax)
}
