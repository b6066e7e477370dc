import { addDays } from '@kufang/kernel/local-date.ts'
import { demonstrationUnit, requesters } from './partners.ts'
import { storageLocationOf, unitLocation } from './organization.ts'
import type { Stage } from './stage.ts'
import type { Story } from './story.ts'

// Chemicals that the unit draws for its own storage location: one requisition waits for its head, one for the storekeeper,
// and the goods of a third have been transferred and posted.

const store = storageLocationOf(demonstrationUnit.plant, 'chemical')

/** Free chemicals of class 3 in the store, with a safety data sheet; each story has its own, so that bins are not mixed. */
async function findChemical({ database }: Stage, index: number): Promise<string> {
  const [found] = await database.query<{ materialNo: string }>(
    `select b.material_no from stock_balance b
       join material m on m.material_no = b.material_no and m.hazard_class = '3'
       join safety_data_sheet s on s.company_code = b.company_code and s.material_no = b.material_no and s.file_count > 0
     where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.place = 'stock' and b.book = 'ERP'
       and b.stock_category = 'UU' and b.special_stock = '' and b.quantity - b.reserved - b.frozen >= 40
     group by b.material_no order by b.material_no offset $4 limit 1`,
    [store.companyCode, store.plant, store.storageLocation, index],
  )
  if (found === undefined) throw new Error(`there is no chemical number ${index} for a story`)
  return found.materialNo
}

async function findBin({ database }: Stage, index: number): Promise<string> {
  const [found] = await database.query<{ bin: string }>(
    `select bin from bin where company_code = $1 and plant = $2 and storage_location = $3 and hazard_class = '3'
       and purpose = 'storage' order by bin offset $4 limit 1`,
    [unitLocation.companyCode, unitLocation.plant, unitLocation.storageLocation, index],
  )
  if (found === undefined) throw new Error(`the unit has no bin number ${index} for chemicals`)
  return found.bin
}

/** The unit requests twenty kilograms under a permit. */
async function request(stage: Stage, index: number): Promise<string> {
  const { id } = await stage.person('requester').create('requisition', {
    page: '/pickings/chemicalDump',
    companyCode: store.companyCode,
    header: {
      pickingUnit: demonstrationUnit.pickingUnit,
      requester: requesters.find((one) => one.account === 'requester')!.requester,
      requiredDate: addDays(stage.today, 3),
      plant: store.plant,
      storageLocation: store.storageLocation,
      receivingStorageLocation: unitLocation.storageLocation,
      permitNo: `HXP-2026-${String(101 + index)}`,
      permitValidTo: addDays(stage.today, 30),
      purpose: '装置分析与清洗用剂',
    },
    lines: [
      {
        materialNo: await findChemical(stage, index),
        quantity: '20',
        receivingBin: await findBin(stage, index),
      },
    ],
    actionAfterCreate: 'submit',
  })
  return id
}

async function approve(stage: Stage, index: number): Promise<string> {
  const id = await request(stage, index)
  await stage.person('unithead').act('requisition', id, 'approve')
  return id
}

export const chemicalStories: readonly Story[] = [
  {
    name: 'chemical-submitted',
    async tell(stage) {
      await request(stage, 0)
    },
  },
  {
    name: 'chemical-approved',
    async tell(stage) {
      await approve(stage, 1)
    },
  },
  {
    name: 'chemical-posted',
    async tell(stage) {
      const id = await approve(stage, 2)
      const storekeeper = stage.person('storekeeper')
      const proposed = await storekeeper.propose('goods-issue', [{ id, lineNo: 1 }])
      const { id: issue } = await storekeeper.create('goods-issue', {
        ...proposed,
        actionAfterCreate: 'issue',
      })
      await stage.person('shiftleader').act('goods-issue', issue, 'review')
      await stage.person('poster').act('goods-issue', issue, 'post')
      await stage.settle()
    },
  },
]
