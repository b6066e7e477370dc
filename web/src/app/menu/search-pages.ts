import type { AppPage } from '../page-list.ts'
import type { MenuEntry } from './menu-entries.ts'

/** Pages whose Chinese or English title, role code or path holds the text; best matches first. */
export function searchPages(entries: readonly MenuEntry[], text: string): AppPage[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const rank = ({ names, path }: MenuEntry): number => {
    if (names.includes(wanted)) return 0
    if (names.some((name) => name.startsWith(wanted))) return 1
    if (names.some((name) => name.includes(wanted))) return 2
    return path.includes(wanted) ? 3 : 4
  }
  return entries
    .map((entry) => ({ page: entry.page, rank: rank(entry) }))
    .filter((found) => found.rank < 4)
    .toSorted((left, right) => left.rank - right.rank)
    .map((found) => found.page)
}
