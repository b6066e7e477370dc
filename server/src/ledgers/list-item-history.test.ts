import type { Filter } from '@kufang/contract/document/api.ts'
import { historyItems } from '@kufang/contract/history-items.ts'
import { itemTypes } from '@kufang/contract/ledgers/item-history-query.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { queryOptions } from '../document/list/bind-query.ts'
import { accepted, arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { itemHistoryList } from './list-item-history.ts'

// What became of items of all documents, as a list.

const world = useWorld()
const reader = person('会计', ['XMLLCX'])

async function listed(request: { filters?: Filter[]; search?: string }, session: Session = reader) {
  const { rows } = await readList(world().database, {
    ...queryOptions(itemHistoryList, session, request, world().database),
    sizeMax: 50,
  })
  return rows
}

const short = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ itemType, event, book, quantity }) => [itemType, event, book, quantity].join(' '))
const where = (field: string, operator: Filter['operator'], value: unknown) => ({
  filters: [{ field, operator, value }],
})

test('the types of items are those of the declarations, with their names', () => {
  expect(itemTypes).toEqual(
    Object.fromEntries(
      historyItems().map((name) => [name, documentDefinition(name)!.label] as const),
    ),
  )
})

test('the events of an order item are listed with its goods and its place, the latest first, and found by number', async () => {
  const place = await newPlace(world())
  const arrival = await accepted(world(), place, goods(1, materials.valve))
  const { header, lines } = await world().read('arrival', arrival)
  const orderNo = String(lines[0]!['purchaseOrderNo'])
  const ofOrder = ['accepted stock', 'arrived stock', 'announced announced'].map(
    (event) => `purchase-order ${event} 10`,
  )
  const byOrder = await listed(where('itemNo', 'contains', orderNo))
  expect(short(byOrder)).toEqual(ofOrder)
  expect(byOrder[1]).toMatchObject({
    itemNo: orderNo,
    itemLine: lines[0]!['purchaseOrderLine'],
    materialNo: materials.valve,
    description: lines[0]!.description,
    unit: lines[0]!.unit,
    plant: place.plant,
    storageLocation: place.storageLocation,
    documentType: 'arrival',
    documentId: arrival,
    documentNo: header.docNo,
    documentLine: 1,
    materialDocument: null,
  })
  expect(byOrder[1]!['userName']).not.toBeNull()
  // The line of the arrival is an item, too.
  expect(short(await listed({ search: header.docNo }))).toEqual([
    'arrival accepted stock 10',
    ofOrder[1],
  ])
  expect(short(await listed(where('documentNo', 'contains', header.docNo)))).toEqual([ofOrder[1]])
  expect(short(await listed({ search: orderNo }))).toEqual(ofOrder)
  const more = where('materialNo', 'eq', materials.valve).filters
  const narrow = [...more, ...where('event', 'in', ['arrived']).filters]
  expect(
    short(await listed({ filters: [...narrow, ...where('itemNo', 'eq', orderNo).filters] })),
  ).toEqual([ofOrder[1]])
  // A value that is more than letters and digits is a value, not a part of the statement.
  expect(await listed(where('itemNo', 'contains', `${orderNo}' or true --`))).toEqual([])
})

test('items outside the scope of a person are not listed, and a supplier sees none', async () => {
  const place = await newPlace(world())
  const { arrival } = await arrived(world(), place, goods(1, materials.valve))
  const { header, lines } = await world().read('arrival', arrival)
  const request = where('itemNo', 'eq', lines[0]!['purchaseOrderNo'])
  const counted = async (scope: object) =>
    (await listed(request, person('会计', ['XMLLCX'], scope))).length
  expect(await counted({})).toBe(2)
  expect(await counted({ plants: [place.plant] })).toBe(2)
  expect(await counted({ plants: ['0002'] })).toBe(0)
  const location = (name: string) => ({ storageLocations: [`${place.plant}/${name}`] })
  expect(await counted(location(place.storageLocation))).toBe(2)
  expect(await counted(location('9999'))).toBe(0)
  expect(await counted({ materialGroups: [lines[0]!.materialGroup] })).toBe(2)
  expect(await counted({ materialGroups: ['none'] })).toBe(0)
  expect(await counted({ supplierNo: header['supplierNo'] })).toBe(0)
})
