import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Queryable } from '../platform/database/database.ts'

// The interface of stocktaking for other areas.

type Named = Readonly<Record<string, unknown>>

/** The states of an order in which its bins are being counted, or are to be counted again. */
const countingStates: readonly (keyof typeof stocktaking.states)[] = [
  'counting',
  'toRecount',
  'differing',
]

/** As SQL: the orders of company `$1` that are counting bins of the plant `$2` and storage location `$3`, and their lines. */
export const countedBinsFrom = `stocktaking h
  join stocktaking_line l on l.company_code = h.company_code and l.document_id = h.id
  where h.company_code = $1 and h.plant = $2 and h.storage_location = $3 and h.state in (${countingStates
    .map((one) => `'${one}'`)
    .join(', ')})`

/**
 * Bins of lines between which goods are moved while the stock of one of them is being counted, or to be counted again. Goods
 * leave and reach such bins by issues and receipts, which are recorded; who puts goods into another bin during a count makes
 * the counter find them twice or never. One statement.
 *
 * @param fields the fields of a line with its bins
 * @returns `bin-being-counted` at the field, with the number of the stocktaking order
 */
export async function problemsOfCountedBins(
  queryable: Queryable,
  header: Named,
  lines: readonly (Named & { lineNo: number })[],
  fields: readonly string[],
): Promise<RefusalDetail[]> {
  const place = {
    companyCode: textOf(header['companyCode']),
    plant: textOf(header['plant']),
    storageLocation: textOf(header['storageLocation']),
  }
  const named = lines.flatMap((line) =>
    fields.map((field) => ({ line: line.lineNo, field, bin: textOf(line[field]) })),
  )
  const counted = await binsBeingCounted(
    queryable,
    place,
    named.map(({ bin }) => bin),
  )
  return named.flatMap(({ line, field, bin }) => {
    const no = counted.get(bin)
    return no === undefined ? [] : [{ code: 'bin-being-counted', params: { bin, no }, line, field }]
  })
}

/** The bins that are being counted, with the number of the order. */
async function binsBeingCounted(
  queryable: Queryable,
  place: { companyCode: string; plant: string; storageLocation: string },
  bins: readonly string[],
): Promise<Map<string, string>> {
  if (bins.length === 0) return new Map()
  const rows = await queryable.query<{ bin: string; docNo: string }>(
    `select distinct on (l.bin) l.bin, h.doc_no from ${countedBinsFrom} and l.bin = any($4)
     order by l.bin, h.doc_no`,
    [place.companyCode, place.plant, place.storageLocation, [...new Set(bins)]],
  )
  return new Map(rows.map(({ bin, docNo }) => [bin, docNo]))
}
