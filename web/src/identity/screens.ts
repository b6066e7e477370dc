import type { ComponentType } from 'react'
import { createElement } from 'react'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'

type Screen = () => Promise<{ default: ComponentType }>

/** The page that maintains a relation of users. */
function relationScreen(relation: AnyRelation): Screen {
  return async () => {
    const { RelationPage } = await import('./relation-page.tsx')
    return { default: () => createElement(RelationPage, { relation }) }
  }
}

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/system/userManage': () => import('./user-manage.tsx'),
  '/system/roleAssign': () => import('./role-assign.tsx'),
  ...Object.fromEntries(
    Object.values<AnyRelation>(userRelations)
      .filter(({ isOwnPage }) => isOwnPage)
      .map((relation) => [relation.path, relationScreen(relation)]),
  ),
}
