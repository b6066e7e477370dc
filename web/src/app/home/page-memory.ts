import { createStore } from '../../kit/store.ts'

const recentMax = 12

interface PageMemory {
  favourites: readonly string[]
  recents: readonly string[]
}

let owner: string | null = null
const keyOf = (account: string): string => `pages:${account}`

/** Paths a person marked, and those opened last, newest first. */
export const pageMemory = createStore<PageMemory>({ favourites: [], recents: [] }, (memory) => {
  if (owner !== null) localStorage.setItem(keyOf(owner), JSON.stringify(memory))
})

/** Reads what the person had; called at sign-in. */
export function rememberPagesOf(account: string): void {
  owner = null
  pageMemory.set(read(account))
  owner = account
}

function read(account: string): PageMemory {
  const text = localStorage.getItem(keyOf(account))
  if (text === null) return { favourites: [], recents: [] }
  try {
    const { favourites, recents } = JSON.parse(text) as PageMemory
    return { favourites, recents }
  } catch {
    // Not ours; the person starts with an empty home.
    return { favourites: [], recents: [] }
  }
}

export function noteOpened(path: string): void {
  pageMemory.set((memory) => ({
    ...memory,
    recents: [path, ...memory.recents.filter((known) => known !== path)].slice(0, recentMax),
  }))
}

export function toggleFavourite(path: string): void {
  pageMemory.set((memory) => ({
    ...memory,
    favourites: memory.favourites.includes(path)
      ? memory.favourites.filter((known) => known !== path)
      : [...memory.favourites, path],
  }))
}
