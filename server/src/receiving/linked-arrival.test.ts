import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { makeOver } from '../document/journey/walk.ts'
import { neighboursOf } from '../document/storage/neighbours.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { approveReversal, tradeOf, useWorld } from '../document/testing/trade.ts'
import { useStandIn } from '../document/testing/with-stand-in.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { synchroniseMirror } from '../external-documents/synchronise.ts'

testConformance('linked-arrival')

describe('goods of another company for our internal order', () => {
  const world = useWorld()
  const erp = useStandIn(world)
  const there = () => world().in('1020')
  const trade = tradeOf(world, 'cross-company-issue')
  const internalOrder = '4500000700'
  const internalDelivery = '80000012'

  /** The ERP knows both places, the goods that lie in the first, and an order of ten of them for the second. */
  async function seed(place: Place, receiving: Place): Promise<void> {
    const product = goods(1)[0]!.materialNo
    const { standIn } = erp()
    await standIn.control('POST', '/stand-in/seed', {
      plants: [place, receiving].map(({ plant, companyCode, storageLocation }) => ({
        plant,
        companyCode,
        storageLocations: [storageLocation],
      })),
      suppliers: [{ supplier: '100001', name: '供方公司' }],
      products: [{ product, descriptions: { ZH: product }, baseUnit: 'EA', price: '1' }],
    })
    await standIn.control('POST', '/stand-in/seed', {
      stock: [
        { product, plant: place.plant, storageLocation: place.storageLocation, quantity: '15' },
      ],
      purchaseOrders: [
        {
          purchaseOrder: internalOrder,
          companyCode: '1020',
          supplier: '100001',
          supplyingPlant: place.plant,
          orderDate: '2026-11-01',
          items: [
            {
              item: '1',
              product,
              plant: receiving.plant,
              storageLocation: receiving.storageLocation,
              quantity: '10',
              unit: 'EA',
              netPrice: '1',
              deliveryDate: '2099-12-01',
            },
          ],
        },
      ],
      deliveries: [
        {
          delivery: internalDelivery,
          reference: 'purchase-order',
          shipToParty: receiving.plant,
          receivingPlant: receiving.plant,
          items: [
            {
              item: '10',
              product,
              plant: place.plant,
              storageLocation: place.storageLocation,
              quantity: '10',
              order: internalOrder,
              orderItem: '1',
            },
          ],
        },
      ],
    })
    await synchroniseMirror(
      { database: world().database, connections: erp().connections },
      'outbound-delivery',
      '1010',
    )
  }

  const synchronise = () =>
    synchroniseMirror(
      { database: world().database, connections: erp().connections },
      'purchase-order',
      '1020',
    )

  test('are received by us for its item, which is not closed as received elsewhere, and is open again once they go back', async () => {
    const place = await newPlace(world())
    const receiving = await newPlace(there())
    await seed(place, receiving)
    await synchronise()
    const [order] = await world().database.query<{ id: string }>(
      'select id from purchase_order where doc_no = $1',
      [internalOrder],
    )
    const item = async () => (await there().read('purchase-order', order!.id)).lines[0]!
    const own = worldWalker(world(), place, worldWalker(there(), receiving))
    await own.stock!(goods(1))
    const lines = goods(1).map((line) => ({ ...line, bin: 'A-01' }))
    const id = await makeOver(
      own,
      'cross-company-issue',
      await Promise.all(
        lines.map(async (line) => ({
          ...line,
          elsewhere: { ...(await item()), deliveryNo: internalDelivery, deliveryItem: 10 },
        })),
      ),
      ['submit', 'approve', 'issue'],
    )
    await trade.act(id, 'post')
    await erp().send()
    const [arrival] = await neighboursOf(world().database, {
      companyCode: '1010',
      type: 'cross-company-issue',
      id,
    })
    const erpState = async () => (await there().read('linked-arrival', arrival!.id)).header.erpState
    expect(await erpState()).toBe('posted')
    await synchronise()
    // The ERP has counted what we have posted, so nothing of the item came from elsewhere.
    expect(await item()).toMatchObject({
      receivedQuantity: '10',
      doneQuantity: '10',
      closedQuantity: '0',
      openQuantity: '0',
    })

    await approveReversal(there(), 'linked-arrival', arrival!.id)
    await there().act('linked-arrival', arrival!.id, 'reverse')
    await erp().send()
    expect(await erpState()).toBe('reversed')
    await there().act('linked-arrival', arrival!.id, 'reversePhysical')
    await synchronise()
    expect(await item()).toMatchObject({
      receivedQuantity: '0',
      doneQuantity: '0',
      closedQuantity: '0',
      openQuantity: '10',
    })
    await trade.proven()
  })
})
