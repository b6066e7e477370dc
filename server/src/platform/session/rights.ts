import { allValues as all } from '@kufang/contract/document/declare/define-relation.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Queryable } from '../database/database.ts'
import { roleCodes } from './roles-of.ts'
import type { Scope } from './session.ts'

/** What a user may do and see. */
export interface Rights {
  roles: ReadonlySet<string>
  functionCodes: ReadonlySet<string>
  isAdmin: boolean
  scope: Scope
}

interface PlaceRow {
  companyCode: string
  plant: string
  storageLocation: string
}

/** The stored rights of a user; read with `rightsColumns`. */
export interface RightsRow {
  account: string
  supplierNo: string
  userType: 'EMP' | 'EXU'
  roles: string[]
  functions: string[]
  plants: { companyCode: string; plant: string }[]
  storageLocations: PlaceRow[]
  materialGroups: string[]
  pickingUnits: { companyCode: string; pickingUnit: string }[]
}

/** SQL: the columns of a `RightsRow`, for `app_user u`. */
export const rightsColumns = `u.account, u.supplier_no, u.user_type, ${roleCodes('ALL')} as roles,
  array(select function_code from user_function f where f.user_id = u.id) as functions,
  (select coalesce(json_agg(json_build_object('companyCode', p.company_code, 'plant', p.plant)), '[]'::json)
     from user_plant p where p.user_id = u.id and p.valid_to is null) as plants,
  (select coalesce(json_agg(json_build_object('companyCode', l.company_code, 'plant', l.plant, 'storageLocation', l.storage_location)), '[]'::json)
     from user_storage_location l where l.user_id = u.id and l.valid_to is null) as storage_locations,
  array(select material_group from user_material_group g where g.user_id = u.id and g.valid_to is null) as material_groups,
  (select coalesce(json_agg(json_build_object('companyCode', k.company_code, 'pickingUnit', k.picking_unit)), '[]'::json)
     from user_picking_unit k where k.user_id = u.id and k.valid_to is null) as picking_units`

/** The scope of a person who may see nothing. */
const nothing: Scope = {
  companyCodes: [],
  plants: [],
  storageLocations: [],
  materialGroups: [],
  supplierNo: '',
  pickingUnits: [],
}

/** The rights of these users, by id; at most four statements, whatever their number. */
export async function readRights(
  database: Queryable,
  userIds: readonly string[],
): Promise<Map<string, Rights>> {
  if (userIds.length === 0) return new Map()
  const rows = await database.query<RightsRow & { id: string }>(
    `select u.id, ${rightsColumns} from app_user u where u.id = any($1::uuid[])`,
    [userIds],
  )
  const rights = await rightsOf(database, rows)
  return new Map(rows.map(({ id }, index) => [id, itemAt(rights, index)]))
}

/** The rights stored in these rows, in their order. */
export async function rightsOf(database: Queryable, rows: readonly RightsRow[]): Promise<Rights[]> {
  const known = await readKnown(database, rows)
  return rows.map((row): Rights => {
    const roles = new Set(row.roles)
    // product.md section 6: the account named admin holds the admin role.
    if (row.account === adminRole) roles.add(adminRole)
    const isAdmin = roles.has(adminRole)
    return {
      roles,
      functionCodes: new Set(row.functions),
      isAdmin,
      scope: isAdmin ? everything(known.companies) : scopeOf(known, row),
    }
  })
}

/** The masters behind entries that name all of a company or plant, read only where there are such entries. */
interface Known {
  companies: readonly string[]
  plants: readonly { companyCode: string; plant: string }[]
  storageLocations: readonly PlaceRow[]
  pickingUnits: readonly { companyCode: string; pickingUnit: string }[]
}

async function readKnown(database: Queryable, rows: readonly RightsRow[]): Promise<Known> {
  const isAdmin = (row: RightsRow) => row.account === adminRole || row.roles.includes(adminRole)
  const narrow = rows.filter((row) => !isAdmin(row))
  const companiesOf = <Entry extends { companyCode: string }>(
    entries: (row: RightsRow) => readonly Entry[],
    isListed: (row: RightsRow) => boolean,
    isAll: (entry: Entry) => boolean,
  ) => [
    ...new Set(
      narrow
        .filter(isListed)
        .flatMap((row) => entries(row).filter(isAll))
        .map(({ companyCode }) => companyCode),
    ),
  ]
  const read = async <Row extends object>(sql: string, companyCodes: readonly string[]) =>
    companyCodes.length === 0 ? [] : database.query<Row>(sql, [companyCodes])
  const companies = rows.some(isAdmin)
    ? await database.query<{ companyCode: string }>(
        'select company_code from company order by company_code',
      )
    : []
  return {
    companies: companies.map(({ companyCode }) => companyCode),
    plants: await read(
      'select company_code, plant from plant where company_code = any($1)',
      companiesOf(
        (row) => row.plants,
        (row) => row.plants.some(({ plant }) => plant !== ''),
        ({ plant }) => plant === '',
      ),
    ),
    storageLocations: await read(
      'select company_code, plant, storage_location from storage_location where company_code = any($1)',
      companiesOf(
        (row) => row.storageLocations,
        (row) => !hasAllStorageLocations(row),
        ({ storageLocation }) => storageLocation === all,
      ),
    ),
    pickingUnits: await read(
      'select company_code, picking_unit from picking_unit where company_code = any($1)',
      companiesOf(
        (row) => row.pickingUnits,
        (row) => !hasAllPickingUnits(row),
        ({ pickingUnit }) => pickingUnit === all,
      ),
    ),
  }
}

/** Administrators have no restrictions; the companies are listed for SQL that needs them. */
const everything = (companyCodes: readonly string[]): Scope => ({
  companyCodes,
  plants: null,
  storageLocations: null,
  materialGroups: null,
  supplierNo: null,
  pickingUnits: null,
})

function scopeOf(known: Known, row: RightsRow): Scope {
  // An external user is of a supplier; without its number nothing says which documents are his.
  if (row.userType === 'EXU' && row.supplierNo === '') return nothing
  return {
    companyCodes: companiesOfRow(row),
    plants: plantsOf(known, row),
    storageLocations: hasAllStorageLocations(row) ? null : storageLocationsOf(known, row),
    materialGroups: row.materialGroups.includes(all) ? null : row.materialGroups,
    supplierNo: row.supplierNo === '' ? null : row.supplierNo,
    pickingUnits: hasAllPickingUnits(row) ? null : pickingUnitsOf(known, row),
  }
}

const companiesOfRow = (row: RightsRow): string[] =>
  [...new Set(row.plants.map((entry) => entry.companyCode))].sort()

/** Whether there is an entry for each company of the user; false without companies. */
function coversAll(row: RightsRow, entries: readonly { companyCode: string }[]): boolean {
  const companyCodes = companiesOfRow(row)
  return (
    companyCodes.length > 0 &&
    companyCodes.every((code) => entries.some(({ companyCode }) => companyCode === code))
  )
}

const hasAllStorageLocations = (row: RightsRow): boolean =>
  coversAll(
    row,
    row.storageLocations.filter(({ plant }) => plant === all),
  )

const hasAllPickingUnits = (row: RightsRow): boolean =>
  coversAll(
    row,
    row.pickingUnits.filter(({ pickingUnit }) => pickingUnit === all),
  )

/**
 * Null if all companies are permitted completely; otherwise a list of plants, with those of completely permitted
 * companies from the plant master, because a scope is either everything or a list.
 */
function plantsOf(known: Known, { plants: entries }: RightsRow): string[] | null {
  const whole = new Set(
    entries.filter((entry) => entry.plant === '').map((entry) => entry.companyCode),
  )
  const single = entries.filter((entry) => !whole.has(entry.companyCode))
  if (single.length === 0) return entries.length === 0 ? [] : null
  const further = known.plants.filter(({ companyCode }) => whole.has(companyCode))
  return sorted([...single, ...further].map(({ plant }) => plant))
}

/** The listed storage locations, with those of entries that name all of a company or plant. */
function storageLocationsOf(known: Known, { storageLocations: entries }: RightsRow): string[] {
  const stars = entries.filter(({ storageLocation }) => storageLocation === all)
  const single = entries.filter(({ storageLocation }) => storageLocation !== all)
  const further = known.storageLocations.filter(({ companyCode, plant }) =>
    stars.some(
      (star) => star.companyCode === companyCode && (star.plant === all || star.plant === plant),
    ),
  )
  return sorted([...single, ...further].map((one) => `${one.plant}/${one.storageLocation}`))
}

function pickingUnitsOf(known: Known, { pickingUnits: entries }: RightsRow): string[] {
  const stars = entries.filter(({ pickingUnit }) => pickingUnit === all)
  const single = entries.filter(({ pickingUnit }) => pickingUnit !== all)
  const further = known.pickingUnits.filter(({ companyCode }) =>
    stars.some((star) => star.companyCode === companyCode),
  )
  return sorted([...single, ...further].map(({ pickingUnit }) => pickingUnit))
}

const sorted = (codes: readonly string[]): string[] => [...new Set(codes)].sort()
