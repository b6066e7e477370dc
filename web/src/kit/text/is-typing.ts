/** Put on a box in which labels are scanned; see `isTyping`. */
export const scanBoxMark = { 'data-scan-box': '' }

/**
 * Whether a key pressed there writes text, so that it is no shortcut. An empty box for scanning has the focus when its page
 * opens although nobody has begun to write, and no label begins with a slash.
 */
export function isTyping({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  if (!(target instanceof HTMLElement)) return false
  const field = target.closest('input, textarea, select, [contenteditable]')
  if (field === null) return false
  const isUntouched =
    field.matches('input[data-scan-box]') && (field as HTMLInputElement).value === ''
  return !(key === '/' && isUntouched)
}
