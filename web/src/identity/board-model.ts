import type { BoardGroup, BoardItem } from '@kufang/contract/identity/relation-board.ts'
import type { UserRelationValue } from '@kufang/contract/identity/user-relations.ts'

// What is ticked on the board of a user, and what saving it would change.

export const keyOf = (value: UserRelationValue): string => JSON.stringify(value)

const itemsOf = (groups: readonly BoardGroup[]): BoardItem[] =>
  groups.flatMap(({ all, items }) => (all === null ? items : [all, ...items]))

/** The keys of what the user is related to now. */
export function grantedKeys(groups: readonly BoardGroup[]): Set<string> {
  // Of groups that share one value for all (material groups) it counts once.
  return new Set(
    itemsOf(groups)
      .filter(({ id }) => id !== null)
      .map(({ value }) => keyOf(value)),
  )
}

/** What saving would add and end. */
export function boardChanges(
  groups: readonly BoardGroup[],
  ticked: ReadonlySet<string>,
): { added: UserRelationValue[]; ended: string[] } {
  const items = new Map(itemsOf(groups).map((item) => [keyOf(item.value), item]))
  const changed = [...items].filter(([key, { id }]) => ticked.has(key) !== (id !== null))
  return {
    added: changed.flatMap(([, { id, value }]) => (id === null ? [value] : [])),
    ended: changed.flatMap(([, { id }]) => (id === null ? [] : [id])),
  }
}

/** The groups with the items whose code or name contains the text. */
export function matching(groups: readonly BoardGroup[], text: string): readonly BoardGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return groups
  const has = (...words: readonly string[]) =>
    words.some((word) => word.toLowerCase().includes(wanted))
  return groups.flatMap((group) => {
    if (has(group.code, group.name)) return [group]
    const items = group.items.filter(({ code, name }) => has(code, name))
    return items.length === 0 ? [] : [{ ...group, items }]
  })
}
