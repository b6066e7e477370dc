import { newId } from '@kufang/kernel/identifier.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { numberOrDrawn, numberParameter } from '../../platform/database/drawn-number.ts'

// Bins, areas and storage locations that are held as a whole (spec domain.md 1.4): nothing leaves them, except what a count
// finds missing, whoever has reserved it; and nothing is put away into them. What comes back or arrives there is held too.
// A batch is held as a whole wherever it lies in its company: nobody uses it, whoever has reserved it (batch-rule.ts).

/** A bin, an area of bins, or with neither the whole storage location. */
export interface HeldPlace {
  lineNo: number
  plant: string
  storageLocation: string
  area: string
  bin: string
}

/** A batch of a material, wherever it lies in its company. */
export interface HeldBatch {
  lineNo: number
  materialNo: string
  batch: string
}

interface WholeHold {
  companyCode: string
  documentType: string
  documentId: string
  documentNo: string
  userId: string
  userName: string
  now: Date
  heldUntil: LocalDate | null
}

export interface HoldPlacesRequest extends WholeHold {
  places: readonly HeldPlace[]
}

export interface HoldBatchesRequest extends WholeHold {
  batches: readonly HeldBatch[]
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

/** As SQL: a live hold of a batch covers what lies at `k`, a key or balance of company `$1`, in the stock or out of it. */
export const isOfHeldBatch = (k: string): string => `(${k}.batch <> '' and exists (
  select 1 as held from stock_place_hold p
  where p.company_code = $1 and p.material_no = ${k}.material_no and p.batch = ${k}.batch and p.batch <> ''
    and p.released_at is null))`

/** As SQL: a live hold of a place covers what lies at `k`, a key or balance of company `$1`; goods in transit lie nowhere. */
export const isPlaceHeld = (
  k: string,
): string => `(${k}.place = 'stock' and ${k}.stock_category <> 'IT' and exists (
  select 1 as held from stock_place_hold p
  where p.company_code = $1 and p.plant = ${k}.plant and p.storage_location = ${k}.storage_location and p.released_at is null
    and (p.bin = ${k}.bin or (p.bin = '' and (p.area = '' or p.area = (
      select x.area from bin x where x.company_code = $1 and x.plant = ${k}.plant
        and x.storage_location = ${k}.storage_location and x.bin = ${k}.bin))))))`

/** As SQL: a live hold of a place or of a batch covers what lies at `k`, a key or balance of company `$1`. */
export const isCovered = (k: string): string => `(${isOfHeldBatch(k)} or ${isPlaceHeld(k)})`

type Location = Pick<HeldPlace, 'plant' | 'storageLocation'>

/** What is locked: a storage location, or with `batch` a batch. */
type Lockable = Location | Pick<HeldBatch, 'materialNo' | 'batch'>

const lockName = (one: Lockable): string =>
  'batch' in one ? `batch/${one.materialNo}/${one.batch}` : `${one.plant}/${one.storageLocation}`

/**
 * Until the transaction ends, who holds or frees these places or batches (`alone`) and who brings goods to where none lay
 * before (`together`) wait for each other: neither would see what the other writes. One statement.
 */
export async function lockPlaces(
  tx: Transaction,
  companyCode: string,
  wanted: readonly Lockable[],
  how: 'alone' | 'together',
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(
       hashtextextended('stock_place_hold/' || $1 || '/' || name, 0))
     from (select distinct name from unnest($2::text[]) as wanted (name) order by 1) wanted`,
    [companyCode, wanted.map(lockName)],
  )
}

/** Holds places for a document: three statements. */
export async function holdPlaces(tx: Transaction, request: HoldPlacesRequest): Promise<void> {
  const { companyCode, places } = request
  if (places.length === 0) return
  await lockPlaces(tx, companyCode, places, 'alone')
  await writeHolds(
    tx,
    request,
    places.map((place) => ({ ...place, materialNo: '', batch: '' })),
  )
  await markBalances(tx, companyCode, places)
}

/** Holds batches for a document, wherever they lie and will lie in its company: three statements. */
export async function holdBatches(tx: Transaction, request: HoldBatchesRequest): Promise<void> {
  const { companyCode, batches } = request
  if (batches.length === 0) return
  await lockPlaces(tx, companyCode, batches, 'alone')
  await writeHolds(
    tx,
    request,
    batches.map((batch) => ({ ...batch, plant: '', storageLocation: '', area: '', bin: '' })),
  )
  await markBatches(tx, companyCode, batches)
}

async function writeHolds(
  tx: Transaction,
  request: WholeHold,
  rows: readonly (HeldPlace & HeldBatch)[],
): Promise<void> {
  await tx.query(
    `insert into stock_place_hold (company_code, document_type, document_id, document_no, placed_by, placed_by_name, placed_at,
       held_until, id, line_no, plant, storage_location, area, bin, material_no, batch)
     select $1, $2, $3::uuid, ${numberOrDrawn('$4::text')}, $5::uuid, $6, $7::timestamptz, $8::date, place.*
     from unnest($9::uuid[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[]) place`,
    [
      request.companyCode,
      request.documentType,
      request.documentId,
      numberParameter(request.documentNo),
      request.userId,
      request.userName,
      request.now,
      request.heldUntil,
      rows.map(() => newId()),
      rows.map(({ lineNo }) => lineNo),
      rows.map(({ plant }) => plant),
      rows.map(({ storageLocation }) => storageLocation),
      rows.map(({ area }) => area),
      rows.map(({ bin }) => bin),
      rows.map(({ materialNo }) => materialNo),
      rows.map(({ batch }) => batch),
    ],
  )
}

/** Ends what a document holds of places and batches, all of it or of these lines; what others hold stays held. */
export async function releasePlaces(
  tx: Transaction,
  request: Pick<WholeHold, 'companyCode' | 'documentType' | 'documentId' | 'now'> & {
    lines?: readonly number[]
  },
): Promise<void> {
  const { companyCode } = request
  const held = await tx.query<HeldPlace & HeldBatch>(
    `select distinct plant, storage_location, material_no, batch from stock_place_hold
     where company_code = $1 and document_type = $2 and document_id = $3 and released_at is null`,
    [companyCode, request.documentType, request.documentId],
  )
  if (held.length === 0) return
  const lockables = held.map(({ plant, storageLocation, materialNo, batch }) =>
    batch === '' ? { plant, storageLocation } : { materialNo, batch },
  )
  await lockPlaces(tx, companyCode, lockables, 'alone')
  const released = await tx.query<HeldPlace & HeldBatch>(
    `update stock_place_hold set released_at = $4
     where company_code = $1 and document_type = $2 and document_id = $3 and released_at is null
       and ($5::int[] is null or line_no = any($5))
     returning line_no, plant, storage_location, area, bin, material_no, batch`,
    [companyCode, request.documentType, request.documentId, request.now, request.lines ?? null],
  )
  await markBalances(
    tx,
    companyCode,
    released.filter(({ batch }) => batch === ''),
  )
  await markBatches(
    tx,
    companyCode,
    released.filter(({ batch }) => batch !== ''),
  )
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
    markText(`(b.plant, b.storage_location) in (
           select * from unnest($2::text[], $3::text[]) as wanted (plant, storage_location))`),
    [
      companyCode,
      places.map(({ plant }) => plant),
      places.map(({ storageLocation }) => storageLocation),
    ],
  )
}

/** The same for the rows of these batches, in every storage location and on the way. */
async function markBatches(
  tx: Transaction,
  companyCode: string,
  batches: readonly HeldBatch[],
): Promise<void> {
  if (batches.length === 0) return
  await tx.query(
    // By their keys, because rows without stock are held, too, and are not in the indexes of the balances.
    markText(`b.key_id in (select k.id from stock_key k where k.company_code = $1 and (k.material_no, k.batch) in (
           select * from unnest($2::text[], $3::text[]) as wanted (material_no, batch)))`),
    [companyCode, batches.map(({ materialNo }) => materialNo), batches.map(({ batch }) => batch)],
  )
}

const markText = (which: string): string =>
  `with changed as materialized (
     select b.key_id, ${isCovered('b')} as is_held, ${isOfHeldBatch('b')} as is_batch_held
     from stock_balance b
     where b.company_code = $1 and ${which}
       and (b.is_held, b.is_batch_held) is distinct from (${isCovered('b')}, ${isOfHeldBatch('b')})
     order by b.key_id for no key update of b
   )
   update stock_balance b set is_held = changed.is_held, is_batch_held = changed.is_batch_held from changed
   where b.company_code = $1 and b.key_id = changed.key_id`

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

/** Who holds a place or a batch as a whole. */
export interface WholeHolder {
  documentNo: string
  placedByName: string
  heldUntil: LocalDate | null
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
): Promise<WholeHolder | undefined> {
  await lockPlaces(tx, companyCode, [place], 'alone')
  const [found] = await tx.query<WholeHolder & { [name: string]: unknown }>(
    `select document_no, placed_by_name, held_until from stock_place_hold
     where company_code = $1 and plant = $2 and storage_location = $3 and area = $4 and bin = $5 and released_at is null
     order by placed_at limit 1`,
    [companyCode, place.plant, place.storageLocation, place.area, place.bin],
  )
  return found
}

/** The same of a batch that is held wherever it lies: two statements. */
export async function batchHolder(
  tx: Transaction,
  companyCode: string,
  batch: HeldBatch,
): Promise<WholeHolder | undefined> {
  await lockPlaces(tx, companyCode, [batch], 'alone')
  const [found] = await tx.query<WholeHolder & { [name: string]: unknown }>(
    `select document_no, placed_by_name, held_until from stock_place_hold
     where company_code = $1 and material_no = $2 and batch = $3 and released_at is null
     order by placed_at limit 1`,
    [companyCode, batch.materialNo, batch.batch],
  )
  return found
}

/** A document that has reserved goods of a batch, or holds them otherwise for itself. */
export interface HolderOfBatch {
  documentType: string
  documentId: string
  documentNo: string
  placedBy: string
  quantity: Quantity
}

/** Who waits for goods of a batch: the documents that have reserved them, by number. One statement. */
export async function holdersOfBatch(
  queryable: Queryable,
  companyCode: string,
  { materialNo, batch }: Pick<HeldBatch, 'materialNo' | 'batch'>,
): Promise<HolderOfBatch[]> {
  return queryable.query<HolderOfBatch & { [name: string]: unknown }>(
    `select h.document_type, h.document_id, min(h.document_no) as document_no,
       (array_agg(h.placed_by order by h.placed_at))[1] as placed_by, sum(h.open_quantity) as quantity
     from stock_key k join stock_hold h on h.company_code = $1 and h.key_id = k.id and h.released_at is null
       and h.open_quantity > 0 and h.kind in ('reservation', 'eam')
     where k.company_code = $1 and k.material_no = $2 and k.batch = $3
     group by h.document_type, h.document_id order by 3`,
    [companyCode, materialNo, batch],
  )
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
