import { allValues } from '@kufang/contract/document/declare/define-relation.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { messageOf } from '../platform/http/platform-refusals.ts'
import { readRights, type Rights } from '../platform/session/rights.ts'
import type { Manager } from './manager.ts'
import { maskedFor } from './personal-data.ts'
import { isAdministrator, type UserRecord } from './user-record.ts'

/**
 * Why the manager may not act on this account, or null: administrators may act on all, others on accounts of their
 * companies whose roles, function codes and data scope lie within their own.
 */
export function barrierTo(
  { rights: own }: Manager,
  user: UserRecord,
  rights: Rights,
): RefusalDetail | null {
  if (own.isAdmin) return null
  if (isAdministrator(user)) return { code: 'administrator-only', params: {} }
  if (!own.scope.companyCodes.includes(user.owningCompany))
    return {
      code: 'account-of-other-company',
      params: { account: user.account, company: user.owningCompany || '–' },
    }
  return beyondOwn(own, rights)
}

/**
 * Users as pages show them: personal data masked, and the reason why the manager may not act on them, null if he may.
 */
export async function withBarriers(
  database: Queryable,
  manager: Manager,
  users: readonly UserRecord[],
): Promise<(UserRecord & { barrier: Label | null })[]> {
  const rights = await readRights(
    database,
    users.map(({ id }) => id),
  )
  return users.map((user) => {
    const barrier = barrierTo(manager, user, entryOf(rights, user.id))
    const words = (language: 'zh' | 'en') => (barrier === null ? '' : messageOf(barrier, language))
    const shown = maskedFor(manager, user)
    return { ...shown, barrier: barrier === null ? null : label(words('zh'), words('en')) }
  })
}

/** The first right that the other has and one's own do not include, as a refusal `rights-beyond-own`; null if none. */
export function beyondOwn(own: Rights, other: Rights): RefusalDetail | null {
  if (own.isAdmin) return null
  const { scope } = other
  const found =
    missing(label('角色', 'Role'), own.roles, other.roles) ??
    missing(label('按钮权限', 'Button right'), own.functionCodes, other.functionCodes) ??
    missing(labels.companyCode, own.scope.companyCodes, scope.companyCodes) ??
    missing(labels.plant, own.scope.plants, scope.plants) ??
    missing(labels.storageLocation, own.scope.storageLocations, scope.storageLocations) ??
    missing(labels.materialGroup, own.scope.materialGroups, scope.materialGroups) ??
    missing(labels.pickingUnit, own.scope.pickingUnits, scope.pickingUnits) ??
    missing(
      label('供应商', 'Supplier'),
      own.scope.supplierNo === null ? null : [own.scope.supplierNo, ''],
      scope.supplierNo === null ? null : [scope.supplierNo],
    )
  if (found === null) return null
  const [what, value] = found
  return { code: 'rights-beyond-own', params: { what: what.zh, whatEn: what.en, value } }
}

const labels = {
  companyCode: userRelations.plant.fields.companyCode.label,
  plant: label('工厂', 'Plant'),
  storageLocation: userRelations['storage-location'].label,
  materialGroup: userRelations['material-group'].label,
  pickingUnit: userRelations['picking-unit'].label,
} as const

/** Null as a list of codes is all of them. */
function missing(
  what: Label,
  own: Iterable<string> | null,
  wanted: Iterable<string> | null,
): [what: Label, value: string] | null {
  if (own === null) return null
  if (wanted === null) return [what, allValues]
  const held = new Set(own)
  for (const code of wanted) if (!held.has(code)) return [what, code]
  return null
}
