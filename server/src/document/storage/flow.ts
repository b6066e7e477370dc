import type { FlowEdge, FlowNode, FlowResponse } from '@kufang/contract/document/api.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { DocumentTable } from './table.ts'
import { documentTable } from './table.ts'

const nodesMax = 200

/**
 * The chain of documents before and after one, with ERP numbers, found over the links in both directions. It contains
 * predecessors of predecessors and successors of successors but no siblings, so that the flow of a large order stays
 * readable.
 */
export async function documentFlow(
  queryable: Queryable,
  table: DocumentTable,
  companyCode: string,
  id: string,
): Promise<FlowResponse> {
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
     ), links as (
       select k.* from before b join document_link k on k.company_code = $1 and k.to_type = b.type and k.to_id = b.id
       union
       select k.* from after a join document_link k on k.company_code = $1 and k.from_type = a.type and k.from_id = a.id
     )
     select from_type, from_id, to_type, to_id, sum(quantity) as quantity, bool_or(is_live) as is_live
     from links group by 1, 2, 3, 4 order by min(created_at) limit ${nodesMax * 2}`,
    [companyCode, name, id],
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
    const { header } = documentTable(documentDefinition(type)!)
    // One statement per document type in the chain.
    const rows = await queryable.query<Omit<FlowNode, 'type' | 'isSelf'>>(
      `select h.id, h.doc_no, h.state, h.erp_state, h.created_at, h.created_by_name,
         coalesce((select json_agg(json_build_object('number', p.material_document, 'year', p.material_document_year, 'isReversal', p.direction = 'reverse') order by p.sequence)
           from erp_posting p where p.company_code = h.company_code and p.document_type = $3 and p.document_id = h.id and p.material_document <> ''), '[]') as material_documents
       from ${header} h where h.company_code = $1 and h.id = any($2::uuid[]) order by h.created_at limit ${nodesMax}`,
      [companyCode, [...documents], type],
    )
    nodes.push(...rows.map((row) => ({ ...row, type, isSelf: row.id === id })))
  }
  return {
    nodes,
    edges: edges.map(({ fromId, toId, quantity, isLive }): FlowEdge => ({
      fromId,
      toId,
      quantity,
      isLive,
    })),
  }
}
