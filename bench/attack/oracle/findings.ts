import type { Account } from './account.ts'

/** What was compared and what differs: account, call, key and field. */
export class Findings {
  readonly problems: string[] = []
  /** Answers compared, and rows, lines and fields expected in them. */
  compared = 0
  expected = 0
  /** Documents that are closed to an account, seen in part, or with fields that nobody sees yet. */
  closed = 0
  mixed = 0
  hiddenNow = 0

  add({ account }: Account, call: string, words: string): void {
    this.problems.push(`${account}: ${call}: ${words}`)
  }

  /** Rows by their keys, both ways; a few of each are named. */
  compareKeys(
    account: Account,
    call: string,
    expected: ReadonlySet<string>,
    shown: ReadonlySet<string>,
  ): void {
    this.compared += 1
    this.expected += expected.size
    const name = (what: string, keys: string[]) => {
      if (keys.length > 0)
        this.add(account, call, `${what} ${keys.length}: ${keys.slice(0, 3).join(', ')}`)
    }
    name(
      'shows what is not his',
      [...shown].filter((key) => !expected.has(key)),
    )
    name(
      'lacks what is his',
      [...expected].filter((key) => !shown.has(key)),
    )
  }

  /** No field of these names with a value, at any depth, and the planted amount nowhere. */
  compareFields(
    account: Account,
    call: string,
    answer: unknown,
    hidden: ReadonlySet<string>,
    planted: string | null,
  ): void {
    this.compared += 1
    const found = findNames(answer, hidden)
    if (found !== null) this.add(account, call, `shows the field ${found}`)
    if (planted !== null && JSON.stringify(answer ?? null).includes(planted))
      this.add(account, call, `shows the planted amount ${planted}`)
  }
}

/** The path to the first field of these names that has a value; null if there is none. */
function findNames(value: unknown, names: ReadonlySet<string>): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    if (names.has(name) && inner !== null) return name
    const found = findNames(inner, names)
    if (found !== null) return `${name}.${found}`
  }
  return null
}
