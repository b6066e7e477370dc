import type { Label } from '@kufang/contract/document/declare/label.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { api } from '../../kit/api/client.ts'

/** What the server tells about itself before anybody has signed in. */
export interface Deployment {
  deployment: 'home' | 'user-centre' | 'unified-home' | 'workflow-centre'
  /** The pages open only for a named application (product.md section 2, /unifiedIndex). */
  needsApplication: boolean
  hasUserCentre: boolean
  /** The button for signing in at the identity provider; null where there is none. */
  samlLabel: Label | null
}

let known: Promise<Deployment> | null = null

/** Asked once; asked again after a failure. Throws `ApiError`. */
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

/** The application this window works for: from the address once, then kept in the window. */
export function applicationOf(search: string): string | null {
  const named =
    new URLSearchParams(search).get(applicationName) ??
    new URLSearchParams(location.search).get(applicationName)
  if (named !== null && named !== '') sessionStorage.setItem(applicationName, named)
  return sessionStorage.getItem(applicationName)
}

/** Enters an application; `''` leaves it. */
export function enterApplication(appId: string): void {
  sessionStorage.setItem(applicationName, appId)
}

/** Answer of the calls that tell roles (product.md section 7, getUserAppRoleAuth). */
export interface RoleAnswer {
  roles: string[]
  username: string
  account: string
  accountId: string
  avatar: string | null
  introduction: string | null
  funAuthFlag: boolean
  functionAuthList: { funType: string; funCode: string }[] | null
  /** Y: everything else is refused until the password is changed. */
  forceEditPwdFlag?: 'Y' | 'N'
}

export const roleModes = ['APPONLY', 'TENANTONLY', 'USERONLY'] as const
type RoleMode = (typeof roleModes)[number]

/** The single-role mode that is set in the window's storage, in this order (product.md section 6). */
export function roleMode(read: (name: string) => string | null): RoleMode | null {
  return (
    roleModes.find((mode) => {
      const flag = read(mode)
      return flag !== null && flag !== '' && flag !== 'false' && flag !== '0'
    }) ?? null
  )
}

/** Which call tells the roles, and what it is given. */
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

/** Roles and buttons of the person signed in, asked where this deployment keeps them. */
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
    // Nothing at all was answered: nobody is known under this token.
    if (thrown instanceof ApiError && thrown.code === 'answer-unreadable') return null
    // An application that does not exist must not shut the window out for good.
    if (thrown instanceof ApiError && thrown.code === 'not-found') {
      sessionStorage.removeItem(applicationName)
    }
    throw thrown
  }
}
