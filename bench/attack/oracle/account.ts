import { cataloguePage } from '../../../packages/contract/src/document/catalogue/page-catalogue.ts'
import { textOf as text } from '../../../packages/kernel/src/text-of.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'

/**
 * An account with its stored rights, read from the tables and not by the product's own session: what the product makes
 * of them is what is attacked.
 */
export interface Account {
  userId: string
  account: string
  token: string
  isAdmin: boolean
  roles: ReadonlySet<string>
  functionCodes: ReadonlySet<string>
  /** An external user without supplier number sees nothing. */
  isNobodys: boolean
  supplierNo: string
  plants: readonly { companyCode: string; plant: string }[]
  storageLocations: readonly { companyCode: string; plant: string; storageLocation: string }[]
  materialGroups: ReadonlySet<string>
  pickingUnits: readonly { companyCode: string; pickingUnit: string }[]
}

/** A row with its columns, whatever they are. */
export type Row = Readonly<Record<string, unknown>>

const star = '*'

/** Reads an account. */
export async function readAccount(
  database: Database,
  account: string,
  token: string,
): Promise<Account> {
  const [user] = await database.query<{
    id: string
    userType: string
    supplierNo: string
    appId: string
    tenantId: string
  }>('select id, user_type, supplier_no, app_id, tenant_id from app_user where account = $1', [
    account,
  ])
  const { id, userType, supplierNo, appId, tenantId } = user!
  const roles = await database.query<{ code: string }>(
    `select role_code as code from user_role where user_id = $1
     union select role_code from shared_role where (holder_kind, holder_id) in (('application', $2), ('tenant', $3))`,
    [id, appId, tenantId],
  )
  const codes = await database.query<{ code: string }>(
    'select function_code as code from user_function where user_id = $1',
    [id],
  )
  const live = <One extends object>(table: string) =>
    database.query<One>(`select * from ${table} where user_id = $1 and valid_to is null`, [id])
  const groups = await live<{ materialGroup: string }>('user_material_group')
  const held = new Set(roles.map(({ code }) => code))
  return {
    userId: id,
    account,
    token,
    isAdmin: held.has('admin') || account === 'admin',
    roles: held,
    functionCodes: new Set(codes.map(({ code }) => code)),
    isNobodys: userType === 'EXU' && supplierNo === '',
    supplierNo,
    plants: await live('user_plant'),
    storageLocations: await live('user_storage_location'),
    materialGroups: new Set(groups.map(({ materialGroup }) => materialGroup)),
    pickingUnits: await live('user_picking_unit'),
  }
}

/** Whether the account holds the role of one of these pages. */
export const holdsPage = (one: Account, paths: readonly string[]): boolean =>
  one.isAdmin || paths.some((path) => one.roles.has(cataloguePage(path).role))

export const isSupplier = ({ supplierNo, isNobodys }: Account): boolean =>
  supplierNo !== '' || isNobodys

export const inCompany = (one: Account, companyCode: string): boolean =>
  one.isAdmin || (!one.isNobodys && one.plants.some((row) => row.companyCode === companyCode))

/** Whether the account has all plants of all its companies, so that rows of no plant are open too. */
const hasAllPlants = (one: Account): boolean => {
  const whole = new Set(one.plants.flatMap((row) => (row.plant === '' ? [row.companyCode] : [])))
  return one.plants.every((row) => whole.has(row.companyCode))
}

export function inPlant(one: Account, companyCode: string, plant: unknown): boolean {
  if (one.isAdmin) return true
  if (text(plant) === '') return hasAllPlants(one)
  return one.plants.some(
    (row) => row.companyCode === companyCode && (row.plant === '' || row.plant === plant),
  )
}

/** @param isOpenIfEmpty rows of no storage location are of the plant, and seen by everybody in it */
export function inStorageLocation(
  one: Account,
  {
    companyCode,
    plant,
    storageLocation,
  }: { companyCode: string; plant: unknown; storageLocation: unknown },
  isOpenIfEmpty = true,
): boolean {
  if (one.isAdmin || (isOpenIfEmpty && text(storageLocation) === '')) return true
  return one.storageLocations.some(
    (row) =>
      row.companyCode === companyCode &&
      (row.plant === star || row.plant === plant) &&
      (row.storageLocation === star || row.storageLocation === storageLocation),
  )
}

export const inMaterialGroup = (one: Account, group: unknown): boolean =>
  one.isAdmin ||
  (!one.isNobodys && (one.materialGroups.has(star) || one.materialGroups.has(text(group))))

export const inPickingUnit = (one: Account, companyCode: string, unit: unknown): boolean =>
  one.isAdmin ||
  one.pickingUnits.some(
    (row) =>
      row.companyCode === companyCode && (row.pickingUnit === star || row.pickingUnit === unit),
  )
