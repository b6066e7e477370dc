import type { ComponentType } from 'react'

type Screen = () => Promise<{ default: ComponentType }>

const board = (path: string): Screen => {
  return async () => {
    const { relationScreen } = await import('./relation-screen.tsx')
    return { default: relationScreen(path) }
  }
}

/** The hand-written screens of this area, by path: relations that are maintained as rows or on a board. */
export const screens: Readonly<Record<string, Screen>> = {
  '/materialPropertyManage/iClassificationOrMaterialRel': () => import('./class-page.tsx'),
  '/materialPropertyManage/duplicateMaterial': () => import('./duplicate-page.tsx'),
  ...Object.fromEntries(
    [
      '/base/wbsDeptInventoryRel',
      '/base/wbsDeptInventoryCrossRel',
      '/base/wbcUserComFactoryRel',
      '/base/wbcOrgCompanyRel',
    ].map((path) => [path, board(path)]),
  ),
}
