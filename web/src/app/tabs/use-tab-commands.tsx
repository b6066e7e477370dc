import { useCallback, useEffect, useMemo } from 'react'
import { useConfirm } from '../../kit/dialog/use-confirm.tsx'
import { listed, useLanguage } from '../../kit/text/language.ts'
import { navigate, replaceLocation, targetText } from '../location/hash-location.ts'
import { closeTabs, reopen, setPinned, tabsToClose } from './tab-state.ts'
import type { CloseWhich, Tab } from './tab-state.ts'
import { hasUnsavedWork, onCloseRequested, tabStore } from './tab-store.ts'

export interface TabCommands {
  close: (path: string, which: CloseWhich) => Promise<void>
  refresh: (path: string) => Promise<void>
  pin: (path: string, isPinned: boolean) => void
  reopen: () => void
  openInNewWindow: (path: string) => void
  /** Asks once when any tab holds unsaved work; true to go on. */
  mayLeaveAll: () => Promise<boolean>
}

/** What the strip, its menu, the keyboard and the top bar do with tabs. */
export function useTabCommands(): TabCommands {
  const confirm = useConfirm()
  const { label } = useLanguage()

  const agree = useCallback(
    async (tabs: readonly Tab[]): Promise<boolean> => {
      const losing = tabs.filter((tab) => tab.isDirty)
      if (losing.length === 0) return true
      const names = listed(losing.map((tab) => label(tab.title)))
      return confirm({
        title: label({ zh: '有未保存的内容', en: 'There is unsaved work' }),
        content: label({
          zh: `继续将丢失未保存的内容：${names}`,
          en: `It will be lost if you go on: ${names}`,
        }),
        actionText: label({ zh: '放弃并继续', en: 'Discard and go on' }),
        isDangerous: true,
      })
    },
    [confirm, label],
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
        // Replacing leaves no entry in the history; so the page must be in front before.
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
    // The browser asks by itself on reload and on closing the window.
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedWork(tabStore.get().tabs)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return commands
}
