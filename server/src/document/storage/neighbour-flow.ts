import type { FlowResponse } from '@kufang/contract/document/api.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { neighboursOf, type DocumentKey, type Neighbour } from './neighbours.ts'
import { readableIds } from './readable-flow.ts'

/**
 * Adds to the flow of a document those of other companies that made it or were made by it. Who may not read one there
 * sees its type, number and company only.
 */
export async function withNeighbours(
  queryable: Queryable,
  session: Session,
  key: DocumentKey,
  flow: FlowResponse,
): Promise<FlowResponse> {
  const nodes = [...flow.nodes]
  const edges = [...flow.edges]
  const mayRead = async ({ type, id }: Neighbour): Promise<boolean> =>
    (await readableIds(queryable, session, type, [id])).has(id)
  for (const neighbour of await neighboursOf(queryable, key)) {
    const { companyCode, type, docNo, isBefore } = neighbour
    const nodeKey = `${companyCode} ${type} ${docNo}`
    const known = { key: nodeKey, type, docNo, companyCode, isSelf: false, materialDocuments: [] }
    if (await mayRead(neighbour)) {
      const { id, state, erpState, createdAt, createdByName } = neighbour
      nodes.push({ ...known, id, state, erpState, createdAt, createdByName })
    } else
      nodes.push({ ...known, id: null, state: '', erpState: '', createdAt: '', createdByName: '' })
    const [from, to] = isBefore ? [nodeKey, key.id] : [key.id, nodeKey]
    edges.push({ from, to, quantity: null, isLive: true })
  }
  return { nodes, edges }
}
