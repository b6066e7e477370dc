import type { Area } from '@kufang/contract/document/declare/area.ts'
import type { ComponentType } from 'react'

/** Hand-written screens of an area by path; each is loaded when it is first opened. */
export type Screens = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>

type AreaModule = () => Promise<{ screens: Screens }>

/** The areas with hand-written screens: the only list, one line each. */
export const areaScreens: Partial<Record<Area, AreaModule>> = {
  'legacy-documents': () => import('../legacy-documents/screens.ts'),
  masters: () => import('../masters/screens.ts'),
  stock: () => import('../stock/screens.ts'),
  issue: () => import('../issue/screens.ts'),
  distribution: () => import('../distribution/screens.ts'),
  reports: () => import('../reports/screens.ts'),
  logs: () => import('../logs/screens.ts'),
  system: () => import('../system/screens.ts'),
  identity: () => import('../identity/screens.ts'),
}
