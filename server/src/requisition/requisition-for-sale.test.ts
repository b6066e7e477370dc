import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { documentFlow } from '../document/storage/flow.ts'
import { listSources } from '../document/list/list.ts'
import { updateDocument } from '../document/service/service.ts'
import { tableByName } from '../document/storage/table.ts'
import { stocked } from '../document/testing/core-flow.ts'
import {
  goods,
  mirrorBecomes,
  newPlace,
  reserved,
  sold,
  type Place,
} from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { standInFor } from '../document/testing/trial.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'

// Goods of a sales order are requested, approved and issued like others, and charged to the order's item.

const page = '/pickings/pickingSale'
const world = useWorld()
const header = { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' }
const bolts = goods(1, materials.bolt)

const ask = (order: string, quantity: string, lineNo = 1) =>
  world().create('requisition', {
    page,
    header,
    lines: [{ source: { id: order, lineNo }, quantity }],
    actionAfterCreate: 'submit',
  })
const orderLine = async (order: string) => (await world().read('sales-order', order)).lines[0]!
const issue = (requisition: string, quantity: string) =>
  world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: requisition, lineNo: 1 }, quantity, bin: 'A-01' }],
    actionAfterCreate: 'issue',
  })

describe('a requisition for a sales order', () => {
  test('is of type sales, for the customer, and takes the item of the order', async () => {
    const place = await newPlace(world())
    const order = await sold(world(), place, bolts)
    const { header: asked } = await world().read('sales-order', order)
    const { id } = await ask(order, '4')
    const made = await world().read('requisition', id)
    expect(made.header).toMatchObject({
      requisitionType: 'sales',
      customerNo: '200001',
      storageLocation: place.storageLocation,
      costCenter: null,
      state: 'submitted',
    })
    expect(made.lines).toMatchObject([
      {
        materialNo: materials.bolt,
        sourceType: 'sales-order',
        sourceNo: asked.docNo,
        salesOrderNo: asked.docNo,
        salesOrderLine: 1,
        reservationNo: null,
      },
    ])
    const flow = await documentFlow(world().database, tableByName('requisition'), '1010', id)
    expect(flow.nodes.map(({ type, docNo }) => [type, docNo])).toContainEqual([
      'sales-order',
      asked.docNo,
    ])
  })

  test('asks for no more than the order leaves open, drafts and deliveries in the ERP counted', async () => {
    const order = await sold(world(), await newPlace(world()), [
      { ...bolts[0]!, closedQuantity: '2' },
    ])
    await expectRefused(world(), () => ask(order, '9'), [
      {
        code: 'quantity-exceeds-open',
        line: 1,
        field: 'quantity',
        params: { quantity: '9', open: '8', unit: 'EA' } as never,
      },
    ])
    await ask(order, '6')
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '6', openQuantity: '2' })
    const draft = await world().create('requisition', {
      page,
      header,
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
    })
    await expectRefused(world(), () => ask(order, '2'), [
      {
        code: 'quantity-held',
        params: { free: '1', heldBy: expect.stringContaining(draft.docNo) } as never,
      },
    ])
  })

  test('is made of open items only, of one customer at a time', async () => {
    const place = await newPlace(world())
    const completed = await sold(world(), place, [{ ...bolts[0]!, isCompleted: true }])
    const rejected = await sold(world(), place, [{ ...bolts[0]!, isDeleted: true }])
    const gone = await sold(world(), place, bolts)
    await mirrorBecomes(world(), 'sales-order', gone, 'deleted')
    await expectRefused(world(), () => ask(completed, '1'), [{ code: 'order-completed', line: 1 }])
    await expectRefused(world(), () => ask(rejected, '1'), [{ code: 'order-deleted', line: 1 }])
    await expectRefused(world(), () => ask(gone, '1'), [{ code: 'source-wrong-state', line: 1 }])
    await expectRefused(world(), () => ask(newId(), '1'), [{ code: 'source-not-found', line: 1 }])
    const open = await sold(world(), place, bolts)
    await expectRefused(world(), () => ask(open, '1', 7), [{ code: 'source-not-found', line: 1 }])
    const other = await sold(world(), place, bolts, { customerNo: '200002' })
    await expectRefused(
      world(),
      () =>
        world().create('requisition', {
          page,
          header,
          lines: [open, other].map((id) => ({ source: { id, lineNo: 1 }, quantity: '1' })),
        }),
      [{ code: 'source-mixed', line: 2, params: { field: '客户', other: '200002' } as never }],
    )
  })

  test('stays of its order when it is corrected', async () => {
    const order = await sold(world(), await newPlace(world()), bolts)
    const { id } = await ask(order, '4')
    await world().act('requisition', id, 'withdraw')
    const { version } = (await world().read('requisition', id)).header
    await updateDocument(
      world().database,
      world().actorFor('requisition', 'edit'),
      'requisition',
      id,
      { version, header, lines: [{ source: { id: order, lineNo: 1 }, quantity: '7' }] },
      newId(),
    )
    expect((await world().read('requisition', id)).lines).toMatchObject([
      { quantity: '7', salesOrderLine: 1 },
    ])
    expect(await orderLine(order)).toMatchObject({ heldQuantity: '7', doneQuantity: '0' })
    await world().act('requisition', id, 'submit')
    expect(await orderLine(order)).toMatchObject({ heldQuantity: '0', doneQuantity: '7' })
  })
})

describe('each page offers and accepts the lines of its own predecessor', () => {
  let place: Place
  let order: string
  let reservation: string
  beforeAll(async () => {
    place = await newPlace(world())
    order = await sold(world(), place, bolts)
    reservation = await reserved(world(), place, bolts)
  })
  const offered = async (path?: string) => {
    const { rows } = await listSources(
      world().database,
      person('领料人', ['LLDCJXQJH', 'LLDCJJJ', 'LLDXSDD']),
      tableByName('requisition'),
      {
        ...(path === undefined ? {} : { page: path }),
        filters: [{ field: 'storageLocation', operator: 'eq', value: place.storageLocation }],
      },
    )
    return rows.map((row) => row['id'])
  }

  test('the sales page sales orders, the planned page reservations, the urgent page nothing', async () => {
    expect(await offered(page)).toEqual([order])
    expect(await offered('/pickings/picking')).toEqual([reservation])
    expect(await offered()).toEqual([reservation])
    await expect(offered('/pickings/emergency')).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    ['/pickings/picking', () => order],
    ['/pickings/emergency', () => order],
    [page, () => reservation],
  ])('%s refuses a line of another predecessor', async (path, source) => {
    await expectRefused(
      world(),
      () =>
        world().create('requisition', {
          page: path,
          companyCode: place.companyCode,
          header: {
            ...header,
            ...(path === '/pickings/emergency'
              ? { plant: place.plant, storageLocation: place.storageLocation, purpose: '抢修' }
              : {}),
          },
          lines: [{ source: { id: source(), lineNo: 1 }, quantity: '1' }],
        }),
      [{ code: 'source-not-found', line: 1 }],
    )
  })
})

describe('its goods are issued to the item of the order', () => {
  let standIn: StandIn
  let place: Place
  beforeAll(async () => {
    place = await newPlace(world())
    standIn = await standInFor(world(), place)
    const { plant, storageLocation } = place
    await stocked(world(), place, goods(1, materials.bolt, '40'))
    await standIn.control('POST', '/stand-in/seed', {
      stock: [{ product: materials.bolt, plant, storageLocation, quantity: '40' }],
    })
  })
  afterAll(() => standIn.stop())

  /** An approved requisition for an order with this number and item. */
  async function approved(salesOrderNo: string, salesOrderLine: number) {
    const order = await sold(world(), place, [{ ...bolts[0]!, salesOrderNo, salesOrderLine }])
    const { id } = await ask(order, '10')
    await world().act('requisition', id, 'approve')
    return { order, requisition: id }
  }
  const post = async (id: string) => {
    await world().act('goods-issue', id, 'review')
    await world().act('goods-issue', id, 'post')
    await world().send()
    return world().read('goods-issue', id)
  }
  const erpItems = async (materialDocument: string): Promise<Record<string, unknown>[]> => {
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

  test('as 231, in parts; 232 and the reversal of the issue bring everything back', async () => {
    const { order, requisition } = await approved('1', 10)
    expect((await world().read('requisition', requisition)).lines[0]!['reservedQuantity']).toBe(
      '10',
    )
    const first = await issue(requisition, '4')
    expect((await world().read('requisition', requisition)).header.state).toBe('partlyIssued')
    const posted = await post(first.id)
    expect(posted.header.erpState).toBe('posted')
    expect(await erpItems(String(posted.lines[0]!['materialDocument']))).toMatchObject([
      { GoodsMovementType: '231', SalesOrder: '1', SalesOrderItem: '10', CostCenter: '' },
    ])
    // The order counts what was requested of it; an issue changes nothing there.
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '10', openQuantity: '0' })

    await approveReversal(world(), 'goods-issue', first.id)
    await world().act('goods-issue', first.id, 'reverse')
    await world().send()
    const reversed = await world().database.query<{ materialDocument: string }>(
      `select material_document from erp_posting where document_id = $1 order by sequence desc limit 1`,
      [first.id],
    )
    expect(await erpItems(reversed[0]!.materialDocument)).toMatchObject([
      { GoodsMovementType: '232', SalesOrder: '1', SalesOrderItem: '10' },
    ])
    await world().act('goods-issue', first.id, 'reversePhysical', { input: { reason: '客户退订' } })
    expect((await world().read('requisition', requisition)).header.state).toBe('approved')
    expect((await world().read('requisition', requisition)).lines[0]).toMatchObject({
      openQuantity: '10',
      reservedQuantity: '10',
    })
    await world().act('requisition', requisition, 'writeOff', { input: { reason: '客户退订' } })
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '0', openQuantity: '10' })
  })

  test.each([
    ['999', 10, 'V1/302'],
    ['1', 990, 'V1/303'],
  ])(
    'an order %s item %i that the ERP does not have is refused in its words',
    async (no, line, code) => {
      const { requisition } = await approved(no, line)
      const { header: document } = await post((await issue(requisition, '10')).id)
      expect(document.erpState).toBe('failed')
      const [posting] = await world().database.query(
        `select sap_code from erp_posting where document_id = $1`,
        [document.id],
      )
      expect(posting).toEqual({ sapCode: code })
    },
  )
})
