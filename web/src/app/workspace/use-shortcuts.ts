import { useEffect, useEffectEvent } from 'react'
import { toast } from '../../kit/feedback/toast.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { isTyping } from '../../kit/text/is-typing.ts'
import { panelId, tabStore } from '../tabs/tab-store.ts'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import { wishOf } from './shortcuts.ts'
import type { KeyWish } from './shortcuts.ts'

/** The global shortcuts. Buttons declare theirs with `aria-keyshortcuts`. */
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
      const wish = wishOf(event, isTyping(event))
      if (wish === null) return
      if (wish.kind === 'search') {
        // The visible page takes precedence: its listener may be registered after this one.
        setTimeout(() => {
          if (!event.defaultPrevented) follow(wish)
        }, 0)
        return
      }
      // Suppresses the browser's own shortcut, such as saving the page as a file.
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

const notYet = { zh: '内容还在读取，请稍候再按', en: 'Still reading; press again in a moment' }

/**
 * Clicks the button that declares the keys: in the topmost dialog, else on the visible page. Keys that meet only a
 * disabled button are answered with its reason, so that they are never silent.
 */
function pressButton(activePath: string, keys: string): void {
  const page = document.querySelector(`#${CSS.escape(panelId(activePath))}`)
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(isVisible).toReversed()
  for (const place of [...dialogs, page]) {
    const buttons = [
      ...(place?.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts~="${keys}"]`) ?? []),
    ].filter(isVisible)
    const button = buttons.find((found) => !found.disabled) ?? buttons[0]
    if (button?.disabled === true) {
      toast.info(button.title === '' ? notYet : button.title)
      return
    }
    if (button !== undefined) {
      button.click()
      return
    }
    // A modal dialog blocks the page behind it; a panel does not.
    if (place?.classList.contains('ant-modal') === true) return
  }
}

function isVisible(element: Element): boolean {
  // A hidden page may keep its layout, so a size is not sufficient.
  return element.checkVisibility({ visibilityProperty: true })
}
