/** A group of the menu. */
interface CatalogueGroup {
  path: string
  zh: string
  en: string
  order: number
  role: string
}

type PageRow = readonly [path: string, zh: string, en: string, role: string, hidden?: 'hidden']

/** Groups of the menu, each with its pages in order. */
export type PageGroups = readonly (readonly [CatalogueGroup, readonly PageRow[]])[]
