/** The file name without path and control characters, at most 200 characters, keeping its extension. */
export function plainFileName(given: string): string {
  const name = (given.split(/[\\/]/).pop() ?? '')
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what must go
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e]/g, '')
    .trim()
  if (name.length <= 200) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, 200 - extension.length) + extension
}
