import { addDays } from '@kufang/kernel/local-date.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { moveByTrial, standInFor, trial } from '../document/testing/trial.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { saveInterface } from '../erp/interface-settings.ts'
import { ErpConnections } from '../erp/gateway.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'
import { stockKey } from '../ledger/public.ts'

// Goods of a supplier are drawn at the price of his consignment info record, without which the ERP posts no withdrawal
// (domain.md 1.7).

const companyCode = '1010'
const supplier = '100001'
const world = useWorld()
let standIn: StandIn
let place: Place
let connections: ErpConnections

const material = materials.bolt

beforeAll(async () => {
  place = await newPlace(world())
  standIn = await standInFor(world(), place)
  const { plant, storageLocation } = place
  const { database } = world()
  for (const interfaceCode of ['reservation', 'consignment-price', 'material-document'] as const)
    await database.transaction((tx) =>
      saveInterface(tx, world().secrets, {
        companyCode: '',
        interfaceCode,
        change: {
          baseUrl: standIn.url,
          account: 'KUFANG',
          secret: worldErpPassword,
          isOn: true,
          isSimulated: false,
          timeoutMs: 20_000,
          retryDelaySeconds: 0,
        },
        userId: newId(),
      }),
    )
  const specialStock = 'K' as const
  await standIn.control('POST', '/stand-in/seed', {
    stock: [{ product: material, plant, storageLocation, quantity: '40', specialStock, supplier }],
    reservations: [
      {
        reservation: '9201',
        movementType: '201',
        reservationDate: '2026-11-02',
        account: { costCenter: 'CC100' },
        items: [
          {
            item: '1',
            product: material,
            plant,
            storageLocation,
            quantity: '40',
            requirementDate: '2099-12-01',
            specialStock,
            supplier,
          },
        ],
      },
    ],
  })
  moveByTrial(() => [
    {
      from: stockKey({ companyCode, place: 'opening', plant, materialNo: material }),
      to: stockKey({
        companyCode,
        plant,
        storageLocation,
        bin: 'A-01',
        materialNo: material,
        specialStock,
        specialStockReference: supplier,
      }),
      quantity: '40' as never,
    },
  ])
  await trial(world(), place)
  connections = new ErpConnections({
    database,
    secrets: world().secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => {
      throw error
    },
  })
  await synchroniseMirror({ database, connections }, 'reservation', companyCode)
})
afterAll(() => standIn.stop())

/** What the buyer maintains in the ERP, read from there. */
async function maintain(...prices: { plant?: string; validTo?: string; isDeleted?: boolean }[]) {
  await standIn.control('POST', '/stand-in/seed', {
    consignmentPrices: prices.map((one) => ({
      supplier,
      product: material,
      plant: place.plant,
      price: '8.25',
      ...one,
    })),
  })
  await synchroniseMirror(
    { database: world().database, connections },
    'consignment-price',
    companyCode,
  )
}

async function requested(): Promise<string> {
  const [row] = await world().database.query<{ id: string }>(
    `select id from reservation where doc_no = '9201'`,
  )
  const { id } = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: row!.id, lineNo: 1 }, quantity: '2' }],
    actionAfterCreate: 'submit',
  })
  return id
}

const approve = (id: string) => world().act('requisition', id, 'approve')
const today = companyToday()
const missing = () => [
  {
    code: 'consignment-price-missing',
    line: 1,
    params: { material, supplier, plant: place.plant },
  },
]

describe('goods on consignment', () => {
  test('are held for a demand while nothing is known of prices', async () => {
    const id = await requested()
    await approve(id)
    expect((await world().read('requisition', id)).lines[0]!['reservedQuantity']).toBe('2')
  })

  test.each([
    ['ended yesterday', { validTo: addDays(today, -1) }],
    ['was deleted', { isDeleted: true }],
  ])('are not held once their price %s, and are again once there is one', async (_why, ended) => {
    const id = await requested()
    await maintain(ended)
    await expectRefused(world(), () => approve(id), missing())
    await maintain({ validTo: today, isDeleted: false })
    await approve(id)
  })

  test('are held without one while the prices are not read any more', async () => {
    await maintain({ validTo: addDays(today, -1) })
    const read = (isOn: boolean) =>
      world().database.transaction((tx) =>
        saveInterface(tx, world().secrets, {
          companyCode: '',
          interfaceCode: 'consignment-price',
          change: { isOn },
          userId: newId(),
        }),
      )
    const id = await requested()
    await expectRefused(world(), () => approve(id), missing())
    await read(false)
    await approve(id)
    await read(true)
    await maintain({ validTo: today, isDeleted: false })
  })

  test('have a price of their plant or of all plants, not of another one', async () => {
    const id = await requested()
    await maintain({ isDeleted: true }, { plant: '1099' })
    await expectRefused(world(), () => approve(id), missing())
    await maintain({ plant: '' })
    await approve(id)
    await maintain({ plant: '', isDeleted: true })
  })

  test('are not issued if it ends after they were held', async () => {
    await maintain({ isDeleted: false })
    const id = await requested()
    await approve(id)
    const proposed = await worker(world().database, world().onlooker).prefill('goods-issue', [
      { id, lineNo: 1 },
    ])
    const issue = () =>
      world().create('goods-issue', {
        header: { recipient: '张三' },
        lines: proposed.lines as never,
        actionAfterCreate: 'issue',
      })
    await maintain({ validTo: addDays(today, -1) })
    await expectRefused(world(), issue, missing())
    await maintain({ validTo: today })
    const made = await issue()
    await world().act('goods-issue', made.id, 'review')
    await world().act('goods-issue', made.id, 'post')
    await world().send()
    expect((await world().read('goods-issue', made.id)).header.erpState).toBe('posted')
  })
})
