import { accountPages } from './pages/account-pages.ts'
import { furtherPages } from './pages/further-pages.ts'
import { inboundPages } from './pages/inbound-pages.ts'
import { masterPages } from './pages/master-pages.ts'
import { outboundPages } from './pages/outbound-pages.ts'
import { reportPages } from './pages/report-pages.ts'
import { stockPages } from './pages/stock-pages.ts'
import { systemPages } from './pages/system-pages.ts'

/** A page with its group. */
export interface CataloguePage {
  group: string
  groupZh: string
  groupEn: string
  groupOrder: number
  groupRole: string
  path: string
  zh: string
  en: string
  role: string
  hidden: boolean
}

/* The groups in the order of the menu. */
const groups = [
  ...masterPages,
  ...inboundPages,
  ...outboundPages,
  ...stockPages,
  ...accountPages,
  ...reportPages,
  ...systemPages,
  ...furtherPages,
]

/**
 * All pages of the customer's specification, by their groups (`pages/`): path, titles, role code (product.md section
 * 2). Names in these paths are inconsistent between groups, so identifiers do not use them.
 */
export const pageCatalogue: readonly CataloguePage[] = groups.flatMap(([group, pages]) =>
  pages.map(([path, zh, en, role, hidden]) => ({
    group: group.path,
    groupZh: group.zh,
    groupEn: group.en,
    groupOrder: group.order,
    groupRole: group.role,
    path,
    zh,
    en,
    role,
    hidden: hidden === 'hidden',
  })),
)

const byPath = new Map(pageCatalogue.map((page) => [page.path, page]))

/** The catalogue entry of a path; throws for an unknown path. */
export function cataloguePage(path: string): CataloguePage {
  const page = byPath.get(path)
  if (!page) throw new Error(`no page ${path} in the catalogue`)
  return page
}
