import { companyToday } from '@kufang/kernel/company-day.ts'
import type { ActionResult, LineInput } from '@kufang/contract/document/api.ts'
import type { BooksComparison } from '@kufang/contract/stock/going-live.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { isZero } from '@kufang/kernel/quantity.ts'
import { beforeAll, expect, test } from 'vitest'
import { documentCalls } from '../document/testing/http.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { documentsOfPlace } from '../document/testing/erp-documents.ts'
import { useStandIn } from '../document/testing/with-stand-in.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { reconcile } from '../erp/reconcile.ts'
import { stockRoutes } from './routes.ts'

// A storage location that already is in the ERP goes live: what the ERP holds is read, counted and taken over.

const type = 'stock-initialisation'
const world = useWorld()
const erp = useStandIn(world)

interface HeldStock {
  product: string
  quantity: string
  stockType?: string
  specialStock?: string
  supplier?: string
  wbsElement?: string
  batch?: string
}

beforeAll(async () => {
  await erp().standIn.control('POST', '/stand-in/seed', {
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    periods: [
      {
        companyCode: '1010',
        current: companyToday().slice(0, 7).replace('-', ''),
        previousIsOpen: true,
      },
    ],
  })
})

const product = (no: string) => ({
  product: no,
  descriptions: { ZH: no },
  baseUnit: 'EA',
  productGroup: 'G1',
  price: '2',
})

/** A storage location of which the ERP holds this stock. */
async function placeHolding(stock: readonly HeldStock[]): Promise<Place> {
  const place = await newPlace(world())
  const { plant, companyCode, storageLocation } = place
  await erp().standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    products: [product(materials.bolt), product(materials.valve)],
  })
  await erp().standIn.control('POST', '/stand-in/seed', {
    stock: stock.map((row) => ({ ...row, plant, storageLocation })),
  })
  return place
}

const counted = (line: Record<string, unknown>): LineInput => ({
  materialNo: materials.bolt,
  bin: 'A-01',
  stockCategory: 'UU',
  ...line,
})

/** Calls a route as a person who may do this with initial stock. */
async function call<Data>(
  action: string,
  path: string,
  payload: object,
  routes?: Parameters<typeof documentCalls>[2],
): Promise<Data> {
  const { session } = world().actorFor(type, action)
  const app = await documentCalls(world().database, session, routes, erp().context)
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'idempotency-key': newId() },
    payload,
  })
  await app.close()
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ datas: Data }>().datas
}

const submit = (place: Place, lines: LineInput[], origin = 'erp') =>
  call<ActionResult>('create', `/api/documents/${type}`, {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin },
    lines,
    actionAfterCreate: 'submit',
  })

const read = ({ plant, storageLocation }: Place) =>
  call<{ rows: Record<string, string>[] }>(
    'create',
    '/api/stock/erp-reading',
    { plant, storageLocation },
    stockRoutes,
  )

/** Submits without reading the ERP again, so that a refusal is seen to write nothing. */
const submitAsRead = (place: Place, lines: LineInput[], origin = 'erp') =>
  world().create(type, {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin },
    lines,
    actionAfterCreate: 'submit',
  })

const initialise = async (id: string) => {
  const { version } = (await world().read(type, id)).header
  return call<ActionResult>('initialise', `/api/documents/${type}/${id}/actions/initialise`, {
    version,
  })
}

async function books(place: Place) {
  const { rows } = await reconcile(
    world().database,
    await openMirrorSource(erp().connections, place.companyCode, 'material-stock'),
    { companyCode: place.companyCode, plants: [place.plant] },
  )
  return rows.filter((row) => row.storageLocation === place.storageLocation)
}

/** Both books agree to the last key: physical stock, the ERP book and the ERP itself. */
async function expectAgreement(place: Place, quantities: readonly string[]): Promise<void> {
  const rows = await books(place)
  expect(rows.map((row) => row.erpQuantity)).toEqual(quantities)
  for (const row of rows) {
    expect(row).toMatchObject({
      wmsQuantity: row.erpQuantity,
      bookQuantity: row.erpQuantity,
      inFlight: '0',
      unexplained: '0',
    })
  }
}

test('what the ERP holds is read key by key, counted, and taken over without sending anything; both books agree', async () => {
  const place = await placeHolding([
    { product: materials.bolt, quantity: '100' },
    { product: materials.bolt, quantity: '7', stockType: '07' },
    { product: materials.bolt, quantity: '20', specialStock: 'K', supplier: '100001' },
    { product: materials.valve, quantity: '3', specialStock: 'Q', wbsElement: 'P-1' },
  ])
  const { rows } = await read(place)
  expect(
    rows.map((row) =>
      [
        row['materialNo'],
        row['stockCategory'],
        row['specialStock'],
        row['specialStockReference'],
        row['quantity'],
      ].join(' '),
    ),
  ).toEqual([
    `${materials.bolt} BL   7`,
    `${materials.bolt} UU   100`,
    `${materials.bolt} UU K 100001 20`,
    `${materials.valve} UU Q P-1 3`,
  ])
  const before = await documentsOfPlace(erp(), place)
  const { id } = await submit(place, [
    // One key lies in two bins.
    counted({ quantity: '60', amount: '120.00' }),
    counted({ quantity: '40', bin: 'A-02' }),
    counted({ quantity: '7', stockCategory: 'BL' }),
    counted({ quantity: '20', specialStock: 'K', specialStockReference: '100001' }),
    counted({
      materialNo: materials.valve,
      quantity: '3',
      specialStock: 'Q',
      specialStockReference: 'P-1',
    }),
  ])
  expect((await world().read(type, id)).lines.map((line) => line['erpQuantity'])).toEqual([
    '60',
    '40',
    '7',
    '20',
    '3',
  ])
  await initialise(id)
  await erp().send()
  expect((await world().read(type, id)).header.erpState).toBe('notNeeded')
  expect(await documentsOfPlace(erp(), place)).toEqual(before)
  await expectAgreement(place, ['7', '100', '20', '3'])
  // Taken back it was never there, in neither of our books.
  await approveReversal(world(), type, id)
  await world().act(type, id, 'reversePhysical')
  for (const row of await books(place))
    expect([isZero(row.wmsQuantity), isZero(row.bookQuantity)]).toEqual([true, true])
})

test('each difference has a reason, and is posted as a count difference; afterwards both books agree', async () => {
  const place = await placeHolding([
    { product: materials.bolt, quantity: '100' },
    { product: materials.valve, quantity: '10' },
    { product: materials.bolt, quantity: '4', stockType: '07' },
  ])
  const lines = [
    counted({ quantity: '60' }),
    counted({ quantity: '37', bin: 'A-02' }),
    counted({ materialNo: materials.valve, quantity: '12' }),
    counted({ quantity: '0', stockCategory: 'BL' }),
  ]
  await read(place)
  await expectRefused(world(), () => submitAsRead(place, lines), [
    {
      code: 'difference-unexplained',
      line: 2,
      field: 'differenceReason',
      params: { counted: '37', erp: '40', difference: '-3' } as never,
    },
    { code: 'difference-unexplained', line: 3, params: { erp: '10', difference: '2' } as never },
    { code: 'difference-unexplained', line: 4, params: { erp: '4', difference: '-4' } as never },
  ])
  const explained = lines.map((line, index) =>
    index === 0 ? line : { ...line, differenceReason: '盘点' },
  )
  const { id } = await submit(place, explained)
  await initialise(id)
  expect((await books(place)).map((row) => row.unexplained)).toEqual(['0', '0', '0'])
  const { plant, storageLocation } = place
  const compared = await call<BooksComparison>(
    'create',
    '/api/stock/going-live/compare',
    { plant, storageLocation },
    stockRoutes,
  )
  expect(compared).toMatchObject({ keys: 3, explained: 3, unexplained: 0 })
  const before = await documentsOfPlace(erp(), place)
  await world().act(type, id, 'post')
  await erp().send()
  expect((await world().read(type, id)).header.erpState).toBe('posted')
  expect((await documentsOfPlace(erp(), place)).slice(before.length).toSorted()).toEqual([
    '701 2',
    '702 3',
    '708 4',
  ])
  await expectAgreement(place, ['97', '12'])
})

test('what the ERP holds and nobody counted is named, and what cannot be taken over too', async () => {
  const place = await placeHolding([
    { product: materials.bolt, quantity: '100' },
    { product: materials.valve, quantity: '10', stockType: '02' },
  ])
  await read(place)
  const lines = [counted({ quantity: '100' })]
  await expectRefused(world(), () => submitAsRead(place, lines), [
    {
      code: 'erp-stock-not-listed',
      params: { goods: `${materials.valve} 质检`, quantity: '10' } as never,
    },
  ])
  // On its way between two plants it lies in no bin.
  await world().database.query(
    `update erp_stock_reading_row set stock_category = 'IT' where storage_location = $1 and material_no = $2`,
    [place.storageLocation, materials.valve],
  )
  await expectRefused(world(), () => submitAsRead(place, lines), [
    {
      code: 'erp-stock-not-takeable',
      params: { goods: `${materials.valve} 在途`, quantity: '10' } as never,
    },
  ])
})

test('a storage location with thousands of keys is taken over in one document', async () => {
  const place = await newPlace(world())
  const { companyCode, plant, storageLocation } = place
  const projects = Array.from({ length: 2000 }, (_, index) => `P-${index + 1}`)
  // What the reading would have kept; that the stand-in can be read is seen in the other tests.
  await world().database.query(`insert into erp_stock_reading values ($1, $2, $3, now())`, [
    companyCode,
    plant,
    storageLocation,
  ])
  await world().database.query(
    `insert into erp_stock_reading_row (company_code, plant, storage_location, material_no, batch, stock_category,
       special_stock, special_stock_reference, quantity, unit)
     select $1, $2, $3, $4, '', 'UU', 'Q', p, 2, 'EA' from unnest($5::text[]) p`,
    [companyCode, plant, storageLocation, materials.bolt, projects],
  )
  const lines = projects.map((project) =>
    counted({ quantity: '2', specialStock: 'Q', specialStockReference: project }),
  )
  const { id } = await submitAsRead(place, lines)
  await world().act(type, id, 'initialise')
  expect(
    await world().database.query(
      `select (select count(*) from erp_book where storage_location = $1 and quantity = 2)::integer as booked,
         (select count(*) from stock_balance where storage_location = $1 and quantity = 2)::integer as lying`,
      [storageLocation],
    ),
  ).toEqual([{ booked: 2000, lying: 2000 }])
  const tooMany = Array.from({ length: 5001 }, () => counted({ quantity: '1' }))
  await expectRefused(world(), () => submitAsRead(place, tooMany), [
    { code: 'too-many-lines', params: { count: 5001, limit: 5000 } as never },
  ])
})

test('what changed in the ERP after it was submitted is not taken over', async () => {
  const place = await placeHolding([{ product: materials.bolt, quantity: '100' }])
  const { id } = await submit(place, [counted({ quantity: '100' })])
  const today = companyToday()
  await erp().standIn.control('POST', '/stand-in/material-documents', {
    user: 'SCHMIDT',
    header: { GoodsMovementCode: '03', PostingDate: today, DocumentDate: today },
    items: [
      {
        Material: materials.bolt,
        Plant: place.plant,
        StorageLocation: place.storageLocation,
        GoodsMovementType: '201',
        CostCenter: 'CC100',
        QuantityInEntryUnit: '30',
        EntryUnit: 'EA',
      },
    ],
  })
  // The ERP is read again before the act.
  await expect(initialise(id)).rejects.toThrow('erp-stock-changed')
  await expectRefused(world(), () => world().act(type, id, 'initialise'), [
    { code: 'erp-stock-changed', line: 1, params: { before: '100', after: '70' } as never },
  ])
})

test('without a reading nothing is taken over', async () => {
  const place = await newPlace(world())
  const refusal = [
    { code: 'erp-stock-not-read', params: { storageLocation: place.storageLocation } as never },
  ]
  const lines = [counted({ quantity: '1' })]
  await expectRefused(world(), () => submitAsRead(place, lines), refusal)
  await read(place)
  await world().database.query(
    `update erp_stock_reading set read_at = now() - interval '11 minutes' where storage_location = $1`,
    [place.storageLocation],
  )
  await expectRefused(world(), () => submitAsRead(place, lines), [
    {
      ...refusal[0],
      params: { readAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/) } as never,
    },
  ])
})

test('what the ERP holds is not entered as new, and nothing new has the quantity zero', async () => {
  const place = await placeHolding([{ product: materials.bolt, quantity: '100' }])
  const lines = [
    counted({ quantity: '5' }),
    counted({ materialNo: materials.valve, quantity: '0' }),
    counted({ materialNo: materials.valve, quantity: '1', bin: 'A-02' }),
  ]
  await read(place)
  await expectRefused(world(), () => submitAsRead(place, lines, 'new'), [
    { code: 'erp-stock-exists', line: 1, params: { quantity: '100' } as never },
    { code: 'quantity-not-positive', line: 2, field: 'quantity' },
  ])
  const half = [counted({ quantity: '5', specialStock: 'K' })]
  await expectRefused(world(), () => submitAsRead(place, half), [
    { code: 'special-stock-incomplete', line: 1, field: 'specialStockReference' },
  ])
})

test('a difference that could not be posted is not submitted, and goods without one are taken over', async () => {
  const place = await placeHolding([{ product: materials.valve, quantity: '3' }])
  const setObstacle = (obstacle: string | null) =>
    world().database.query('update material set posting_obstacle = $1 where material_no = $2', [
      obstacle,
      materials.valve,
    ])
  await setObstacle('serialNumbers')
  await read(place)
  const found = (quantity: string) =>
    counted({ materialNo: materials.valve, quantity, differenceReason: '缺一件' })
  await expectRefused(world(), () => submitAsRead(place, [found('2')]), [
    { code: 'material-not-postable', line: 1, field: 'materialNo' },
  ])
  const { id } = await submitAsRead(place, [found('3')])
  expect((await world().read(type, id)).header.state).toBe('submitted')
  await setObstacle(null)
})
