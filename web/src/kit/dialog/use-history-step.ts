import { useEffect, useEffectEvent, useRef } from 'react'
import { beginStep, isAtStep, parseTarget, takeStepBack } from '../location/hash-location.ts'
import { useTab } from '../tab/tab-context.ts'

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
      own.current = beginStep()
      return
    }
    if (isOpen || own.current === null) return
    const step = own.current
    own.current = null
    takeStepBack(step)
  }, [isOpen, isOfTab])
  const goBack = useEffectEvent(() => {
    // The browser has gone back already; whoever follows it may not have been told yet.
    const here = parseTarget(location.hash.slice(1)).pathname
    const isHere = tab.isShownNow() && here === tab.key
    const isGone = own.current !== null && !isAtStep(own.current)
    if (isHere && isGone) leave({ key: 'Escape', target: null })
  })
  useEffect(() => {
    if (!isOpen || !isOfTab) return undefined
    const listen = (): void => goBack()
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [isOpen, isOfTab])
}
