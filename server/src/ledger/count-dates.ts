import { itemAt } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { StockKey } from './key.ts'
import { fromWantedKeys, wantedKeys } from './queries/wanted-keys.ts'

/** A key that was counted, and when. */
export interface CountedKey {
  key: StockKey
  countedAt: string
}

/**
 * Keeps when these keys of one company and their bins were last counted; an earlier count entered later changes nothing.
 * Keys on which nothing ever lay have no date of their own, their bins have. Two statements, in the order of the keys, so
 * that two counts that end together wait for each other instead of failing.
 */
export function recordCountDates(
  tx: Transaction,
  { companyCode, docNo }: { companyCode: string; docNo: string },
  counted: readonly CountedKey[],
): void {
  if (counted.length === 0) return
  const keys = counted.map(({ key }) => key)
  const times = counted.map(({ countedAt }) => countedAt)
  tx.write(
    `insert into stock_count_date as known_date (company_code, key_id, counted_at, document_no)
     select $1, known.id, ($13::timestamptz[])[wanted.position], $14 ${fromWantedKeys}
     order by known.id
     on conflict (company_code, key_id) do update set counted_at = excluded.counted_at, document_no = excluded.document_no
       where known_date.counted_at < excluded.counted_at`,
    [...wantedKeys(companyCode, keys), times, docNo],
  )
  recordBinDates(
    tx,
    { companyCode, docNo },
    keys.map(({ plant, storageLocation, bin }, index) => ({
      plant,
      storageLocation,
      bin,
      countedAt: itemAt(times, index),
    })),
  )
}

/** A bin that was looked into, and when. */
export interface CountedBin {
  plant: string
  storageLocation: string
  bin: string
  countedAt: string
}

/** Keeps when these bins of one company were last counted, as `recordCountDates`. One statement. */
export function recordBinDates(
  tx: Transaction,
  { companyCode, docNo }: { companyCode: string; docNo: string },
  counted: readonly CountedBin[],
): void {
  if (counted.length === 0) return
  tx.write(
    `insert into bin_count_date as known_date (company_code, plant, storage_location, bin, counted_at, document_no)
     select $1, c.plant, c.storage_location, c.bin, max(c.counted_at), $6
     from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as c (plant, storage_location, bin, counted_at)
     where c.bin <> ''
     group by c.plant, c.storage_location, c.bin
     order by c.plant, c.storage_location, c.bin
     on conflict (company_code, plant, storage_location, bin)
       do update set counted_at = excluded.counted_at, document_no = excluded.document_no
       where known_date.counted_at < excluded.counted_at`,
    [
      companyCode,
      counted.map(({ plant }) => plant),
      counted.map(({ storageLocation }) => storageLocation),
      counted.map(({ bin }) => bin),
      counted.map(({ countedAt }) => countedAt),
      docNo,
    ],
  )
}
