import type { Transaction } from './database.ts'
import type { Row, Value } from './protocol/edm.ts'

/**
 * Updates or inserts a row, keeping columns not named or undefined. Returns whether anything differs, so that an
 * unchanged seed changes no timestamp.
 */
export function upsert(
  transaction: Transaction,
  table: string,
  keys: readonly Value[],
  columns: Readonly<Record<string, Value | undefined>>,
): boolean {
  const old = transaction.get(table, ...keys)
  const named: Row = {}
  for (const [name, value] of Object.entries(columns)) {
    if (value !== undefined) named[name] = value
  }
  const changed =
    old === undefined || Object.entries(named).some(([name, value]) => old[name] !== value)
  if (changed) transaction.put(table, { ...old, ...named })
  return changed
}

/** Processes a list in transactions of limited size. */
export function inParts<T>(
  list: readonly T[] | undefined,
  size: number,
  work: (part: readonly T[]) => void,
): number {
  const all = list ?? []
  for (let start = 0; start < all.length; start += size) work(all.slice(start, start + size))
  return all.length
}
