/** Maximum number of codes per call; several rows may have the same code. */
export const codesPerCall = 50

interface Waiting<Row> {
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/** Batches the codes a page requests individually, per group: a list of a hundred rows makes one call per master. */
export class CodeLoader<Group extends string, Row> {
  readonly #waiting = new Map<Group, Map<string, Waiting<Row>[]>>()
  readonly #ask: (group: Group, codes: string[]) => Promise<Row[]>
  readonly #codeOf: (group: Group, row: Row) => string

  constructor(
    ask: (group: Group, codes: string[]) => Promise<Row[]>,
    codeOf: (group: Group, row: Row) => string,
  ) {
    this.#ask = ask
    this.#codeOf = codeOf
  }

  /** The rows with this code, possibly none. Throws the error of the call. */
  load(group: Group, code: string): Promise<Row[]> {
    if (this.#waiting.size === 0) setTimeout(() => this.#send(), 0)
    const codes = this.#waiting.get(group) ?? new Map<string, Waiting<Row>[]>()
    this.#waiting.set(group, codes)
    return new Promise((resolve, reject) => {
      codes.set(code, [...(codes.get(code) ?? []), { resolve, reject }])
    })
  }

  #send(): void {
    const groups = [...this.#waiting]
    this.#waiting.clear()
    for (const [group, codes] of groups) {
      const entries = [...codes]
      for (let at = 0; at < entries.length; at += codesPerCall) {
        this.#sendSome(group, entries.slice(at, at + codesPerCall))
      }
    }
  }

  #sendSome(group: Group, entries: readonly [string, Waiting<Row>[]][]): void {
    const asked = entries.map(([code]) => code)
    this.#ask(group, asked).then(
      (rows) => {
        const byCode = Map.groupBy(rows, (row) => this.#codeOf(group, row))
        for (const [code, waiting] of entries) {
          for (const { resolve } of waiting) resolve(byCode.get(code) ?? [])
        }
      },
      (error: unknown) => {
        for (const [, waiting] of entries) for (const { reject } of waiting) reject(error)
      },
    )
  }
}
