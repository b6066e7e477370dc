import type { FlowEdge, FlowNode } from '@kufang/contract/document/api.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documents as declaredDocuments, definitionOf } from '@kufang/contract/registry.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { DocumentTable } from './table.ts'
import { documentTable } from './table.ts'

const nodesMax = 200

/** Pairs of types, successor and predecessor, whose successor consumes no quantity of the predecessor. */
const referring: readonly (readonly [to: string, from: string])[] = Object.values<AnyDocument>(
  declaredDocuments,
).flatMap((definition) =>
  sourcesOf(definition).flatMap(({ document, consumesOpenQuantity }) =>
    consumesOpenQuantity === false ? [[definition.name, document] as const] : [],
  ),
)

/**
 * The chain of documents before and after one, with ERP numbers, found over the links in both directions. It contains
 * predecessors of predecessors and successors of successors but no siblings, so that the flow of a large order stays
 * readable. Documents that refer to a predecessor without consuming its quantity, such as its inspection, are no
 * siblings: they are contained with their successors.
 */
export async function documentFlow(
  queryable: Queryable,
  table: DocumentTable,
  companyCode: string,
  id: string,
): Promise<{ nodes: FlowNode[]; edges: FlowEdge[] }> {
  const name = table.definition.name
  const edges = await queryable.query<{
    fromType: string
    fromId: string
    toType: string
    toId: string
    quantity: Quantity
    isLive: boolean
  }>(
    `with recursive before(type, id, depth) as (
       select $2::text, $3::uuid, 0
       union select k.from_type, k.from_id, b.depth + 1 from before b
         join document_link k on k.company_code = $1 and k.to_type = b.type and k.to_id = b.id where b.depth < 12
     ), after(type, id, depth) as (
       select $2::text, $3::uuid, 0
       union select k.to_type, k.to_id, a.depth + 1 from after a
         join document_link k on k.company_code = $1 and k.from_type = a.type and k.from_id = a.id where a.depth < 12
     ), beside(type, id, depth) as (
       select k.to_type, k.to_id, 1 from before b
         join document_link k on k.company_code = $1 and k.from_type = b.type and k.from_id = b.id
         where (k.to_type, k.from_type) in (select * from unnest($4::text[], $5::text[]))
           and not exists (select from before c where c.type = k.to_type and c.id = k.to_id)
       union select k.to_type, k.to_id, s.depth + 1 from beside s
         join document_link k on k.company_code = $1 and k.from_type = s.type and k.from_id = s.id where s.depth < 12
     ), links as (
       select k.* from before b join document_link k on k.company_code = $1 and k.to_type = b.type and k.to_id = b.id
       union
       select k.* from after a join document_link k on k.company_code = $1 and k.from_type = a.type and k.from_id = a.id
       union
       select k.* from beside s join document_link k on k.company_code = $1 and k.to_type = s.type and k.to_id = s.id
     )
     select from_type, from_id, to_type, to_id, sum(quantity) as quantity, bool_or(is_live) as is_live
     from links group by 1, 2, 3, 4 order by min(created_at) limit ${nodesMax * 2}`,
    [companyCode, name, id, referring.map(([to]) => to), referring.map(([, from]) => from)],
  )
  const ids = new Map<string, Set<string>>([[name, new Set([id])]])
  for (const edge of edges) {
    for (const [type, documentId] of [
      [edge.fromType, edge.fromId],
      [edge.toType, edge.toId],
    ] as const) {
      const list = ids.get(type) ?? new Set()
      list.add(documentId)
      ids.set(type, list)
    }
  }
  const nodes: FlowNode[] = []
  for (const [type, documents] of ids) {
    const { header } = documentTable(definitionOf(type))
    // One statement per document type in the chain.
    const rows = await queryable.query<Omit<FlowNode, 'key' | 'type' | 'isSelf'> & { id: string }>(
      `select h.id, h.doc_no, h.state, h.erp_state, h.created_at, h.created_by_name, coalesce(e.material_documents, '[]') as material_documents
       from ${header} h
       left join (
         select document_id, json_agg(json_build_object('number', material_document, 'year', material_document_year,
           'isReversal', direction = 'reverse') order by sequence) as material_documents
         from erp_posting
         where company_code = $1 and document_type = $3 and document_id = any($2::uuid[]) and material_document <> ''
         group by document_id) e on e.document_id = h.id
       where h.company_code = $1 and h.id = any($2::uuid[]) order by h.created_at limit ${nodesMax}`,
      [companyCode, [...documents], type],
    )
    for (const row of rows) nodes.push({ ...row, key: row.id, type, isSelf: row.id === id })
  }
  return {
    nodes,
    edges: edges.map(({ fromId, toId, quantity, isLive }): FlowEdge => ({
      from: fromId,
      to: toId,
      quantity,
      isLive,
    })),
  }
}
