import { expect, test } from 'vitest'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions } from '../list/bind-query.ts'
import { newPlace } from '../testing/ground.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'
import { readAllRows, readList } from '../../platform/list/read-list.ts'
import { systemSession } from '../../platform/session/session.ts'
import { moveList } from '../../stock/queries/list-moves.ts'

// The list of goods movements with their ERP documents, which come from the outbox.

const world = useWorld()
const trade = tradeOf(world, 'goods-receipt')
const optionsOf = (request: ListRequest) => {
  const session = systemSession(['1010'], 'test')
  return queryOptions(moveList, session, request, world().database)
}
const rowsOf = async (request: ListRequest) =>
  (await readList(world().database, { ...optionsOf(request), sizeMax: 100 })).rows

async function allOf(options: ReturnType<typeof optionsOf>): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const row of readAllRows(world().database, options)) rows.push(row)
  return rows
}

test('a movement shows the ERP document that posted it, and is found and sorted by it', async () => {
  const unposted = await trade.make(await newPlace(world()), 'received')
  const posted = await trade.make(await newPlace(world()), 'received')
  await trade.act(posted, 'review')
  await trade.act(posted, 'post')
  await world().send()
  const [posting] = await world().database.query<{ number: string; year: string }>(
    `select material_document as number, material_document_year as year from erp_posting
     where document_id = $1 and state = 'posted'`,
    [posted],
  )
  const { number, year } = posting!
  const ofDocument = (id: string, rows: readonly Record<string, unknown>[]) =>
    rows
      .filter((row) => row['documentId'] === id)
      .map((row) => [row['materialDocument'], row['materialDocumentYear']])
  const all = await rowsOf({ size: 100 })
  expect(new Set(ofDocument(posted, all).map(String))).toEqual(new Set([`${number},${year}`]))
  expect(new Set(ofDocument(unposted, all).map(String))).toEqual(new Set([',']))
  const exported = await allOf(optionsOf({}))
  expect(ofDocument(posted, exported)).toEqual(ofDocument(posted, all))

  const found = await rowsOf({
    filters: [{ field: 'materialDocument', operator: 'eq', value: number }],
  })
  expect(found.length).toBeGreaterThan(0)
  expect(new Set(found.map((row) => row['materialDocument']))).toEqual(new Set([number]))
  const sorted = await rowsOf({
    sort: [{ field: 'materialDocument', direction: 'asc' }],
    size: 100,
  })
  expect(sorted[0]).toMatchObject({ materialDocumentYear: year })
  expect(sorted.at(-1)).toMatchObject({ materialDocument: null })
})
