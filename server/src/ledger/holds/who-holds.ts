import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { addQuantity, compareQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { Refusal, RefusalDetail } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../key.ts'
import type { HoldKind } from '../move.ts'
import { fromWantedKeys, wantedKeys } from '../queries/wanted-keys.ts'

// The one place that answers whether a key of the stock is held, by which document and person, and until when: by a quantity
// of its own (reservation, freeze, work order, scrap), because its bin, area or storage location is held, or its batch.

/** What holds a key. */
export interface StandingHold {
  kind: HoldKind | 'place' | 'batch'
  documentType: string
  documentId: string
  documentNo: string
  /** How much of the key; null: everything that lies there. */
  quantity: Quantity | null
  placedByName: string
  placedAt: string
  heldUntil: LocalDate | null
  /** Of a hold of a place: its bin or area; both '' for the whole storage location. */
  bin: string
  area: string
}

/** What holds each of these keys of one company now, in their order; batches first, then places, then the latest. One statement. */
export async function whoHolds(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
): Promise<StandingHold[][]> {
  if (keys.length === 0) return []
  const rows = await queryable.query<StandingHold & { position: number }>(
    `with found as materialized (
       select wanted.position::int as position, wanted.plant, wanted.storage_location, wanted.bin, wanted.place,
         wanted.stock_category, wanted.material_no, wanted.batch, known.id
       ${fromWantedKeys})
     select found.position, h.kind, h.document_type, h.document_id, h.document_no, h.open_quantity as quantity, h.placed_by_name,
       h.placed_at, h.held_until, '' as bin, '' as area, 2 as rank
     from found join stock_hold h on h.company_code = $1 and h.key_id = found.id and h.released_at is null and h.open_quantity > 0
     union all
     select found.position, 'place', p.document_type, p.document_id, p.document_no, null, p.placed_by_name, p.placed_at, p.held_until,
       p.bin, p.area, 1
     from found join stock_place_hold p on p.company_code = $1 and p.plant = found.plant
         and p.storage_location = found.storage_location and p.released_at is null
       left join bin x on x.company_code = $1 and x.plant = found.plant and x.storage_location = found.storage_location
         and x.bin = found.bin
     where found.place = 'stock' and found.stock_category <> 'IT'
       and (p.bin = found.bin or (p.bin = '' and (p.area = '' or p.area = x.area)))
     union all
     select found.position, 'batch', p.document_type, p.document_id, p.document_no, null, p.placed_by_name, p.placed_at, p.held_until,
       '', '', 0
     from found join stock_place_hold p on p.company_code = $1 and p.material_no = found.material_no and p.batch = found.batch
       and p.released_at is null
     where found.batch <> ''
     order by position, rank, placed_at desc`,
    wantedKeys(companyCode, keys),
  )
  const byKey = Map.groupBy(rows, ({ position }) => position)
  return keys.map((_key, index) => byKey.get(index + 1) ?? [])
}

/**
 * As SQL, of an alias `b` of `stock_balance`: what freezes the row, as document, person and last day, separated by commas;
 * null if nothing does. Looked up for rows that are frozen only.
 */
export const frozenBySql = `case when b.frozen > 0 or b.is_held then (
  select string_agg(concat_ws(' ', f.document_no, nullif(f.placed_by_name, ''), f.held_until), ', ')
  from (
    select h.document_no, h.placed_by_name, h.held_until from stock_hold h
    where h.company_code = b.company_code and h.key_id = b.key_id and h.kind <> 'reservation' and h.released_at is null
      and h.open_quantity > 0
    union all
    select p.document_no, p.placed_by_name, p.held_until from stock_place_hold p
    where b.is_held and p.company_code = b.company_code and p.plant = b.plant and p.storage_location = b.storage_location
      and p.released_at is null and (p.bin = b.bin or (p.bin = '' and (p.area = '' or p.area = (
        select x.area from bin x where x.company_code = b.company_code and x.plant = b.plant
          and x.storage_location = b.storage_location and x.bin = b.bin))))
    union all
    select p.document_no, p.placed_by_name, p.held_until from stock_place_hold p
    where b.is_batch_held and p.company_code = b.company_code and p.material_no = b.material_no and p.batch = b.batch
      and p.released_at is null
  ) f) end`

/** A line that wants more of a key than is available. */
export interface ShortLine {
  lineNo: number
  key: StockKey
  available: Quantity
  wanted: Quantity
}

/** What keeps somebody from the goods although they are there; undefined if they are not there, or only reserved. */
function obstacleOf(
  { available, wanted }: ShortLine,
  holds: readonly StandingHold[],
): StandingHold | undefined {
  const frozen = holds.filter(({ kind }) => kind !== 'reservation')
  const [first] = frozen
  if (first === undefined || first.quantity === null) return first
  const sum = frozen.reduce((total, { quantity }) => addQuantity(total, quantity!), zeroQuantity)
  return compareQuantity(wanted, addQuantity(available, sum)) > 0 ? undefined : first
}

/**
 * For each of these lines, in their order, the refusal that names what freezes its goods or its batch, who did so and until when;
 * undefined where nothing does. One statement.
 */
export async function frozenLines(
  queryable: Queryable,
  companyCode: string,
  lines: readonly ShortLine[],
): Promise<(RefusalDetail | undefined)[]> {
  const found = await whoHolds(
    queryable,
    companyCode,
    lines.map(({ key }) => key),
  )
  return lines.map((line, index) => {
    const { lineNo, key, available, wanted } = line
    const hold = obstacleOf(line, itemAt(found, index))
    if (hold === undefined) return undefined
    const { materialNo: material, bin, batch } = key
    const { documentNo: by, documentType: byType, placedByName: person, heldUntil } = hold
    const until = heldUntil ?? ''
    if (hold.kind === 'batch')
      return { code: 'batch-frozen', params: { material, batch, by, person, until }, line: lineNo }
    const params = { material, bin, batch, available, wanted, by, byType, person, until }
    return { code: 'stock-frozen', params, line: lineNo }
  })
}

/** Why these lines cannot have their goods: 'stock-frozen' where they are held, else 'stock-short'. */
export async function shortOrFrozen(
  queryable: Queryable,
  companyCode: string,
  lines: readonly ShortLine[],
): Promise<Refusal> {
  const frozen = await frozenLines(queryable, companyCode, lines)
  return refuseAll(lines.map((line, index) => frozen[index] ?? stockShort(line)))
}

const stockShort = ({ lineNo, key, available, wanted }: ShortLine): RefusalDetail => ({
  code: 'stock-short',
  params: {
    material: key.materialNo,
    bin: key.bin,
    batch: key.batch,
    available,
    wanted,
    documentLine: lineNo,
  },
  line: lineNo,
})
