import { describe, expect, it } from 'vitest'
import type { FlowEdge, FlowNode } from '@kufang/contract/document/api.ts'
import { flowLayers, layoutFlow, nodeSize } from './flow-layout.ts'

const node = (id: string, createdAt = '2026-11-21T00:00:00Z'): FlowNode => ({
  key: id,
  type: 'thing',
  id,
  docNo: id,
  state: '',
  erpState: '',
  createdAt,
  createdByName: '',
  materialDocuments: [],
  isSelf: id === 'self',
})
const edge = (from: string, to: string): FlowEdge => ({
  from,
  to,
  quantity: '1',
  isLive: true,
})

describe('layout of the document flow', () => {
  it('puts each document right of all that it comes from', () => {
    // The receipt follows the arrival both directly and through the inspection.
    const nodes = ['receipt', 'order', 'inspection', 'arrival'].map((id) => node(id))
    const edges = [
      edge('order', 'arrival'),
      edge('arrival', 'receipt'),
      edge('arrival', 'inspection'),
      edge('inspection', 'receipt'),
    ]
    const layers = flowLayers(nodes, edges)
    expect(Object.fromEntries(layers)).toEqual({ order: 0, arrival: 1, inspection: 2, receipt: 3 })
  })

  it('never lays two documents over each other', () => {
    const nodes = ['a', 'b1', 'b2', 'b3', 'c'].map((id) => node(id))
    const edges = [
      edge('a', 'b1'),
      edge('a', 'b2'),
      edge('a', 'b3'),
      edge('b1', 'c'),
      edge('b3', 'c'),
    ]
    const { nodes: placed, width, height } = layoutFlow(nodes, edges)
    for (const [index, one] of placed.entries()) {
      for (const other of placed.slice(index + 1)) {
        const isApart =
          Math.abs(one.x - other.x) >= nodeSize.width ||
          Math.abs(one.y - other.y) >= nodeSize.height
        expect(isApart, `${one.node.key} and ${other.node.key}`).toBe(true)
      }
    }
    expect(width).toBeGreaterThan(3 * nodeSize.width)
    expect(height).toBeGreaterThanOrEqual(3 * nodeSize.height)
  })

  it('gives a document the room for the serial numbers of its pieces', () => {
    const numbered = { ...node('a'), pieces: { count: 1, serialNumbers: ['SN1'] } }
    expect(layoutFlow([numbered], []).height).toBeGreaterThan(layoutFlow([node('a')], []).height)
  })

  it('gives a document with many numbers in the ERP the room for each, and what stands below moves down', () => {
    const books = (count: number): FlowNode['materialDocuments'] =>
      Array.from({ length: count }, (_none, at) => ({
        number: String(5_000_000_000 + at),
        year: '2026',
        isReversal: at % 2 === 1,
      }))
    const heights = (count: number): number[] => {
      const posted = { ...node('early', '2026-11-20T00:00:00Z'), materialDocuments: books(count) }
      const { nodes, height } = layoutFlow(
        [posted, node('late', '2026-11-22T00:00:00Z'), node('a')],
        [edge('a', 'early'), edge('a', 'late')],
      )
      const late = nodes.find((placed) => placed.node.key === 'late')
      expect(height).toBe((late?.y ?? 0) + nodeSize.height)
      return nodes.filter((placed) => placed.node === posted).map((placed) => placed.height)
    }
    expect(heights(2)).toEqual([nodeSize.height])
    const [tall = 0] = heights(5)
    expect(tall).toBeGreaterThanOrEqual(nodeSize.height + 3 * 17)
  })

  it('orders successors of one column by the time they were made', () => {
    const { nodes } = layoutFlow(
      [node('late', '2026-11-22T00:00:00Z'), node('early', '2026-11-20T00:00:00Z'), node('a')],
      [edge('a', 'late'), edge('a', 'early')],
    )
    const y = (id: string) => nodes.find((placed) => placed.node.key === id)?.y ?? -1
    expect(y('early')).toBeLessThan(y('late'))
  })

  it('ends on a circle, ignores edges to documents that are not shown, and draws nothing for nothing', () => {
    expect(layoutFlow([node('a'), node('b')], [edge('a', 'b'), edge('b', 'a')]).nodes).toHaveLength(
      2,
    )
    expect(layoutFlow([node('a')], [edge('a', 'hidden')]).edges).toEqual([])
    expect(layoutFlow([], [])).toEqual({ nodes: [], edges: [], width: 0, height: 0 })
  })
})
