import { demonstrationUnit } from './partners.ts'
import { storageLocationOf, type StorageLocation } from './organization.ts'
import type { Stage } from './stage.ts'
import type { Story } from './story.ts'

// Transfers besides those of the journey: goods for the other plant, of which some are missed, and a chemical that waits for
// the shift leader.

interface Found {
  materialNo: string
  bin: string
  batch: string | null
}

/** Free own goods of a storage location, of this class. */
async function findGoods(
  { database }: Stage,
  { companyCode, plant, storageLocation }: StorageLocation,
  hazardClass: string,
  free: number,
): Promise<Found> {
  const [found] = await database.query<Found>(
    `select b.material_no, b.bin, nullif(b.batch, '') as batch from stock_balance b join material m on m.material_no = b.material_no and m.hazard_class = $4 and not m.is_serial_managed
     where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.place = 'stock' and b.book = 'ERP'
       and b.stock_category = 'UU' and b.special_stock = '' and b.quantity - b.reserved - b.frozen >= $5
     order by b.material_no desc, b.bin, b.batch limit 1`,
    [companyCode, plant, storageLocation, hazardClass, free],
  )
  if (found === undefined) throw new Error(`there are no goods of ${storageLocation} for a story`)
  return found
}

/** A storage bin of a location for this class, the last one, into which no other story puts goods. */
async function findBin(
  { database }: Stage,
  { companyCode, plant, storageLocation }: StorageLocation,
  hazardClass: string,
): Promise<string> {
  const [found] = await database.query<{ bin: string }>(
    `select b.bin from bin b where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.hazard_class = $4
       and b.purpose = 'storage' and b.is_active and not b.is_frozen
       and not exists (select 1 from stock_balance s where s.company_code = b.company_code and s.plant = b.plant
         and s.storage_location = b.storage_location and s.bin = b.bin and s.has_stock)
     order by b.bin desc limit 1`,
    [companyCode, plant, storageLocation, hazardClass],
  )
  if (found === undefined)
    throw new Error(`there is no empty bin in ${storageLocation} for a story`)
  return found.bin
}

/** Fittings go to the store of the other plant; two of five have arrived there, and the rest is missed. */
async function sendToOtherPlant(stage: Stage): Promise<void> {
  const from = storageLocationOf(demonstrationUnit.plant, 'piping')
  const to = storageLocationOf('1012', 'piping')
  const storekeeper = stage.person('storekeeper')
  const { id } = await storekeeper.create('transfer-order', {
    companyCode: from.companyCode,
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      transferType: 'twoStep',
      receivingPlant: to.plant,
      receivingStorageLocation: to.storageLocation,
      reason: '乙烯厂检修急用',
    },
    lines: [{ ...(await findGoods(stage, from, '', 5)), quantity: '5' }],
    actionAfterCreate: 'submit',
  })
  await stage.person('shiftleader').act('transfer-order', id, 'approve')
  await storekeeper.act('transfer-order', id, 'ship')
  await storekeeper.act('transfer-order', id, 'receive', {
    lines: [{ lineNo: 1, quantityReceived: '2', receivingBin: await findBin(stage, to, '') }],
  })
  await storekeeper.act('transfer-order', id, 'reportDifference', { input: { reason: '实物未到' } })
}

/** A drum of a flammable liquid goes to the chemical store of the other plant, in one step. */
async function sendChemical(stage: Stage): Promise<void> {
  const from = storageLocationOf(demonstrationUnit.plant, 'chemical')
  const to = storageLocationOf('1012', 'chemical')
  await stage.person('storekeeper').create('transfer-order', {
    page: '/dump/chemicalDumpFormCreate',
    companyCode: from.companyCode,
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      transferType: 'oneStep',
      receivingPlant: to.plant,
      receivingStorageLocation: to.storageLocation,
      reason: '分析用溶剂调拨',
    },
    lines: [
      {
        ...(await findGoods(stage, from, '3', 20)),
        quantity: '20',
        receivingBin: await findBin(stage, to, '3'),
        container: 'drum',
        temperatureC: '25',
        containerCapacity: '200',
      },
    ],
    actionAfterCreate: 'submit',
  })
}

export const transferStories: readonly Story[] = [
  { name: 'transfer-missed-at-other-plant', tell: sendToOtherPlant },
  { name: 'transfer-of-chemical', tell: sendChemical },
]
