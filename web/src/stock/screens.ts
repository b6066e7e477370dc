import type { ComponentType } from 'react'

type Screen = () => Promise<{ default: ComponentType }>

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/base/locationMgr': () => import('./bin-page.tsx'),
  '/Stock/stockSearch': () => import('./stock-search.tsx'),
  '/Stock/stockSearchRemark': () => import('./stock-remarks.tsx'),
  '/Stock/sapStockSearch': () => import('./sap-stock-search.tsx'),
}
