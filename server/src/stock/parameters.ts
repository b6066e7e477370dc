/** Collects the parameters of a statement while its text is built. */
export interface Parameters {
  readonly values: unknown[]
  /** Adds a value and returns its placeholder, such as `$3`. */
  add(value: unknown): string
}

export function createParameters(): Parameters {
  const values: unknown[] = []
  return {
    values,
    add(value) {
      values.push(value)
      return `$${values.length}`
    },
  }
}
