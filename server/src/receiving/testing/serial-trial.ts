import { companyToday } from '@kufang/kernel/company-day.ts'
import { beforeAll, expect } from 'vitest'
import { newPlace, type Place } from '../../document/testing/ground.ts'
import { approveReversal } from '../../document/testing/trade.ts'
import { useStandIn, type WithStandIn } from '../../document/testing/with-stand-in.ts'
import type { World } from '../../document/testing/world.ts'
import { openMirrorSource } from '../../erp/mirrors/source.ts'
import { synchroniseMirror } from '../../external-documents/synchronise.ts'

const companyCode = '1010'

/** Goods with serial numbers: inspected at arrival, and received without inspection. */
export const [pump, gauge] = ['S-PUMP', 'S-GAUGE']

/** What tests of goods with serial numbers use: both books, with the stand-in as the ERP. */
export interface SerialTrial {
  erp: WithStandIn
  place: Place
  /** Its items: 10 of 90 pumps, 20 of 90 gauges. */
  order: string
  /** A reservation of the ERP for two pieces of each of these materials. */
  reserve(materialNos: readonly string[]): Promise<string>
  /** What the ERP has posted of a material: movement type and serial numbers of each item, sorted. */
  posted(materialNo: string): Promise<string[]>
  /** The pieces of a material by bin and stock category. */
  pieces(materialNo: string): Promise<Record<string, string[]>>
  /** Reverses a posted document in the ERP. */
  reverse(name: string, id: string): Promise<void>
}

/** Prepares the goods and their order for the tests of a file. */
export function useSerialGoods(world: () => World): () => SerialTrial {
  const erp = useStandIn(world)
  let made: SerialTrial | undefined
  beforeAll(() => prepare(world(), erp()).then((trial) => void (made = trial)))
  return () => made!
}

async function prepare(world: World, erp: WithStandIn): Promise<SerialTrial> {
  const { database } = world
  const { connections, standIn } = erp
  const seed = (given: object) => standIn.control('POST', '/stand-in/seed', given)
  const place = await newPlace(world)
  const { plant, storageLocation } = place
  const product = (no: string, isInspected: boolean) => ({
    product: no,
    descriptions: { ZH: no },
    baseUnit: 'EA',
    productGroup: 'G1',
    price: '1',
    isInspected,
    serialNumberProfile: 'SN01',
  })
  const item = (number: string, no: string) => ({
    item: number,
    product: no,
    plant,
    storageLocation,
    quantity: '90',
    unit: 'EA',
    netPrice: '250',
    deliveryDate: '2099-12-01',
  })
  const current = companyToday().slice(0, 7).replace('-', '')
  await seed({
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    periods: [{ companyCode, current, previousIsOpen: true }],
    products: [product(pump, true), product(gauge, false)],
    purchaseOrders: [
      {
        purchaseOrder: '4500000092',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [item('10', pump), item('20', gauge)],
      },
    ],
  })
  for (const mirror of ['material', 'purchase-order'] as const)
    await synchroniseMirror({ database, connections }, mirror, companyCode)
  const idOf = async (table: string, docNo: string) =>
    (
      await database.query<{ id: string }>(
        `select id from ${table} where ltrim(doc_no, '0') = ltrim($1, '0')`,
        [docNo],
      )
    )[0]!.id
  let reservations = 9200
  return {
    erp,
    place,
    order: await idOf('purchase_order', '4500000092'),
    async reserve(materialNos) {
      const reservation = String((reservations += 1))
      await seed({
        reservations: [
          {
            reservation,
            movementType: '201',
            reservationDate: '2026-11-01',
            account: { costCenter: 'CC100' },
            items: materialNos.map((no, index) => ({
              item: String(index + 1),
              product: no,
              plant,
              storageLocation,
              quantity: '2',
              requirementDate: '2099-12-01',
            })),
          },
        ],
      })
      await synchroniseMirror({ database, connections }, 'reservation', companyCode)
      return idOf('reservation', reservation)
    },
    async posted(materialNo) {
      const source = await openMirrorSource(connections, companyCode, 'material-document')
      const all = {
        operation: 'mirror',
        query: { $filter: `Material eq '${materialNo}'`, $expand: 'to_SerialNumbers' },
      }
      const items: string[] = []
      for await (const page of source.client.getPages('A_MaterialDocumentItem', all))
        for (const row of page as unknown as Record<string, unknown>[]) {
          if (row['IsAutomaticallyCreated'] !== '') continue
          const { results } = row['to_SerialNumbers'] as { results: { SerialNumber: string }[] }
          const numbers = results.map((one) => one.SerialNumber).toSorted()
          items.push(`${String(row['GoodsMovementType'])} ${numbers.join(' ')}`)
        }
      return items.toSorted()
    },
    async pieces(materialNo) {
      const rows = await database.query<{ at: string; numbers: string[] }>(
        `select b.bin || ' ' || b.stock_category as at, array_agg(n.serial_no order by n.serial_no) as numbers
         from stock_serial_number n join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id
         where n.material_no = $1 group by 1 order by 1`,
        [materialNo],
      )
      return Object.fromEntries(rows.map(({ at, numbers }) => [at, numbers]))
    },
    async reverse(name, id) {
      await approveReversal(world, name, id)
      await world.act(name, id, 'reverse')
      await erp.send()
      expect((await world.read(name, id)).header.erpState).toBe('reversed')
    },
  }
}
