/** The value of a cookie, or null; an undecodable one counts as absent. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at) === name) return decoded(pair.slice(at + 1))
  }
  return null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not written by us; treat it as absent, the next write replaces it.
    return null
  }
}

/** Writes a cookie for the whole product; without `maxAgeSeconds` it is a session cookie. */
export function writeCookie(name: string, value: string, maxAgeSeconds?: number): void {
  const age = maxAgeSeconds === undefined ? '' : `; max-age=${maxAgeSeconds}`
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- `Cookie Store` is missing over plain http, where many plants run their own servers
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${age}${secure}`
}

export function removeCookie(name: string): void {
  writeCookie(name, '', 0)
}

/** One year, for settings. */
export const oneYearSeconds = 31_536_000
