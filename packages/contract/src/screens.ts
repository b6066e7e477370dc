import type { AnyRelation } from './document/declare/define-relation.ts'
import { userRelations } from './identity/user-relations.ts'

/** Pages written by hand from parts of the kit: they have a path but no declaration. */
export const screens: readonly string[] = [
  '/Stock/sapStockSearch',
  ...Object.values<AnyRelation>(userRelations).flatMap(({ path, isOwnPage }) =>
    isOwnPage ? [path] : [],
  ),
  '/system/sapApiDeployMessage',
  '/system/systemPageSetup',
  '/system/userManage',
  '/system/roleAssign',
]
