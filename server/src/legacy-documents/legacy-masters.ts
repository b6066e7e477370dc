import type { LegacyField } from '@kufang/contract/legacy-documents/legacy-document.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { readMaterialUnits, type MaterialUnit } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { LegacyValues } from './read-row.ts'

/** What rows of an old system need to know of a material. */
export interface LegacyMaterial {
  unit: string
  unitDecimals: number
  group: string
  description: string
  /** The base unit first. */
  units: readonly MaterialUnit[]
  /** By code or name. */
  unitNamed: (text: string) => MaterialUnit | undefined
}

/** What rows refer to, and what their values may mean. */
export interface LegacyMasters {
  suppliers: ReadonlySet<string>
  plants: ReadonlySet<string>
  /** `plant/storage location`. */
  storageLocations: ReadonlySet<string>
  materials: ReadonlyMap<string, LegacyMaterial>
  /** The code of the only supplier or material with this name; null if none or several have it. */
  codeByName: (field: LegacyField, name: string) => string | null
}

const distinct = (rows: readonly LegacyValues[], name: LegacyField): string[] => [
  ...new Set(rows.flatMap((values) => values[name] ?? [])),
]

/** Reads what rows refer to by code, and suppliers and materials of these names; five statements. */
export async function readLegacyMasters(
  queryable: Queryable,
  companyCode: string,
  rows: readonly LegacyValues[],
): Promise<LegacyMasters> {
  const supplierNos = distinct(rows, 'supplierNo')
  const materialNos = distinct(rows, 'materialNo')
  const [suppliers, plants, places, materials] = await Promise.all([
    queryable.query<{ supplierNo: string; name: string; nameEn: string }>(
      `select supplier_no, name, name_en from supplier
       where supplier_no = any($1::text[]) or lower(name) = any($2::text[]) or lower(name_en) = any($2::text[])`,
      [supplierNos, supplierNos.map((name) => name.toLowerCase())],
    ),
    queryable.query<{ plant: string }>(
      `select plant from plant where company_code = $1 and plant = any($2::text[])`,
      [companyCode, distinct(rows, 'plant')],
    ),
    queryable.query<{ plant: string; storageLocation: string }>(
      `select plant, storage_location from storage_location
       where company_code = $1 and plant = any($2::text[]) and storage_location = any($3::text[])`,
      [companyCode, distinct(rows, 'plant'), distinct(rows, 'storageLocation')],
    ),
    queryable.query<{ materialNo: string; description: string; materialGroup: string }>(
      `select material_no, description, material_group from material
       where material_no = any($1::text[]) or lower(description) = any($2::text[])`,
      [materialNos, materialNos.map((name) => name.toLowerCase())],
    ),
  ])
  const codes = materials.map(({ materialNo }) => materialNo)
  const units = await readMaterialUnits(queryable, codes)
  const named = {
    supplierNo: byName(
      suppliers.flatMap(({ supplierNo, name, nameEn }) => [
        [name, supplierNo] as const,
        [nameEn, supplierNo] as const,
      ]),
    ),
    materialNo: byName(
      materials.map(({ materialNo, description }) => [description, materialNo] as const),
    ),
  }
  return {
    suppliers: new Set(suppliers.map(({ supplierNo }) => supplierNo)),
    plants: new Set(plants.map(({ plant }) => plant)),
    storageLocations: new Set(
      places.map(({ plant, storageLocation }) => `${plant}/${storageLocation}`),
    ),
    materials: new Map(
      materials.map(({ materialNo, description, materialGroup }) => [
        materialNo,
        materialOf(description, materialGroup, units.get(materialNo) ?? []),
      ]),
    ),
    codeByName: (field, name) =>
      field === 'supplierNo' || field === 'materialNo'
        ? (named[field].get(name.toLowerCase()) ?? null)
        : null,
  }
}

function materialOf(
  description: string,
  group: string,
  units: readonly MaterialUnit[],
): LegacyMaterial {
  const base = firstOf(units)
  return {
    unit: base.unit,
    unitDecimals: base.decimals,
    group,
    description,
    units,
    unitNamed: (text) =>
      units.find(({ unit, nameZh, nameEn }) =>
        [unit, nameZh, nameEn].some((name) => name.toLowerCase() === text.toLowerCase()),
      ),
  }
}

/** Codes by name in lower case; null where several have it. */
function byName(pairs: readonly (readonly [string, string])[]): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const [name, code] of pairs) {
    const key = name.toLowerCase()
    if (key === '') continue
    const known = found.get(key)
    found.set(key, known === undefined || known === code ? code : null)
  }
  return found
}
