import { companyToday } from '@kufang/kernel/company-day.ts'
import { beforeAll, expect } from 'vitest'
import { newPlace, type Place } from '../../document/testing/ground.ts'
import { approveReversal } from '../../document/testing/trade.ts'
import { useStandIn, type WithStandIn } from '../../document/testing/with-stand-in.ts'
import type { World } from '../../document/testing/world.ts'
import { openMirrorSource } from '../../erp/mirrors/source.ts'
import { reconcile } from '../../erp/reconcile.ts'
import { synchroniseMirror } from '../../external-documents/synchronise.ts'

const companyCode = '1010'

/** Goods with split valuation: without batches, with batches, without inspection, and with one valuation type only. */
export const [motor, resin, exempt, single] = ['V-MOTOR', 'V-RESIN', 'V-EXEMPT', 'V-SINGLE']

const product = (no: string, more: object = {}) => ({
  product: no,
  descriptions: { ZH: no },
  baseUnit: 'EA',
  productGroup: 'G1',
  price: '1',
  isInspected: true,
  valuationCategory: 'C',
  valuationTypes: ['NEW', 'REPAIRED'],
  ...more,
})

/** What tests of goods with split valuation use: both books, with the stand-in as the ERP. */
export interface ValuationTrial {
  erp: WithStandIn
  place: Place
  /** Its items: 10 motors and 20 resins without valuation type, 30 motors REPAIRED, 40 exempt NEW, 50 without. */
  order: string
  /** Other storage locations of the plant, known to the ERP. */
  placeInErp(): Promise<Place>
  /** A reservation of the ERP for four pieces of each of these materials. */
  reserve(place: Place, materialNos: readonly string[]): Promise<string>
  /**
   * What the ERP and we hold of these materials in a storage location: material, batch, category, both quantities, and
   * what nothing explains.
   */
  books(materialNos: readonly string[], storageLocation?: string): Promise<string[]>
  /** What the ERP has posted of a material there: movement type, batch and valuation type. */
  posted(materialNo: string, storageLocation?: string): Promise<string[]>
  /** Reverses a posted document in the ERP. */
  reverse(name: string, id: string): Promise<void>
}

/** Prepares the goods and their order for the tests of a file. */
export function useValuedGoods(world: () => World): () => ValuationTrial {
  const erp = useStandIn(world)
  let made: ValuationTrial | undefined
  beforeAll(() => prepare(world(), erp()).then((trial) => void (made = trial)))
  return () => made!
}

async function prepare(world: World, erp: WithStandIn): Promise<ValuationTrial> {
  const { database } = world
  const { connections, standIn } = erp
  const seed = (given: object) => standIn.control('POST', '/stand-in/seed', given)
  const placeInErp = async () => {
    const place = await newPlace(world)
    const { plant, storageLocation } = place
    await seed({ plants: [{ plant, companyCode, storageLocations: [storageLocation] }] })
    return place
  }
  const place = await placeInErp()
  const item = (number: string, no: string, valuationType = '') => ({
    item: number,
    product: no,
    plant: place.plant,
    storageLocation: place.storageLocation,
    quantity: '10',
    unit: 'EA',
    netPrice: '250',
    deliveryDate: '2099-12-01',
    valuationType,
  })
  const current = companyToday().slice(0, 7).replace('-', '')
  await seed({
    suppliers: [{ supplier: '100001', name: '供应商甲' }],
    periods: [{ companyCode, current, previousIsOpen: true }],
    products: [
      product(motor),
      product(resin, { isBatchManaged: true }),
      product(exempt, { isInspected: false }),
      product(single, { valuationTypes: ['NEW'] }),
    ],
    purchaseOrders: [
      {
        purchaseOrder: '4500000091',
        companyCode,
        supplier: '100001',
        orderDate: '2026-11-01',
        items: [
          item('10', motor),
          item('20', resin),
          item('30', motor, 'REPAIRED'),
          item('40', exempt, 'NEW'),
          item('50', single),
        ],
      },
    ],
  })
  for (const mirror of ['material', 'purchase-order'] as const)
    await synchroniseMirror({ database, connections }, mirror, companyCode)
  const [row] = await database.query<{ id: string }>(
    `select id from purchase_order where doc_no = '4500000091'`,
  )
  return {
    erp,
    place,
    order: row!.id,
    placeInErp,
    async reserve({ plant, storageLocation }, materialNos) {
      const item = (no: string, index: number) => ({
        item: String(index + 1),
        product: no,
        plant,
        storageLocation,
        quantity: '4',
        requirementDate: '2099-12-01',
      })
      const header = { reservation: '91', movementType: '201', reservationDate: '2026-11-01' }
      await seed({
        reservations: [
          { ...header, account: { costCenter: 'CC100' }, items: materialNos.map(item) },
        ],
      })
      await synchroniseMirror({ database, connections }, 'reservation', companyCode)
      const [made] = await database.query<{ id: string }>(
        `select id from reservation where doc_no in ('91', '0000000091')`,
      )
      return made!.id
    },
    async books(materialNos, storageLocation = place.storageLocation) {
      const { rows } = await reconcile(
        database,
        await openMirrorSource(connections, companyCode, 'material-stock'),
        { companyCode, plants: [place.plant], materialNos },
      )
      return rows
        .filter((row) => row.storageLocation === storageLocation)
        .filter(({ erpQuantity, wmsQuantity }) => erpQuantity !== '0' || wmsQuantity !== '0')
        .map(
          ({ materialNo, batch, stockCategory, erpQuantity, wmsQuantity, unexplained }) =>
            `${materialNo} ${batch} ${stockCategory} ${erpQuantity} ${wmsQuantity} ${unexplained}`,
        )
        .toSorted()
    },
    async posted(materialNo, storageLocation = place.storageLocation) {
      const source = await openMirrorSource(connections, companyCode, 'material-document')
      const $filter = `StorageLocation eq '${storageLocation}'`
      const all = { operation: 'mirror', query: { $filter } }
      const items: string[] = []
      for await (const page of source.client.getPages('A_MaterialDocumentItem', all))
        for (const row of page as unknown as Record<string, string>[])
          if (row['Material'] === materialNo && row['IsAutomaticallyCreated'] === '')
            items.push(
              `${row['GoodsMovementType']} ${row['Batch']} ${row['InventoryValuationType']}`,
            )
      return items.toSorted()
    },
    async reverse(name, id) {
      await approveReversal(world, name, id)
      await world.act(name, id, 'reverse')
      await erp.send()
      expect((await world.read(name, id)).header.erpState).toBe('reversed')
    },
  }
}
