import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'

/** Who maintains data scopes, or assigns roles. */
export const granters = [
  'JSFP',
  ...new Set(Object.values<AnyRelation>(userRelations).map(({ path }) => cataloguePage(path).role)),
]
