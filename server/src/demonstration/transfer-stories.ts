import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { readBookPrices, stockKey } from '../ledger/public.ts'
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

/** As many free goods of a storage location as the director decides about when they are lost. */
async function findDearGoods(
  { database }: Stage,
  { companyCode, plant, storageLocation }: StorageLocation,
): Promise<Found & { quantity: string }> {
  const found = await database.query<Found & { free: string }>(
    `select b.material_no, b.bin, nullif(b.batch, '') as batch, trim_scale(b.quantity - b.reserved - b.frozen)::text as free
     from stock_balance b join material m on m.material_no = b.material_no and m.hazard_class = '' and not m.is_serial_managed
     where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.place = 'stock' and b.book = 'ERP'
       and b.stock_category = 'UU' and b.special_stock = '' and not b.is_held and b.quantity - b.reserved - b.frozen >= 2
       and not exists (select from stocktaking_line l where l.company_code = b.company_code and l.bin = b.bin)
     order by b.material_no desc, b.bin, b.batch`,
    [companyCode, plant, storageLocation],
  )
  const keys = found.map(({ materialNo, bin, batch }) =>
    stockKey({ companyCode, plant, storageLocation, bin, materialNo, batch: batch ?? '' }),
  )
  const prices = await readBookPrices(database, companyCode, keys, new Date().toISOString())
  const limit = businessParameters['adjustment.directorLimit'].default
  for (const [at, { free, ...goods }] of found.entries()) {
    const price = prices[at]
    if (!price) continue
    const needed = Math.ceil((limit * Number(price.quantity)) / Number(price.amount)) + 1
    if (needed <= Number(free) / 2) return { ...goods, quantity: String(needed) }
  }
  throw new Error(`there are no dear goods in ${storageLocation} for a story`)
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
  // Who has shipped the goods does not say what arrived.
  const receiver = stage.person('counter')
  await receiver.act('transfer-order', id, 'receive', {
    lines: [{ lineNo: 1, quantityReceived: '2', receivingBin: await findBin(stage, to, '') }],
  })
  await receiver.act('transfer-order', id, 'reportDifference', { input: { reason: '实物未到' } })
}

/** Dear fittings did not arrive in the other storage location: their loss is above the limit and waits for the director. */
async function loseDearGoods(stage: Stage): Promise<void> {
  const from = storageLocationOf(demonstrationUnit.plant, 'piping')
  const goods = await findDearGoods(stage, from)
  const storekeeper = stage.person('storekeeper')
  const { id } = await storekeeper.create('transfer-order', {
    companyCode: from.companyCode,
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      transferType: 'twoStep',
      receivingPlant: '1012',
      receivingStorageLocation: storageLocationOf('1012', 'piping').storageLocation,
      reason: '乙烯厂检修备件',
    },
    lines: [{ ...goods }],
    actionAfterCreate: 'submit',
  })
  await stage.person('shiftleader').act('transfer-order', id, 'approve')
  await storekeeper.act('transfer-order', id, 'ship')
  await stage
    .person('counter')
    .act('transfer-order', id, 'reportDifference', { input: { reason: '实物未到' } })
  const [difference] = await stage.database.query<{ id: string }>(
    `select to_id as id from document_link where from_id = $1 and to_type = 'transfer-difference' and is_live`,
    [id],
  )
  const bin = await findBin(stage, storageLocationOf('1012', 'piping'), '')
  await stage.person('shiftleader').act('transfer-difference', difference!.id, 'decide', {
    input: { reason: '查监控及出门记录' },
    lines: [{ lineNo: 1, lostQuantity: goods.quantity, bin }],
  })
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
  { name: 'transfer-difference-toDirector', tell: loseDearGoods },
  { name: 'transfer-of-chemical', tell: sendChemical },
]
