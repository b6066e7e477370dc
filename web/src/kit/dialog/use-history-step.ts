import { useEffect, useEffectEvent, useRef } from 'react'
import { useTab } from '../tab/tab-context.ts'

let count = 0

/** The step of a history entry that an open panel made. */
function stepOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'step' in entry ? entry.step : null
}

/**
 * Makes an open panel a step of the browser's history: Back closes it as Escape does, so that nothing entered is lost
 * without a question, and stays on the page. Closed in another way, it takes its step back.
 */
export function useHistoryStep(
  isOpen: boolean,
  leave: (event: { key: string; target: null }) => void,
): void {
  const tab = useTab()
  const own = useRef<string | null>(null)
  const isOfTab = tab.key !== ''
  useEffect(() => {
    // An effect also runs again when a kept page is shown; the step is still there then.
    if (isOfTab && isOpen && own.current === null) {
      count += 1
      own.current = `${Date.now().toString(36)}.${count}`
      history.pushState({ ...(history.state as object | null), step: own.current }, '')
      return
    }
    if (isOpen || own.current === null) return
    const isLast = stepOf(history.state) === own.current
    own.current = null
    if (isLast) history.back()
  }, [isOpen, isOfTab])
  const goBack = useEffectEvent(() => {
    const here = location.hash.slice(1).split(/[?#]/)[0]
    const isHere = tab.isShownNow() && here === tab.key
    const isGone = own.current !== null && stepOf(history.state) !== own.current
    if (isHere && isGone) leave({ key: 'Escape', target: null })
  })
  useEffect(() => {
    if (!isOpen || !isOfTab) return undefined
    const listen = (): void => goBack()
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [isOpen, isOfTab])
}
