import { useCallback, useSyncExternalStore } from 'react'
import { createStore, useStore } from '../state/store.ts'
import type { Store } from '../state/store.ts'

const versions = new Map<string, Store<number>>()

function versionOf(entity: string): Store<number> {
  const known = versions.get(entity)
  if (known !== undefined) return known
  const made = createStore(0)
  versions.set(entity, made)
  return made
}

/**
 * Marks lists of these entities (names of documents, masters or queries) as stale in all tabs; the visible one reloads
 * immediately, others when shown again.
 */
export function markStale(...entities: readonly string[]): void {
  for (const entity of entities) versionOf(entity).set((version) => version + 1)
}

/** A number incremented by each write to the entity. */
export function useEntityVersion(entity: string): number {
  return useStore(versionOf(entity))
}

/** The same for several entities, in their order. */
export function useEntityVersions(entities: readonly string[]): readonly number[] {
  const names = entities.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = names.split(' ').map((name) => versionOf(name).subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [names],
  )
  const read = (): string =>
    names
      .split(' ')
      .map((name) => versionOf(name).get())
      .join(' ')
  return useSyncExternalStore(subscribe, read).split(' ').map(Number)
}
