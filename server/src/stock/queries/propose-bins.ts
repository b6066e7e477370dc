import type { Queryable } from '../../platform/database/database.ts'

/** Goods that need a bin of a storage location. */
export interface BinQuestion {
  companyCode: string
  plant: string
  storageLocation: string
  /** `exceptBin`: where they lie now, of goods that go to another bin of the same storage location. */
  goods: readonly { materialNo: string; batch?: string; exceptBin?: string }[]
}

/** As SQL: the bin `x` accepts goods of the material `m`. */
const isUsable = `x.is_active and not x.is_frozen and x.hazard_class = coalesce(m.hazard_class, '')`

/**
 * The bin in which each of these goods should be stored, in their order; null if there is none: the bin that contains
 * the same batch, else the most of the material, else the first storage bin. Only bins that are active, not frozen and of
 * the hazard class of the material. One statement.
 */
export async function proposeBins(
  queryable: Queryable,
  { companyCode, plant, storageLocation, goods }: BinQuestion,
): Promise<(string | null)[]> {
  if (goods.length === 0) return []
  const rows = await queryable.query<{ position: number; bin: string | null }>(
    `select wanted.position::int as position, coalesce(stored.bin, empty.bin) as bin
     from unnest($4::text[], $5::text[], $6::text[]) with ordinality as wanted (material_no, batch, except_bin, position)
     left join material m on m.material_no = wanted.material_no
     left join lateral (
       select b.bin from stock_balance b
       join bin x on x.company_code = b.company_code and x.plant = b.plant and x.storage_location = b.storage_location
         and x.bin = b.bin
       where b.company_code = $1 and b.material_no = wanted.material_no and b.plant = $2 and b.storage_location = $3
         and b.has_stock and b.stock_category = 'UU' and b.place = 'stock' and b.bin <> wanted.except_bin and ${isUsable}
       order by b.batch = wanted.batch desc, b.quantity desc, b.bin
       limit 1
     ) stored on true
     left join lateral (
       select x.bin from bin x
       where x.company_code = $1 and x.plant = $2 and x.storage_location = $3 and x.purpose = 'storage'
         and x.bin <> wanted.except_bin and ${isUsable}
       order by x.bin
       limit 1
     ) empty on true`,
    [
      companyCode,
      plant,
      storageLocation,
      goods.map(({ materialNo }) => materialNo),
      goods.map(({ batch }) => batch ?? ''),
      goods.map(({ exceptBin }) => exceptBin ?? ''),
    ],
  )
  const found = new Map(rows.map(({ position, bin }) => [position, bin]))
  return goods.map((_one, index) => found.get(index + 1) ?? null)
}
