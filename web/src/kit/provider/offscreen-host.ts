let place: HTMLElement | null = null

/** An invisible element in which elements keep their size while their tab is hidden. */
function offscreenHost(): HTMLElement {
  if (place !== null) return place
  place = document.createElement('div')
  place.setAttribute('aria-hidden', 'true')
  place.inert = true
  place.style.cssText =
    'position:fixed;left:0;top:0;width:0;height:0;overflow:hidden;visibility:hidden;contain:strict;pointer-events:none'
  document.body.append(place)
  return place
}

const scrolledBelow = new WeakMap<HTMLElement, Set<Element>>()

/** Records which descendants were scrolled, because moving elements in the document resets scroll positions. */
export function watchScrolling(element: HTMLElement): void {
  const known = new Set<Element>()
  scrolledBelow.set(element, known)
  const note = ({ target }: Event): void => {
    if (target instanceof Element) known.add(target)
  }
  element.addEventListener('scroll', note, { capture: true, passive: true })
}

function move(element: HTMLElement, target: HTMLElement): void {
  const places = [...(scrolledBelow.get(element) ?? [])].map((below) => ({
    below,
    top: below.scrollTop,
    left: below.scrollLeft,
  }))
  target.append(element)
  for (const { below, top, left } of places) {
    below.scrollTop = top
    below.scrollLeft = left
  }
}

/**
 * Moves an element aside with its current size. Inside a hidden page its size would be 0: AG Grid would discard its
 * cells and recreate them on return, which takes several times as long as the rest of the switch.
 */
export function layAside(element: HTMLElement): void {
  const { width, height } = element.getBoundingClientRect()
  if (width > 0 && height > 0) {
    element.style.width = `${width}px`
    element.style.height = `${height}px`
  }
  move(element, offscreenHost())
}

/** Moves it back; it takes the size of its container again. */
export function bringBack(element: HTMLElement, home: HTMLElement): void {
  if (element.parentElement === home) return
  element.style.width = ''
  element.style.height = '100%'
  move(element, home)
}
