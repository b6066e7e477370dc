import { areKeptApart, pairsKeptApart } from '@kufang/contract/masters/storage-class.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { ofLocation, wantedGoods, wantedValues, type Location } from './bin-facts.ts'

/** A line's goods, with where they go and what lies in that area that they must be kept apart from. */
interface Placed extends Row {
  position: number
  hazard: string
  bin: string
  area: string
  other: string | null
  otherClass: string | null
  otherBin: string | null
}

/** Goods that go into a bin. */
interface Line {
  lineNo: number
  materialNo: string
  bin: string
}

/**
 * The lines of dangerous goods whose bin is in an area with goods of a class from which theirs is kept apart (`areKeptApart`):
 * those that lie there, and those of other lines. Bins without an area are taken for one area, because nothing says that
 * they are apart. One statement.
 * @param field the line's field with the bin, which the refusals name
 */
export async function problemsOfStorageClasses(
  queryable: Queryable,
  location: Location,
  lines: readonly Line[],
  field: string,
): Promise<RefusalDetail[]> {
  if (lines.length === 0) return []
  const placed = await queryable.query<Placed>(
    `with w as materialized (${wantedGoods}),
     placed as materialized (
       select w.position, w.hazard, x.bin, x.area from w join bin x on ${ofLocation} and x.bin = w.bin where w.hazard <> ''),
     -- An area is read once for all lines of a class.
     apart as materialized (
       select p.hazard, p.area, found.* from (select distinct hazard, area from placed) p
       cross join lateral (
         select b.material_no as other, c.hazard_class as other_class, b.bin as other_bin
         from bin y
         join stock_balance b on b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.bin = y.bin
           and b.has_stock and b.place = 'stock'
         join material c on c.material_no = b.material_no
         where y.company_code = $1 and y.plant = $2 and y.storage_location = $3 and y.area = p.area
           and p.hazard || '+' || c.hazard_class = any($8::text[])
         order by b.bin, b.material_no limit 1) found)
     select placed.*, apart.other, apart.other_class, apart.other_bin
     from placed left join apart using (hazard, area) order by placed.position`,
    [...wantedValues(location, lines), pairsKeptApart],
  )
  return placed.flatMap((one) => {
    const { hazard, bin, area } = one
    const line = itemAt(lines, one.position - 1)
    const beside = one.other === null ? besideOf(one, placed, lines) : one
    if (beside === undefined) return []
    const { other, otherClass, otherBin } = beside
    const params = {
      material: line.materialNo,
      class: hazard,
      bin,
      area: area || '–',
      other: other ?? '',
      otherClass: otherClass ?? '',
      otherBin: otherBin ?? '',
    }
    return [{ code: 'storage-class-conflict', params, line: line.lineNo, field }]
  })
}

/** Another line whose goods come into the same area and are kept apart from these. */
function besideOf(
  one: Placed,
  placed: readonly Placed[],
  lines: readonly Line[],
): Pick<Placed, 'other' | 'otherClass' | 'otherBin'> | undefined {
  const found = placed.find((two) => two.area === one.area && areKeptApart(one.hazard, two.hazard))
  return (
    found && {
      other: itemAt(lines, found.position - 1).materialNo,
      otherClass: found.hazard,
      otherBin: found.bin,
    }
  )
}
