import type { Value } from './edm.ts'

/** Head of every entity in a JSON reply. */
export interface EntityMetadata {
  readonly id: string
  readonly uri: string
  readonly type: string
  readonly etag?: string
}

/** A navigation that was not expanded. */
export interface Deferred {
  readonly __deferred: { readonly uri: string }
}

/** A to-many navigation that was expanded, or the rows of a collection. */
export interface Results {
  readonly results: readonly EntityJson[]
}

/** An entity as it travels: columns by SAP's names, decimals as text, days as /Date(ms)/. */
export interface EntityJson {
  __metadata: EntityMetadata
  [name: string]: Value | EntityMetadata | Deferred | Results | EntityJson
}

/** Reply with one entity. */
export interface EntityReply {
  readonly d: EntityJson
}

/** Reply with a collection: `__count` only with $inlinecount, `__next` only when more follow. */
export interface CollectionReply {
  readonly d: {
    readonly __count?: string
    readonly results: readonly EntityJson[]
    readonly __next?: string
  }
}
