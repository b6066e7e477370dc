/** A preference of a user; the value null means deleted. `changedAt` decides between devices. */
export interface Preference {
  key: string
  value: unknown
  changedAt: string
}

/** The part of the browser's storage used here; throws if it is full or forbidden. */
export interface LocalCopy {
  keys: () => string[]
  get: (key: string) => string | null
  set: (key: string, text: string) => void
  remove: (key: string) => void
}

export interface BookOptions {
  /** The account; each has its own copy. */
  owner: string
  copy: LocalCopy
  now: () => Date
  /** Called when changes wait to be sent. */
  onWaiting: () => void
}

interface Entry extends Preference {
  isWaiting: boolean
}

/** Maximum number of changes per request to the server. */
const perRequest = 100

/**
 * A user's preferences in this browser: available immediately, after a reload and offline, with changes not yet sent to
 * the server.
 */
export class PreferenceBook {
  readonly #prefix: string
  readonly #options: BookOptions
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(options: BookOptions) {
    this.#options = options
    this.#prefix = `preference:${options.owner}:`
    for (const name of options.copy.keys()) {
      if (!name.startsWith(this.#prefix)) continue
      const entry = readEntry(options.copy.get(name))
      if (entry !== null) this.#entries.set(entry.key, entry)
    }
  }

  get owner(): string {
    return this.#options.owner
  }

  /** Whether this browser has no preferences of the user yet. */
  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  read(key: string): unknown {
    return this.#entries.get(key)?.value ?? null
  }

  write(key: string, value: unknown): void {
    const known = this.#entries.get(key)
    if (known !== undefined && isSame(known.value, value)) return
    if (known === undefined && value === null) return
    // For two changes within a millisecond, or a clock set back, the later change still wins.
    const now = this.#options.now().toISOString()
    const changedAt = known !== undefined && known.changedAt >= now ? after(known.changedAt) : now
    this.#put({ key, value, changedAt, isWaiting: true })
    this.#options.onWaiting()
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Changes to send, at most one request. */
  waiting(): Preference[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.isWaiting)
      .slice(0, perRequest)
      .map(({ key, value, changedAt }) => ({ key, value, changedAt }))
  }

  /**
   * Merges the server's preferences: the later change of each key wins; changes accepted by the server are no longer
   * pending.
   */
  take(served: readonly Preference[]): void {
    for (const preference of served) {
      const known = this.#entries.get(preference.key)
      if (known !== undefined && known.changedAt > preference.changedAt) continue
      const isKnown = known !== undefined && isSame(known.value, preference.value)
      // Keep the same object for an equal value, so that tables are not recreated.
      const value = isKnown ? known.value : preference.value
      this.#put({ ...preference, value, isWaiting: false })
    }
  }

  /** The server rejected these permanently: they stay here and are not sent again. */
  giveUp(sent: readonly Preference[]): void {
    for (const { key, changedAt } of sent) {
      const known = this.#entries.get(key)
      if (known?.changedAt === changedAt) this.#put({ ...known, isWaiting: false })
    }
  }

  /** Another window of this browser has changed the shared copy. */
  takeFromCopy(name: string): void {
    if (!name.startsWith(this.#prefix)) return
    const entry = readEntry(this.#options.copy.get(name))
    const known = entry === null ? undefined : this.#entries.get(entry.key)
    if (entry === null || (known !== undefined && known.changedAt > entry.changedAt)) return
    this.#entries.set(entry.key, entry)
    this.#tell(entry.key)
  }

  #put(entry: Entry): void {
    const before = this.#entries.get(entry.key)?.value
    this.#entries.set(entry.key, entry)
    try {
      this.#options.copy.set(`${this.#prefix}${entry.key}`, JSON.stringify(entry))
    } catch {
      // Storage is full or forbidden: the change is kept in memory and still sent to the server.
    }
    if (before !== entry.value) this.#tell(entry.key)
  }

  #tell(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener()
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right)
}

function after(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString()
}

function readEntry(text: string | null): Entry | null {
  if (text === null) return null
  try {
    const entry = JSON.parse(text) as Partial<Entry>
    if (typeof entry.key !== 'string' || typeof entry.changedAt !== 'string') return null
    return {
      key: entry.key,
      value: entry.value ?? null,
      changedAt: entry.changedAt,
      isWaiting: entry.isWaiting === true,
    }
  } catch {
    // Not written by us; the server's value is used instead.
    return null
  }
}
