import type { Conditions } from './filter-bar.tsx'

/** How a list stands at the moment. */
export interface Standing {
  conditions: Conditions
  /** The person's view it was opened with. */
  activeId: string | null
  /** Somebody else's view that is being looked at, and how the list stood before. */
  visited: { id: string; before: Standing } | null
}

/** In the session storage: a reload of the page finds each list as it stood (shell.md section 8). */
const storageName = 'lists'

let known: Map<string, Standing> | null = null

function lists(): Map<string, Standing> {
  known ??= new Map(stored())
  return known
}

/** How a list was left in a tab that is still open; undefined for one that is opened afresh. */
export function recallList(pageKey: string): Standing | undefined {
  return lists().get(pageKey)
}

export function rememberList(pageKey: string, standing: Standing): void {
  lists().set(pageKey, standing)
  store()
}

/** Forgets the lists of all other pages: one closed and opened again is fresh (shell.md section 2). */
export function keepListsOf(paths: ReadonlySet<string>): void {
  let hasForgotten = false
  for (const pageKey of lists().keys()) {
    const [path = ''] = pageKey.split(' ')
    if (!path.startsWith('/') || paths.has(path)) continue
    lists().delete(pageKey)
    hasForgotten = true
  }
  if (hasForgotten) store()
}

/** Another person finds nothing of what was looked for before. */
export function forgetLists(): void {
  known = new Map()
  sessionStorage.removeItem(storageName)
}

function store(): void {
  sessionStorage.setItem(storageName, JSON.stringify([...lists()]))
}

function stored(): [string, Standing][] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    // Nothing that was kept can be read: the lists open as declared.
    return []
  }
}

function isEntry(entry: unknown): entry is [string, Standing] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const conditions: unknown = Object(entry[1]).conditions
  const { search, values } = Object(conditions) as { search?: unknown; values?: unknown }
  return typeof search === 'string' && typeof values === 'object' && values !== null
}
