import type { ClosedFlowNode, FlowNode, FlowResponse } from '@kufang/contract/document/api.ts'
import { hasSerialNumbers } from '@kufang/contract/document/declare/serial-numbers.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { listedColumns } from './not-shown-yet.ts'
import { mayRead } from './reading.ts'
import { documentScope } from './scope.ts'
import { documentTable } from './table.ts'

/**
 * Reduces the flow of a document to what this person may read: a page of the document's type or of a successor, and the
 * document within the data scope. Of others within the company remain type and number, so that people can ask for them;
 * of a supplier's flow nothing remains, because numbers and quantities of the company's work are not his. `flow` contains
 * documents of one company. One statement per type, two for types whose lines have serial numbers.
 */
export async function readableFlow(
  queryable: Queryable,
  session: Session,
  flow: { nodes: FlowNode[]; edges: FlowResponse['edges'] },
): Promise<FlowResponse> {
  const isExternal = session.scope.supplierNo !== null
  const readable = new Set<string>()
  const pieces = new Map<string, NonNullable<FlowNode['pieces']>>()
  for (const [type, nodes] of Map.groupBy(flow.nodes, (node) => node.type)) {
    const ids = nodes.map(({ id }) => id)
    for (const id of await readableIds(queryable, session, type, ids)) readable.add(id)
    for (const row of await piecesOf(queryable, session, type, ids)) pieces.set(row.id, row.pieces)
  }
  // The identifier of what somebody may not read is in no answer.
  const keys = new Map<string, string>()
  const nodes: FlowResponse['nodes'] = []
  for (const node of flow.nodes) {
    const isReadable = node.isSelf || readable.has(node.id)
    if (!isReadable && isExternal) continue
    const own = pieces.get(node.id)
    const shown = isReadable ? { ...node, ...(own && { pieces: own }) } : closed(node)
    keys.set(node.key, shown.key)
    nodes.push(shown)
  }
  const edges = flow.edges.flatMap((edge) => {
    const [from, to] = [keys.get(edge.from), keys.get(edge.to)]
    if (from === undefined || to === undefined) return []
    const isOpen = from === edge.from && to === edge.to
    return [{ ...edge, from, to, quantity: isOpen ? edge.quantity : null }]
  })
  return { nodes, edges }
}

/** So many serial numbers of a document are given; the others are counted. */
const numbersMax = 20

/** The serial numbers of the lines of these documents of one type that this person may read. */
async function piecesOf(
  queryable: Queryable,
  session: Session,
  type: string,
  ids: readonly string[],
): Promise<{ id: string; pieces: NonNullable<FlowNode['pieces']> }[]> {
  const definition = definitionOf(type)
  if (!hasSerialNumbers(definition) || !mayRead(definition, session)) return []
  const table = documentTable(definition)
  const scope = documentScope(table, session, 'line', 2)
  const rows = await queryable.query<{ id: string; count: number; serialNumbers: string[] }>(
    `select h.id, count(*)::int as count,
       (array_agg(n.serial_no order by l.line_no, n.position))[1:${numbersMax}] as serial_numbers
     from ${table.header} h join ${table.line} l on l.company_code = h.company_code and l.document_id = h.id
       cross join lateral unnest(${listedColumns(table, 'line')['serialNumbers']!.sql}) with ordinality as n (serial_no, position)
     where h.id = any($1::uuid[]) and ${scope.sql} group by h.id`,
    [ids, ...scope.values],
  )
  return rows.map(({ id, count, serialNumbers }) => ({ id, pieces: { count, serialNumbers } }))
}

/** Those documents of one type that this person may read. */
export async function readableIds(
  queryable: Queryable,
  session: Session,
  type: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const definition = definitionOf(type)
  if (!mayRead(definition, session)) return new Set()
  const table = documentTable(definition)
  const scope = documentScope(table, session, 'header', 2)
  const rows = await queryable.query<{ id: string }>(
    `select h.id from ${table.header} h where h.id = any($1::uuid[]) and ${scope.sql}`,
    [ids, ...scope.values],
  )
  return new Set(rows.map(({ id }) => id))
}

function closed({ type, docNo }: FlowNode): ClosedFlowNode {
  return {
    key: `${type} ${docNo}`,
    id: null,
    type,
    docNo,
    state: '',
    erpState: '',
    createdAt: '',
    createdByName: '',
    materialDocuments: [],
    isSelf: false,
  }
}
