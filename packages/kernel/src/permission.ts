/** The data of a route needed for permission checks; actual routes have more. */
export interface PermissionRoute {
  meta?: { roles?: readonly string[] | undefined } | undefined
  children?: readonly PermissionRoute[] | undefined
}

/** Holders of this role may open every route (product.md section 6). */
export const adminRole = 'admin'

/**
 * Whether a user with these role codes may open the route (product.md section 5): admin may open all, a route without a
 * role list is open to everyone, one with an empty list only to admin.
 */
export function hasPermission(roles: readonly string[], route: PermissionRoute): boolean {
  if (roles.includes(adminRole)) return true
  const wanted = route.meta?.roles
  return wanted === undefined || wanted.some((role) => roles.includes(role))
}

/**
 * Copies of the routes a user may open, in their order. A parent requires its own role code and at least one remaining
 * child (shell.md section 1); a route without children is a page.
 */
export function filterRoutes<Route extends PermissionRoute>(
  routes: readonly Route[],
  roles: readonly string[],
): Route[] {
  const allowed: Route[] = []
  for (const route of routes) {
    if (!hasPermission(roles, route)) continue
    if (route.children === undefined) {
      allowed.push({ ...route })
      continue
    }
    const children = filterRoutes(route.children, roles)
    if (children.length > 0 || route.children.length === 0) allowed.push({ ...route, children })
  }
  return allowed
}

/**
 * Whether a button is available to a person (product.md section 5): if button checks are enabled (`funAuthFlag`), the
 * person must hold one of the button's role codes. Throws 'need roles!' for a button without role codes, which is a bug
 * of the page.
 */
export function hasButtonPermission(
  held: Iterable<string>,
  wanted: readonly string[],
  isChecked: boolean,
): boolean {
  if (wanted.length === 0) throw new TypeError('need roles!')
  return !isChecked || [...held].some((code) => wanted.includes(code))
}
