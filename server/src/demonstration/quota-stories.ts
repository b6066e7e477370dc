import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { storageLocationOf } from './organization.ts'
import { demonstrationUnit } from './partners.ts'
import type { Stage } from './stage.ts'
import type { Story } from './story.ts'

// Quotas besides those of the journeys: of goods of which less is there than the quota, so that something is missing.

interface Stocked {
  materialNo: string
  quantity: string
}

/** Goods of the fittings store with their free quantity; those with the least numbers, which no other story takes. */
function findStocked({ database }: Stage, count: number): Promise<Stocked[]> {
  const { companyCode, plant, storageLocation } = storageLocationOf(
    demonstrationUnit.plant,
    'piping',
  )
  return database.query<Stocked>(
    `select b.material_no, sum(b.quantity - b.reserved - b.frozen)::text as quantity from stock_balance b
     join material m on m.material_no = b.material_no and m.unit = 'EA'
     where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.place = 'stock' and b.book = 'ERP'
       and b.stock_category = 'UU' and b.special_stock = ''
     group by b.material_no having sum(b.quantity - b.reserved - b.frozen) >= 4 order by b.material_no limit $4`,
    [companyCode, plant, storageLocation, count],
  )
}

/** Quotas in force for six kinds of fittings: of two less is there than the safety stock, of two enough. */
async function keepQuotas(stage: Stage): Promise<void> {
  const { companyCode, plant, storageLocation } = storageLocationOf(
    demonstrationUnit.plant,
    'piping',
  )
  const stocked = await findStocked(stage, 6)
  if (stocked.length < 6) throw new Error('there are no goods for the story of quotas')
  /** The safety stock as a share of what is there, in per cent; the others follow from it. */
  const shares = [150, 120, 80, 60, 30, 20]
  const { id } = await stage.person('requester').create('safe-stock-change', {
    companyCode,
    header: {
      plant,
      storageLocation,
      effectiveFrom: companyToday(),
      quotaBasis: '检修计划',
    },
    lines: stocked.map(({ materialNo, quantity }, at) => {
      const safety = Math.max(1, Math.ceil((Number(quantity) * shares[at]!) / 100))
      return {
        materialNo,
        quantity: String(safety),
        minimumQuantity: String(safety),
        reorderPoint: String(Math.ceil(safety * 1.5)),
        maximumQuantity: String(safety * 2),
        leadTimeDays: 60,
        criticality: at < 2 ? 'A' : 'B',
      }
    }),
    actionAfterCreate: 'submit',
  })
  await stage.person('engineer').act('safe-stock-change', id, 'approve')
  await askForMissing(stage, stocked[0]!.materialNo)
}

/** Requests of what is missing, in every state. */
async function askForMissing(stage: Stage, materialNo: string): Promise<void> {
  const { companyCode, plant, storageLocation } = storageLocationOf(
    demonstrationUnit.plant,
    'piping',
  )
  const requester = stage.person('requester')
  const ask = (quantity: string) =>
    requester.create('replenishment-request', {
      companyCode,
      header: { plant, storageLocation, requiredDate: addDays(companyToday(), 60) },
      lines: [{ materialNo, quantity }],
    })
  await ask('1')
  const [requested, placed, cancelled] = [await ask('2'), await ask('1'), await ask('3')]
  for (const { id } of [requested, placed, cancelled])
    await requester.act('replenishment-request', id, 'submit')
  const purchaseRequestNo = '0010098765'
  await stage
    .person('buyer')
    .act('replenishment-request', placed.id, 'place', { input: { purchaseRequestNo } })
  const reason = '由调拨满足'
  await requester.act('replenishment-request', cancelled.id, 'cancel', { input: { reason } })
}

export const quotaStories: readonly Story[] = [{ name: 'quota-in-force', tell: keepQuotas }]
