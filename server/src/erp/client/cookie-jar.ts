/** The session cookies of one service: all of them travel with every call (spec sap.md, "CSRF"). */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  /** Takes over what a reply sets or removes. */
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

  /** Value of the Cookie header; '' when there is none to send. */
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
