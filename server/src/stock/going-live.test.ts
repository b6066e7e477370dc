import { goingLiveStep, type GoingLiveRow } from '@kufang/contract/stock/going-live.ts'
import { expect, test } from 'vitest'
import { goods, newPlace, ordered, reserved, type Place } from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { approveReversal, useWorld } from '../document/testing/trade.ts'
import { readGoingLive } from './going-live.ts'

const type = 'stock-initialisation'
const world = useWorld()
const everybody = person('主管', ['admin'])

const rowOf = async ({ plant, storageLocation }: Place): Promise<GoingLiveRow> => {
  const rows = await readGoingLive(world().database, everybody.scope)
  return rows.find((row) => row.plant === plant && row.storageLocation === storageLocation)!
}
const stepOf = async (place: Place) => goingLiveStep(await rowOf(place))

/** As if the ERP had been read: these quantities of bolts in projects. */
async function readAs(place: Place, quantities: readonly string[]): Promise<void> {
  const where = [place.companyCode, place.plant, place.storageLocation]
  await world().database.query('insert into erp_stock_reading values ($1, $2, $3, now())', where)
  await world().database.query(
    `insert into erp_stock_reading_row (company_code, plant, storage_location, material_no, batch, stock_category,
       special_stock, special_stock_reference, quantity, unit)
     select $1, $2, $3, $4, '', 'UU', 'Q', 'P-' || n, q, 'EA' from unnest($5::numeric[]) with ordinality as r (q, n)`,
    [...where, materials.bolt, quantities],
  )
}

test('a storage location goes from reading to counting, review, posting of its differences, and live', async () => {
  const place = await newPlace(world())
  expect(await stepOf(place)).toBe('toRead')
  await readAs(place, ['5', '7', '0'])
  expect(await rowOf(place)).toMatchObject({ erpKeys: 2, document: null, hasMoved: false })
  expect(await stepOf(place)).toBe('toCount')
  const line = (project: string, quantity: string, more: object = {}) => ({
    materialNo: materials.bolt,
    bin: 'A-01',
    stockCategory: 'UU',
    specialStock: 'Q',
    specialStockReference: project,
    quantity,
    ...more,
  })
  const { id, docNo } = await world().create(type, {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'erp' },
    lines: [line('P-1', '5'), line('P-2', '6', { differenceReason: '丢失' })],
  })
  expect(await stepOf(place)).toBe('toSubmit')
  await world().act(type, id, 'submit')
  expect(await stepOf(place)).toBe('toReview')
  await world().act(type, id, 'initialise')
  expect(await stepOf(place)).toBe('toPost')
  await world().act(type, id, 'post')
  await world().send()
  expect(await stepOf(place)).toBe('live')
  expect((await rowOf(place)).document).toMatchObject({ docNo, lines: 2, differing: 1 })
  // Taken back it begins again, at the counting.
  await approveReversal(world(), type, id)
  await world().act(type, id, 'reverse')
  await world().send()
  await world().act(type, id, 'reversePhysical')
  expect((await rowOf(place)).document).toBe(null)
})

test('a storage location without stock in the ERP has nothing to take over, and open work is counted', async () => {
  const place = await newPlace(world())
  await readAs(place, [])
  expect(await stepOf(place)).toBe('nothingThere')
  await ordered(world(), place, goods(2))
  await reserved(world(), place, goods(3))
  expect(await rowOf(place)).toMatchObject({ openOrderLines: 2, openReservationLines: 3 })
})

test('storage locations outside the scope are not shown', async () => {
  const [one, other] = [await newPlace(world()), await newPlace(world())]
  const keeper = person('库管', ['KCCSH'], {
    storageLocations: [`${one.plant}/${one.storageLocation}`],
  })
  const seen = await readGoingLive(world().database, keeper.scope)
  expect(seen.map(({ storageLocation }) => storageLocation)).toEqual([one.storageLocation])
  expect(seen).not.toContainEqual(
    expect.objectContaining({ storageLocation: other.storageLocation }),
  )
  const elsewhere = person('外厂', ['KCCSH'], { plants: ['0003'] })
  expect(
    (await readGoingLive(world().database, elsewhere.scope)).map(({ plant }) => plant),
  ).not.toContain(one.plant)
})
