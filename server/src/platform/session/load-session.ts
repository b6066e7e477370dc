import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { allValues as all } from '@kufang/contract/document/declare/define-relation.ts'
import type { Queryable } from '../database/database.ts'
import type { SessionRecord } from '../http/session-cache.ts'
import { roleCodes } from './roles-of.ts'
import type { Scope } from './session.ts'

/** The scope of a person who may see nothing. */
const nothing: Scope = {
  companyCodes: [],
  plants: [],
  storageLocations: [],
  materialGroups: [],
  supplierNo: '',
  pickingUnits: [],
}

interface SessionRow {
  userId: string
  account: string
  userName: string
  supplierNo: string
  userType: 'EMP' | 'EXU'
  mustChangePassword: boolean
  expiresAt: string
  roles: string[]
  functions: string[]
  plants: { companyCode: string; plant: string }[]
  storageLocations: { companyCode: string; plant: string; storageLocation: string }[]
  materialGroups: string[]
  pickingUnits: { companyCode: string; pickingUnit: string }[]
}

const scopeColumns = `
  ${roleCodes('ALL')} as roles,
  array(select function_code from user_function f where f.user_id = u.id) as functions,
  (select coalesce(json_agg(json_build_object('companyCode', p.company_code, 'plant', p.plant)), '[]'::json)
     from user_plant p where p.user_id = u.id and p.valid_to is null) as plants,
  (select coalesce(json_agg(json_build_object('companyCode', l.company_code, 'plant', l.plant, 'storageLocation', l.storage_location)), '[]'::json)
     from user_storage_location l where l.user_id = u.id and l.valid_to is null) as storage_locations,
  array(select material_group from user_material_group g where g.user_id = u.id and g.valid_to is null) as material_groups,
  (select coalesce(json_agg(json_build_object('companyCode', k.company_code, 'pickingUnit', k.picking_unit)), '[]'::json)
     from user_picking_unit k where k.user_id = u.id and k.valid_to is null) as picking_units`

/**
 * SQL: whether `app_user u` must change the password first, because it was ordered or the password is older than `days`
 * (0 for no limit). Only for sessions signed in with that password (`user_token t`).
 */
export const isPasswordDue = (days: string): string =>
  `(u.must_change_password or (${days} > 0 and u.password_changed_at < now() - make_interval(days => ${days})))`

/** SQL: the account is active and not past its last day. */
export const isAccountLive = `u.status = 'active' and (u.valid_until is null or u.valid_until >= (now() at time zone '${companyTimeZone}')::date)`

/**
 * Reads a complete session with one statement. Null if the token is unknown, expired or revoked, or its account is
 * disabled or past its last day.
 * @param passwordDays days after which a password must be changed; 0 for never
 */
export async function loadSession(
  database: Queryable,
  tokenDigest: string,
  passwordDays: number,
): Promise<SessionRecord | null> {
  const [row] = await database.query<SessionRow>(
    `select u.id as user_id, u.account, u.user_name, u.user_type, u.supplier_no, t.expires_at,
       t.signed_in_by = 'password' and ${isPasswordDue('$2::integer')} as must_change_password, ${scopeColumns}
     from user_token t join app_user u on u.id = t.user_id
     where t.token_hash = $1 and t.revoked_at is null and t.expires_at > now() and ${isAccountLive}`,
    [tokenDigest, passwordDays],
  )
  if (row === undefined) return null
  const roles = new Set(row.roles)
  // product.md section 6: the account named admin holds the admin role.
  if (row.account === adminRole) roles.add(adminRole)
  const isAdmin = roles.has(adminRole)
  return {
    userId: row.userId,
    expiresAt: Date.parse(row.expiresAt),
    mustChangePassword: row.mustChangePassword,
    functionCodes: new Set(row.functions),
    session: {
      userId: row.userId,
      account: row.account,
      userName: row.userName,
      roles,
      isAdmin,
      scope: isAdmin ? await everything(database) : await scopeOf(database, row),
    },
  }
}

/** Administrators have no restrictions; the companies are listed for SQL that needs them. */
async function everything(database: Queryable): Promise<Scope> {
  const companies = await database.query<{ companyCode: string }>(
    `select company_code from company order by company_code`,
  )
  return {
    companyCodes: companies.map((company) => company.companyCode),
    plants: null,
    storageLocations: null,
    materialGroups: null,
    supplierNo: null,
    pickingUnits: null,
  }
}

async function scopeOf(database: Queryable, row: SessionRow): Promise<Scope> {
  // An external user is of a supplier; without its number nothing says which documents are his.
  if (row.userType === 'EXU' && row.supplierNo === '') return nothing
  const companyCodes = [...new Set(row.plants.map((entry) => entry.companyCode))].sort()
  return {
    companyCodes,
    plants: await plantsOf(database, row.plants),
    storageLocations: await storageLocationsOf(database, companyCodes, row.storageLocations),
    materialGroups: row.materialGroups.includes(all) ? null : row.materialGroups,
    supplierNo: row.supplierNo === '' ? null : row.supplierNo,
    pickingUnits: await pickingUnitsOf(database, companyCodes, row.pickingUnits),
  }
}

/** Null if the person has all storage locations of each company; otherwise the listed ones, with those of `*`. */
async function storageLocationsOf(
  database: Queryable,
  companyCodes: readonly string[],
  entries: SessionRow['storageLocations'],
): Promise<string[] | null> {
  const stars = entries.filter(({ storageLocation }) => storageLocation === all)
  if (
    coversAll(
      companyCodes,
      stars.filter(({ plant }) => plant === all),
    )
  )
    return null
  const single = entries.filter(({ storageLocation }) => storageLocation !== all)
  const found =
    stars.length === 0
      ? []
      : await database.query<{ plant: string; storageLocation: string }>(
          `select l.plant, l.storage_location from storage_location l
           join unnest($1::text[], $2::text[]) as s (company_code, plant)
             on s.company_code = l.company_code and s.plant in ($3, l.plant)`,
          [stars.map(({ companyCode }) => companyCode), stars.map(({ plant }) => plant), all],
        )
  const pairs = [...single, ...found].map((one) => `${one.plant}/${one.storageLocation}`)
  return [...new Set(pairs)].sort()
}

/** The same for picking units. */
async function pickingUnitsOf(
  database: Queryable,
  companyCodes: readonly string[],
  entries: SessionRow['pickingUnits'],
): Promise<string[] | null> {
  const stars = entries.filter(({ pickingUnit }) => pickingUnit === all)
  if (coversAll(companyCodes, stars)) return null
  const single = entries.filter(({ pickingUnit }) => pickingUnit !== all)
  const found =
    stars.length === 0
      ? []
      : await database.query<{ pickingUnit: string }>(
          'select picking_unit from picking_unit where company_code = any($1)',
          [stars.map(({ companyCode }) => companyCode)],
        )
  return [...new Set([...single, ...found].map(({ pickingUnit }) => pickingUnit))].sort()
}

/** Whether there is an entry for each of the companies; false without companies. */
function coversAll(
  companyCodes: readonly string[],
  entries: readonly { companyCode: string }[],
): boolean {
  return (
    companyCodes.length > 0 &&
    companyCodes.every((code) => entries.some(({ companyCode }) => companyCode === code))
  )
}

/**
 * Null if all companies are permitted completely; otherwise a list of plants, with those of completely permitted
 * companies read from the plant master, because a scope is either everything or a list.
 */
async function plantsOf(
  database: Queryable,
  entries: SessionRow['plants'],
): Promise<string[] | null> {
  const whole = new Set(
    entries.filter((entry) => entry.plant === '').map((entry) => entry.companyCode),
  )
  const single = entries.filter((entry) => !whole.has(entry.companyCode))
  if (single.length === 0) return entries.length === 0 ? [] : null
  const plants = new Set(single.map((entry) => entry.plant))
  if (whole.size > 0) {
    const rows = await database.query<{ plant: string }>(
      `select plant from plant where company_code = any($1)`,
      [[...whole]],
    )
    for (const found of rows) plants.add(found.plant)
  }
  return [...plants].sort()
}
