import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { Person } from './person.ts'

const screenshots = resolve(import.meta.dirname, '../../node_modules/.cache/e2e')

/** The users of a journey, each signed in once, with a separate browser profile. */
export class People {
  readonly #known = new Map<string, Promise<Person>>()
  readonly #browser: Browser
  /** The URL of the product, with a trailing slash. */
  readonly address: string

  constructor(browser: Browser, address: string) {
    this.#browser = browser
    this.address = address
  }

  /** The user of a demonstration account. */
  as(account: string): Promise<Person> {
    const known = this.#known.get(account)
    if (known !== undefined) return known
    const person = Person.signIn(this.#browser, this.address, account)
    this.#known.set(account, person)
    return person
  }

  /** Takes screenshots of all users when a test fails. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true })
    for (const [account, person] of this.#known) {
      const file = join(screenshots, `${name.slice(0, 40)} ${account}.png`)
      await (await person).page.screenshot({ path: file })
    }
  }

  async leave(): Promise<void> {
    for (const person of this.#known.values()) await (await person).leave()
  }
}
