import type { QueryClient } from '@tanstack/react-query'
import { indexedDocuments } from '../declarations.ts'
import { markStale } from '../tab/entity-versions.ts'

/** Lists of stock and ERP postings, which any action on any document may change. */
export const stockEntity = 'stock'
export const postingEntity = 'erp-posting'

/**
 * A document type and all types connected with it through their sources: a write to one changes open quantities and
 * states of the others.
 */
export function relatedDocuments(
  name: string,
  documents: readonly {
    name: string
    sources: readonly { document: string }[]
  }[] = indexedDocuments,
): string[] {
  const found = new Set([name])
  const waiting = [name]
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const definition of documents) {
      const sources = definition.sources.map((source) => source.document)
      const others =
        definition.name === current ? sources : sources.includes(current) ? [definition.name] : []
      for (const other of others) {
        if (found.has(other)) continue
        found.add(other)
        waiting.push(other)
      }
    }
  }
  return [...found]
}

/** Invalidates, in all tabs, all lists and documents that may show a written document. */
export function afterDocumentWrite(client: QueryClient, name: string): void {
  markStale(...relatedDocuments(name), stockEntity, postingEntity)
  client.invalidateQueries({ queryKey: ['document'] }).catch(console.error)
}
