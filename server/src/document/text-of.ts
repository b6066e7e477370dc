/** The first of these that says anything, as text; '' when none does. Rows of any document are read this way. */
export function textOf(...candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate !== '') return candidate
    if (typeof candidate === 'number') return String(candidate)
  }
  return ''
}
