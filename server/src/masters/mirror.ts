import type { postingObstacles } from '@kufang/contract/masters/material.ts'
import { toCamel } from '../platform/database/case.ts'
import type { Queryable } from '../platform/database/database.ts'
import { pinyinInitials } from './pinyin.ts'

// Writes of the ERP synchronisation. One statement for any number of rows; local attributes are kept, and the version
// is incremented only if visible data changed.

/** A material from the ERP; absent fields stay unchanged. */
export interface MirroredMaterial {
  materialNo: string
  description: string
  materialGroup: string
  unit: string
  isBatchManaged: boolean
  /** Absent: no. */
  isSplitValued?: boolean
  /** What the ERP wants with its postings and is not sent; absent: nothing. */
  isSerialManaged?: boolean
  postingObstacle?: keyof typeof postingObstacles | null
  /** false if marked for deletion. */
  isActive: boolean
  descriptionEn?: string
  specification?: string
  materialGrade?: string
  drawingNo?: string
  manufacturer?: string
  /** ISO instant. */
  changedInErpAt?: string | null
  /** Only for new materials; afterwards maintained locally. */
  needsInspection?: boolean
}

export interface MirroredSupplier {
  supplierNo: string
  name: string
  isActive: boolean
  nameEn?: string
  contactName?: string
  telephone?: string
  address?: string
  changedInErpAt?: string | null
}

export interface MirroredMaterialGroup {
  materialGroup: string
  name: string
}

export interface MirroredUnit {
  unit: string
  nameZh: string
  nameEn?: string
  decimals: number
}

/** The last row of each key, sorted by key, so that two synchronisations cannot deadlock. */
function lastOfEach<T>(rows: readonly T[], key: (row: T) => string): T[] {
  const unique = new Map(rows.map((row) => [key(row), row]))
  return [...unique.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** Sets a text that the ERP may know: what a person has entered stays, and what the ERP does not know. */
const filled = (table: string, column: string): string =>
  `${column} = case when '${toCamel(column)}' = any(${table}.entered) then ${table}.${column} else coalesce(nullif(excluded.${column}, ''), ${table}.${column}) end`

/** Creates or updates materials. The caller passes changed groups to the stock with `setMaterialGroups`. */
export async function upsertMaterials(
  tx: Queryable,
  rows: readonly MirroredMaterial[],
): Promise<void> {
  if (rows.length === 0) return
  const given = lastOfEach(rows, (row) => row.materialNo)
  await tx.query(
    `insert into material as m (material_no, description, material_group, unit, is_batch_managed, is_active, description_en,
       specification, material_grade, drawing_no, manufacturer, changed_in_erp_at, needs_inspection, pinyin, posting_obstacle, is_split_valued, is_serial_managed, synced_at, updated_by_name)
     select given.*, now(), 'ERP'
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::boolean[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::timestamptz[], $13::boolean[], $14::text[], $15::text[], $16::boolean[], $17::boolean[]) as given
     on conflict (material_no) do update set
       description = excluded.description, material_group = excluded.material_group, unit = excluded.unit,
       is_batch_managed = excluded.is_batch_managed, posting_obstacle = excluded.posting_obstacle,
       is_split_valued = excluded.is_split_valued, is_serial_managed = excluded.is_serial_managed, is_active = excluded.is_active and m.replaced_by = '',
       ${filled('m', 'description_en')},
       ${filled('m', 'specification')},
       ${filled('m', 'material_grade')},
       ${filled('m', 'drawing_no')},
       ${filled('m', 'manufacturer')},
       changed_in_erp_at = coalesce(excluded.changed_in_erp_at, m.changed_in_erp_at),
       pinyin = excluded.pinyin, synced_at = excluded.synced_at,
       version = m.version + (case when changed then 1 else 0 end),
       updated_at = case when changed then excluded.updated_at else m.updated_at end,
       updated_by_name = case when changed then 'ERP' else m.updated_by_name end`.replaceAll(
      'when changed',
      `when (m.description, m.material_group, m.unit, m.is_batch_managed, m.posting_obstacle, m.is_split_valued, m.is_serial_managed,
        m.is_active)
        is distinct from (excluded.description, excluded.material_group, excluded.unit, excluded.is_batch_managed,
          excluded.posting_obstacle, excluded.is_split_valued, excluded.is_serial_managed, excluded.is_active and m.replaced_by = '')`,
    ),
    [
      given.map((row) => row.materialNo),
      given.map((row) => row.description),
      given.map((row) => row.materialGroup),
      given.map((row) => row.unit),
      given.map((row) => row.isBatchManaged),
      given.map((row) => row.isActive),
      given.map((row) => row.descriptionEn ?? ''),
      given.map((row) => row.specification ?? ''),
      given.map((row) => row.materialGrade ?? ''),
      given.map((row) => row.drawingNo ?? ''),
      given.map((row) => row.manufacturer ?? ''),
      given.map((row) => row.changedInErpAt ?? null),
      given.map((row) => row.needsInspection ?? true),
      given.map((row) => pinyinInitials(row.description)),
      given.map((row) => row.postingObstacle ?? null),
      given.map((row) => row.isSplitValued ?? false),
      given.map((row) => row.isSerialManaged ?? false),
    ],
  )
}

/** Creates or updates suppliers; a name that only repeats the number does not replace a known name. */
export async function upsertSuppliers(
  tx: Queryable,
  rows: readonly MirroredSupplier[],
): Promise<void> {
  if (rows.length === 0) return
  const given = lastOfEach(rows, (row) => row.supplierNo)
  await tx.query(
    `insert into supplier as s (supplier_no, name, is_active, name_en, contact_name, telephone, address, changed_in_erp_at, pinyin,
       synced_at, updated_by_name)
     select given.*, now(), 'ERP'
     from unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
       $9::text[]) as given
     on conflict (supplier_no) do update set
       name = case when excluded.name in ('', excluded.supplier_no) then s.name else excluded.name end,
       is_active = excluded.is_active,
       ${filled('s', 'name_en')},
       ${filled('s', 'contact_name')},
       ${filled('s', 'telephone')},
       ${filled('s', 'address')},
       changed_in_erp_at = coalesce(excluded.changed_in_erp_at, s.changed_in_erp_at),
       pinyin = case when excluded.name in ('', excluded.supplier_no) then s.pinyin else excluded.pinyin end, synced_at = excluded.synced_at,
       version = s.version + (case when changed then 1 else 0 end),
       updated_at = case when changed then excluded.updated_at else s.updated_at end,
       updated_by_name = case when changed then 'ERP' else s.updated_by_name end`.replaceAll(
      'when changed',
      `when s.is_active <> excluded.is_active or excluded.name not in ('', excluded.supplier_no, s.name)`,
    ),
    [
      given.map((row) => row.supplierNo),
      given.map((row) => row.name),
      given.map((row) => row.isActive),
      given.map((row) => row.nameEn ?? ''),
      given.map((row) => row.contactName ?? ''),
      given.map((row) => row.telephone ?? ''),
      given.map((row) => row.address ?? ''),
      given.map((row) => row.changedInErpAt ?? null),
      given.map((row) => pinyinInitials(row.name)),
    ],
  )
}

/** Creates or renames material groups; a missing name, or one equal to the code, does not replace a known name. */
export async function upsertMaterialGroups(
  tx: Queryable,
  rows: readonly MirroredMaterialGroup[],
): Promise<void> {
  if (rows.length === 0) return
  const given = lastOfEach(rows, (row) => row.materialGroup)
  await tx.query(
    `insert into material_group as g (material_group, name, pinyin, updated_by_name)
     select given.*, 'ERP' from unnest($1::text[], $2::text[], $3::text[]) as given
     on conflict (material_group) do update set name = excluded.name, pinyin = excluded.pinyin, version = g.version + 1,
       updated_at = excluded.updated_at, updated_by_name = excluded.updated_by_name
     where excluded.name not in ('', excluded.material_group, g.name)`,
    [
      given.map((row) => row.materialGroup),
      given.map((row) => row.name),
      given.map((row) => pinyinInitials(row.name)),
    ],
  )
}

/** Creates unknown units; names and decimals of known ones are maintained locally. */
export async function upsertUnits(tx: Queryable, rows: readonly MirroredUnit[]): Promise<void> {
  if (rows.length === 0) return
  const given = lastOfEach(rows, (row) => row.unit)
  await tx.query(
    `insert into unit (unit, name_zh, name_en, decimals, pinyin, updated_by_name)
     select given.*, 'ERP' from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[]) as given
     on conflict (unit) do nothing`,
    [
      given.map((row) => row.unit),
      given.map((row) => row.nameZh),
      given.map((row) => row.nameEn ?? ''),
      given.map((row) => row.decimals),
      given.map((row) => pinyinInitials(row.nameZh)),
    ],
  )
}

/** The units of a material besides its base unit, as the ERP has them. */
export interface MirroredMaterialUnits {
  materialNo: string
  units: readonly { unit: string; numerator: number; denominator: number }[]
}

/** Replaces the units of these materials; two statements. */
export async function upsertMaterialUnits(
  tx: Queryable,
  rows: readonly MirroredMaterialUnits[],
): Promise<void> {
  if (rows.length === 0) return
  const units = lastOfEach(rows, (row) => row.materialNo).flatMap(({ materialNo, units }) =>
    lastOfEach(units, ({ unit }) => unit).map((unit) => ({ ...unit, materialNo })),
  )
  await tx.query(
    `delete from material_unit where material_no = any($1::text[])
       and (material_no, unit) not in (select * from unnest($2::text[], $3::text[]))`,
    [
      rows.map((row) => row.materialNo),
      units.map(({ materialNo }) => materialNo),
      units.map(({ unit }) => unit),
    ],
  )
  await tx.query(
    `insert into material_unit (material_no, unit, numerator, denominator)
     select * from unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
     on conflict (material_no, unit) do update set numerator = excluded.numerator, denominator = excluded.denominator
     where (material_unit.numerator, material_unit.denominator) is distinct from (excluded.numerator, excluded.denominator)`,
    [
      units.map(({ materialNo }) => materialNo),
      units.map(({ unit }) => unit),
      units.map(({ numerator }) => numerator),
      units.map(({ denominator }) => denominator),
    ],
  )
}
