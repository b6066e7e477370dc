import { newId } from '@kufang/kernel/identifier.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { numberOrDrawn, numberParameter } from '../../platform/database/drawn-number.ts'

// Bins, areas and storage locations that are held as a whole (spec domain.md 1.4): nothing leaves them, except what a count
// finds missing, whoever has reserved it; and nothing is put away into them. What comes back or arrives there is held too.

/** A bin, an area of bins, or with neither the whole storage location. */
export interface HeldPlace {
  lineNo: number
  plant: string
  storageLocation: string
  area: string
  bin: string
}

export interface HoldPlacesRequest {
  companyCode: string
  documentType: string
  documentId: string
  documentNo: string
  userId: string
  userName: string
  now: Date
  heldUntil: LocalDate | null
  places: readonly HeldPlace[]
}

/**
 * As SQL: the live hold `p` of a place covers the bin `x` (of table `bin`) of the same storage location; with `exact` only if
 * it names the bin or its area.
 */
const coversBin = (exact = false): string =>
  `p.released_at is null and (p.bin = x.bin or (p.bin = '' and p.area ${exact ? "= x.area and p.area <> ''" : "in ('', x.area)"}))`

/** As SQL: a live hold covers the bin `x` of `bin`, in company `$1`, plant `$2` and storage location `$3`. */
export const isBinHeld = `exists (select 1 as held from stock_place_hold p
  where p.company_code = $1 and p.plant = $2 and p.storage_location = $3 and ${coversBin()})`

/** As SQL: a live hold of a place covers what lies at `k`, a key or balance of company `$1`; goods in transit lie nowhere. */
export const isCovered = (
  k: string,
): string => `(${k}.place = 'stock' and ${k}.stock_category <> 'IT' and exists (
  select 1 as held from stock_place_hold p
  where p.company_code = $1 and p.plant = ${k}.plant and p.storage_location = ${k}.storage_location and p.released_at is null
    and (p.bin = ${k}.bin or (p.bin = '' and (p.area = '' or p.area = (
      select x.area from bin x where x.company_code = $1 and x.plant = ${k}.plant
        and x.storage_location = ${k}.storage_location and x.bin = ${k}.bin))))))`

type Location = Pick<HeldPlace, 'plant' | 'storageLocation'>

/**
 * Until the transaction ends, who holds or frees places of these storage locations (`alone`) and who brings goods to where
 * none lay before (`together`) wait for each other: neither would see what the other writes. One statement.
 */
export async function lockLocations(
  tx: Transaction,
  companyCode: string,
  locations: readonly Location[],
  how: 'alone' | 'together',
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(
       hashtextextended('stock_place_hold/' || $1 || '/' || plant || '/' || storage_location, 0))
     from (select distinct plant, storage_location
       from unnest($2::text[], $3::text[]) as wanted (plant, storage_location) order by 1, 2) wanted`,
    [
      companyCode,
      locations.map(({ plant }) => plant),
      locations.map(({ storageLocation }) => storageLocation),
    ],
  )
}

/** Holds places for a document: four statements. */
export async function holdPlaces(tx: Transaction, request: HoldPlacesRequest): Promise<void> {
  const { companyCode, places } = request
  if (places.length === 0) return
  await lockLocations(tx, companyCode, places, 'alone')
  await tx.query(
    `insert into stock_place_hold (company_code, document_type, document_id, document_no, placed_by, placed_by_name, placed_at,
       held_until, id, line_no, plant, storage_location, area, bin)
     select $1, $2, $3::uuid, ${numberOrDrawn('$4::text')}, $5::uuid, $6, $7::timestamptz, $8::date, place.*
     from unnest($9::uuid[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[]) place`,
    [
      companyCode,
      request.documentType,
      request.documentId,
      numberParameter(request.documentNo),
      request.userId,
      request.userName,
      request.now,
      request.heldUntil,
      places.map(() => newId()),
      places.map(({ lineNo }) => lineNo),
      places.map(({ plant }) => plant),
      places.map(({ storageLocation }) => storageLocation),
      places.map(({ area }) => area),
      places.map(({ bin }) => bin),
    ],
  )
  await markBalances(tx, companyCode, places)
}

/** Ends what a document holds of places, all of it or of these lines; what others hold stays held. */
export async function releasePlaces(
  tx: Transaction,
  request: Pick<HoldPlacesRequest, 'companyCode' | 'documentType' | 'documentId' | 'now'> & {
    lines?: readonly number[]
  },
): Promise<void> {
  const held = await tx.query<Location>(
    `select distinct plant, storage_location from stock_place_hold
     where company_code = $1 and document_type = $2 and document_id = $3 and released_at is null`,
    [request.companyCode, request.documentType, request.documentId],
  )
  if (held.length === 0) return
  await lockLocations(tx, request.companyCode, held, 'alone')
  const released = await tx.query<HeldPlace>(
    `update stock_place_hold set released_at = $4
     where company_code = $1 and document_type = $2 and document_id = $3 and released_at is null
       and ($5::int[] is null or line_no = any($5))
     returning line_no, plant, storage_location, area, bin`,
    [
      request.companyCode,
      request.documentType,
      request.documentId,
      request.now,
      request.lines ?? null,
    ],
  )
  await markBalances(tx, request.companyCode, released)
}

/**
 * Writes to the rows of the stock of these storage locations whether a place holds them; only rows that change are locked, in
 * the order in which movements lock them. A statement of its own, because it must see the holds.
 */
async function markBalances(
  tx: Transaction,
  companyCode: string,
  places: readonly HeldPlace[],
): Promise<void> {
  if (places.length === 0) return
  await tx.query(
    `with changed as materialized (
       select b.key_id, ${isCovered('b')} as is_held
       from stock_balance b
       where b.company_code = $1 and (b.plant, b.storage_location) in (
           select * from unnest($2::text[], $3::text[]) as wanted (plant, storage_location))
         and b.is_held is distinct from ${isCovered('b')}
       order by b.key_id for no key update of b
     )
     update stock_balance b set is_held = changed.is_held from changed
     where b.company_code = $1 and b.key_id = changed.key_id`,
    [
      companyCode,
      places.map(({ plant }) => plant),
      places.map(({ storageLocation }) => storageLocation),
    ],
  )
}

/** The areas of the bins of a storage location. One statement. */
export async function areasOf(
  queryable: Queryable,
  location: { companyCode: string; plant: string; storageLocation: string },
): Promise<string[]> {
  const rows = await queryable.query<{ area: string }>(
    `select distinct area from bin where company_code = $1 and plant = $2 and storage_location = $3 and area <> ''
     order by area`,
    [location.companyCode, location.plant, location.storageLocation],
  )
  return rows.map(({ area }) => area)
}

/**
 * What holds this place already, as a whole; undefined if nothing does. Until the transaction ends, others who ask this about
 * a place of the same storage location wait, so that of two who hold a place at once the second finds the first. Two
 * statements.
 */
export async function placeHolder(
  tx: Transaction,
  companyCode: string,
  place: HeldPlace,
): Promise<{ documentNo: string; placedByName: string; heldUntil: LocalDate | null } | undefined> {
  await lockLocations(tx, companyCode, [place], 'alone')
  const [found] = await tx.query<{
    documentNo: string
    placedByName: string
    heldUntil: LocalDate | null
  }>(
    `select document_no, placed_by_name, held_until from stock_place_hold
     where company_code = $1 and plant = $2 and storage_location = $3 and area = $4 and bin = $5 and released_at is null
     order by placed_at limit 1`,
    [companyCode, place.plant, place.storageLocation, place.area, place.bin],
  )
  return found
}

interface BinHold {
  bin: string
  documentType: string
  documentNo: string
  placedByName: string
  heldUntil: LocalDate | null
}

/** The bins into which nothing may be put away: they or their area are held. One statement. */
export async function heldBins(
  queryable: Queryable,
  location: { companyCode: string; plant: string; storageLocation: string },
  bins: readonly string[],
): Promise<Map<string, BinHold>> {
  if (bins.length === 0) return new Map()
  const rows = await queryable.query<BinHold & { [name: string]: unknown }>(
    `select distinct on (x.bin) x.bin, p.document_type, p.document_no, p.placed_by_name, p.held_until
     from bin x join stock_place_hold p on p.company_code = $1 and p.plant = $2 and p.storage_location = $3
       and ${coversBin(true)}
     where x.company_code = $1 and x.plant = $2 and x.storage_location = $3 and x.bin = any($4)
     order by x.bin, p.placed_at desc`,
    [location.companyCode, location.plant, location.storageLocation, [...new Set(bins)]],
  )
  return new Map(rows.map((row) => [row.bin, row]))
}

/** The refusal of goods for a held bin. */
export const binFrozen = (
  { bin, documentNo, placedByName, heldUntil }: BinHold,
  line: number,
  field: string,
): RefusalDetail => ({
  code: 'bin-frozen',
  params: { bin, by: documentNo, person: placedByName, until: heldUntil ?? '' },
  line,
  field,
})
