import { addAll } from '@kufang/kernel/add-all.ts'
import {
  mapBinsMax,
  type AreaKeeper,
  type BinDocument,
  type BinMap,
  type BinOnMap,
  type FoundBin,
} from '@kufang/contract/stock/bin-map.ts'
import { likeForm } from '../platform/list/filter-sql.ts'
import { weightPerUnitSql } from '../masters/public.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import type { Scope } from '../platform/session/session.ts'
import { stockScope } from '../stock/public.ts'
import { countedBinsFrom } from './public.ts'
import { shifted } from './select-keys.ts'

// The bins of a storage location as the map shows them: where they stand, and in one statement what lies there, who holds
// them, who counts them and when they were last counted. It belongs to stocktaking, which knows the counts; the stock does not.

/** A storage location within the scope of the person. */
interface Location {
  companyCode: string
  plant: string
  storageLocation: string
}

type StoredBin = Omit<BinOnMap, 'heldBy' | 'countedBy'> &
  Row & {
    heldType: string | null
    heldId: string | null
    heldNo: string | null
    placedByName: string | null
    heldUntil: string | null
    countedId: string | null
    countedNo: string | null
  }

/**
 * The bins of a storage location, and who is responsible for its areas. What lies in them is added up over all goods, because a bin is full whoever may see its
 * goods; which goods they are is shown by the list of the stock, within the scope of the person. Two statements.
 * @param userId who asks
 */
export async function readBinMap(
  queryable: Queryable,
  { companyCode, plant, storageLocation }: Location,
  userId: string,
  now: Date,
): Promise<BinMap> {
  const rows = await queryable.query<StoredBin>(binMapSql, [companyCode, plant, storageLocation])
  const keepers = await queryable.query<AreaKeeper & Row>(
    `select r.area, u.user_name, u.id = $4::uuid as is_own
     from user_bin_area r join app_user u on u.id = r.user_id and u.status = 'active'
     where r.company_code = $1 and r.plant = $2 and r.storage_location = $3 and r.valid_to is null
     order by r.area, u.user_name`,
    [companyCode, plant, storageLocation, userId],
  )
  return {
    companyCode,
    plant,
    storageLocation,
    keepers,
    at: now.toISOString(),
    bins: rows.slice(0, mapBinsMax).map(binOf),
    isCut: rows.length > mapBinsMax,
  }
}

function binOf(row: StoredBin): BinOnMap {
  const { heldType, heldId, heldNo, placedByName, heldUntil, countedId, countedNo, ...bin } = row
  const counted: BinDocument | null =
    countedId === null
      ? null
      : { documentType: 'stocktaking', documentId: countedId, documentNo: countedNo ?? '' }
  return {
    ...(bin as Omit<BinOnMap, 'heldBy' | 'countedBy'>),
    heldBy:
      heldId === null
        ? null
        : {
            documentType: heldType ?? '',
            documentId: heldId,
            documentNo: heldNo ?? '',
            placedByName: placedByName ?? '',
            heldUntil,
          },
    countedBy: counted,
  }
}

const binMapSql = `
  with lying as materialized (
    select b.bin, count(*)::int as keys, count(distinct b.material_no)::int as materials,
      case when bool_and(${weightPerUnitSql('m')} is not null) then round(sum(b.quantity * ${weightPerUnitSql('m')}), 3) end as taken_kg,
      coalesce(sum(b.quantity) filter (where u.decimals = 0), 0) as pieces,
      coalesce(array_agg(distinct m.hazard_class order by m.hazard_class) filter (where coalesce(m.hazard_class, '') <> ''), '{}') as hazards,
      bool_or(b.reserved > 0) as has_reserved, bool_or(b.frozen > 0) as has_frozen
    from stock_balance b left join material m on m.material_no = b.material_no left join unit u on u.unit = m.unit
    where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.bin <> '' and b.has_stock and b.place = 'stock'
    group by b.bin
  ), counted as materialized (
    select distinct on (l.bin) l.bin, h.id, h.doc_no from ${countedBinsFrom} order by l.bin, h.doc_no
  )
  select x.bin, x.area, x.aisle, x.rack, x.level, x.position, x.purpose, nullif(x.hazard_class, '') as hazard_class,
    x.weight_capacity_kg as capacity_kg, case when y.bin is null then 0 else y.taken_kg end as taken_kg,
    x.piece_capacity, coalesce(y.pieces, 0) as pieces, x.allows_mixing, x.is_active,
    x.is_frozen as is_locked, x.version, coalesce(y.keys, 0) as keys, coalesce(y.materials, 0) as materials,
    coalesce(y.hazards, '{}') as hazards, coalesce(y.has_reserved, false) as has_reserved, coalesce(y.has_frozen, false) as has_frozen,
    p.document_type as held_type, p.document_id as held_id, p.document_no as held_no, p.placed_by_name, p.held_until,
    c.id as counted_id, c.doc_no as counted_no, d.counted_at as last_counted_at, d.document_no as last_count_no
  from bin x
    left join lying y on y.bin = x.bin
    left join counted c on c.bin = x.bin
    left join bin_count_date d on d.company_code = $1 and d.plant = x.plant and d.storage_location = x.storage_location
      and d.bin = x.bin
    left join lateral (
      select h.document_type, h.document_id, h.document_no, h.placed_by_name, h.held_until from stock_place_hold h
      where h.company_code = $1 and h.plant = x.plant and h.storage_location = x.storage_location
        and h.released_at is null and (h.bin = x.bin or (h.bin = '' and h.area in ('', x.area)))
      order by h.bin desc, h.area desc, h.placed_at limit 1) p on true
  where x.company_code = $1 and x.plant = $2 and x.storage_location = $3
  order by x.area, x.aisle, x.rack, x.level, x.position, x.bin limit ${mapBinsMax + 1}`

/**
 * The bins of a storage location in which goods with this word lie that the person may see (number, description,
 * specification or batch), or that have it in their own code. One statement.
 */
export async function findOnMap(
  queryable: Queryable,
  scope: Scope,
  { companyCode, plant, storageLocation }: Location,
  text: string,
): Promise<FoundBin[]> {
  const pattern = `%${likeForm(text)}%`
  const values: unknown[] = [companyCode, plant, storageLocation, pattern]
  const goods = stockScope(scope, 'b', 'b')
  const allowed = shifted(goods.sql, values.length)
  addAll(values, goods.values)
  return queryable.query<FoundBin & Row>(
    `select f.bin, sum(f.keys)::int as keys from (
       select b.bin, count(*) as keys from stock_balance b left join material m on m.material_no = b.material_no
       where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.bin <> '' and b.has_stock and b.place = 'stock'
         and ${allowed} and (search_form(b.material_no) like $4 or search_form(b.batch) like $4 or search_form(m.description) like $4 or search_form(m.specification) like $4)
       group by b.bin
       union all
       select x.bin, 0 from bin x where x.company_code = $1 and x.plant = $2 and x.storage_location = $3
         and (search_form(x.bin) like $4 or search_form(x.barcode) like $4)
     ) f group by f.bin order by f.bin limit ${mapBinsMax}`,
    values,
  )
}
