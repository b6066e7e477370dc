import type { AreaRoutes } from '../platform/http/context.ts'

/** Everything about who is signed in and who may. */
export const identityRoutes: AreaRoutes = () => {}
