import { useEffect } from 'react'
import type {
  IndexedDocument,
  IndexedMaster,
  IndexedPage,
} from '@kufang/contract/declaration-index.ts'
import type { Area } from '@kufang/contract/document/declare/area.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import index from 'virtual:declaration-index'
import { recordError } from './feedback/error-log.ts'
import { attemptStore, partFailed } from './feedback/missing-files.ts'
import { createStore, useStore } from './state/store.ts'

// The first page contains the index of all declarations; the declarations are loaded by area.

interface AreaDeclarations {
  documents?: Readonly<Record<string, AnyDocument>>
  masters?: Readonly<Record<string, AnyMaster>>
  queries?: Readonly<Record<string, AnyQuery>>
}

const areaFiles = import.meta.glob<AreaDeclarations>(
  '../../../packages/contract/src/*/declarations.ts',
)

const byName = <Entry extends { name: string }>(entries: readonly Entry[]) =>
  new Map<string, Entry>(entries.map((entry) => [entry.name, entry]))

const indexed = {
  documents: byName(index.documents),
  masters: byName(index.masters),
  queries: byName(index.queries),
}

/** All pages of the index. */
export const indexedPages: readonly IndexedPage[] = index.pages
export const indexedDocuments: readonly IndexedDocument[] = index.documents
export const indexedMasters: readonly IndexedMaster[] = index.masters

export function indexedDocument(name: string): IndexedDocument | undefined {
  return indexed.documents.get(name)
}

export function indexedMaster(name: string): IndexedMaster | undefined {
  return indexed.masters.get(name)
}

/** The declarations of loaded areas, by name. */
const loaded = {
  documents: new Map<string, AnyDocument>(),
  masters: new Map<string, AnyMaster>(),
  queries: new Map<string, AnyQuery>(),
}
/** Incremented with each loaded area. */
const loadedStore = createStore(0)
const loading = new Map<Area, Promise<void>>()

function loadArea(area: Area): Promise<void> {
  const known = loading.get(area)
  if (known !== undefined) return known
  const coming = fetchArea(area)
  loading.set(area, coming)
  // A failed load is repeated on the next request.
  coming.catch(() => loading.delete(area))
  return coming
}

async function fetchArea(area: Area): Promise<void> {
  const file = areaFiles[`../../../packages/contract/src/${area}/declarations.ts`]
  if (file === undefined) throw new Error(`area ${area} has no declarations.ts`)
  const { documents = {}, masters = {}, queries = {} } = await file()
  for (const one of Object.values(documents)) loaded.documents.set(one.name, one)
  for (const one of Object.values(masters)) loaded.masters.set(one.name, one)
  for (const one of Object.values(queries)) loaded.queries.set(one.name, one)
  loadedStore.set((count) => count + 1)
}

/**
 * The areas that declare these names and, for documents, the areas of the predecessors or the query whose rows their
 * pages show.
 */
export function areasOf(names: readonly string[]): Area[] {
  const all = names.flatMap((name) => {
    const { sources = [], query } = indexedDocument(name) ?? {}
    return [
      name,
      ...sources.map((source) => source.document),
      ...(query === undefined ? [] : [query]),
    ]
  })
  const areas = new Set(
    all.flatMap((name) => {
      const known =
        indexed.documents.get(name) ?? indexed.masters.get(name) ?? indexed.queries.get(name)
      return known === undefined ? [] : [known.area]
    }),
  )
  return [...areas]
}

/** Loads the declarations of these names, and those of their predecessors. */
export async function loadDeclarations(names: readonly string[]): Promise<void> {
  await Promise.all(areasOf(names).map(loadArea))
}

/** A document type whose area is loaded; undefined for others and for unknown names. */
export function documentDefinition(name: string): AnyDocument | undefined {
  return loaded.documents.get(name)
}

/** A master whose area is loaded. */
export function masterDefinition(name: string): AnyMaster | undefined {
  return loaded.masters.get(name)
}

/** A query whose area is loaded. */
export function queryDefinition(name: string): AnyQuery | undefined {
  return loaded.queries.get(name)
}

/**
 * A document type for parts of a page that show other types than the page's own: undefined until its area is loaded,
 * then the component renders again.
 */
export function useDocumentDefinition(name: string): AnyDocument | undefined {
  useStore(loadedStore)
  const attempts = useStore(attemptStore)
  const definition = documentDefinition(name)
  const isMissing = definition === undefined
  useEffect(() => {
    if (!isMissing) return
    loadDeclarations([name]).catch((error: unknown) => {
      recordError(error, `declarations of ${name}`)
      partFailed(error, () => undefined)
    })
  }, [name, isMissing, attempts])
  return definition
}
