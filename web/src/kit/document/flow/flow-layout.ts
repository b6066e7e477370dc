import type { FlowEdge, FlowResponse } from '@kufang/contract/document/api.ts'

export interface PlacedNode {
  node: FlowResponse['nodes'][number]
  x: number
  y: number
  height: number
}

export interface PlacedEdge {
  edge: FlowEdge
  /** Right edge of the earlier node, left edge of the later one. */
  from: { x: number; y: number }
  to: { x: number; y: number }
}

export interface FlowPicture {
  nodes: PlacedNode[]
  edges: PlacedEdge[]
  width: number
  height: number
}

/** For a document with at most two material documents, pixels. */
export const nodeSize = { width: 190, height: 108 } as const
/** Each further material document adds a line. */
const bookHeight = 18
/** The line with the serial numbers. */
const piecesHeight = 18
const gap = { x: 72, y: 20 } as const

/** The length of the longest chain to each node; a cycle, which cannot occur, ends the loop. */
export function flowLayers(
  nodes: Readonly<FlowResponse['nodes']>,
  edges: readonly FlowEdge[],
): Map<string, number> {
  const layers = new Map(nodes.map((node) => [node.key, 0]))
  for (let round = 0; round < nodes.length; round += 1) {
    let hasMoved = false
    for (const edge of edges) {
      const from = layers.get(edge.from)
      const to = layers.get(edge.to)
      if (from === undefined || to === undefined || to > from) continue
      layers.set(edge.to, from + 1)
      hasMoved = true
    }
    if (!hasMoved) break
  }
  return layers
}

/**
 * Lays out the document flow from left to right: each document is in the column after its last predecessor, vertically
 * near the middle of its predecessors.
 */
export function layoutFlow(
  nodes: Readonly<FlowResponse['nodes']>,
  edges: readonly FlowEdge[],
): FlowPicture {
  const layers = flowLayers(nodes, edges)
  // Empty layers leave no gap.
  const columns = [...Map.groupBy(nodes, (node) => layers.get(node.key) ?? 0)]
    .toSorted(([left], [right]) => left - right)
    .map(([, column]) => column)
  const places = new Map<string, Place>()
  for (const [layer, column] of columns.entries()) {
    const wanted = new Map(
      column.map((node, index) => [node.key, meanOfPredecessors(node, edges, places) ?? index]),
    )
    const ordered = column.toSorted(
      (left, right) =>
        (wanted.get(left.key) ?? 0) - (wanted.get(right.key) ?? 0) ||
        left.createdAt.localeCompare(right.createdAt),
    )
    let y = 0
    for (const node of ordered) {
      const height = heightOf(node)
      places.set(node.key, { x: layer * (nodeSize.width + gap.x), y, height })
      y += height + gap.y
    }
  }
  const placed = nodes.flatMap((node) => {
    const place = places.get(node.key)
    return place === undefined ? [] : [{ node, ...place }]
  })
  return {
    nodes: placed,
    edges: edges.flatMap((edge) => placedEdge(edge, places)),
    width: Math.max(0, ...placed.map((node) => node.x + nodeSize.width)),
    height: Math.max(0, ...placed.map((node) => node.y + node.height)),
  }
}

interface Place {
  x: number
  y: number
  height: number
}

/** The height depends on the material documents, of which a document posted in parts has several, and its pieces. */
function heightOf(node: FlowResponse['nodes'][number]): number {
  const pieces = node.id !== null && node.pieces !== undefined ? piecesHeight : 0
  return nodeSize.height + Math.max(0, node.materialDocuments.length - 2) * bookHeight + pieces
}

function meanOfPredecessors(
  node: FlowResponse['nodes'][number],
  edges: readonly FlowEdge[],
  places: ReadonlyMap<string, { y: number }>,
): number | null {
  const heights = edges
    .filter((edge) => edge.to === node.key)
    .flatMap((edge) => places.get(edge.from)?.y ?? [])
  if (heights.length === 0) return null
  return heights.reduce((sum, height) => sum + height, 0) / heights.length
}

function placedEdge(edge: FlowEdge, places: ReadonlyMap<string, Place>): PlacedEdge[] {
  const from = places.get(edge.from)
  const to = places.get(edge.to)
  if (from === undefined || to === undefined) return []
  return [
    {
      edge,
      from: { x: from.x + nodeSize.width, y: from.y + from.height / 2 },
      to: { x: to.x, y: to.y + to.height / 2 },
    },
  ]
}
