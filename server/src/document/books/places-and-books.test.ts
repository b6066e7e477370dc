import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  booksInErp,
  stockPlaces,
  type StockPlaceDeclaration,
} from '@kufang/contract/document/stock-places.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErpConnections } from '../../erp/gateway.ts'
import { saveInterface } from '../../erp/interface-settings.ts'
import { openMirrorSource } from '../../erp/mirrors/source.ts'
import { reconcile } from '../../erp/reconcile.ts'
import type { StandIn } from '../../erp/testing/stand-in.ts'
import { readList } from '../../platform/list/read-list.ts'
import { openSecretBox } from '../../platform/secrets/secret-box.ts'
import {
  proposeAllocation,
  rebuiltPeriods,
  runProofs,
  stockKey,
  type StockKey,
} from '../../ledger/public.ts'
import { stockList } from '../../stock/queries/list-stock.ts'
import { clock } from '../storage/clock.ts'
import { queryOptions } from '../list/bind-query.ts'
import { newPlace, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../testing/trade.ts'
import { moveByTrial, standInFor, submittedTrial, trial, type TrialMove } from '../testing/trial.ts'
import { worldErpPassword } from '../testing/world.ts'

const world = useWorld()
let wanted: TrialMove[] = []
let standIn: StandIn
let place: Place

beforeAll(async () => {
  moveByTrial(() => wanted)
  place = await newPlace(world())
  standIn = await standInFor(world(), place)
})
afterAll(() => standIn.stop())

const key = (more: Partial<StockKey>): StockKey =>
  stockKey({
    companyCode: place.companyCode,
    plant: place.plant,
    materialNo: materials.bolt,
    ...more,
  })
const shelf = (more: Partial<StockKey> = {}) =>
  key({ storageLocation: place.storageLocation, bin: 'A-01', ...more })
const free = { accountAssignment: { kind: 'free-of-charge' } } as const

const postingsOf = (id: string) =>
  world().database.query<{ movementType: string; state: string }>(
    `select i.movement_type, p.state from erp_posting p
     join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
     where p.document_id = $1 order by p.sequence, i.item_no`,
    [id],
  )

test('the tables of places and books say what the contract declares', async () => {
  const { database } = world()
  const places = await database.query<{ place: string }>(
    'select place, erp_view, keeps_balance, period_column from stock_place',
  )
  const declared = Object.entries<StockPlaceDeclaration>(stockPlaces).map(
    ([code, { erpView, keepsBalance, periodColumn }]) => ({
      place: code,
      erpView,
      keepsBalance,
      periodColumn,
    }),
  )
  const byCode = (one: { place: string }, other: { place: string }) =>
    one.place < other.place ? -1 : 1
  expect(places.toSorted(byCode)).toEqual(declared.toSorted(byCode))
  const books = await database.query<{ book: string; isInErp: boolean }>(
    'select book, is_in_erp from stock_book',
  )
  expect(Object.fromEntries(books.map((row) => [row.book, row.isInErp]))).toEqual(booksInErp)
})

describe('what a book is to the ERP', () => {
  test('a receipt of goods without value is posted as 511', async () => {
    wanted = [{ from: key({ place: 'supplier' }), to: shelf({ book: 'ZERO' }), ...free }]
    const { id } = await trial(world(), place)
    await world().act('stock-initialisation', id, 'post')
    await world().send()
    expect(await postingsOf(id)).toEqual([{ movementType: '511', state: 'posted' }])
  })

  test('a receipt of off-book goods is not posted', async () => {
    wanted = [{ from: key({ place: 'supplier' }), to: shelf({ book: 'OFF' }), ...free }]
    const { id } = await trial(world(), place)
    expect((await world().read('stock-initialisation', id)).header.erpState).toBe('notNeeded')
    expect(await postingsOf(id)).toEqual([])
  })

  test('off-book goods enter the stock of the ERP by a rule of their own, and by no other', async () => {
    wanted = [
      { from: key({ place: 'supplier' }), to: shelf({ book: 'OFF' }) },
      { from: shelf({ book: 'OFF' }), to: shelf() },
    ]
    const { id } = await submittedTrial(world(), place)
    await expectRefused(world(), () => world().act('stock-initialisation', id, 'initialise'), [
      { code: 'movement-rule-missing', line: 1, params: { from: '账外', quantity: '10' } as never },
    ])
  })
})

/** The ERP's stock and ours of the bolts in the place. */
async function compared() {
  const { database } = world()
  const secrets = openSecretBox({ dataFolder: mkdtempSync(join(tmpdir(), 'kufang-places-')) })
  await database.transaction((tx) =>
    saveInterface(tx, secrets, {
      companyCode: '',
      interfaceCode: 'material-stock',
      change: { baseUrl: standIn.url, account: 'KUFANG', secret: worldErpPassword },
      userId: randomUUID(),
    }),
  )
  const connections = new ErpConnections({
    database,
    secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => {
      throw error
    },
  })
  const source = await openMirrorSource(connections, place.companyCode, 'material-stock')
  const { rows } = await reconcile(database, source, {
    companyCode: place.companyCode,
    plants: [place.plant],
    materialNos: [materials.bolt],
  })
  return rows.filter((row) => row.storageLocation === place.storageLocation)
}

test('goods on loan stay the stock of the plant, are shown with their borrower, and are not picked', async () => {
  place = await newPlace(world())
  const { database, onlooker } = world()
  await standIn.stop()
  standIn = await standInFor(world(), place)
  const lent = shelf({ bin: '', place: 'on-loan', placeReference: 'P1' })
  wanted = [
    { from: key({ place: 'opening' }), to: shelf() },
    { from: shelf(), to: lent, quantity: parseQuantity('3') },
  ]
  const { id } = await trial(world(), place)
  await world().act('stock-initialisation', id, 'post')
  await world().send()
  // The loan itself causes no ERP posting.
  expect(await postingsOf(id)).toEqual([{ movementType: '561', state: 'posted' }])
  expect(await compared()).toMatchObject([
    { erpQuantity: '10', wmsQuantity: '10', bookQuantity: '10', inFlight: '0', unexplained: '0' },
  ])

  const here = [{ field: 'storageLocation', operator: 'eq', value: place.storageLocation }] as const
  const { rows } = await readList(database, {
    ...queryOptions(stockList, onlooker, {
      filters: [...here],
      sort: [{ field: 'quantity', direction: 'desc' }],
    }),
    isDistributed: database.isDistributed,
    sizeMax: 10,
  })
  expect(rows).toMatchObject([
    { place: 'stock', bin: 'A-01', quantity: '7', available: '7' },
    { place: 'on-loan', placeReference: 'P1', bin: '', quantity: '3', available: '0' },
  ])
  const proposed = await proposeAllocation(database, {
    companyCode: place.companyCode,
    today: clock().today,
    demands: [{ lineNo: 1, ...place, materialNo: materials.bolt, quantity: parseQuantity('10') }],
  })
  expect(proposed.map(({ key: { bin }, quantity }) => [bin, quantity])).toEqual([['A-01', '7']])

  const failed = (await database.snapshot((tx) => runProofs(tx))).filter(
    (proof) => proof.rows.length > 0,
  )
  expect(failed).toEqual([])
  // In the monthly report nothing left the storage location.
  expect(
    await database.query(
      `select receipt_quantity, issue_quantity, transfer_out_quantity, adjustment_quantity, closing_quantity
       from ${rebuiltPeriods(`(select '1010' as company_code, '' as month, now() - interval '1 day' as begins_at,
         now() + interval '1 day' as ends_at)`)} p where storage_location = $1`,
      [place.storageLocation],
    ),
  ).toEqual([
    {
      receiptQuantity: '0',
      issueQuantity: '0',
      transferOutQuantity: '0',
      adjustmentQuantity: '10',
      closingQuantity: '10',
    },
  ])

  // It is reversed like any other document.
  await approveReversal(world(), 'stock-initialisation', id)
  await world().act('stock-initialisation', id, 'reverse')
  await world().send()
  await world().act('stock-initialisation', id, 'reversePhysical')
  expect(await compared()).toEqual([])
})
