import { useCallback, useEffect, useMemo } from 'react'
import { useChoice } from '../../kit/dialog/use-confirm.tsx'
import { listed, useLanguage } from '../../kit/text/language.ts'
import { navigate, replaceLocation, targetText } from '../../kit/location/hash-location.ts'
import { closeTabs, reopen, setPinned, tabsToClose } from './tab-state.ts'
import type { CloseWhich, Tab } from './tab-state.ts'
import { hasUnsavedWork, onCloseRequested, tabStore, unsavedWorkOf } from './tab-store.ts'

export interface TabCommands {
  close: (path: string, which: CloseWhich) => Promise<void>
  refresh: (path: string) => Promise<void>
  pin: (path: string, isPinned: boolean) => void
  reopen: () => void
  openInNewWindow: (path: string) => void
  /** Asks once if any tab has unsaved input, and saves or discards it; true to continue. */
  mayLeaveAll: () => Promise<boolean>
}

/** The tab commands of the strip, its menu, the keyboard and the top bar. */
// oxlint-disable-next-line max-lines-per-function -- one list of commands
export function useTabCommands(): TabCommands {
  const choose = useChoice()
  const { label } = useLanguage()

  const agree = useCallback(
    async (tabs: readonly Tab[]): Promise<boolean> => {
      const losing = tabs.filter((tab) => tab.isDirty)
      if (losing.length === 0) return true
      const names = listed(losing.map((tab) => label(tab.title)))
      const work = losing.flatMap(unsavedWorkOf)
      const canKeep = work.length > 0 && work.every(({ keep }) => keep !== undefined)
      const chosen = await choose({
        title: label({ zh: '有未保存的内容', en: 'There is unsaved work' }),
        content: canKeep
          ? label({
              zh: `${names}：保存为草稿后可以继续填写；放弃后内容无法恢复。`,
              en: `${names}: saved as a draft, it can be continued later; discarded, it cannot be restored.`,
            })
          : label({
              zh: `${names}：放弃后内容无法恢复。`,
              en: `${names}: discarded, it cannot be restored.`,
            }),
        choices: [
          { key: 'stay', text: label({ zh: '留在此页', en: 'Stay' }), isFocused: !canKeep },
          {
            key: 'discard',
            text: label({ zh: '放弃并继续', en: 'Discard and continue' }),
            isDangerous: true,
          },
          ...(canKeep
            ? [
                {
                  key: 'keep' as const,
                  text: label({ zh: '保存草稿并继续', en: 'Save draft and continue' }),
                  isMain: true,
                  isFocused: true,
                },
              ]
            : []),
        ],
      })
      if (chosen === 'discard') for (const { discard } of work) discard?.()
      if (chosen !== 'keep') return chosen === 'discard'
      for (const { keep } of work) if ((await keep?.()) === false) return false
      return true
    },
    [choose, label],
  )
  const commands = useMemo(
    (): TabCommands => ({
      close: async (path, which) => {
        if (!(await agree(tabsToClose(tabStore.get(), path, which)))) return
        const before = tabStore.get()
        const { state, next } = closeTabs(before, path, which)
        tabStore.set(state)
        if (next === null) navigate('/')
        else if (next.pathname !== before.activePath) navigate(next)
      },
      refresh: async (path) => {
        const tab = tabStore.get().tabs.find((known) => known.path === path)
        if (tab === undefined || !(await agree([tab]))) return
        // Replacing adds no history entry, so the page must be active before.
        if (tabStore.get().activePath !== path) navigate(tab.location)
        replaceLocation(`/redirect${targetText(tab.location)}`)
      },
      pin: (path, isPinned) => tabStore.set((state) => setPinned(state, path, isPinned)),
      reopen: () => {
        const { state, location } = reopen(tabStore.get())
        tabStore.set(state)
        if (location !== null) navigate(location)
      },
      openInNewWindow: (path) => {
        const tab = tabStore.get().tabs.find((known) => known.path === path)
        if (tab !== undefined) window.open(`#${targetText(tab.location)}`, '_blank', 'noopener')
      },
      mayLeaveAll: () => agree(tabStore.get().tabs),
    }),
    [agree],
  )

  useEffect(() => {
    onCloseRequested((path) => {
      commands.pin(path, false)
      void commands.close(path, 'self')
    })
  }, [commands])
  useEffect(() => {
    // The browser itself asks on reload and on closing the window.
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedWork(tabStore.get().tabs)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return commands
}
