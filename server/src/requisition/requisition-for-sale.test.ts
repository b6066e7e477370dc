import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { documentFlow } from '../document/storage/flow.ts'
import { listSources } from '../document/list/list.ts'
import { updateDocument } from '../document/service/service.ts'
import { tableByName } from '../document/storage/table.ts'
import {
  goods,
  mirrorBecomes,
  newPlace,
  reserved,
  sold,
  type Place,
} from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

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
