import type { PageGroups } from './page-groups.ts'

/** Groups that are not in the specification; `npm run new-document` adds to them. */
export const furtherPages: PageGroups = []
