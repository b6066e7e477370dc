import { compareQuantity, parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../../ledger/public.ts'
import { readPieces } from '../../ledger/public.ts'

/** A line of goods that are to be taken from a key. */
export interface PickedLine {
  lineNo: number
  key: StockKey
  quantity: Quantity
  unit: string
  serialNumbers: readonly string[] | null
}

/**
 * What is wrong with the pieces somebody picked, before they move: too few, or pieces that lie elsewhere or nowhere. Nothing
 * is locked: the ledger checks again when they move. No statement for goods without serial numbers, otherwise two.
 */
export async function misplacedPieces(
  queryable: Queryable,
  companyCode: string,
  lines: readonly PickedLine[],
): Promise<RefusalDetail[]> {
  const materials = await readMaterials(
    queryable,
    lines.map(({ key }) => key.materialNo),
  )
  const managed = lines.filter(({ key }) => materials.get(key.materialNo)?.isSerialManaged)
  if (managed.length === 0) return []
  const there = await readPieces(
    queryable,
    companyCode,
    managed.map(({ key }) => key),
  )
  const problems = managed.flatMap(
    ({ lineNo, key, quantity, unit, serialNumbers }): RefusalDetail[] => {
      const given = serialNumbers?.length ?? 0
      if (compareQuantity(parseQuantity(given), quantity) === 0) return []
      const params = { material: key.materialNo, quantity, given, unit }
      return [{ code: 'serial-numbers-required', params, line: lineNo, field: 'serialNumbers' }]
    },
  )
  const missing = managed.flatMap(({ lineNo, key, serialNumbers }, index) =>
    (serialNumbers ?? [])
      .filter((one) => !itemAt(there, index).includes(one))
      .map((serialNo) => ({ lineNo, key, serialNo })),
  )
  return [...problems, ...(await whereTheyAre(queryable, companyCode, missing))]
}

async function whereTheyAre(
  queryable: Queryable,
  companyCode: string,
  missing: readonly { lineNo: number; key: StockKey; serialNo: string }[],
): Promise<RefusalDetail[]> {
  if (missing.length === 0) return []
  const rows = await queryable.query<{
    materialNo: string
    serialNo: string
    place: string | null
    by: string | null
    other: string | null
  }>(
    `select w.material_no, w.serial_no, m.document_no as by,
       case when n.key_id is not null then concat_ws('/', k.plant, nullif(k.storage_location, ''), nullif(k.bin, '')) end as place,
       (select min(o.material_no) from stock_serial_number o where n.move_id is null and o.company_code = $1
          and o.serial_no = w.serial_no and o.material_no <> w.material_no and o.key_id is not null) as other
     from unnest($2::text[], $3::text[]) as w (material_no, serial_no)
     left join stock_serial_number n
       on n.company_code = $1 and n.material_no = w.material_no and n.serial_no = w.serial_no
     left join stock_move m on m.company_code = n.company_code and m.id = n.move_id
     left join stock_key k on k.company_code = n.company_code and k.id = n.key_id`,
    [
      companyCode,
      missing.map(({ key }) => key.materialNo),
      missing.map(({ serialNo }) => serialNo),
    ],
  )
  const known = new Map(rows.map((row) => [`${row.materialNo}/${row.serialNo}`, row]))
  return missing.map(({ lineNo, key, serialNo }) => {
    const { materialNo: material, bin } = key
    const { by, place, other } = entryOf(known, `${material}/${serialNo}`)
    const at = { line: lineNo, field: 'serialNumbers' }
    const params = { material, serialNo, by: by ?? '', place: place ?? '', bin, other: other ?? '' }
    if (by === null) return { code: 'serial-number-unknown', params, ...at }
    return {
      code: place === null ? 'serial-number-gone' : 'serial-number-elsewhere',
      params,
      ...at,
    }
  })
}
