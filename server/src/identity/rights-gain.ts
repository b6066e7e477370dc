import type { SensitiveRights } from '@kufang/contract/sensitive-rights.ts'
import type { Rights } from '../platform/session/rights.ts'
import { beyondOwn } from './within-own.ts'

/** Which changes of rights need a second person: the business parameter `rights.secondApproval`. */
export type SecondApproval = 'none' | 'sensitive' | 'all'

/** The rights of an account, and whether somebody can sign in with it. */
export interface Holding {
  rights: Rights
  isUsable: boolean
}

/** Nobody's rights: what a new account has before it is made. */
export const noRights: Rights = {
  roles: new Set(),
  functionCodes: new Set(),
  isAdmin: false,
  scope: {
    companyCodes: [],
    plants: [],
    storageLocations: [],
    materialGroups: [],
    supplierNo: '',
    pickingUnits: [],
  },
}

/** The role and function codes that `after` has and `before` has not. */
export function codesGained(before: Rights, after: Rights): string[] {
  const lacking = (all: ReadonlySet<string>, held: ReadonlySet<string>) =>
    [...all].filter((code) => !held.has(code))
  return [
    ...lacking(after.roles, before.roles),
    ...lacking(after.functionCodes, before.functionCodes),
  ].sort()
}

/**
 * The codes for which a change needs a second person, or null if it needs none. Gained are codes that were not held,
 * and all codes where the data scope grows or the account can be used again: a sensitive right in another plant is a
 * right of its own.
 */
export function codesToApprove(
  policy: SecondApproval,
  sensitive: SensitiveRights,
  before: Holding,
  after: Holding,
): readonly string[] | null {
  if (policy === 'none') return null
  const { roles, functionCodes } = after.rights
  const isWider =
    (after.isUsable && !before.isUsable) ||
    beyondOwn({ ...before.rights, roles, functionCodes }, after.rights) !== null
  const gained = isWider
    ? codesGained(noRights, after.rights)
    : codesGained(before.rights, after.rights)
  if (policy === 'all') return isWider || gained.length > 0 ? gained : null
  const found = gained.filter(
    (code) => sensitive.roles.has(code) || sensitive.functionCodes.has(code),
  )
  return found.length === 0 ? null : found
}
