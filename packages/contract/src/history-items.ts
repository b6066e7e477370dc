import type { AnyDocument } from './document/declare/define-document.ts'
import { documents } from './registry.ts'

let names: ReadonlySet<string> | undefined

/** Whether lines of a document type are items, of which any declaration records what became of them (`history`). */
export function isHistoryItem(name: string): boolean {
  names ??= new Set(historyItems())
  return names.has(name)
}

/** The document types whose lines are items, in the order of the registry. */
export function historyItems(): string[] {
  const all = Object.values<AnyDocument>(documents)
  const named = new Set(
    all.flatMap(({ history = [] }) =>
      history.flatMap(({ items }) => items.map(({ document }) => document)),
    ),
  )
  return all.flatMap(({ name }) => (named.has(name) ? [name] : []))
}
