import { addAll } from '@kufang/kernel/add-all.ts'
import { isZero } from '@kufang/kernel/quantity.ts'
import { beforeAll, expect } from 'vitest'
import { called } from '../../document/testing/core-flow.ts'
import { newPlace, type Place } from '../../document/testing/ground.ts'
import { tradeOf, useWorld } from '../../document/testing/trade.ts'
import { useStandIn } from '../../document/testing/with-stand-in.ts'
import { worldWalker } from '../../document/testing/world-walker.ts'
import { linesFrom, makeOver, walk } from '../../document/journey/walk.ts'
import { openMirrorSource } from '../../erp/mirrors/source.ts'
import { reconcile } from '../../erp/reconcile.ts'
import { synchroniseMirror } from '../../external-documents/synchronise.ts'

interface Delivered {
  order: string
  orderNo: string
  note: string
  arrival: string
  notice: string
}

/** A world beside the stand-in in which ten pieces of an order arrive, and what the tests of missing ones do with them. */
// oxlint-disable-next-line max-lines-per-function -- one place of trial: all its steps share the world and the storage location
export function missingTrial() {
  const companyCode = '1010'
  const product = 'M-VALVE'
  const world = useWorld()
  const erp = useStandIn(world)
  let place: Place
  let orders = 4500000900

  beforeAll(async () => {
    place = await newPlace(world())
    const { plant, storageLocation } = place
    await erp().standIn.control('POST', '/stand-in/seed', {
      plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
      suppliers: [{ supplier: '100001', name: '供应商甲' }],
      products: [
        {
          product,
          descriptions: { ZH: product },
          baseUnit: 'EA',
          productGroup: 'G1',
          price: '1',
          isInspected: true,
        },
      ],
    })
    await synchronise('material')
  })

  const synchronise = (mirror: 'material' | 'purchase-order') =>
    synchroniseMirror(
      { database: world().database, connections: erp().connections },
      mirror,
      companyCode,
    )

  async function configure(name: string, value: string): Promise<void> {
    await world().database.query(
      `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
       select $1, gen_random_uuid(), $2, to_jsonb($3::text), '2020-01-01'::date + count(*)::int, gen_random_uuid(), '测试'
       from business_parameter where name = $2`,
      [companyCode, name, value],
    )
  }

  /** Ten pieces of each of these items of a new order have arrived, and the inspector may begin. */
  async function delivered(itemNos: readonly string[] = ['10']): Promise<Delivered> {
    const orderNo = String((orders += 1))
    await erp().standIn.control('POST', '/stand-in/seed', {
      purchaseOrders: [
        {
          purchaseOrder: orderNo,
          companyCode,
          supplier: '100001',
          orderDate: '2026-11-01',
          items: itemNos.map((item) => ({
            item,
            product,
            plant: place.plant,
            storageLocation: place.storageLocation,
            quantity: '10',
            unit: 'EA',
            netPrice: '5',
            deliveryDate: '2099-12-01',
          })),
        },
      ],
    })
    await synchronise('purchase-order')
    const walker = worldWalker(world(), place)
    const [found] = await world().database.query<{ id: string }>(
      'select id from purchase_order where doc_no = $1',
      [orderNo],
    )
    const order = found!.id
    const over = await linesFrom(walker, 'purchase-order', order)
    const note = await makeOver(walker, 'delivery-note', over, ['submit', 'confirm'])
    const { arrival, notice } = await arrivedOf(note)
    return { order, orderNo, note, arrival, notice }
  }

  async function arrivedOf(note: string, quantity?: string) {
    const walker = worldWalker(world(), place)
    const lines = await linesFrom(walker, 'delivery-note', note)
    const arrival = await makeOver(
      walker,
      'arrival',
      lines.map((line) => ({ ...line, ...(quantity === undefined ? {} : { quantity }) })),
      ['confirm'],
    )
    const notice = (await walker.successorOf('arrival', arrival, 'inspection-notice'))!
    await called(world(), notice)
    return { arrival, notice }
  }

  /** The decision about all that was called: rejected and missing pieces, the others accepted. */
  async function decide(notice: string, missing: string, rejected = '0', quantity = '10') {
    const accepted = String(Number(quantity) - Number(missing) - Number(rejected))
    const { id } = await world().create('inspection-order', {
      header: { inspectionMethod: 'full' },
      lines: [
        {
          source: { id: notice, lineNo: 1 },
          quantity,
          acceptedQuantity: accepted,
          rejectedQuantity: rejected,
          missingQuantity: missing,
          ...(rejected === '0' ? {} : { defectClass: 'surface' }),
        },
      ],
      actionAfterCreate: 'decide',
    })
    return id
  }

  const shortageOf = async (inspection: string) =>
    (await worldWalker(world(), place).successorOf(
      'inspection-order',
      inspection,
      'arrival-shortage',
    ))!

  /** Receives everything that may be received of an arrival, and posts it. */
  async function received(arrival: string): Promise<string> {
    const walker = worldWalker(world(), place)
    const lines = await linesFrom(walker, 'arrival', arrival)
    const receipt = await makeOver(walker, 'goods-receipt', lines, ['receive'])
    await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
    await erp().send()
    expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')
    return receipt
  }

  const header = async (name: string, id: string) => (await world().read(name, id)).header
  const line = async (name: string, id: string) => (await world().read(name, id)).lines[0]!
  const { proven } = tradeOf(world, 'arrival')

  /** What the ERP has posted for an order, in its order: movement type and quantity. */
  async function postedFor(orderNo: string) {
    const { client } = await openMirrorSource(erp().connections, companyCode, 'material-document')
    const items: Record<string, unknown>[] = []
    for await (const page of client.getPages('A_MaterialDocumentItem', {
      operation: 'mirror',
      query: {},
    }))
      addAll(items, page)
    return items.filter((item) => item['PurchaseOrder'] === orderNo)
  }
  const movements = async (orderNo: string) =>
    (await postedFor(orderNo)).map(
      (item) => `${String(item['GoodsMovementType'])} ${Number(item['QuantityInBaseUnit'])}`,
    )

  /** Each key is the same in both books; GR blocked stock is not in the ERP's stock, only in its order history. */
  async function booksAgree(isAllPosted = true): Promise<void> {
    const stock = await openMirrorSource(erp().connections, companyCode, 'material-stock')
    const { rows } = await reconcile(world().database, stock, {
      companyCode,
      plants: [place.plant],
      materialNos: [product],
    })
    const differing = rows.filter(
      ({ stockCategory, unexplained, inFlight }) =>
        stockCategory !== 'GRB' && !(isZero(unexplained) && (isZero(inFlight) || !isAllPosted)),
    )
    expect(differing).toEqual([])
    await proven()
  }

  const balances = async () =>
    Object.fromEntries(
      (
        await world().database.query<{ stockCategory: string; quantity: string }>(
          `select stock_category, sum(quantity) as quantity from stock_balance
           where company_code = $1 and storage_location = $2 and place = 'stock' and quantity > 0 group by 1 order by 1`,
          [companyCode, place.storageLocation],
        )
      ).map(({ stockCategory, quantity }) => [stockCategory, Number(quantity)]),
    )
  return {
    world,
    erp,
    place: () => place,
    product,
    synchronise,
    configure,
    delivered,
    arrivedOf,
    decide,
    shortageOf,
    received,
    header,
    line,
    proven,
    postedFor,
    movements,
    booksAgree,
    balances,
  }
}
