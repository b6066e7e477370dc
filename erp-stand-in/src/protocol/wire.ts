import type { Value } from './edm.ts'

/** The metadata of an entity in a JSON response. */
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

/** An expanded to-many navigation, or the rows of a collection. */
export interface Results {
  readonly results: readonly EntityJson[]
}

/** A serialised entity: columns with SAP's names, decimals as text, dates as /Date(ms)/. */
export interface EntityJson {
  __metadata: EntityMetadata
  [name: string]: Value | EntityMetadata | Deferred | Results | EntityJson
}

/** Reply with one entity. */
export interface EntityReply {
  readonly d: EntityJson
}

/** Response with a collection: `__count` only with $inlinecount, `__next` only if more rows follow. */
export interface CollectionReply {
  readonly d: {
    readonly __count?: string
    readonly results: readonly EntityJson[]
    readonly __next?: string
  }
}
