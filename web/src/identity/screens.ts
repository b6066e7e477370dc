import type { ComponentType } from 'react'
import { createElement } from 'react'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'

type Screen = () => Promise<{ default: ComponentType }>

const relations = Object.values<AnyRelation>(userRelations)

/** The page that maintains a relation of users; that of companies and plants also those without a page of their own. */
function relationScreen(relation: AnyRelation): Screen {
  const others = relation.name === 'plant' ? relations.filter(({ isOwnPage }) => !isOwnPage) : []
  return async () => {
    const { RelationPage } = await import('./relation-page.tsx')
    return { default: () => createElement(RelationPage, { relation, others }) }
  }
}

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/system/userManage': () => import('./user-manage.tsx'),
  '/system/roleAssign': () => import('./role-assign.tsx'),
  ...Object.fromEntries(
    relations
      .filter(({ isOwnPage }) => isOwnPage)
      .map((relation) => [relation.path, relationScreen(relation)]),
  ),
}
