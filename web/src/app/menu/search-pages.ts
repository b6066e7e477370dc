import { rankOf } from '../finding/rank-texts.ts'
import type { AppPage } from '../page-list.ts'
import type { MenuEntry } from './menu-entries.ts'

/**
 * Finds pages by Chinese title, its pinyin or initials, English title, role code or path, best matches first; equal
 * matches in order of recent use, then those named after their group, then in that of the menu.
 */
export function searchPages(
  entries: readonly MenuEntry[],
  text: string,
  recents: readonly string[] = [],
): AppPage[] {
  const ageOf = (path: string): number => {
    const at = recents.indexOf(path)
    return at === -1 ? recents.length : at
  }
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry.found, text)
      return rank === null ? [] : [{ ...entry, rank }]
    })
    .toSorted(
      (left, right) =>
        left.rank - right.rank ||
        ageOf(left.page.path) - ageOf(right.page.path) ||
        Number(right.isNamedAfterGroup) - Number(left.isNamedAfterGroup),
    )
    .map((found) => found.page)
}
