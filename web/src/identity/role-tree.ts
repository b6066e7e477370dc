import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { CataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'

export interface RoleNode {
  key: string
  label: Label
  /** Role code of this line. */
  role: string
  children: RoleNode[]
}

/**
 * The catalogue as a tree of groups and pages with their role codes. A code of several pages is checked on all of them.
 */
export function roleTree(pages: readonly CataloguePage[]): RoleNode[] {
  const groups = Map.groupBy(pages, (page) => page.group)
  return [...groups].flatMap(([path, inGroup]) => {
    const [first] = inGroup
    if (first === undefined) return []
    return [
      {
        key: path,
        label: { zh: first.groupZh, en: first.groupEn },
        role: first.groupRole,
        children: inGroup.map((page) => ({
          key: page.path,
          label: { zh: page.zh, en: page.en },
          role: page.role,
          children: [],
        })),
      },
    ]
  })
}

/** Keys of the lines whose role the user has. */
export function checkedKeys(tree: readonly RoleNode[], roles: ReadonlySet<string>): string[] {
  return tree.flatMap((node) => [
    ...(node.role !== '' && roles.has(node.role) ? [node.key] : []),
    ...checkedKeys(node.children, roles),
  ])
}

/**
 * The roles after checking or clearing one line: checking a page adds its group's code, without which the menu hides
 * the page; clearing a group clears its pages.
 */
export function withTicked(
  tree: readonly RoleNode[],
  roles: ReadonlySet<string>,
  key: string,
  isTicked: boolean,
): Set<string> {
  const next = new Set(roles)
  for (const group of tree) {
    if (group.key === key) {
      for (const role of [group.role, ...group.children.map((page) => page.role)])
        setRole(next, role, isTicked)
    }
    for (const page of group.children) {
      if (page.key !== key) continue
      setRole(next, page.role, isTicked)
      if (isTicked) setRole(next, group.role, true)
    }
  }
  return next
}

function setRole(roles: Set<string>, role: string, isHeld: boolean): void {
  if (role === '') return
  if (isHeld) roles.add(role)
  else roles.delete(role)
}
