import { useEffect } from 'react'
import { toast } from '../../kit/feedback/toast.ts'
import { createStore, useStore } from '../../kit/state/store.ts'

type Sounds = Readonly<Record<string, string>>

const noSounds: Sounds = {}
const soundsStore = createStore<Sounds>(noSounds)

/** The pinyin syllables of a title; empty until the pinyin data is loaded. */
export function syllablesOf(title: string): readonly string[] {
  return (soundsStore.get()[title] ?? '').split(' ')
}

/** Loads the pinyin of the titles, which only a search needs. Rejects if loading fails. */
export async function loadTitleSounds(): Promise<void> {
  if (soundsStore.get() !== noSounds) return
  soundsStore.set((await import('./title-sounds.ts')).titleSounds)
}

/** Loads the pinyin during a search and renders again when it is available. */
export function useTitleSounds(isSearching: boolean): void {
  const isThere = useStore(soundsStore) !== noSounds
  useEffect(() => {
    if (isSearching && !isThere) loadTitleSounds().catch(toast.error)
  }, [isSearching, isThere])
}
