import type { MasterRowOf } from '@kufang/contract/document/declare/define-master.ts'
import type { BinPurpose, bin } from '@kufang/contract/masters/bin.ts'
import type { Queryable } from '../platform/database/database.ts'

/** What documents need to know of a bin. */
export type Bin = Omit<MasterRowOf<typeof bin>, 'lastCountedAt'>

/** Identifies a bin within a company. */
export interface BinPlace {
  plant: string
  storageLocation: string
  bin: string
}

export function binKey({ plant, storageLocation, bin }: BinPlace): string {
  return `${plant}/${storageLocation}/${bin}`
}

/** These bins by `binKey`, including disabled and frozen ones; unknown ones are missing. One statement. */
export async function readBins(
  queryable: Queryable,
  companyCode: string,
  places: readonly BinPlace[],
): Promise<Map<string, Bin>> {
  if (places.length === 0) return new Map()
  const wanted = [...new Map(places.map((place) => [binKey(place), place])).values()]
  const rows = await queryable.query<Bin>(
    `select b.company_code, b.plant, b.storage_location, b.bin, b.area, b.aisle, b.rack, b.level, b.position, b.purpose,
       nullif(b.hazard_class, '') as hazard_class, b.weight_capacity_kg, b.piece_capacity, b.allows_mixing, b.barcode, b.is_frozen, b.remark,
       b.is_active, b.version
     from unnest($2::text[], $3::text[], $4::text[]) as wanted (plant, storage_location, bin)
       join bin b on b.company_code = $1 and b.plant = wanted.plant
         and b.storage_location = wanted.storage_location and b.bin = wanted.bin`,
    [
      companyCode,
      wanted.map((place) => place.plant),
      wanted.map((place) => place.storageLocation),
      wanted.map((place) => place.bin),
    ],
  )
  return new Map(rows.map((row) => [binKey(row), row]))
}

export interface PurposeQuestion {
  companyCode: string
  plant: string
  storageLocation: string
  purpose: BinPurpose
}

/**
 * For each hazard class the bin for a purpose in a storage location: the first active, unfrozen one by code. The key ''
 * is for goods without hazard. One statement for any number of lines.
 */
export async function binsForPurpose(
  queryable: Queryable,
  question: PurposeQuestion,
): Promise<Map<string, string>> {
  const rows = await queryable.query<{ hazardClass: string; bin: string }>(
    `select distinct on (hazard_class) hazard_class, bin from bin
     where company_code = $1 and plant = $2 and storage_location = $3 and purpose = $4 and is_active and not is_frozen
     order by hazard_class, bin`,
    [question.companyCode, question.plant, question.storageLocation, question.purpose],
  )
  return new Map(rows.map((row) => [row.hazardClass, row.bin]))
}

/** The bin for a purpose and hazard class ('' or absent: without hazard), or null. */
export async function binForPurpose(
  queryable: Queryable,
  question: PurposeQuestion & { hazardClass?: string | null },
): Promise<string | null> {
  const found = await binsForPurpose(queryable, question)
  return found.get(question.hazardClass ?? '') ?? null
}
