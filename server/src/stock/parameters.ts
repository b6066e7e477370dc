/** Collects the values of a statement while its text is put together. */
export interface Parameters {
  readonly values: unknown[]
  /** Takes a value and returns its place in the text, such as `$3`. */
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
