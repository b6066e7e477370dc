/**
 * What an area needs of one above it, which it does not import: the one below says what it is, the one above provides it when
 * its effects are registered (`connects`).
 * @param what named in the error of a process in which nobody provides it
 */
export function provided<T extends object>(
  what: string,
): { provide: (given: T) => void; use: () => T } {
  let known: T | null = null
  return {
    provide: (given) => void (known = given),
    use() {
      if (known === null) throw new Error(`nobody provides ${what}: effects.ts was not imported`)
      return known
    },
  }
}
