import type { ComponentType } from 'react'

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
  '/materialPropertyManage/iClassificationOrMaterialRel': () => import('./class-page.tsx'),
  '/materialPropertyManage/duplicateMaterial': () => import('./duplicate-page.tsx'),
}
