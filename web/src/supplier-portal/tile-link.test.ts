import { overdueRecord } from '@kufang/contract/overdue/overdue-record.ts'
import { rejectedGoods } from '@kufang/contract/acceptance/rejected-goods.ts'
import { rejectsReturn } from '@kufang/contract/acceptance/rejects-return.ts'
import { deliveryNote } from '@kufang/contract/delivery/delivery-note.ts'
import { problemDocument } from '@kufang/contract/delivery/problem-document.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { consignmentDrawnQuery } from '@kufang/contract/supplier-portal/consignment-drawn-query.ts'
import {
  filtersOf,
  notesIn,
  noteStates,
  supplierTiles,
  type NoteState,
  type TileList,
} from '@kufang/contract/supplier-portal/supplier-home.ts'
import { expect, test } from 'vitest'
import { rowFields, statesOfColumn } from '../kit/document/document-fields.ts'
import { toFilters } from '../kit/fields/list-filters.ts'
import { linkedBy } from '../kit/pages/list/list-link.ts'
import { tileLink } from './tile-link.ts'

const today = '2026-11-26'
const definitions: readonly AnyDocument[] = [
  deliveryNote,
  problemDocument,
  rejectedGoods,
  rejectsReturn,
  overdueRecord,
]

/** The filters of the request that the list makes when it is opened by the link of a tile. */
function askedBy(list: TileList): unknown {
  const link = tileLink(list, list.pages[0]!)
  expect(link.startsWith(`#${list.pages[0]!}?`)).toBe(true)
  const query = new URLSearchParams(link.slice(link.indexOf('?')))
  const definition = definitions.find(({ name }) => name === list.of)
  expect(query.get('list')).toBe(definition === undefined ? null : list.of)
  const fields =
    definition === undefined ? consignmentDrawnQuery.fields : rowFields(definition, 'header')
  const linked = linkedBy(
    fields,
    query,
    (name) => definition !== undefined && statesOfColumn(definition, name) !== undefined,
  )
  return linked !== null && 'values' in linked ? toFilters(fields, linked.values) : linked
}

const lists = [
  ...Object.values(supplierTiles).map(({ list }): TileList => list(today)),
  ...Object.keys(noteStates).map((state) => notesIn(state as NoteState)),
]

test.each(lists.filter(({ grouping }) => grouping === undefined))(
  'the link to $of asks for exactly the rows that the server counts: $values',
  (list) => {
    const inOrder = (filters: unknown) =>
      [...(filters as { field: string }[])].sort((a, b) => a.field.localeCompare(b.field))
    expect(inOrder(askedBy(list))).toEqual(inOrder(filtersOf(list)))
  },
)

test('the link to what was drawn names its month, and sums by material', () => {
  const list = supplierTiles.drawn.list(today)
  expect(askedBy(list)).toEqual([{ field: 'period', operator: 'contains', value: '202611' }])
  expect(tileLink(list, '/x')).toBe('#/x?by.period=202611&grouping=material')
})

test('each page that a tile opens has the list of the tile', () => {
  for (const { of, pages } of lists)
    for (const page of pages) {
      const definition = definitions.find(({ name }) => name === of) ?? consignmentDrawnQuery
      expect(Object.keys(definition.pages)).toContain(page)
    }
})
