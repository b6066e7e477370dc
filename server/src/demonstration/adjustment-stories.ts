import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { findJourney, type JourneyLine } from '../document/journey/journey.ts'
import { make, wayTo } from '../document/journey/walk.ts'
import { demonstrationUnit } from './partners.ts'
import { readBookPrices, stockKey } from '../ledger/public.ts'
import { stageWalker, type Beginning } from './stage-walker.ts'
import type { Stage } from './stage.ts'
import type { Story } from './story.ts'

const name = 'stock-adjustment'
/** Below what the director decides about. */
const limit = businessParameters['adjustment.directorLimit'].default

/**
 * A row that nothing holds and that has not moved since it was taken over as initial stock; of little worth, so that the shift
 * leader decides.
 */
async function findRestingStock({ database }: Stage): Promise<Beginning> {
  const found = await database.query<JourneyLine & { storageLocation: string; bin: string }>(
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
     select storage_location, material_no, bin, trim_scale(quantity)::text as quantity from resting order by material_no desc, bin`,
    [demonstrationUnit.plant],
  )
  const prices = await readBookPrices(
    database,
    '1010',
    found.map(({ storageLocation, bin, materialNo }) =>
      stockKey({
        companyCode: '1010',
        plant: demonstrationUnit.plant,
        storageLocation,
        bin,
        materialNo,
      }),
    ),
    new Date().toISOString(),
  )
  const isSmall = (_row: unknown, index: number): boolean => {
    const price = prices[index]
    return !!price && (Number(price.amount) / Number(price.quantity)) * 8 < limit
  }
  const first = found.find(isSmall)
  if (first === undefined) throw new Error('there is no resting stock for a story')
  return {
    id: '',
    storageLocation: first.storageLocation,
    bin: first.bin,
    goods: [first],
    isHalved: false,
  }
}

/**
 * One stock adjustment in each state but `settled`: that says that SAP was corrected, which nobody has done in the stand-in, so
 * that both books would differ without a reason.
 */
export const adjustmentStories = (): Story[] => {
  const { definition, reaches } = findJourney(name)
  const points = [definition.initial, ...Object.keys(reaches)].filter(
    (point) => point !== 'settled',
  )
  return points.map((point) => ({
    name: `${name}-${point}`,
    async tell(stage) {
      const beginning = await findRestingStock(stage)
      await make(stageWalker(stage, beginning), name, beginning.goods!, wayTo(name, point))
    },
  }))
}
