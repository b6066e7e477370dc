import type {
  ActionInputOf,
  ActionLineInputOf,
  HeaderOf,
  LineOf,
  PredecessorOf,
} from '@kufang/contract/document/declare/define-document.ts'
import type { DocumentName, documents } from '@kufang/contract/registry.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

// The types of documents by their names. An area that reads a document of another area writes its name in quotes, as it
// does to load it, and imports no declaration.

/** The declaration of a document type. */
export type DeclarationOf<N extends DocumentName> = (typeof documents)[N]

/** The header of a document type. */
export type HeaderNamed<N extends DocumentName> = HeaderOf<DeclarationOf<N>>

/** A line of a document type. */
export type LineNamed<N extends DocumentName> = LineOf<DeclarationOf<N>>

/** A document as effects of other types read it. */
export interface DocumentNamed<N extends DocumentName> {
  header: HeaderNamed<N>
  lines: LineNamed<N>[]
}

type SourceRow<Header, Line> = Omit<Line, 'sourceType' | 'sourceId'> &
  Omit<Header, keyof Line | 'acts' | 'createdBy'>

/** A line of a predecessor with the fields of its header that the line does not have itself. */
export type SourceLineNamed<N extends DocumentName> = N extends DocumentName
  ? SourceRow<HeaderNamed<N>, LineNamed<N>> & {
      type: N
      /** The quantity wanted of it, if not all that is free (`prefill`). */
      wantedQuantity?: Quantity
    }
  : never

type KeysOfAll<U> = U extends unknown ? keyof U : never
/** Rows of one of several types: what only others have is undefined. */
type OneOf<U, K extends PropertyKey = KeysOfAll<U>> = U extends unknown
  ? U & { [X in Exclude<K, keyof U>]?: undefined }
  : never

/** A line that a line of the document is made from: of one of the types that its declaration names as sources. */
export type SourceLineOf<D> = OneOf<SourceLineNamed<PredecessorOf<D> & DocumentName>>

/** Values as they are entered: nothing in a field is a value, also where the document will require one. */
type Entered<Row> = { [K in keyof Row]?: Row[K] | null }

/** What a new document has besides what it takes from its predecessors. */
export interface CreateRequest<N extends DocumentName> {
  companyCode: string
  header: Entered<HeaderNamed<N>>
  lines: (Entered<LineNamed<N>> & { source?: { id: string; lineNo: number } })[]
}

/** Changed fields of a document. */
export interface ChangeOf<N extends DocumentName> {
  header?: Partial<HeaderNamed<N>>
  lines?: (Partial<LineNamed<N>> & { lineNo: number })[]
}

/** Input of an action and of its lines. */
export interface GivenTo<N extends DocumentName, A extends string> {
  input?: ActionInputOf<DeclarationOf<N>, A>
  lines?: readonly ActionLineInputOf<DeclarationOf<N>, A>[]
}
