import { addAll } from '@kufang/kernel/add-all.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteDocument } from '../document/service/service.ts'
import { called, decided } from '../document/testing/core-flow.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { useStandIn } from '../document/testing/with-stand-in.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { reconcile } from '../erp/reconcile.ts'
import { synchroniseMirror } from './synchronise.ts'

const companyCode = '1010'
const [bolt, wire, rod] = ['U-BOLT', 'U-WIRE', 'U-ROD']
const world = useWorld()
const erp = useStandIn(world)
let place: Place

async function prepare(): Promise<void> {
  const { database } = world()
  place = await newPlace(world())
  const { plant, storageLocation } = place
  const product = (no: string, baseUnit: string, units: object[]) => ({
    product: no,
    descriptions: { ZH: no },
    baseUnit,
    productGroup: 'G1',
    price: '1',
    isInspected: true,
    units,
  })
  const item = (number: string, product: string, unit: string, more: object = {}) => ({
    item: number,
    product,
    plant,
    storageLocation,
    quantity: '5',
    unit,
    netPrice: '250',
    deliveryDate: '2099-12-01',
    ...more,
  })
  await erp().standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    products: [
      product(bolt, 'EA', [{ unit: 'BOX', numerator: 100, denominator: 1 }]),
      product(wire, 'KG', [{ unit: 'ROL', numerator: 3, denominator: 7 }]),
      product(rod, 'EA', [{ unit: 'ROL', numerator: 3, denominator: 7 }]),
    ],
    purchaseOrders: [
      {
        purchaseOrder: '4500000071',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          item('10', bolt, 'BOX'),
          item('20', wire, 'ROL'),
          // The order's own conversion: its boxes hold 50.
          item('30', bolt, 'BOX', { toBaseUnit: { numerator: 50, denominator: 1 } }),
        ],
      },
      {
        purchaseOrder: '4500000072',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [item('10', bolt, 'PAL'), item('20', rod, 'ROL')],
      },
    ],
  })
  for (const mirror of ['material', 'purchase-order'] as const)
    await synchroniseMirror({ database, connections: erp().connections }, mirror, companyCode)
}

const orderId = async (orderNo: string) =>
  (
    await world().database.query<{ id: string }>(
      'select id from purchase_order where doc_no = $1',
      [orderNo],
    )
  )[0]!.id
const stockOf = () =>
  world().database.query<{ materialNo: string; quantity: string }>(
    `select material_no, sum(quantity) as quantity from stock_balance
     where storage_location = $1 and quantity > 0 group by material_no order by material_no`,
    [place.storageLocation],
  )

interface SentItem {
  Material: string
  GoodsMovementType: string
  EntryUnit: string
  QuantityInEntryUnit: string
  QuantityInBaseUnit: string
}

describe('an order in a unit that is not the base unit', () => {
  beforeAll(prepare)

  test('is mirrored in base units by its own fraction or the material, and keeps how it was ordered', async () => {
    const { lines } = await world().read('purchase-order', await orderId('4500000071'))
    expect(
      lines.map((line) => [
        line.quantity,
        line.unit,
        line.entryUnit,
        `${line.unitNumerator}/${line.unitDenominator}`,
      ]),
    ).toEqual([
      ['500', 'EA', 'BOX', '100/1'],
      ['2.143', 'KG', 'ROL', '3/7'],
      ['250', 'EA', 'BOX', '50/1'],
    ])
  })

  test('brings the units of its materials with their usual names and decimals', async () => {
    expect(
      await world().database.query(
        `select unit, name_zh, decimals from unit where unit in ('BOX', 'ROL', 'KG') order by unit`,
      ),
    ).toEqual([
      { unit: 'BOX', nameZh: '盒', decimals: 0 },
      { unit: 'KG', nameZh: '千克', decimals: 3 },
      { unit: 'ROL', nameZh: '卷', decimals: 0 },
    ])
  })

  test('is not drawn from where no conversion is known, or half a piece would result', async () => {
    const id = await orderId('4500000072')
    const announce = (lineNo: number) => () =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [{ source: { id, lineNo }, quantity: '5' }],
      })
    await expectRefused(world(), announce(10), [
      {
        code: 'unit-conversion-unknown',
        line: 1,
        params: { source: '4500000072/10', material: bolt, unit: 'PAL' } as never,
      },
    ])
    await expectRefused(world(), announce(20), [
      {
        code: 'unit-conversion-unknown',
        line: 1,
        params: { source: '4500000072/20', material: rod, unit: 'ROL' } as never,
      },
    ])
  })

  test('is announced in its own unit, in the base unit, or in another unit of the material', async () => {
    const id = await orderId('4500000071')
    const announce = (lineNo: number, quantity: string) =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [{ source: { id, lineNo }, quantity }],
      })
    const announced = async (lineNo: number, quantity: string) => {
      const note = await announce(lineNo, quantity)
      const [line] = (await world().read('delivery-note', note.id)).lines
      await deleteDocument(
        world().database,
        world().actorFor('delivery-note', 'edit'),
        'delivery-note',
        note.id,
        1,
        newId(),
      )
      return [line!.quantity, line!.unit, line!.entryUnit, line!.unitNumerator]
    }
    expect(await announced(10, '2 BOX')).toEqual(['200', 'EA', 'BOX', 100])
    expect(await announced(10, '3盒')).toEqual(['300', 'EA', 'BOX', 100])
    expect(await announced(10, '200')).toEqual(['200', 'EA', 'BOX', 100])
    expect(await announced(10, '7 EA')).toEqual(['7', 'EA', null, null])
    expect(await announced(30, '2 BOX')).toEqual(['100', 'EA', 'BOX', 50])
    expect(await announced(20, '4 rol')).toEqual(['1.714', 'KG', 'ROL', 3])
    const refused = (lineNo: number, quantity: string, code: string, params: object) =>
      expectRefused(world(), () => announce(lineNo, quantity), [
        { code, line: 1, field: 'quantity', params: params as never },
      ])
    await refused(10, '2 PAL', 'unit-not-of-material', { unit: 'PAL', units: 'BOX/EA' })
    await refused(10, '0.001 BOX', 'quantity-not-whole-in-base-unit', { base: '0.1' })
    await refused(20, '0.5 ROL', 'quantity-changed-by-rounding', { base: '0.214' })
    await refused(10, '6 BOX', 'quantity-exceeds-tolerance', { quantity: '600' })
  })

  test('goes from the order to the stock in base units, is posted in its own unit, and both ledgers agree', async () => {
    const walker = worldWalker(world(), place)
    const order = await orderId('4500000071')
    const note = await makeOver(
      walker,
      'delivery-note',
      await linesFrom(walker, 'purchase-order', order),
      ['submit', 'confirm'],
    )
    expect((await world().read('delivery-note', note)).lines).toMatchObject([
      { quantity: '500', unit: 'EA', entryUnit: 'BOX', unitNumerator: 100, unitDenominator: 1 },
      { quantity: '2.143', unit: 'KG', entryUnit: 'ROL', unitNumerator: 3, unitDenominator: 7 },
      { quantity: '250', unit: 'EA', entryUnit: 'BOX', unitNumerator: 50, unitDenominator: 1 },
    ])
    const arrival = await makeOver(
      walker,
      'arrival',
      await linesFrom(walker, 'delivery-note', note),
      ['confirm'],
    )
    const notice = (await walker.successorOf('arrival', arrival, 'inspection-notice'))!
    await called(world(), notice)
    await decided(world(), notice)
    const receipt = await makeOver(
      walker,
      'goods-receipt',
      await linesFrom(walker, 'arrival', arrival),
      ['receive'],
    )
    await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
    expect(await stockOf()).toEqual([
      { materialNo: bolt, quantity: '750' },
      { materialNo: wire, quantity: '2.143' },
    ])
    await erp().send()
    expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')

    // 5 boxes for 250 each: the estimate is the ERP's amount. That of 5 rolls is of 2.143 kilograms, rounded.
    expect(
      await world().database.query(
        `select distinct m.amount, i.posted_amount from stock_move m
         join erp_posting_item i on i.company_code = m.company_code and i.move_id = m.id
         where m.movement_type = '101' and m.document_type = 'arrival' order by m.amount`,
      ),
    ).toEqual([
      { amount: '1250', postedAmount: '1250' },
      { amount: '1250.08', postedAmount: '1250' },
    ])

    const documents = await openMirrorSource(erp().connections, companyCode, 'material-document')
    const posted = documents.client.getPages('A_MaterialDocumentItem', {
      operation: 'mirror',
      query: {},
    })
    const items: SentItem[] = []
    for await (const page of posted) addAll(items, page as unknown as SentItem[])
    const said = items.map((sent) =>
      [
        sent.GoodsMovementType,
        sent.QuantityInEntryUnit,
        sent.EntryUnit,
        sent.QuantityInBaseUnit,
      ].join(' '),
    )
    expect(new Set(said.filter((text) => text.startsWith('101')))).toEqual(
      new Set(['101 5.000 BOX 500.000', '101 5.000 ROL 2.143', '101 5.000 BOX 250.000']),
    )
    // Without the order the ERP knows the material's boxes only: 250 pieces are 2.5 of them, so they are sent as pieces.
    expect(new Set(said.filter((text) => text.startsWith('321')))).toEqual(
      new Set(['321 5.000 BOX 500.000', '321 5.000 ROL 2.143', '321 250.000 EA 250.000']),
    )
    const { rows } = await reconcile(
      world().database,
      await openMirrorSource(erp().connections, companyCode, 'material-stock'),
      { companyCode, plants: [place.plant], materialNos: [bolt, wire] },
    )
    expect(
      rows.map(({ materialNo, erpQuantity, wmsQuantity, unexplained, unit }) => [
        materialNo,
        erpQuantity,
        wmsQuantity,
        unexplained,
        unit,
      ]),
    ).toEqual([
      [bolt, '750', '750', '0', 'EA'],
      [wire, '2.143', '2.143', '0', 'KG'],
    ])

    await synchroniseMirror(
      { database: world().database, connections: erp().connections, isComplete: true },
      'purchase-order',
      companyCode,
    )
    const { lines } = await world().read('purchase-order', order)
    expect(
      lines.map((line) => [line['receivedQuantity'], line.closedQuantity, line.openQuantity]),
    ).toEqual([
      ['500', '0', '0'],
      ['2.143', '0', '0'],
      ['250', '0', '0'],
    ])
  })
})
