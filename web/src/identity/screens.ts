import type { ComponentType } from 'react'

type Screen = () => Promise<{ default: ComponentType }>

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/system/userManage': () => import('./user-manage.tsx'),
  '/system/roleAssign': () => import('./role-assign.tsx'),
  '/base/userFactoryRel': () => import('./plant-relations.tsx'),
  '/base/userInventoryRel': () => import('./storage-location-relations.tsx'),
  '/base/userMaterialRelationship': () => import('./material-group-relations.tsx'),
}
