import type { Conditions } from './filter-bar.tsx'

/** The current state of a list. */
export interface Standing {
  conditions: Conditions
  /** The user's view with which it was opened. */
  activeId: string | null
  /** A shared view being shown, and the state before it. */
  visited: { id: string; before: Standing } | null
}

/** In session storage: a page reload restores each list (shell.md section 8). */
const storageName = 'lists'

let known: Map<string, Standing> | null = null

function lists(): Map<string, Standing> {
  known ??= new Map(stored())
  return known
}

/** The state of a list in an open tab; undefined for a newly opened one. */
export function recallList(pageKey: string): Standing | undefined {
  return lists().get(pageKey)
}

export function rememberList(pageKey: string, standing: Standing): void {
  lists().set(pageKey, standing)
  store()
}

/** Discards the lists of all other pages: a page closed and opened again starts fresh (shell.md section 2). */
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

/** Another user must not see previous searches. */
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
    // Unreadable storage: lists open as declared.
    return []
  }
}

function isEntry(entry: unknown): entry is [string, Standing] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const conditions: unknown = Object(entry[1]).conditions
  const { search, values } = Object(conditions) as { search?: unknown; values?: unknown }
  return typeof search === 'string' && typeof values === 'object' && values !== null
}
