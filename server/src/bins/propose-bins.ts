import type { Quantity } from '@kufang/kernel/quantity.ts'
import { isPositive, isQuantity } from '@kufang/kernel/quantity.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import {
  hasRoom,
  hasRoomForSome,
  heldThere,
  isOpenFor,
  isStockOf,
  ofLocation,
  plan,
  wantedGoods,
  wantedValues,
  type BinFacts,
  type Location,
  type Planned,
  type RoomFacts,
  type WantedGoods,
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

/** So many bins of each kind are looked at for the goods of one line. */
const candidatesMax = 20

/** Goods of a hazard class for which the first bins have no room are looked at in so many groups of about the same weight. */
const groupsMax = 25

/**
 * The bin in which each of these goods should be stored, in their order: the one that contains the same batch, else the most
 * of the material, else the first storage bin; of those that are in use, of the hazard class of the material, may be mixed,
 * and carry it, also together with the other goods. If none has room, the best one of the hazard class, which a person
 * sees to be full (`list-bin-choices.ts`); null if there is none of the class. One statement; a second one if the bins with
 * room for the lightest goods of a class have none for others of it, or are filled by the goods before these.
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
  const planned: Planned = new Map()
  const choose = (index: number, candidates: Candidates, isFinal: boolean): string | null => {
    const { materialNo } = itemAt(wanted, index)
    const { stored, open, isCut, first } = candidates
    const withRoom = [...stored, ...open].find((facts) => hasRoom(facts, materialNo, planned))
    if (withRoom === undefined && isCut && !isFinal) {
      lacking.push(index)
      return null
    }
    const chosen =
      withRoom ?? stored[0] ?? open.find((facts) => hasRoom(facts, materialNo, new Map())) ?? first
    if (chosen === undefined) return null
    plan(planned, chosen, materialNo)
    return chosen.bin
  }
  /** Chosen once more bins are read for them. */
  const lacking: number[] = []
  const binsMax = candidatesMax + wanted.length
  const all = await readCandidates(queryable, location, wanted, { groupsMax: 1, binsMax })
  const found = all.map((candidates, index) => choose(index, candidates, false))
  if (lacking.length > 0) {
    const those = lacking.map((index) => itemAt(wanted, index))
    const further = await readCandidates(queryable, location, those, { groupsMax, binsMax })
    for (const [place, index] of lacking.entries())
      found[index] = choose(index, itemAt(further, place), true)
  }
  return found
}

/** The bins that may be proposed for goods. */
interface Candidates {
  /** In which some of them lies, the best first. */
  stored: RoomFacts[]
  /** The others that may have room, in their order. */
  open: RoomFacts[]
  /** There may be more of these. */
  isCut: boolean
  /** The first of the hazard class. */
  first: RoomFacts | undefined
}

/** Goods at a position with the number of their group as `place`; or a bin for these, or for a group as `position`. */
interface CandidateRow extends RoomFacts, Row {
  kind: 'goods' | 'stored' | 'open' | 'first'
  place: number
  position: number
  hazard: string
  firstMaterial: string | null
  lastMaterial: string | null
}

const facts = `x.bin, x.allows_mixing, x.weight_capacity_kg as capacity_kg, held.taken_kg, x.piece_capacity,
  held.taken_pieces, held.other, held.first_material, held.last_material`

/**
 * The bins for each of these goods. What lies in bins that have none of them is read once for a group of goods: those of a
 * hazard class, divided by weight into `groupsMax` groups at most, so that a group of a single material has bins of its own.
 * Of a group the first `binsMax` bins are read that have room for the lightest of it: as each of the goods fills one bin
 * at most, some are left for the last of `binsMax` goods of the same weight. One statement.
 */
async function readCandidates(
  queryable: Queryable,
  location: Location,
  wanted: readonly WantedGoods[],
  { groupsMax, binsMax }: { groupsMax: number; binsMax: number },
): Promise<Candidates[]> {
  const rows = await queryable.query<CandidateRow>(
    `with w as materialized (
       select goods.*, ntile($8::int) over (partition by hazard order by weight_kg, pieces, position) as place
       from (${wantedGoods}) goods),
     class as materialized (
       select place as position, hazard, null::text as material_no, '' as batch, array_agg(material_no) as materials,
         case when count(*) = count(weight_kg) then min(weight_kg) end as weight_kg,
         case when count(*) = count(pieces) then min(pieces) end as pieces
       from w group by 1, 2)
     select 'goods' as kind, w.place, w.position, w.hazard, w.weight_kg, w.pieces, '' as bin, true as allows_mixing,
       null::numeric as capacity_kg, 0::numeric as taken_kg, null::numeric as piece_capacity, 0::numeric as taken_pieces,
       null::text as other, null::text as first_material, null::text as last_material
     from w
     union all
     select 'stored', f.place, w.position, w.hazard, w.weight_kg, w.pieces, f.bin, f.allows_mixing, f.capacity_kg, f.taken_kg,
       f.piece_capacity, f.taken_pieces, f.other, f.first_material, f.last_material
     from w cross join lateral (
       select row_number() over (order by held.same_batch > 0 desc, held.same_material desc, x.bin)::int as place, ${facts}
       from (select distinct s.bin from stock_balance s where s.company_code = $1 and ${isStockOf}) stored
         join bin x on ${ofLocation} and x.bin = stored.bin ${heldThere}
       where x.bin <> w.bin and ${isOpenFor}
       order by place limit ${candidatesMax}) f
     union all
     select 'open', row_number() over (order by f.bin)::int, w.position, w.hazard, null, null, f.*
     from class w cross join lateral (
       -- Sorted by themselves, so that what lies in them is read of the first ones only.
       select ${facts} from (select x.* from bin x where ${ofLocation} and ${isOpenFor} order by x.bin) x ${heldThere}
       where ${hasRoomForSome}
       order by x.bin limit $9) f
     union all
     select 'first', row_number() over (order by f.bin)::int, w.position, w.hazard, null, null, f.*
     from class w cross join lateral (
       -- The second one for goods that lie in the first.
       select ${facts} from (select x.* from bin x where ${ofLocation} and ${isOpenFor} order by x.bin limit 2) x ${heldThere}) f
     order by kind, place`,
    [...wantedValues(location, wanted), groupsMax, binsMax],
  )
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  const byPosition = (kind: CandidateRow['kind']) =>
    Map.groupBy(kinds.get(kind) ?? [], (row) => row.position)
  /** Of a group of the goods of a class. */
  const byClass = (kind: CandidateRow['kind']) =>
    Map.groupBy(kinds.get(kind) ?? [], (row) => `${row.position} ${row.hazard}`)
  const [goods, stored, open, first] = [
    byPosition('goods'),
    byPosition('stored'),
    byClass('open'),
    byClass('first'),
  ]
  return wanted.map((own, index) => {
    const [{ hazard, weightKg, pieces, place }] = entryOf(goods, index + 1) as [CandidateRow]
    const key = `${place} ${hazard}`
    const forThese = (found: CandidateRow[] = []): RoomFacts[] =>
      found
        .filter(({ bin }) => bin !== own.bin)
        .map((row) => ({ ...row, weightKg, pieces, other: otherThan(own.materialNo, row) }))
    return {
      stored: stored.get(index + 1) ?? [],
      open: forThese(open.get(key)),
      isCut: open.get(key)?.length === binsMax,
      first: forThese(first.get(key))[0],
    }
  })
}

/** A material that lies there besides this one. */
const otherThan = (materialNo: string, { firstMaterial, lastMaterial }: CandidateRow) =>
  firstMaterial === materialNo ? (lastMaterial === materialNo ? null : lastMaterial) : firstMaterial

/** Whether anything of the same goods lies in the bin. */
export const hasSame = ({ sameMaterial }: BinFacts): boolean => isPositive(sameMaterial)
