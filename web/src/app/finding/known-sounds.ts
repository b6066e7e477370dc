import { useEffect } from 'react'
import { toast } from '../../kit/feedback/toast.ts'
import { createStore, useStore } from '../../kit/store.ts'

type Sounds = Readonly<Record<string, string>>

const noSounds: Sounds = {}
const soundsStore = createStore<Sounds>(noSounds)

/** How a title sounds, syllable by syllable; nothing until the sounds are there. */
export function syllablesOf(title: string): readonly string[] {
  return (soundsStore.get()[title] ?? '').split(' ')
}

/** Fetches how the titles sound: only a search needs it. Rejects when it cannot be fetched. */
export async function loadTitleSounds(): Promise<void> {
  if (soundsStore.get() !== noSounds) return
  soundsStore.set((await import('./title-sounds.ts')).titleSounds)
}

/** For what shows finds: the sounds are fetched while somebody searches, and what they find follows. */
export function useTitleSounds(isSearching: boolean): void {
  const isThere = useStore(soundsStore) !== noSounds
  useEffect(() => {
    if (isSearching && !isThere) loadTitleSounds().catch(toast.error)
  }, [isSearching, isThere])
}
