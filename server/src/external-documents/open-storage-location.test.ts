import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { stockKey } from '../ledger/public.ts'
import { goods, newPlace, reserved, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { moveByTrial, standInFor, trial } from '../document/testing/trial.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { createDocument } from '../document/service/service.ts'
import { saveInterface } from '../erp/interface-settings.ts'
import { ErpConnections } from '../erp/gateway.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from './synchronise.ts'

// Orders and reservations of SAP often name no storage location (EKPO-LGORT, RESB-LGORT): it is entered as goods are
// requested or arrive, and one line may be split over several locations.

const companyCode = '1010'
const world = useWorld()
let standIn: StandIn
let first: Place
let second: Place

const goodsOf = (place: Place) => ({
  product: materials.bolt,
  plant: place.plant,
  quantity: '10',
})

async function prepare(): Promise<void> {
  first = await newPlace(world())
  second = await newPlace(world())
  standIn = await standInFor(world(), first)
  const { plant } = first
  const { database } = world()
  for (const interfaceCode of ['purchase-order', 'reservation', 'material-document'] as const)
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
  const storageLocations = [first.storageLocation, second.storageLocation]
  await standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations }],
    stock: [first, second].map(({ storageLocation }) => ({ ...goodsOf(first), storageLocation })),
    purchaseOrders: [
      {
        purchaseOrder: '4500009301',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          {
            item: '10',
            ...goodsOf(first),
            unit: 'EA',
            netPrice: '12.50',
            deliveryDate: '2026-12-01',
          },
        ],
      },
    ],
    reservations: [
      {
        reservation: '9301',
        movementType: '201',
        reservationDate: '2026-11-02',
        account: { costCenter: 'CC100' },
        items: [{ item: '1', ...goodsOf(first), requirementDate: '2099-12-01' }],
      },
    ],
  })
  const connections = new ErpConnections({
    database,
    secrets: world().secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => {
      throw error
    },
  })
  for (const name of ['purchase-order', 'reservation'] as const)
    await synchroniseMirror({ database, connections }, name, companyCode)
}

async function mirrored(table: 'reservation' | 'purchase_order', docNo: string): Promise<string> {
  const [row] = await world().database.query<{ id: string }>(
    `select id from ${table} where doc_no = $1`,
    [docNo],
  )
  return row!.id
}

const header = { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' }
const ask = (reservation: string, quantity: string, storageLocation: string | null, lineNo = 1) =>
  world().create('requisition', {
    header: { ...header, ...(storageLocation === null ? {} : { storageLocation }) },
    lines: [{ source: { id: reservation, lineNo }, quantity }],
    actionAfterCreate: 'submit',
  })

/** The storage locations and quantities of the ERP's document of the only line of a document of ours. */
async function postedAt(name: string, id: string): Promise<unknown[]> {
  const { header: posted, lines } = await world().read(name, id)
  expect(posted.erpState).toBe('posted')
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
  return results.map((item) => [item['StorageLocation'], Number(item['QuantityInEntryUnit'])])
}

describe('of an ERP document without storage location', () => {
  beforeAll(prepare)
  afterAll(() => standIn.stop())

  test('an order item is announced without one, and arrives, is received and posted in two', async () => {
    const order = await mirrored('purchase_order', '4500009301')
    const [line] = (await world().read('purchase-order', order)).lines
    expect(line!['storageLocation'] ?? '').toBe('')
    const note = await world().create('delivery-note', {
      header: { reference: 'LS-9301', etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 10 }, quantity: '10' }],
      actionAfterCreate: 'submit',
    })
    await world().act('delivery-note', note.id, 'confirm', {
      input: { appointmentSlot: '08:00-10:00' },
    })
    const arrive = (quantity: string, storageLocation: string | null) =>
      world().create('arrival', {
        header: { visualCheck: 'intact', ...(storageLocation === null ? {} : { storageLocation }) },
        lines: [{ source: { id: note.id, lineNo: 1 }, quantity, bin: 'R-01' }],
        actionAfterCreate: 'confirm',
      })
    await expectRefused(world(), () => arrive('6', null), [
      { code: 'field-required', field: 'storageLocation' },
    ])
    const received = async (quantity: string, place: Place) => {
      const arrival = await arrive(quantity, place.storageLocation)
      const receipt = await world().create('goods-receipt', {
        header: {},
        lines: [
          {
            source: { id: arrival.id, lineNo: 1 },
            quantity,
            stockCategory: 'UU',
            bin: 'A-01',
          },
        ],
        actionAfterCreate: 'receive',
      })
      await world().act('goods-receipt', receipt.id, 'review')
      await world().act('goods-receipt', receipt.id, 'post')
      await world().send()
      return postedAt('goods-receipt', receipt.id)
    }
    expect(await received('6', first)).toEqual([[first.storageLocation, 6]])
    expect(await received('4', second)).toEqual([[second.storageLocation, 4]])
    expect((await world().read('purchase-order', order)).lines[0]!.openQuantity).toBe('0')
  })

  test('a reservation item is requested, held, issued and posted from two', async () => {
    const { plant } = first
    for (const { storageLocation } of [first, second]) {
      moveByTrial(() => [
        {
          from: stockKey({ companyCode, place: 'opening', plant, materialNo: materials.bolt }),
          to: stockKey({
            companyCode,
            plant,
            storageLocation,
            bin: 'A-01',
            materialNo: materials.bolt,
          }),
        },
      ])
      await trial(world(), { companyCode, plant, storageLocation })
    }
    const reservation = await mirrored('reservation', '9301')
    for (const [quantity, { storageLocation }] of [
      ['7', first],
      ['3', second],
    ] as const) {
      const { id } = await ask(reservation, quantity, storageLocation)
      await world().act('requisition', id, 'approve')
      expect((await world().read('requisition', id)).lines[0]!['reservedQuantity']).toBe(quantity)
      const { database, onlooker } = world()
      const { lines } = await worker(database, onlooker).prefill('goods-issue', [{ id, lineNo: 1 }])
      const issue = await world().create('goods-issue', {
        header: { recipient: '张三' },
        lines: lines as never,
        actionAfterCreate: 'issue',
      })
      await world().act('goods-issue', issue.id, 'review')
      await world().act('goods-issue', issue.id, 'post')
      await world().send()
      expect(await postedAt('goods-issue', issue.id)).toEqual([[storageLocation, Number(quantity)]])
    }
  })
})

describe('the storage location that is entered', () => {
  const open = (lines: readonly Record<string, unknown>[] = [{}]) =>
    newPlace(world()).then(async (place) => ({
      place,
      reservation: await reserved(
        world(),
        { ...place, storageLocation: '' },
        lines.map((line) => ({ ...goods(1, materials.bolt)[0]!, ...line })),
      ),
    }))

  test('is required when the draft is submitted, and must be known', async () => {
    const { place, reservation } = await open()
    await expectRefused(world(), () => ask(reservation, '1', null), [
      { code: 'field-required', field: 'storageLocation' },
    ])
    await expectRefused(world(), () => ask(reservation, '1', 'NONE'), [
      { code: 'master-unknown', field: 'storageLocation', params: { value: 'NONE' } as never },
    ])
    const draft = await world().create('requisition', {
      header,
      lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
    })
    await expectRefused(world(), () => world().act('requisition', draft.id, 'submit'), [
      { code: 'field-required', field: 'storageLocation' },
    ])
    await ask(reservation, '1', place.storageLocation)
  })

  test('lies within the data scope of whoever enters it', async () => {
    const { place, reservation } = await open()
    const actor = world().actorFor('requisition', 'create')
    const other = await newPlace(world())
    const within = (storageLocation: string) =>
      createDocument(
        world().database,
        {
          ...actor,
          session: {
            ...actor.session,
            scope: {
              ...actor.session.scope,
              storageLocations: [`${place.plant}/${place.storageLocation}`],
            },
          },
        },
        'requisition',
        {
          header: { ...header, storageLocation },
          lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
        },
        newId(),
      )
    await expectRefused(world(), () => within(other.storageLocation), [
      {
        code: 'outside-scope',
        field: 'storageLocation',
        params: { value: `${place.plant}/${other.storageLocation}` } as never,
      },
    ])
    await within(place.storageLocation)
  })

  test('is that of the lines that name one, which nobody may change', async () => {
    const other = await newPlace(world())
    const { place, reservation } = await open([{}, { storageLocation: other.storageLocation }])
    const both = (storageLocation?: string) =>
      world().create('requisition', {
        header: { ...header, ...(storageLocation === undefined ? {} : { storageLocation }) },
        lines: [1, 2].map((lineNo) => ({ source: { id: reservation, lineNo }, quantity: '1' })),
      })
    await expectRefused(world(), () => both(place.storageLocation), [
      {
        code: 'differs-from-source',
        field: 'storageLocation',
        params: { value: place.storageLocation, other: other.storageLocation } as never,
      },
    ])
    const { id } = await both()
    expect((await world().read('requisition', id)).header.storageLocation).toBe(
      other.storageLocation,
    )
  })
})
