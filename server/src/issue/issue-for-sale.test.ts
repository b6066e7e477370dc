import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { delivered, goods, newPlace, sold, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { connectedTo, standInFor } from '../document/testing/trial.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { forgetMovementRules } from '../erp/movement-rule.ts'
import type { PostingRequest } from '../erp/posting-model.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'

// Goods of a sales order are issued by the outbound delivery that the ERP has for them.

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
/** An issue with a line for each quantity, from different bins. */
const issueOf = (requisition: string, quantities: readonly string[]) =>
  world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: quantities.map((quantity, index) => ({
      source: { id: requisition, lineNo: 1 },
      quantity,
      bin: ['A-01', 'A-02'][index],
      stockReason: '就近拣货',
    })),
    actionAfterCreate: 'issue',
  })
const issue = (requisition: string, quantity: string) => issueOf(requisition, [quantity])

describe('its goods are issued to the item of the order', () => {
  let standIn: StandIn
  let place: Place
  beforeAll(async () => {
    place = await newPlace(world())
    standIn = await standInFor(world(), place)
    const { plant, storageLocation } = place
    const opening = await world().create('stock-initialisation', {
      companyCode: place.companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines: [
        { bin: 'A-01', quantity: '90' },
        { bin: 'A-02', quantity: '5' },
      ].map((line) => ({ ...line, materialNo: materials.bolt, stockCategory: 'UU' })),
      actionAfterCreate: 'submit',
    })
    await world().act('stock-initialisation', opening.id, 'initialise')
    await standIn.control('POST', '/stand-in/seed', {
      stock: [{ product: materials.bolt, plant, storageLocation, quantity: '95' }],
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
  const erpItems = async (
    number: string,
    field = 'MaterialDocument',
  ): Promise<Record<string, unknown>[]> => {
    const reply = await fetch(
      `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=${field} eq '${number}'`,
      {
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`KUFANG:${worldErpPassword}`).toString('base64')}`,
        },
      },
    )
    return ((await reply.json()) as { d: { results: Record<string, unknown>[] } }).d.results
  }

  /** What a user of the ERP issues of the delivery there. */
  const issuedByOthers = (delivery: string, quantity: string): PostingRequest => ({
    companyCode: '1010',
    documentType: '',
    documentId: '',
    documentNo: '',
    step: 1,
    postingDate: companyToday(),
    documentDate: companyToday(),
    goodsMovementCode: '03',
    userId: '',
    items: [
      {
        documentLine: 1,
        moveId: '',
        materialNo: materials.bolt,
        quantity: parseQuantity(quantity),
        unit: 'EA',
        movementType: '601',
        from: null,
        to: null,
        referenceDocumentType: 'L',
        delivery,
        deliveryItem: '10',
      },
    ],
  })
  /** A delivery of ten bolts for this order item, in the ERP and as it was read there. */
  async function delivery(order: string, orderItem: number, quantity = '10'): Promise<string> {
    const { plant, storageLocation } = place
    const no = await delivered(world(), place, { no: order, movementType: '601' }, [
      { ...bolts[0]!, quantity, orderItem },
    ])
    const item = { item: '10', product: materials.bolt, plant, storageLocation, quantity }
    await standIn.control('POST', '/stand-in/seed', {
      deliveries: [
        {
          delivery: no,
          reference: 'sales-order',
          shipToParty: '200001',
          items: [{ ...item, order, orderItem: String(orderItem) }],
        },
      ],
    })
    return no
  }
  /** The company posts goods of sales orders without deliveries. */
  async function postsWithoutDelivery(): Promise<void> {
    await world().database.query(
      `insert into erp_movement_rule select '1010', purpose, from_place, from_category, to_place, to_category, distance,
         from_special_stock, to_special_stock, account_assignment, basis, movement_type, reversal_movement_type,
         goods_movement_code, reference_document_type
       from erp_movement_rule where company_code = '' and purpose = 'issue-to-sales-order'`,
    )
    forgetMovementRules()
  }

  test('by the outbound delivery that the ERP has for it, as 601; its goods issue is reversed as 602, and issued again', async () => {
    const { order, requisition } = await approved('1', 10)
    await expectRefused(world(), () => issue(requisition, '4'), [
      { code: 'delivery-missing', line: 1, params: { source: '1/10' } },
    ])
    const no = await delivery('1', 10, '8')
    await expectRefused(world(), () => issueOf(requisition, ['6', '3']), [
      {
        code: 'delivery-quantity-exceeded',
        line: 2,
        params: { no, item: 10, open: '8', quantity: '9' } as never,
      },
    ])
    // Two bins, one item of the delivery.
    const first = await issueOf(requisition, ['3', '1'])
    expect((await world().read('requisition', requisition)).header.state).toBe('partlyIssued')
    // What another issue takes is not there for the next.
    await expectRefused(world(), () => issue(requisition, '2'), [
      { code: 'delivery-missing', line: 1 },
    ])
    const posted = await post(first.id)
    expect(posted.header.erpState).toBe('posted')
    expect(posted.lines).toMatchObject([
      { deliveryNo: no, deliveryItem: 10, lineErpState: 'posted' },
      { deliveryNo: no, deliveryItem: 10, lineErpState: 'posted' },
    ])
    const document = String(posted.lines[0]!['materialDocument'])
    expect(await erpItems(document)).toMatchObject([
      {
        GoodsMovementType: '601',
        Delivery: no,
        DeliveryItem: '10',
        SalesOrder: '1',
        QuantityInBaseUnit: '4.000',
      },
    ])
    expect(await orderLine(order)).toMatchObject({ doneQuantity: '10', openQuantity: '0' })
    // Both bins have their share of the one item, and nothing differs.
    expect(
      await world().database.query(
        `select i.quantity, i.posted_quantity, i.material_document_item from erp_posting_item i
         join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id where p.document_id = $1 order by i.item_no`,
        [first.id],
      ),
    ).toEqual([
      { quantity: '3', postedQuantity: '3', materialDocumentItem: '1' },
      { quantity: '1', postedQuantity: '1', materialDocumentItem: '1' },
    ])
    expect(await world().database.query(`select message_en from erp_alarm`)).toEqual([])

    await approveReversal(world(), 'goods-issue', first.id)
    await world().act('goods-issue', first.id, 'reverse')
    await world().send()
    expect((await world().read('goods-issue', first.id)).header.erpState).toBe('reversed')
    const [reversed] = await world().database.query<{ materialDocument: string }>(
      `select material_document from erp_posting where document_id = $1 order by sequence desc limit 1`,
      [first.id],
    )
    expect(await erpItems(reversed!.materialDocument)).toMatchObject([
      { GoodsMovementType: '602', Delivery: no, ReversedMaterialDocument: document },
    ])
    await world().act('goods-issue', first.id, 'reversePhysical', { input: { reason: '客户退订' } })
    expect((await world().read('requisition', requisition)).lines[0]).toMatchObject({
      openQuantity: '10',
      reservedQuantity: '10',
    })
    const again = await post((await issue(requisition, '8')).id)
    expect(again.header.erpState).toBe('posted')
    expect((await world().read('requisition', requisition)).header.state).toBe('partlyIssued')
  })

  test('a goods issue that is lost on the way is found by its delivery, and one that somebody else posted otherwise is refused', async () => {
    const { requisition } = await approved('1', 10)
    const no = await delivery('1', 10)
    const { id } = await issue(requisition, '10')
    await standIn.control('POST', '/stand-in/faults', {
      kind: 'drop-after',
      count: 1,
      match: { path: 'PostGoodsIssue' },
    })
    const found = await post(id)
    expect(found.header.erpState).toBe('posting')
    await world().database.query(
      `update erp_posting set next_attempt_at = now() where document_id = $1`,
      [id],
    )
    await world().send()
    expect((await world().read('goods-issue', id)).header.erpState).toBe('posted')
    const rows = await world().database.query(
      `select 1 as one from erp_posting where document_id = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(await erpItems(no, 'Delivery')).toHaveLength(1)

    const other = await approved('1', 10)
    const taken = await delivery('1', 10)
    const second = await issue(other.requisition, '10')
    const connections = await connectedTo(world(), standIn)
    const { documents } = await connections.documentsOf({
      companyCode: '1010',
      interfaceCode: 'outbound-delivery',
    })
    expect((await world().read('goods-issue', second.id)).lines).toMatchObject([
      { deliveryNo: taken },
    ])
    await documents.post(issuedByOthers(taken, '7'), '', {})
    const refused = await post(second.id)
    expect(refused.header.erpState).toBe('failed')
    const [posting] = await world().database.query(
      `select sap_code, sap_message_en from erp_posting where document_id = $1`,
      [second.id],
    )
    expect(posting).toMatchObject({
      sapCode: 'delivery-issued-otherwise',
      sapMessageEn: expect.stringMatching(/VL09.*10: 10 \/ 7/),
    })
  })

  describe('without a delivery, where a rule of the company says so,', () => {
    beforeAll(postsWithoutDelivery)

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
      await world().act('goods-issue', first.id, 'reversePhysical', {
        input: { reason: '客户退订' },
      })
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
})
