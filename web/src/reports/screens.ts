import type { ComponentType } from 'react'

type Screen = () => Promise<{ default: ComponentType }>

/** The hand-written screens of this area, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/reportForms/periodStockHistory': () => import('./period-stock-history.tsx'),
}
