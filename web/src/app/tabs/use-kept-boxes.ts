import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Keeps the layout boxes of a deactivated page inside an element that already hides it. Activity sets `display: none`
 * on its elements, again with each rendering of the hidden page. This has no visible effect, because the element does
 * not compute styles inside; but the first access to the style or size of a hidden element (by an observer or a script
 * of a screen reader) makes the browser discard all boxes of the page, and its return costs three frames. The style is
 * therefore removed before any other code runs.
 */
export function useKeptBoxes(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (place.current === null ? undefined : keepBoxes(place.current)), [place])
}

/** Returns the function that stops it. */
function keepBoxes(place: HTMLElement): () => void {
  const observer = new MutationObserver(keep)
  function keep(): void {
    observer.observe(place, { childList: true })
    for (const element of place.children) {
      if (!(element instanceof HTMLElement)) continue
      if (element.style.display === 'none') element.style.removeProperty('display')
      observer.observe(element, { attributeFilter: ['style'] })
    }
  }
  keep()
  return () => observer.disconnect()
}
