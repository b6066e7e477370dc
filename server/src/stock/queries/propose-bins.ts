import type { Quantity } from '@kufang/kernel/quantity.ts'
import { isPositive, isQuantity } from '@kufang/kernel/quantity.ts'
import type { Queryable, Row } from '../../platform/database/database.ts'
import {
  factColumns,
  hasRoom,
  hasRoomFor,
  heldThere,
  isOpenFor,
  ofLocation,
  plan,
  wantedGoods,
  wantedValues,
  type BinFacts,
  type Location,
  type Planned,
} from './bin-facts.ts'

/** Goods that need a bin of a storage location. */
export interface BinQuestion extends Location {
  /** `exceptBin`: where they lie now, of goods that go to another bin of the same storage location. */
  goods: readonly {
    materialNo: string
    batch?: string
    exceptBin?: string
    /** In the base unit, as entered; anything else leaves the capacity unchecked. */
    quantity?: unknown
  }[]
}

/** So many bins of each kind are looked at for the goods of one line; a document has up to so many lines without mixing. */
const candidatesMax = 20

/**
 * The bin in which each of these goods should be stored, in their order: the one that contains the same batch, else the most
 * of the material, else the first storage bin; of those that are in use, of the hazard class of the material, may be mixed,
 * and carry it, also together with the other goods. If none has room, the best one of the hazard class, which a person
 * sees to be full (`list-bin-choices.ts`); null if there is none of the class. One statement.
 */
export async function proposeBins(
  queryable: Queryable,
  { goods, ...location }: BinQuestion,
): Promise<(string | null)[]> {
  if (goods.length === 0) return []
  const wanted = goods.map(({ materialNo, batch, exceptBin, quantity }) => ({
    materialNo,
    batch: batch ?? '',
    bin: exceptBin ?? '',
    ...(isQuantity(quantity) ? { quantity: quantity as Quantity } : {}),
  }))
  const rows = await queryable.query<BinFacts & Row & { rank: number; place: number }>(
    `with w as materialized (${wantedGoods})
     select c.* from w cross join lateral (
       (select 1 as rank, row_number() over (order by held.same_batch > 0 desc, held.same_material desc, x.bin)::int as place,
          ${factColumns}
        from (select distinct s.bin from stock_balance s
          where s.company_code = $1 and s.material_no = w.material_no and s.plant = $2 and s.storage_location = $3
            and s.has_stock and s.stock_category = 'UU' and s.place = 'stock') stored
          join bin x on ${ofLocation} and x.bin = stored.bin ${heldThere}
        where x.bin <> w.bin and ${isOpenFor}
        order by place limit ${candidatesMax})
       union all
       (select 2, row_number() over (order by f.bin)::int, f.* from (
          select ${factColumns} from bin x ${heldThere}
          where ${ofLocation} and x.bin <> w.bin and ${isOpenFor} and ${hasRoomFor}
          order by x.bin limit ${candidatesMax}) f)
       union all
       (select 3, 1, ${factColumns} from bin x ${heldThere}
        where ${ofLocation} and x.bin <> w.bin and ${isOpenFor}
        order by x.bin limit 1)
     ) c
     order by c.position, c.rank, c.place`,
    wantedValues(location, wanted),
  )
  const candidates = new Map<number, BinFacts[]>()
  for (const row of rows)
    candidates.set(row.position, [...(candidates.get(row.position) ?? []), row])
  const planned: Planned = new Map()
  return wanted.map(({ materialNo }, index) => {
    const found = candidates.get(index + 1) ?? []
    const chosen = found.find((facts) => hasRoom(facts, materialNo, planned)) ?? found[0]
    if (chosen === undefined) return null
    plan(planned, chosen, materialNo)
    return chosen.bin
  })
}

/** Whether anything of the same goods lies in the bin. */
export const hasSame = ({ sameMaterial }: BinFacts): boolean => isPositive(sameMaterial)
