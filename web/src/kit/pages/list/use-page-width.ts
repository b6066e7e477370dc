import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** The width of the last list drawn: all pages have the same width, so a new list is right from its first frame. */
let lastWidth: number | null = null

/** The width in pixels of an element as wide as the page, also after the window or the menu changes. */
export function usePageWidth<E extends HTMLElement>(): { ref: RefObject<E | null>; width: number } {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(() => lastWidth ?? window.innerWidth)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // It reports first after the next layout; reading the width here would force one.
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0
      // The page of a hidden tab has no width.
      if (now === 0) return
      lastWidth = now
      setWidth(now)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
