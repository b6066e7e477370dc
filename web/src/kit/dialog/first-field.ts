const fields =
  'input:not([disabled]):not([readonly]):not([type=hidden]):not([aria-hidden=true]), textarea:not([disabled]):not([readonly])'

/** Where something can be entered, in the order of the page; what is not shown is left out. */
function shownFields(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(fields)].filter((field) => field.checkVisibility())
}

/** Whether anything can be entered in there. */
export function hasFields(place: HTMLElement | null): boolean {
  return place !== null && shownFields(place).length > 0
}

/**
 * Puts the keyboard where work begins in what was just opened: the first field, else the button given,
 * else the place itself, so that the arrows scroll it. Never the X in the corner.
 */
export function focusFirst(place: HTMLElement | null, otherwise: HTMLElement | null = null): void {
  if (place === null) return
  const target = shownFields(place)[0] ?? otherwise
  if (target !== null) {
    target.focus({ preventScroll: true })
    return
  }
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}
