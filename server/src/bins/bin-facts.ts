import type { Quantity } from '@kufang/kernel/quantity.ts'
import { addDecimals, compareDecimals } from '@kufang/kernel/decimal-text.ts'
import { hazardAllowedSql, weightPerUnitSql } from '../masters/public.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { isBinHeld } from '../ledger/public.ts'

// What decides whether goods may go into a bin, read in one place for proposals, for their explanation and for refusals:
// hazard class, use of the bin, mixing rule, capacity, and what lies there.

/** A storage location. */
export interface Location {
  companyCode: string
  plant: string
  storageLocation: string
}

/** Goods that need a bin. */
export interface WantedGoods {
  materialNo: string
  batch?: string
  /** In the base unit; without it the capacity is not checked. */
  quantity?: Quantity
  /** Where they lie now, of goods that go to another bin of the same storage location; or the bin that is asked about. */
  bin?: string
}

/** A bin with regard to goods, by their position among those asked about (from 1). */
export interface BinFacts {
  position: number
  bin: string
  area: string
  isActive: boolean
  /** Locked in the master, or held by a freeze of the bin, its area or its storage location. */
  isFrozen: boolean
  isForStorage: boolean
  /** The classes of the goods and of the bin; '' is none. */
  hazard: string
  binHazard: string
  isHazardAllowed: boolean
  allowsMixing: boolean
  /** Another material that lies there; null if there is none. */
  other: string | null
  /** Unrestricted stock of the same goods that lies there. */
  sameMaterial: Quantity
  sameBatch: Quantity
  unit: string
  capacityKg: Quantity | null
  /** What lies there weighs, as far as it is known. */
  takenKg: Quantity
  /** What the goods weigh; null if it is not known. */
  weightKg: Quantity | null
  pieceCapacity: Quantity | null
  /** What lies there of goods that are counted in whole units. */
  takenPieces: Quantity
  /** The pieces of the goods; null if they are not counted in whole units. */
  pieces: Quantity | null
}

/** The goods asked about, as SQL, from `$4` to `$7`. */
export const wantedGoods = `
  select wanted.position::int as position, wanted.material_no, wanted.batch, wanted.bin, coalesce(m.hazard_class, '') as hazard,
    coalesce(m.unit, '') as unit, round(wanted.quantity * ${weightPerUnitSql('m')}, 3) as weight_kg,
    case when u.decimals = 0 then wanted.quantity end as pieces
  from unnest($4::text[], $5::text[], $6::text[], $7::numeric[]) with ordinality
    as wanted (material_no, batch, bin, quantity, position)
  left join material m on m.material_no = wanted.material_no
  left join unit u on u.unit = m.unit`

export const wantedValues = (
  { companyCode, plant, storageLocation }: Location,
  goods: readonly WantedGoods[],
): unknown[] => [
  companyCode,
  plant,
  storageLocation,
  goods.map(({ materialNo }) => materialNo),
  goods.map(({ batch }) => batch ?? ''),
  goods.map(({ bin }) => bin ?? ''),
  goods.map(({ quantity }) => quantity ?? null),
]

/** As SQL: the bin `x` is of the location, `$1` to `$3`. */
export const ofLocation = `x.company_code = $1 and x.plant = $2 and x.storage_location = $3`

/** As SQL: the row of stock `s` is unrestricted stock of the material of the goods `w` in a bin of the location. */
export const isStockOf = `s.material_no = w.material_no and s.plant = $2 and s.storage_location = $3
  and s.has_stock and s.stock_category = 'UU' and s.place = 'stock'`

/**
 * As SQL: what lies in the bin `x`, with regard to the goods `w`.
 * @param where limits it to the bins whose content is read; nothing lies in the others
 */
const heldIn = (where: string): string => `
  left join lateral (
    select coalesce(sum(b.quantity) filter (where b.material_no = w.material_no and b.stock_category = 'UU'), 0) as same_material,
      coalesce(sum(b.quantity) filter (where b.material_no = w.material_no and b.stock_category = 'UU'
        and b.batch = w.batch and w.batch <> ''), 0) as same_batch,
      min(b.material_no) filter (where b.material_no <> w.material_no) as other,
      min(b.material_no) as first_material, max(b.material_no) as last_material,
      coalesce(round(sum(b.quantity * ${weightPerUnitSql('c')}), 3), 0) as taken_kg,
      coalesce(sum(b.quantity) filter (where n.decimals = 0), 0) as taken_pieces
    from stock_balance b left join material c on c.material_no = b.material_no left join unit n on n.unit = c.unit
    where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.bin = x.bin and b.has_stock and b.place = 'stock'${where}
  ) held on true`

/** As SQL: what lies in each bin `x`, with regard to the goods `w`. */
export const heldThere = heldIn('')

/** As SQL: the same of bins whose room depends on it only. A bin without limits may have thousands of rows of stock. */
const heldInLimited = heldIn(`
      and x.purpose = 'storage'
      and (not x.allows_mixing or x.weight_capacity_kg is not null or x.piece_capacity is not null)`)

const hazardAllowed = hazardAllowedSql('w.hazard', 'x.hazard_class')

/** As SQL: the bin `x` may be proposed for the goods `w`, if it has room. */
export const isOpenFor = `x.is_active and not x.is_frozen and not ${isBinHeld} and x.purpose = 'storage' and ${hazardAllowed}`

const carries = `(x.weight_capacity_kg is null or w.weight_kg is null or held.taken_kg + w.weight_kg <= x.weight_capacity_kg)
  and (x.piece_capacity is null or w.pieces is null or held.taken_pieces + w.pieces <= x.piece_capacity)`

/** As SQL: it has room for them beside what lies there. The same as `hasRoom` with nothing planned. */
export const hasRoomFor = `(x.allows_mixing or held.other is null) and ${carries}`

/** As SQL: it has room for the smallest of the goods `w`, a class with `materials`, as far as it may be mixed with each. */
export const hasRoomForSome = `(x.allows_mixing or held.first_material is null
    or held.first_material = held.last_material and held.first_material = any(w.materials))
  and ${carries}`

/** As SQL: the columns of `BinFacts`. */
export const factColumns = `w.position, x.bin, x.area, x.is_active,
  (x.is_frozen or ${isBinHeld}) as is_frozen, x.purpose = 'storage' as is_for_storage,
  w.hazard, coalesce(x.hazard_class, '') as bin_hazard, ${hazardAllowed} as is_hazard_allowed, x.allows_mixing, held.other,
  held.same_material, held.same_batch, w.unit, x.weight_capacity_kg as capacity_kg, held.taken_kg, w.weight_kg,
  x.piece_capacity, held.taken_pieces, w.pieces`

/** What decides whether a bin has room for goods. */
export type RoomFacts = Pick<
  BinFacts,
  | 'bin'
  | 'allowsMixing'
  | 'other'
  | 'capacityKg'
  | 'takenKg'
  | 'weightKg'
  | 'pieceCapacity'
  | 'takenPieces'
  | 'pieces'
>

/** What is to be put into bins besides, by bin: lines of the same document share them. */
export type Planned = Map<string, { materialNos: Set<string>; weightKg: string; pieces: string }>

export function plan(
  planned: Planned,
  { bin, weightKg, pieces }: RoomFacts,
  materialNo: string,
): void {
  const before = planned.get(bin) ?? { materialNos: new Set(), weightKg: '0', pieces: '0' }
  planned.set(bin, {
    materialNos: before.materialNos.add(materialNo),
    weightKg: addDecimals(before.weightKg, weightKg ?? '0'),
    pieces: addDecimals(before.pieces, pieces ?? '0'),
  })
}

/** Another material that lies in the bin or is planned for it, if they may not be mixed. */
export function unmixable(
  { bin, allowsMixing, other }: RoomFacts,
  materialNo: string,
  planned: Planned,
): string | null {
  if (allowsMixing) return null
  const coming = [...(planned.get(bin)?.materialNos ?? [])].find((one) => one !== materialNo)
  return other ?? coming ?? null
}

/** What is taken of the capacity, with what is planned. */
export const takenOf = ({ bin, takenKg }: RoomFacts, planned: Planned): string =>
  addDecimals(takenKg, planned.get(bin)?.weightKg ?? '0')

/** Whether the goods are too heavy for the bin, as far as weights are known. */
export function isOverloaded(facts: RoomFacts, planned: Planned): boolean {
  const { capacityKg, weightKg } = facts
  if (capacityKg === null || weightKg === null) return false
  return compareDecimals(addDecimals(takenOf(facts, planned), weightKg), capacityKg) > 0
}

/** The pieces that lie there, with those that are planned. */
export const takenPiecesOf = ({ bin, takenPieces }: RoomFacts, planned: Planned): string =>
  addDecimals(takenPieces, planned.get(bin)?.pieces ?? '0')

/** Whether the goods are too many for the bin, of those that are counted in whole units. */
export function hasTooMany(facts: RoomFacts, planned: Planned): boolean {
  const { pieceCapacity, pieces } = facts
  if (pieceCapacity === null || pieces === null) return false
  return compareDecimals(addDecimals(takenPiecesOf(facts, planned), pieces), pieceCapacity) > 0
}

/** Whether the bin has room for the goods beside what lies there and what is planned. */
export const hasRoom = (facts: RoomFacts, materialNo: string, planned: Planned): boolean =>
  unmixable(facts, materialNo, planned) === null &&
  !isOverloaded(facts, planned) &&
  !hasTooMany(facts, planned)

/**
 * What decides whether each of these goods has room in the bin that it names; an unknown bin has no facts, and of a bin
 * without limits it is not read what lies there. One statement.
 */
export async function readNamedBins(
  queryable: Queryable,
  location: Location,
  goods: readonly WantedGoods[],
): Promise<Map<number, BinFacts>> {
  if (goods.length === 0) return new Map()
  const rows = await queryable.query<BinFacts & Row>(
    `with w as (${wantedGoods})
     select ${factColumns} from w join bin x on ${ofLocation} and x.bin = w.bin ${heldInLimited}`,
    wantedValues(location, goods),
  )
  return new Map(rows.map((row) => [row.position, row]))
}
