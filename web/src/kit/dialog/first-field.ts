const fields =
  'input:not([disabled]):not([readonly]):not([type=hidden]):not([aria-hidden=true]), textarea:not([disabled]):not([readonly])'

/** Visible input fields in document order. */
function shownFields(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(fields)].filter((field) => field.checkVisibility())
}

/** Whether the element contains visible input fields. */
export function hasFields(place: HTMLElement | null): boolean {
  return place !== null && shownFields(place).length > 0
}

/**
 * Focuses the first input field of an opened element, else the given button if it is enabled, else the element itself,
 * so that the arrow keys scroll it. A form in which nothing must be filled in (`data-optional`) is passed over if there
 * is a button: Enter confirms what is proposed. Never the X: Enter would close without doing what was asked.
 */
export function focusFirst(
  place: HTMLElement | null,
  otherwise: HTMLButtonElement | null = null,
): void {
  if (place === null) return
  // What came late, such as a grid, has it already.
  if (place !== document.activeElement && place.contains(document.activeElement)) return
  const shown = shownFields(place)
  const asked = shown.find((field) => field.closest('[data-optional=true]') === null)
  const target = asked ?? otherwise ?? shown[0] ?? null
  if (target !== null && !target.matches(':disabled')) {
    target.focus({ preventScroll: true })
    return
  }
  focusItself(place)
}

/** Focuses an element that is no field and no button: Enter does nothing there, the arrow keys scroll it. */
export function focusItself(place: HTMLElement): void {
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}
