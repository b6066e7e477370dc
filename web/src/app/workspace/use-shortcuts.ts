import { useEffect, useEffectEvent } from 'react'
import { navigate } from '../location/hash-location.ts'
import { panelId, tabStore } from '../tabs/tab-store.ts'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import { wishOf } from './shortcuts.ts'
import type { KeyWish } from './shortcuts.ts'

/** The keys that count everywhere. Buttons say with `aria-keyshortcuts` which of them is theirs. */
export function useShortcuts(commands: TabCommands, openList: () => void): void {
  const follow = useEffectEvent((wish: KeyWish): void => {
    const { activePath } = tabStore.get()
    switch (wish.kind) {
      case 'list':
        openList()
        return
      case 'search':
        document.querySelector<HTMLElement>('[data-menu-search] input')?.focus()
        return
      case 'close':
        void commands.close(activePath, 'self')
        return
      case 'reopen':
        commands.reopen()
        return
      case 'previous':
      case 'next':
        goBeside(activePath, wish.kind === 'next' ? 1 : -1)
        return
      case 'press':
        pressButton(activePath, wish.keys)
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.repeat || event.isComposing) return
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]') !== null
      const wish = wishOf(event, isTyping)
      if (wish === null) return
      if (wish.kind === 'search') {
        // The page in front has the first say: its own listener may stand behind this one.
        setTimeout(() => {
          if (!event.defaultPrevented) follow(wish)
        }, 0)
        return
      }
      // Not the browser's own meaning, such as saving the page as a file.
      event.preventDefault()
      follow(wish)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function goBeside(activePath: string, step: 1 | -1): void {
  const { tabs } = tabStore.get()
  const at = tabs.findIndex((tab) => tab.path === activePath)
  const beside = tabs[(at + step + tabs.length) % tabs.length]
  if (beside !== undefined) navigate(beside.location)
}

/** Presses the button that announces the keys: in the dialog on top, else in the page in front. */
function pressButton(activePath: string, keys: string): void {
  const page = document.querySelector(`#${CSS.escape(panelId(activePath))}`)
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(isVisible).toReversed()
  for (const place of [...dialogs, page]) {
    const button = [
      ...(place?.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts~="${keys}"]`) ?? []),
    ].find((found) => isVisible(found) && !found.disabled)
    if (button !== undefined) {
      button.click()
      return
    }
    // What is behind a dialog is out of reach; beside a panel it is not.
    if (place?.classList.contains('ant-modal') === true) return
  }
}

function isVisible(element: Element): boolean {
  // A hidden page may keep its layout, so having a place is not enough.
  return element.checkVisibility({ visibilityProperty: true })
}
