import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { stockKey } from '../ledger/public.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { moveByTrial, standInFor, trial } from '../document/testing/trial.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { saveInterface } from '../erp/interface-settings.ts'
import { ErpConnections } from '../erp/gateway.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { reconcile } from '../erp/reconcile.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'

// Project stock and consignment stock go out by the reservation that names them: as 221 Q, 201 K and 261 K.

const companyCode = '1010'
const [wbsElement, supplier] = ['P-100-1', '100001']
const world = useWorld()
let standIn: StandIn
let place: Place
let connections: ErpConnections

/** What lies in the place at first, here and in the ERP: ten own pieces, ten of the project, twenty of the supplier. */
const stock = [
  { specialStock: '', reference: '', quantity: '10' },
  { specialStock: 'Q', reference: wbsElement, quantity: '10' },
  { specialStock: 'K', reference: supplier, quantity: '20' },
] as const

const item = (specialStock: string, more: object = {}) => ({
  item: '1',
  product: materials.bolt,
  plant: place.plant,
  storageLocation: place.storageLocation,
  quantity: '10',
  requirementDate: '2099-12-01',
  specialStock,
  ...more,
})

async function prepare(): Promise<void> {
  place = await newPlace(world())
  standIn = await standInFor(world(), place)
  const { plant, storageLocation } = place
  const { database } = world()
  for (const interfaceCode of ['reservation', 'material-stock', 'material-document'] as const)
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
  const reserved = (reservation: string, movementType: string, account: object, line: object) => ({
    reservation,
    movementType,
    reservationDate: '2026-11-02',
    account,
    items: [line],
  })
  await standIn.control('POST', '/stand-in/seed', {
    stock: stock.map(({ specialStock, reference, quantity }) => ({
      product: materials.bolt,
      plant,
      storageLocation,
      quantity,
      ...(specialStock === '' ? {} : { specialStock }),
      ...(specialStock === 'Q' ? { wbsElement: reference } : {}),
      ...(specialStock === 'K' ? { supplier: reference } : {}),
    })),
    reservations: [
      reserved('9101', '221', { wbsElement }, item('Q')),
      reserved('9102', '201', { costCenter: 'CC100' }, item('K', { supplier })),
      reserved('9103', '261', { orderId: '800001' }, item('K', { supplier })),
    ],
  })
  moveByTrial(() =>
    stock.map(({ specialStock, reference, quantity }) => ({
      from: stockKey({ companyCode, place: 'opening', plant, materialNo: materials.bolt }),
      to: stockKey({
        companyCode,
        plant,
        storageLocation,
        bin: 'A-01',
        materialNo: materials.bolt,
        specialStock,
        specialStockReference: reference,
      }),
      quantity: quantity as never,
    })),
  )
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

async function reservation(docNo: string): Promise<string> {
  const [row] = await world().database.query<{ id: string }>(
    `select id from reservation where doc_no = $1`,
    [docNo],
  )
  return row!.id
}

/** Requests ten pieces of a reservation, issues what is proposed, and posts it. */
async function issued(docNo: string): Promise<string> {
  const request = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: await reservation(docNo), lineNo: 1 }, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', request.id, 'approve')
  expect((await world().read('requisition', request.id)).lines[0]!['reservedQuantity']).toBe('10')
  const { database, onlooker } = world()
  const proposed = await worker(database, onlooker).prefill('goods-issue', [
    { id: request.id, lineNo: 1 },
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

async function erpItems(materialDocument: string): Promise<Record<string, unknown>[]> {
  const reply = await fetch(
    `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=MaterialDocument eq '${materialDocument}'`,
    {
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`KUFANG:${worldErpPassword}`).toString('base64')}`,
      },
    },
  )
  return ((await reply.json()) as { d: { results: Record<string, unknown>[] } }).d.results
}

describe('a reservation that names special stock', () => {
  beforeAll(prepare)
  afterAll(() => standIn.stop())

  test('is mirrored with it, and its requisition asks for it', async () => {
    const named = async (docNo: string) => {
      const { lines } = await world().read('reservation', await reservation(docNo))
      return lines.map((line) => [line['specialStock'], line['specialStockReference']])
    }
    expect(await named('9101')).toEqual([['Q', wbsElement]])
    expect(await named('9102')).toEqual([['K', supplier]])
  })

  test.each([
    [
      '9101',
      {
        GoodsMovementType: '221',
        InventorySpecialStockType: 'Q',
        SpecialStockIdfgWBSElement: wbsElement,
        WBSElement: wbsElement,
      },
    ],
    [
      '9102',
      {
        GoodsMovementType: '201',
        InventorySpecialStockType: 'K',
        Supplier: supplier,
        CostCenter: 'CC100',
      },
    ],
    [
      '9103',
      {
        GoodsMovementType: '261',
        InventorySpecialStockType: 'K',
        Supplier: supplier,
        ManufacturingOrder: '800001',
      },
    ],
  ])('%s is held, issued and posted from that stock, and both ledgers agree', async (no, sent) => {
    const { header, lines } = await world().read('goods-issue', await issued(no))
    expect(header.erpState).toBe('posted')
    expect(await erpItems(String(lines[0]!['materialDocument']))).toMatchObject([sent])
    const { rows } = await reconcile(
      world().database,
      await openMirrorSource(connections, companyCode, 'material-stock'),
      { companyCode, plants: [place.plant], materialNos: [materials.bolt] },
    )
    const left = rows.filter((row) => row.storageLocation === place.storageLocation)
    for (const row of left) expect(row.wmsQuantity).toBe(row.erpQuantity)
    expect(left.find((row) => row.specialStock === '')?.erpQuantity).toBe('10')
  })
})
