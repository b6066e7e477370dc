import type { AppPage, PageGroup } from '../page-list.ts'

/** Pages whose Chinese or English title, role code or path holds the text; best matches first. */
export function searchPages(groups: readonly PageGroup[], text: string): AppPage[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const rank = ({ zh, en, role, path }: AppPage): number => {
    const names = [zh.toLowerCase(), en.toLowerCase(), role.toLowerCase()]
    if (names.includes(wanted)) return 0
    if (names.some((name) => name.startsWith(wanted))) return 1
    if (names.some((name) => name.includes(wanted))) return 2
    return path.toLowerCase().includes(wanted) ? 3 : 4
  }
  return groups
    .flatMap((group) => group.pages)
    .filter((page) => !page.hidden)
    .map((page) => ({ page, rank: rank(page) }))
    .filter((found) => found.rank < 4)
    .toSorted((left, right) => left.rank - right.rank)
    .map((found) => found.page)
}
