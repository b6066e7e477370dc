/**
 * Moves the focus to a field of a page, unless the person has begun to write in another one of that page: what is typed
 * would end in a field that nobody chose.
 */
export function focusWhereFree(field: HTMLElement): void {
  const focused = document.activeElement
  const page = field.closest('[role="tabpanel"]')
  const isWriting =
    focused !== null &&
    page?.contains(focused) === true &&
    focused.matches('input, textarea, select, [contenteditable]')
  if (!isWriting) field.focus({ preventScroll: true })
}
