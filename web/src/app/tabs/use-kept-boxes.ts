import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Keeps the boxes of a page that sleeps in a place which hides it already. Activity gives its
 * elements `display: none`, again with each rendering of the hidden page. Nobody sees that, as
 * the place reckons no styles inside; but the first who asks a hidden element for its style or
 * size (an observer, a script of a reader) makes the browser throw all boxes of the page away, and
 * its return costs three frames. So the style goes before anybody else has a turn.
 */
export function useKeptBoxes(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (place.current === null ? undefined : keepBoxes(place.current)), [place])
}

/** Returns the end of it. */
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
