/** The source of lines: open lines of a predecessor in these states. */
export interface SourceDeclaration<
  HeaderColumn extends string,
  LineColumn extends string,
  State extends string = string,
  Predecessor extends string = string,
> {
  document: Predecessor
  states: readonly string[]
  /** Only predecessors with these values in header or line; others are not offered or accepted, and make no to-do. */
  where?: Readonly<Record<string, string | boolean>>
  /**
   * Fields copied by name from the predecessor's line, or else its header. Header fields must be equal on all lines of
   * one document (one supplier, one storage location).
   */
  header?: readonly HeaderColumn[]
  lines?: readonly LineColumn[]
  /**
   * States in which the document has not carried anything out: its quantity of the predecessor's lines is held, and
   * done in any other state. Default: those of `source`, else its `editable` states.
   */
  holdingStates?: readonly State[]
  /** The effect checks the quantity itself (tolerances); otherwise it must not exceed the open quantity. */
  checksOwnQuantity?: boolean
  /** Fields of the predecessor's line whose sum limits the quantity; lines whose limit is reached are not offered. */
  limitedBy?: readonly string[]
  /** false: the lines are only referenced; their open quantity remains available to other successors. */
  consumesOpenQuantity?: boolean
}

/** How much of its stock a line may want: a column of the stock query (`limitOfStock`). */
type EnteredQuantity = 'upToAvailable' | 'upToMovable'

/** The lines are about stock as it lies: rows of a declared query are selected as lines, or entered. */
export interface StockLinesDeclaration<HeaderColumn extends string, LineColumn extends string> {
  query: string
  /** Only rows with these values are proposed. */
  where?: Readonly<Record<string, string>>
  /** Fields taken over by the same name from the row; those of the header must be alike on all of them. */
  header: readonly HeaderColumn[]
  lines: readonly LineColumn[]
  /**
   * `inStock` (default): what the ledger has of the line when it is written; zero where nothing lies. `upToAvailable`:
   * entered, at most what is available (unrestricted, on hand less reserved and frozen), which is proposed and shown beside
   * it. `upToMovable`: the same of every stock category that lies in bins, for a document that only moves it.
   */
  quantity?: 'inStock' | EnteredQuantity
  /** Two lines about the same stock are refused. */
  isOncePerStock?: boolean
}
