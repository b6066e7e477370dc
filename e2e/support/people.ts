import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeView } from './describe-view.ts'
import { DeclaredWalk } from './declared-walk.ts'
import { Person } from './person.ts'
import type { SharedWindows } from './shared-windows.ts'

const screenshots = resolve(import.meta.dirname, '../../node_modules/.cache/e2e')

/** The users of a journey, each signed in once, in a separate window. */
export class People {
  readonly #known = new Map<string, Promise<Person>>()
  /** Accounts asked for since the test began. */
  readonly #asked = new Set<string>()
  readonly #windows: SharedWindows
  /** The URL of the product, with a trailing slash. */
  readonly address: string
  /** What is done apart from the browser, because another journey does it there. */
  readonly walk: DeclaredWalk

  constructor(windows: SharedWindows, address: string) {
    this.#windows = windows
    this.address = address
    this.walk = new DeclaredWalk(address)
  }

  /** The user of a demonstration account. */
  as(account: string): Promise<Person> {
    this.#asked.add(account)
    const known = this.#known.get(account)
    if (known !== undefined) return known
    const person = Person.signInAt(this.#windows, this.address, account)
    this.#known.set(account, person)
    return person
  }

  /** When a test begins, which may be that of another journey of the same `describe`. */
  begin(): void {
    this.#asked.clear()
  }

  /**
   * When a test fails: takes screenshots of its users, whose windows are not used by others then.
   * @returns what each of them sees, for logs of machines whose screenshots are lost
   */
  async keepEvidence(name: string): Promise<string> {
    mkdirSync(screenshots, { recursive: true })
    const seen: string[] = []
    for (const [account, person] of this.#known) {
      if (!this.#asked.has(account)) continue
      const file = join(screenshots, `${name.slice(0, 40)} ${account}.png`)
      const { page } = await person
      await page.screenshot({ path: file })
      seen.push(`${account} sees ${await describeView(page)}`)
      this.#windows.spoil(page)
    }
    return seen.join('\n')
  }

  async leave(): Promise<void> {
    for (const person of this.#known.values()) await (await person).leave()
  }
}
