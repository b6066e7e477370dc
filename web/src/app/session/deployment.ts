import type { Label } from '@kufang/contract/document/declare/label.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { api } from '../../kit/api/client.ts'

/** Deployment settings the server returns before sign-in. */
export interface Deployment {
  deployment: 'home' | 'user-centre' | 'unified-home' | 'workflow-centre'
  /** The pages require a selected application (product.md section 2, /unifiedIndex). */
  needsApplication: boolean
  hasUserCentre: boolean
  /** Account and time are shown over the pages of everybody. */
  hasWatermark: boolean
  /** Its accounts and passwords are known to everybody, which each page says. */
  isDemonstration: boolean
  /** Label of the button for signing in at the identity provider; null if there is none. */
  samlLabel: Label | null
}

let known: Promise<Deployment> | null = null

/** Requested once; requested again after a failure. Throws `ApiError`. */
export function deployment(): Promise<Deployment> {
  known ??= api
    .get<Deployment>('/api/oauth/deployment', { isSessionCall: true })
    .catch((thrown: unknown) => {
      known = null
      throw thrown
    })
  return known
}

const applicationName = 'appId'

/** The application of this browser window: taken from the URL once, then kept in the session storage. */
export function applicationOf(search: string): string | null {
  const named =
    new URLSearchParams(search).get(applicationName) ??
    new URLSearchParams(location.search).get(applicationName)
  if (named !== null && named !== '') sessionStorage.setItem(applicationName, named)
  return sessionStorage.getItem(applicationName)
}

/** Sets the application; `''` clears it. */
export function enterApplication(appId: string): void {
  sessionStorage.setItem(applicationName, appId)
}

/** Response of the calls that return roles (product.md section 7, getUserAppRoleAuth). */
export interface RoleAnswer {
  roles: string[]
  username: string
  account: string
  accountId: string
  avatar: string | null
  introduction: string | null
  funAuthFlag: boolean
  /** Chinese names of units of measure, by code. */
  unitNames?: Readonly<Record<string, string>>
  /** The person signs in for a supplier. */
  isSupplier?: boolean
  functionAuthList: { funType: string; funCode: string }[] | null
  /** Y: everything else is refused until the password is changed. */
  forceEditPwdFlag?: 'Y' | 'N'
}

export const roleModes = ['APPONLY', 'TENANTONLY', 'USERONLY'] as const
type RoleMode = (typeof roleModes)[number]

/** The single-role mode set in the window's storage, in this order (product.md section 6). */
export function roleMode(read: (name: string) => string | null): RoleMode | null {
  return (
    roleModes.find((mode) => {
      const flag = read(mode)
      return flag !== null && flag !== '' && flag !== 'false' && flag !== '0'
    }) ?? null
  )
}

/** The call that returns the roles, and its parameters. */
export function roleCall(
  hasUserCentre: boolean,
  mode: RoleMode | null,
  appId: string | null,
): { path: string; body: { appId?: string; mode?: RoleMode } } {
  const body = appId === null ? {} : { appId }
  if (!hasUserCentre) return { path: '/api/shcwms/user/getUserAppRoleAuth', body }
  if (mode === 'APPONLY') {
    return { path: '/api/user/uouser/getUserRoleByUserCenterApp', body: { ...body, mode } }
  }
  const path = '/api/user/uouser/getUserRoleAuthByUserCenter'
  return { path, body: mode === null ? body : { ...body, mode } }
}

/** Requests the roles and functions of the signed-in user from where this deployment keeps them. */
export async function askForRoles(): Promise<RoleAnswer | null> {
  const { hasUserCentre } = await deployment()
  const { path, body } = roleCall(
    hasUserCentre,
    roleMode((name) => sessionStorage.getItem(name)),
    sessionStorage.getItem(applicationName),
  )
  try {
    return await api.post<RoleAnswer | null>(path, body, { isSessionCall: true })
  } catch (thrown) {
    // An empty response: the token belongs to no user.
    if (thrown instanceof ApiError && thrown.code === 'answer-unreadable') return null
    // An unknown application must not lock the window out permanently.
    if (thrown instanceof ApiError && thrown.code === 'not-found') {
      sessionStorage.removeItem(applicationName)
    }
    throw thrown
  }
}
