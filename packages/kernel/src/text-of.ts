/** The first non-empty candidate as text; '' if there is none. Used to read values from rows of any document. */
export function textOf(...candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate !== '') return candidate
    if (typeof candidate === 'number') return String(candidate)
  }
  return ''
}
