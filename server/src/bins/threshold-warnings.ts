import type { PreviewWarning } from '@kufang/contract/document/preview-warning.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { PostedMove } from '../ledger/public.ts'
import { liesSql, tonnesPerUnitSql } from './tonnes.ts'

// Whoever puts goods away is told before he confirms that the storage location becomes a major hazard source by them (GB 18218:
// the sum of quantity by threshold quantity of its chemicals reaches 1). He is not refused: the goods may have to lie there.

type Moved = Pick<PostedMove, 'lineNo' | 'materialNo' | 'quantity' | 'from' | 'to'>

/** A chemical in a storage location whose sum moves have raised to 1 or more; quantities in tonnes. */
interface Raised {
  plant: string
  storageLocation: string
  /** The materials that came in. */
  materials: string[]
  total: string
  before: string
  name: string
  quantity: string
  threshold: string
}

const tonnes = tonnesPerUnitSql('m')

/**
 * The storage locations of a company that are major hazard sources after moves which raise their sums, with what lies there.
 * Moves within a storage location change nothing; goods of unknown weight are left out. Reads the stock as it is after the
 * moves. One statement, and none if nothing comes into a storage location.
 */
export async function thresholdWarnings(
  queryable: Queryable,
  companyCode: string,
  moves: readonly Moved[],
): Promise<PreviewWarning[]> {
  const changes = moves.flatMap(({ materialNo, quantity, from, to }) =>
    isSamePlace(from, to)
      ? []
      : [
          ...(lies(from) ? [{ at: from, materialNo, quantity: `-${quantity}` }] : []),
          ...(lies(to) ? [{ at: to, materialNo, quantity: String(quantity) }] : []),
        ].filter(({ at }) => at.companyCode === companyCode),
  )
  if (changes.every(({ quantity }) => quantity.startsWith('-'))) return []
  const rows = await queryable.query<Raised>(
    `with moved as materialized (
       select d.plant, d.storage_location, d.material_no, sum(d.quantity) as quantity
       from unnest($2::text[], $3::text[], $4::text[], $5::numeric[]) as d (plant, storage_location, material_no, quantity)
       group by 1, 2, 3
     ), raised as materialized (
       select v.plant, v.storage_location, sum(v.quantity * ${tonnes} / s.threshold_tonnes) as ratio,
         array_agg(v.material_no) filter (where v.quantity > 0) as materials
       from moved v join material m on m.material_no = v.material_no and m.hazardous_substance <> ''
       join hazardous_substance s on s.substance_no = m.hazardous_substance
       group by 1, 2 having sum(v.quantity * ${tonnes} / s.threshold_tonnes) > 0
     ), lying as (
       select r.plant, r.storage_location, r.ratio as added, r.materials, s.name, s.threshold_tonnes,
         sum(b.quantity * ${tonnes}) as tonnes
       from raised r
       join stock_balance b on b.company_code = $1 and b.plant = r.plant and b.storage_location = r.storage_location
         and ${liesSql('b')}
       join material m on m.material_no = b.material_no and m.hazardous_substance <> ''
       join hazardous_substance s on s.substance_no = m.hazardous_substance
       group by 1, 2, 3, 4, 5, 6
     ), summed as (
       select l.*, sum(l.tonnes / l.threshold_tonnes) over (partition by l.plant, l.storage_location) as total from lying l
     )
     select plant, storage_location, materials, round(total, 3)::text as total, round(total - added, 3)::text as before, name,
       trim_scale(round(tonnes, 3))::text as quantity, trim_scale(threshold_tonnes)::text as threshold
     from summed where total >= 1 and tonnes is not null
     order by plant, storage_location, tonnes / threshold_tonnes desc, name`,
    [
      companyCode,
      changes.map(({ at }) => at.plant),
      changes.map(({ at }) => at.storageLocation),
      changes.map(({ materialNo }) => materialNo),
      changes.map(({ quantity }) => quantity),
    ],
  )
  return [...Map.groupBy(rows, (row) => `${row.plant}/${row.storageLocation}`)].map(
    ([where, found]) => {
      const [{ plant, storageLocation, materials }] = found as [Raised]
      const lines = moves
        .filter(
          ({ to, materialNo }) =>
            lies(to) &&
            to.plant === plant &&
            to.storageLocation === storageLocation &&
            materials.includes(materialNo),
        )
        .map(({ lineNo }) => lineNo)
      return { lines: [...new Set(lines)], text: textOf(where, found) }
    },
  )
}

/** As `liesSql`. */
const lies = ({ place, stockCategory }: Moved['to']): boolean =>
  place === 'stock' && stockCategory !== 'IT'

const isSamePlace = (from: Moved['from'], to: Moved['to']): boolean =>
  lies(from) &&
  lies(to) &&
  from.companyCode === to.companyCode &&
  from.plant === to.plant &&
  from.storageLocation === to.storageLocation

function textOf(where: string, found: readonly Raised[]): PreviewWarning['text'] {
  const [{ total, before }] = found as readonly [Raised]
  const wasBefore = Number(before) >= 1
  const chinese = found.map(
    ({ name, quantity, threshold }) => `${name} ${quantity} t（临界量 ${threshold} t）`,
  )
  const zh = wasBefore ? '已是重大危险源，存量还将增加' : '将成为重大危险源'
  const en = wasBefore
    ? 'is a major hazard source already and will hold more'
    : 'becomes a major hazard source'
  const english = found.map(
    ({ name, quantity, threshold }) => `${name} ${quantity} t (threshold ${threshold} t)`,
  )
  return {
    zh: `库存地点 ${where} ${zh}（GB 18218）：Σq/Q 由 ${before} 升至 ${total}；${chinese.join('、')}。请确认该处允许存放，否则改放其他库存地点`,
    en: `Storage location ${where} ${en} (GB 18218): Σq/Q rises from ${before} to ${total}; ${english.join(', ')}. Make sure that it may lie there, otherwise put it into another storage location`,
  }
}
