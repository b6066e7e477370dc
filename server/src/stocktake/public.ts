import type { Queryable } from '../platform/database/database.ts'

// The interface of stocktaking for other areas.

/**
 * The bins of a storage location whose stock is being counted, or to be counted again, with the number of the order. Goods
 * leave and reach them by issues and receipts, which are recorded; who puts goods into another bin during a count makes the
 * counter find them twice or never. One statement.
 */
export async function binsBeingCounted(
  queryable: Queryable,
  place: { companyCode: string; plant: string; storageLocation: string },
  bins: readonly string[],
): Promise<Map<string, string>> {
  if (bins.length === 0) return new Map()
  const rows = await queryable.query<{ bin: string; docNo: string }>(
    `select distinct on (l.bin) l.bin, h.doc_no from stocktaking h
     join stocktaking_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.plant = $2 and h.storage_location = $3 and h.state = any('{counting,differing}')
       and l.bin = any($4)
     order by l.bin, h.doc_no`,
    [place.companyCode, place.plant, place.storageLocation, [...new Set(bins)]],
  )
  return new Map(rows.map(({ bin, docNo }) => [bin, docNo]))
}
