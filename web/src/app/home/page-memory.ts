import { onPreference, readPreference, writePreference } from '../../kit/preferences/preferences.ts'
import { createStore } from '../../kit/state/store.ts'

const recentMax = 12
const favouriteMax = 60

interface PageMemory {
  favourites: readonly string[]
  recents: readonly string[]
}

/** Favourite paths and recently opened ones, latest first; stored on the server per user. */
export const pageMemory = createStore<PageMemory>({ favourites: [], recents: [] })

/** Follows the stored preference, including changes in other windows; called at sign-in, once it is open. */
export function rememberPages(): () => void {
  const take = (): void =>
    pageMemory.set({
      favourites: pathsOf(readPreference('favourites')),
      recents: pathsOf(readPreference('recents')),
    })
  take()
  const ends = [onPreference('favourites', take), onPreference('recents', take)]
  return () => {
    for (const end of ends) end()
  }
}

function pathsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : []
}

export function noteOpened(path: string): void {
  const { recents } = pageMemory.get()
  if (recents[0] === path) return
  const others = recents.filter((known) => known !== path)
  writePreference('recents', [path, ...others].slice(0, recentMax))
}

export function toggleFavourite(path: string): void {
  const { favourites } = pageMemory.get()
  const isMarked = favourites.includes(path)
  const others = favourites.filter((known) => known !== path)
  writePreference('favourites', isMarked ? others : [...others, path].slice(-favouriteMax))
}
