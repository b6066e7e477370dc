import { findJourney, type JourneyLine } from '../document/journey/journey.ts'
import { make, wayTo } from '../document/journey/walk.ts'
import { demonstrationUnit } from './partners.ts'
import { stageWalker, type Beginning } from './stage-walker.ts'
import type { Stage } from './stage.ts'
import type { Story } from './story.ts'

const name = 'stock-adjustment'

/** Two rows of one storage location that nothing holds and that have not moved since they were taken over as initial stock. */
async function findRestingStock({ database }: Stage): Promise<Beginning> {
  const goods = await database.query<JourneyLine & { storageLocation: string; bin: string }>(
    `with resting as (
       select b.storage_location, b.material_no, b.bin, b.quantity from stock_balance b
       join material m on m.material_no = b.material_no and m.hazard_class = '' and not m.is_serial_managed
       where b.company_code = '1010' and b.plant = $1 and b.place = 'stock' and b.book = 'ERP' and b.stock_category = 'UU'
         and b.special_stock = '' and b.batch = '' and b.quantity >= 4 and b.reserved = 0 and b.frozen = 0 and not b.is_held
         and not exists (select 1 from stock_move v where v.company_code = b.company_code
           and (v.to_key = b.key_id or v.from_key = b.key_id) and v.document_type <> 'stock-initialisation')
         and not exists (select 1 from stock_adjustment_line l where l.company_code = b.company_code
           and l.material_no = b.material_no)
         and not exists (select 1 from stocktaking_line l where l.company_code = b.company_code
           and l.material_no = b.material_no))
     select storage_location, material_no, bin, '4' as quantity from resting
     where storage_location = (select storage_location from resting group by 1 order by count(*) desc, 1 limit 1)
     order by material_no desc, bin limit 2`,
    [demonstrationUnit.plant],
  )
  const [first] = goods
  if (first === undefined) throw new Error('there is no resting stock for a story')
  return { id: '', storageLocation: first.storageLocation, bin: first.bin, goods, isHalved: false }
}

/** One stock adjustment in each state. */
export const adjustmentStories = (): Story[] => {
  const { definition, reaches } = findJourney(name)
  return [definition.initial, ...Object.keys(reaches)].map((point) => ({
    name: `${name}-${point}`,
    async tell(stage) {
      const beginning = await findRestingStock(stage)
      await make(stageWalker(stage, beginning), name, beginning.goods!, wayTo(name, point))
    },
  }))
}
