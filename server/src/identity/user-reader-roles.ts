import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import { rightsManagerRole, userManagerRole } from './rights-acts.ts'

/** Roles that permit reading users: persons who assign rights must be able to search them. */
export const userReaderRoles: readonly string[] = [
  userManagerRole,
  rightsManagerRole,
  ...Object.values<AnyRelation>(userRelations).map(({ path }) => cataloguePage(path).role),
]
