import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { FirstStock } from '@kufang/contract/stock/stock-first.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/session/session.ts'

// What a company has of goods that are to be bought (先利库后采购, spec domain.md section 3): its own stock, what is held of
// it for others, what was not issued for long, and what may replace the goods. What other companies share of them is
// read in safe-stock/shared-stock.ts.

/** Goods that are wanted, by the line they are wanted on. */
export interface WantedGoods {
  lineNo: number
  materialNo: string
}

/**
 * SQL of what `wanted` may be served with: the material itself, and those alike in description, specification and grade
 * (`material_likeness`), of the same unit and hazard class, whose drawing numbers do not differ. The maker may differ: he is
 * shown, and who decides judges it. What was decided of a pair of materials (`material_pair`) counts before that: equivalents and
 * the same are offered whatever their texts say, and others are not.
 */
export const stockCandidates = `
  wanted as (select line_no, material_no from unnest($2::int[], $3::text[]) as w (line_no, material_no)),
  candidate as (
    select line_no, material_no, false as is_equivalent from wanted
    union all
    select w.line_no, m.material_no, true
    from wanted w
    join material own on own.material_no = w.material_no and own.specification <> ''
    join material m on m.specification <> ''
      and material_likeness(m.description, m.specification, m.material_grade)
        = material_likeness(own.description, own.specification, own.material_grade)
      and m.material_no <> own.material_no and m.unit = own.unit and m.hazard_class = own.hazard_class
      and (m.drawing_no = own.drawing_no or '' in (m.drawing_no, own.drawing_no)) and m.is_active
      and not exists (select 1 as decided from material_pair p where p.material_no = least(m.material_no, own.material_no)
        and p.other_no = greatest(m.material_no, own.material_no) and p.state <> 'open')
    union all
    select w.line_no, d.material_no, true
    from wanted w
    join lateral (
      select p.other_no as material_no from material_pair p where p.material_no = w.material_no and p.state in ('same', 'equivalent')
      union all
      select p.material_no from material_pair p where p.other_no = w.material_no and p.state in ('same', 'equivalent')) d on true
    join material m on m.material_no = d.material_no and (m.is_active or m.replaced_by <> ''))`

/** SQL of an alias `b` of stock_balance: unrestricted own stock in a bin, in the books of the ERP. */
const isOrdinary = `b.has_stock and b.place = 'stock' and b.book = 'ERP' and b.stock_category = 'UU' and b.special_stock = ''`

const described = `c.line_no, c.is_equivalent, b.company_code, b.plant, b.storage_location, b.material_no,
  coalesce(s.name, '') as storage_location_name, coalesce(s.keeper_name, '') as keeper_name,
  m.description, m.specification, m.manufacturer, m.unit`

/**
 * The company's own stock of wanted goods within the data scope of the person, with what holds it and when it was last
 * issued; one statement, whatever the number of lines.
 * @param deadSince a material that was neither issued in its plant nor came into it since then is dead
 */
export async function readOwnStockFirst(
  queryable: Queryable,
  companyCode: string,
  scope: Pick<Scope, 'plants' | 'storageLocations' | 'materialGroups'>,
  wanted: readonly WantedGoods[],
  deadSince: Date,
): Promise<FirstStock[]> {
  if (wanted.length === 0) return []
  return queryable.query<FirstStock>(
    `with ${stockCandidates},
     lying as (
       select ${described}, b.quantity, b.reserved,
         case when b.is_held then b.quantity - b.reserved else b.frozen end as frozen, b.key_id
       from candidate c
       join stock_balance b on b.company_code = $1 and b.material_no = c.material_no and ${isOrdinary}
       join material m on m.material_no = b.material_no
       left join storage_location s on s.company_code = b.company_code and s.plant = b.plant
         and s.storage_location = b.storage_location
       where ($4::text[] is null or b.plant = any($4))
         and ($5::text[] is null or b.plant || '/' || b.storage_location = any($5))
         and ($6::text[] is null or b.material_group = any($6))),
     holding as (
       select l.line_no, l.material_no, l.plant, l.storage_location, h.document_type, h.document_no,
         sum(h.open_quantity) as quantity
       from lying l
       join stock_hold h on h.company_code = $1 and h.key_id = l.key_id and h.released_at is null
       where l.reserved + l.frozen > 0
       group by 1, 2, 3, 4, 5, 6),
     holders as (
       select line_no, material_no, plant, storage_location, json_agg(json_build_object('documentType', document_type,
         'documentNo', document_no, 'quantity', trim_scale(quantity)::text) order by document_no) as holders
       from holding group by 1, 2, 3, 4),
     used as (
       select k.material_no, k.plant, max(issue.moved_at) as issued_at, max(receipt.moved_at) as received_at
       from (select distinct material_no, plant from lying) as g
       join stock_key k on k.company_code = $1 and k.material_no = g.material_no and k.plant = g.plant
         and k.place not in ('consumption', 'customer')
       left join lateral (
         select v.moved_at from stock_move v join stock_key t on t.company_code = v.company_code and t.id = v.to_key
         where v.company_code = $1 and v.from_key = k.id and t.place in ('consumption', 'customer')
         order by v.moved_at desc limit 1) as issue on true
       left join lateral (
         select v.moved_at from stock_move v join stock_key f on f.company_code = v.company_code and f.id = v.from_key
         where v.company_code = $1 and v.to_key = k.id and f.place in ('supplier', 'opening', 'transit-external')
         order by v.moved_at desc limit 1) as receipt on true
       group by 1, 2)
     select l.line_no, l.is_equivalent, l.company_code, l.plant, l.storage_location, l.material_no,
       l.storage_location_name, l.keeper_name, l.description, l.specification, l.manufacturer, l.unit,
       sum(l.quantity - l.reserved - l.frozen) as available, sum(l.reserved + l.frozen) as held,
       coalesce(max(h.holders::text)::json, '[]') as holders,
       (max(u.issued_at) at time zone $8)::date::text as last_issued_on,
       coalesce(greatest(max(u.issued_at), max(u.received_at)) < $7::timestamptz, false) as is_dead
     from lying l
     left join holders h using (line_no, material_no, plant, storage_location)
     left join used u on u.material_no = l.material_no and u.plant = l.plant
     group by l.line_no, l.is_equivalent, l.company_code, l.plant, l.storage_location, l.material_no,
       l.storage_location_name, l.keeper_name, l.description, l.specification, l.manufacturer, l.unit
     order by l.line_no, l.is_equivalent, is_dead desc, available desc, l.plant, l.storage_location, l.material_no`,
    [
      companyCode,
      wanted.map(({ lineNo }) => lineNo),
      wanted.map(({ materialNo }) => materialNo),
      scope.plants,
      scope.storageLocations,
      scope.materialGroups,
      deadSince,
      companyTimeZone,
    ],
  )
}

/** Of these materials those that may replace the material beside them, by their position; one statement. */
export async function areEquivalent(
  queryable: Queryable,
  pairs: readonly { wanted: string; material: string }[],
): Promise<boolean[]> {
  if (pairs.every(({ wanted, material }) => wanted === material)) return pairs.map(() => true)
  const found = await queryable.query<{ lineNo: number; materialNo: string }>(
    `with ${stockCandidates.replaceAll('$2', '$1').replaceAll('$3', '$2')} select line_no, material_no from candidate`,
    [pairs.map((_one, index) => index), pairs.map(({ wanted }) => wanted)],
  )
  return pairs.map(({ material }, index) =>
    found.some(({ lineNo, materialNo }) => lineNo === index && materialNo === material),
  )
}
