/** The session cookies of one service; all are sent with every call (spec sap.md, "CSRF"). */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  /** Stores or removes the cookies of a response. */
  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      if (at < 1) continue
      const name = pair.slice(0, at).trim()
      const value = pair.slice(at + 1).trim()
      if (value === '' || attributes.some(isExpired)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  /** The value of the Cookie header; '' if there are no cookies. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  clear(): void {
    this.#cookies.clear()
  }
}

function isExpired(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0
  if (name.toLowerCase() !== 'expires') return false
  const moment = Date.parse(value)
  return !Number.isNaN(moment) && moment <= Date.now()
}
