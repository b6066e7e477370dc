import type { ComponentType } from 'react'

type Screen = () => Promise<{ default: ComponentType }>

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/Stock/shareStockSearch': () => import('./shared-stock.tsx'),
}
