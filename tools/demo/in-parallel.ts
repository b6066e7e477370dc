/** Processes all entries, `atOnce` concurrently, in the order of the list; the first failure ends it. */
export async function inParallel<T>(
  entries: readonly T[],
  atOnce: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let isBroken = false
  const walk = async () => {
    while (next < entries.length && !isBroken) {
      const entry = entries[next]!
      next += 1
      try {
        await work(entry)
      } catch (error) {
        isBroken = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, entries.length) }, walk))
}
