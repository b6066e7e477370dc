import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { stockKey } from '../ledger/public.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { moveByTrial, standInFor, trial } from '../document/testing/trial.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { saveInterface } from '../erp/interface-settings.ts'
import { ErpConnections } from '../erp/gateway.ts'
import { forgetMovementRules } from '../erp/movement-rule.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'

// A reservation item is withdrawn with its own movement type, if the movement rules permit it.

const companyCode = '1010'
const world = useWorld()
let standIn: StandIn
let place: Place
let connections: ErpConnections

const account = {
  costCenter: { costCenter: 'CC100' },
  both: { costCenter: 'CC100', orderId: '800001' },
  asset: { costCenter: 'CC100', asset: '5001', assetSubNumber: '1' },
  sale: { salesOrder: '1', salesOrderItem: '10' },
}

/** The reservations, by number: movement type and what they are charged to. */
const reservations: Readonly<Record<string, [movementType: string, account: object]>> = {
  '9201': ['201', account.both],
  '9202': ['261', account.both],
  '9203': ['241', account.asset],
  '9204': ['231', account.sale],
  '9205': ['901', account.costCenter],
  '9206': ['201', { orderId: '800001' }],
  '9207': ['311', account.costCenter],
  '9208': ['201', account.costCenter],
}

async function prepare(): Promise<void> {
  place = await newPlace(world())
  standIn = await standInFor(world(), place)
  const { plant, storageLocation } = place
  const { database } = world()
  for (const interfaceCode of ['reservation', 'material-document'] as const)
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
  await standIn.control('POST', '/stand-in/seed', {
    stock: [{ product: materials.bolt, plant, storageLocation, quantity: '100' }],
    reservations: Object.entries(reservations).map(([reservation, [movementType, charged]]) => ({
      reservation,
      movementType,
      reservationDate: '2026-11-02',
      account: charged,
      items: [
        {
          item: '1',
          product: materials.bolt,
          plant,
          storageLocation,
          quantity: '10',
          requirementDate: '2099-12-01',
        },
      ],
    })),
  })
  moveByTrial(() => [
    {
      from: stockKey({ companyCode, place: 'opening', plant, materialNo: materials.bolt }),
      to: stockKey({ ...place, bin: 'A-01', materialNo: materials.bolt }),
      quantity: '100' as never,
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
}

async function requested(docNo: string): Promise<string> {
  const [row] = await world().database.query<{ id: string }>(
    `select id from reservation where doc_no = $1`,
    [docNo],
  )
  const { id } = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: row!.id, lineNo: 1 }, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', id, 'approve')
  return id
}

/** Requests ten pieces of a reservation, issues what is proposed, and posts it. */
async function issued(docNo: string): Promise<string> {
  const request = await requested(docNo)
  const { database, onlooker } = world()
  const proposed = await worker(database, onlooker).prefill('goods-issue', [
    { id: request, lineNo: 1 },
  ])
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: proposed.lines as never,
    actionAfterCreate: 'issue',
  })
  await world().act('goods-issue', id, 'review')
  await world().act('goods-issue', id, 'post')
  await world().send()
  return id
}

async function erpItem(id: string): Promise<Record<string, unknown>> {
  const { lines } = await world().read('goods-issue', id)
  const reply = await fetch(
    `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=MaterialDocument eq '${String(lines[0]!['materialDocument'])}'`,
    {
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`KUFANG:${worldErpPassword}`).toString('base64')}`,
      },
    },
  )
  const { results } = ((await reply.json()) as { d: { results: Record<string, unknown>[] } }).d
  expect(results).toHaveLength(1)
  return results[0]!
}

const erpState = async (id: string) => (await world().read('goods-issue', id)).header.erpState

describe('goods of a reservation', () => {
  beforeAll(prepare)
  afterAll(() => standIn.stop())

  test.each([
    [
      '9201, a 201 that names an order too',
      { GoodsMovementType: '201', CostCenter: 'CC100', ReservationItem: '1' },
    ],
    [
      '9202, a 261 that names a cost centre too',
      { GoodsMovementType: '261', ManufacturingOrder: '800001' },
    ],
    ['9203, a 241', { GoodsMovementType: '241', MasterFixedAsset: '5001', FixedAsset: '1' }],
    ['9204, a 231', { GoodsMovementType: '231', SalesOrder: '1', SalesOrderItem: '10' }],
  ])('%s, are posted with its movement type and what belongs to it', async (title, sent) => {
    const id = await issued(title.slice(0, 4))
    expect(await erpState(id)).toBe('posted')
    expect(await erpItem(id)).toMatchObject(sent)
  })

  const permitted = '201/221/231/241/261/281'

  test('are not requested with a movement type that the rules do not permit', async () => {
    for (const [docNo, type] of [
      ['9205', '901'],
      ['9207', '311'],
    ] as const)
      await expectRefused(world(), () => requested(docNo), [
        {
          code: 'movement-type-not-permitted',
          line: 1,
          params: { source: `${docNo}/1`, type, permitted, material: materials.bolt } as never,
        },
      ])
  })

  test('are not requested if the reservation lacks what its movement type is charged to', () =>
    expectRefused(world(), () => requested('9206'), [
      {
        code: 'movement-type-without-account',
        line: 1,
        params: {
          source: '9206/1',
          type: '201',
          object: '成本中心',
          objectEn: 'Cost centre',
        } as never,
      },
    ]))

  test("are posted with the company's own movement type once it is in its rules, which other issues do not take", async () => {
    await world().database.query(
      `insert into erp_movement_rule (company_code, purpose, from_place, from_category, to_place, to_category, distance,
         account_assignment, movement_type, reversal_movement_type, goods_movement_code, is_only_prescribed)
       values ($1, 'issue-for-turnaround', 'stock', 'UU', 'consumption', '', '', 'cost-center', '901', '902', '03', true)`,
      [companyCode],
    )
    forgetMovementRules()
    const own = await issued('9205')
    expect(await erpItem(own)).toMatchObject({ GoodsMovementType: '901', CostCenter: 'CC100' })
    expect(await erpItem(await issued('9208'))).toMatchObject({ GoodsMovementType: '201' })
    await approveReversal(world(), 'goods-issue', own)
    await world().act('goods-issue', own, 'reverse')
    await world().send()
    expect(await erpState(own)).toBe('reversed')
  })
})
