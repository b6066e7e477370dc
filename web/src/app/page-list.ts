import type { Label } from '@kufang/contract/document/declare/label.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { CataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { filterRoutes } from '@kufang/kernel/permission.ts'
import type { IndexedPage } from '@kufang/contract/declaration-index.ts'
import { indexedPages } from '../kit/declarations.ts'

/** A page of the product: its catalogue entry and the shell that renders it. */
export interface AppPage extends CataloguePage {
  page: IndexedPage
}

export interface PageGroup {
  path: string
  label: Label
  pages: readonly AppPage[]
}

const byPath = new Map(indexedPages.map((page) => [page.path, page]))

/** All existing pages, in the order of the catalogue. */
export const appPages: readonly AppPage[] = pageCatalogue.flatMap((entry) => {
  const page = byPath.get(entry.path)
  return page === undefined ? [] : [{ ...entry, page }]
})

const pageByPath = new Map(appPages.map((page) => [page.path, page]))

export function findPage(path: string): AppPage | undefined {
  return pageByPath.get(path)
}

/** An empty role code permits everybody. */
const rolesOf = (role: string): { roles: readonly string[] } | undefined =>
  role === '' ? undefined : { roles: [role] }

/**
 * The groups and pages the user may open, groups in order: a group needs its own role code and at least one permitted
 * page (shell.md section 1). Hidden pages are included; the menu omits them.
 */
export function permittedGroups(roles: readonly string[]): PageGroup[] {
  const groups = Map.groupBy(appPages, (page) => page.group)
  const routes = [...groups].flatMap(([path, pages]) => {
    const [first] = pages
    if (first === undefined) return []
    return [
      {
        path,
        label: { zh: first.groupZh, en: first.groupEn },
        order: first.groupOrder,
        meta: rolesOf(first.groupRole),
        children: pages.map((page) => ({ ...page, meta: rolesOf(page.role) })),
      },
    ]
  })
  return filterRoutes(routes, roles)
    .toSorted((left, right) => left.order - right.order)
    .map(({ path, label, children }) => ({ path, label, pages: children }))
}

/** The groups as shown in the menu. */
export function menuGroups(groups: readonly PageGroup[]): PageGroup[] {
  return groups
    .map((group) => ({ ...group, pages: group.pages.filter((page) => !page.hidden) }))
    .filter((group) => group.pages.length > 0)
}
