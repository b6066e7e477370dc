import type { ActionDeclaration } from './action-declaration.ts'
import type { Area } from './area.ts'
import type { ErpState } from './erp-state.ts'
import type { commonHeader, commonLine, lineWithoutGoods } from './common-fields.ts'
import type { DueDeclaration } from './due.ts'
import type { Fields, RowOf } from './field.ts'
import type { HistoryDeclaration } from './history.ts'
import { keptFields, type HeaderWith, type KeptName } from './kept.ts'
import type { Label } from './label.ts'
import type { DocumentPage, PageWhere } from './page.ts'
import type { PostsAfterDeclaration } from './posts-after.ts'
import type { ReceivedAtDeclaration } from './received-at.ts'
import type { RefusalCode } from '../catalogue/refusal-catalogue.ts'
import type { SourceDeclaration, StockLinesDeclaration } from './source.ts'
import type { Tone } from './tone.ts'

export interface StateDeclaration {
  label: Label
  tone: Tone
}

export function state(label: Label, tone: Tone): StateDeclaration {
  return { label, tone }
}

/** Fields hidden from everybody until the document reaches one of these states, such as for a blind count. */
export interface HiddenUntil<
  LineColumn extends string,
  State extends string,
  Where extends object = PageWhere,
  Action extends string = string,
  HeaderColumn extends string = string,
> {
  lines: readonly LineColumn[]
  /** What the header says of them, such as a sum. */
  header?: readonly HeaderColumn[]
  states: readonly State[]
  /** Only of documents with these values in their header. */
  where?: Where
  /**
   * Line fields hidden as long from everybody who has not performed this act: what one person has counted, from those who may
   * have to count it again. Lists, which many people share, hide them from all.
   */
  own?: {
    act: Action
    lines: readonly LineColumn[]
    /** Inputs of other acts that say the same, which the log keeps. */
    inputs?: readonly string[]
  }
}

/** One of the ERP documents with which a document is posted, each requested after the one before is posted. */
export interface PostingStepDeclaration<Action extends string = string> {
  label: Label
  /**
   * An action of the system that runs once the ERP has posted this step, in the transaction that settles the posting.
   * Its input is the ERP's answer (`stepAnswer`). If it is refused, `post` repeats it with the same answer.
   */
  settled?: Action
}

type Keys<T> = keyof T & string
/** Declared header fields of kind date or instant. */
type DateColumn<H extends Fields> = {
  [K in Keys<H>]: H[K]['kind'] extends 'date' | 'instant' ? K : never
}[Keys<H>]
type HeaderColumn<H> = Keys<H> | Keys<typeof commonHeader>
type CommonLine<G> = G extends false ? typeof lineWithoutGoods : typeof commonLine
type LineColumn<L, G = true> = Keys<L> | Keys<CommonLine<G>>
/** Values of declared header fields that distinguish a variant of the type. */
type WhereOf<H extends Fields> = {
  readonly [K in keyof H]?: NonNullable<RowOf<H>[K]> & (string | boolean)
}

/** The names that the keys of a declaration refer to: here any, in `NamesOf` those of one document. */
interface Names {
  state: string
  action: string
  /** Fields of the header that the document declares itself. */
  ownHeader: string
  /** …of these the dates and instants. */
  date: string
  header: string
  line: string
  /** Fields that every document has. */
  common: string
  /** Fields of the lines that a predecessor or the stock can give. */
  taken: string
  /** Fields of the lines of a document without goods that say what it is about. */
  about: string
  source: string
  /** The types of its predecessors. */
  predecessor: string
  where: PageWhere
  /** `never` for the keys of documents with goods in one without. */
  goods: unknown
}

/** The names of a document with these fields, states and actions. */
interface NamesOf<
  H extends Fields,
  L extends Fields,
  S,
  A,
  G extends boolean,
  Source extends string = string,
  Predecessor extends string = string,
> {
  state: Keys<S>
  action: Keys<A>
  ownHeader: Keys<H>
  date: DateColumn<H>
  header: HeaderColumn<H> | KeptName<A>
  line: LineColumn<L, G>
  common: HeaderColumn<{}> | LineColumn<{}>
  taken: LineColumn<L>
  about: G extends false ? Keys<L> : never
  source: Source
  predecessor: Predecessor
  where: WhereOf<H>
  goods: G extends false ? never : unknown
}

/**
 * The keys of a declaration. A new key is one line here: names in it are those of `N`, so that it refers only to what the
 * document has, and to any name in `AnyDocument`.
 */
export interface DocumentDefinition<
  H extends Fields = Fields,
  L extends Fields = Fields,
  S extends Record<string, StateDeclaration> = Record<string, StateDeclaration>,
  A extends Record<string, ActionDeclaration<string>> = Record<string, ActionDeclaration<string>>,
  R extends RefusalCode = RefusalCode,
  G extends boolean = boolean,
  N extends Names = Names,
> {
  name: string
  area: Area
  label: Label
  /** Prefix of the document number `{prefix}{yyyyMM}{seq:5}`. */
  prefix: string
  /** A mirror of an ERP document: read-only, with the ERP's number. */
  isMirror?: boolean
  /** Is posted to the ERP and has an ERP state. */
  posts?: boolean
  /** false: lines have no material, no quantity and no predecessor. */
  goods?: G
  /** Without goods: what its lists say of it, the first of these fields of its first line that has a value. */
  about?: readonly N['about'][]
  /** Documents that it makes move its goods, and say what the ERP wants of them: its own lines need no serial numbers. */
  goodsFollow?: true
  /** The most lines a document may have, if not `usualLinesMax`; at most `linesMaxOfAll`. */
  linesMax?: number
  header: H
  lines: L
  /** Labels of common fields in this document (`quantity` of a receipt is 实收数量). */
  relabel?: Partial<Record<N['common'], Label>>
  states: S
  initial: N['state']
  /** States in which the draft may be edited and deleted. */
  editable: readonly N['state'][]
  /** The default source of lines, for pages without their own `source`. */
  source?: SourceDeclaration<N['header'], N['taken'], N['state'], N['predecessor']> & N['goods']
  /** Further sources, by the name pages use (`source`). */
  sources?: Readonly<
    Record<
      N['source'],
      SourceDeclaration<N['header'], N['taken'], N['state'], N['predecessor']> & N['goods']
    >
  >
  /** Its lines come from the stock instead of a predecessor. */
  stockLines?: StockLinesDeclaration<N['header'], N['taken']> & N['goods']
  hiddenUntil?: HiddenUntil<N['line'], N['state'], N['where'], N['action'], N['ownHeader']>
  receivedAt?: ReceivedAtDeclaration<N['header']>
  actions: A
  /**
   * The steps in which it is posted, in this order, one ERP document each. Reversal takes them backwards. Absent: all
   * movements are posted at once.
   */
  postingSteps?: Readonly<Record<string, PostingStepDeclaration<N['action']>>>
  /** The lines of another document that are posted before it, with its own posting or before it goes along with theirs. */
  postsAfter?: PostsAfterDeclaration<N['taken']> & N['goods']
  /** States set according to the quantity done by successors: none, part, all. */
  progressStates?: { none: N['state']; partial: N['state']; all: N['state'] }
  due?: DueDeclaration<N['date'], N['state'], N['action'], N['line']>
  /** What its lines say in the histories of the items they are about (`item_history`). */
  history?: readonly HistoryDeclaration<
    N['taken'],
    N['state'],
    N['action'],
    N['header'] | N['taken']
  >[] &
    N['goods']
  /** Codes its effects may refuse with, in addition to those of the frame. */
  refusals: readonly R[]
  pages: Record<
    string,
    DocumentPage<N['state'], N['action'], N['header'] | N['line'], N['where'], N['source']>
  >
}

/** Any definition: the same keys with any names. */
export type AnyDocument = DocumentDefinition

/** A declaration as it is written: what these keys contain is its names, and the other keys refer to them. */
type Declared<D> = {
  [K in keyof D]: K extends
    | 'goods'
    | 'header'
    | 'lines'
    | 'states'
    | 'actions'
    | 'source'
    | 'sources'
    ? D[K]
    : NoInfer<D[K]>
}

/**
 * Declares a document type: everything the browser and the generic service need. An undeclared state, action or column
 * does not compile.
 */
export function defineDocument<
  const H extends Fields,
  const L extends Fields,
  const S extends Record<string, StateDeclaration>,
  const A extends Record<string, ActionDeclaration<Keys<S>, LineColumn<L, G>>>,
  const R extends RefusalCode = never,
  const G extends boolean = true,
  const Source extends string = never,
  const Predecessor extends string = never,
>(
  declaration: Declared<
    Omit<
      DocumentDefinition<H, L, S, A, R, G, NamesOf<H, L, S, A, G, Source, Predecessor>>,
      'refusals'
    >
  > & { refusals?: readonly R[] },
): DocumentDefinition<
  HeaderWith<H, A>,
  L,
  S,
  A,
  R,
  G,
  NamesOf<HeaderWith<H, A>, L, S, A, G, string, Predecessor>
> {
  const header = { ...declaration.header, ...keptFields(declaration) }
  return { refusals: [], ...declaration, header } as never
}

/** The column of the stock that limits an entered quantity; null if the quantity is the ledger's, or no line is of stock. */
export function limitOfStock({
  stockLines,
}: Pick<AnyDocument, 'stockLines'>): 'available' | 'movable' | null {
  if (stockLines?.quantity === 'upToAvailable') return 'available'
  return stockLines?.quantity === 'upToMovable' ? 'movable' : null
}

/**
 * Whether a document in this state only holds quantity of its predecessors' lines.
 * @param predecessor the type of the predecessors; if absent, of any type
 */
export function holdsOnly(
  definition: Pick<AnyDocument, 'source' | 'sources' | 'editable'>,
  state: string,
  predecessor?: string,
): boolean {
  const { source, sources = {}, editable } = definition
  const all = [source, ...Object.values(sources)].filter((one) => one !== undefined)
  const those =
    predecessor === undefined ? all : all.filter(({ document }) => document === predecessor)
  const declared = those.map(({ holdingStates }) => holdingStates ?? source?.holdingStates)
  return declared.length === 0
    ? editable.includes(state)
    : declared.some((states) => (states ?? editable).includes(state))
}

/** Columns of each header maintained by the frame, not shown in lists. */
export type FrameHeader = {
  id: string
  version: number
  createdBy: string
  /** The latest performer of each act, by action name, including `create` and `edit`. */
  acts: Record<string, Act>
}

export interface Act {
  userId: string
  userName: string
  at: string
  /** Earlier performers, each once; kept of acts done in parts: `edit`, and actions on lines (`lineInput`). */
  others?: readonly Omit<Act, 'others'>[]
}

export type FrameLine = {
  sourceType: string | null
  sourceId: string | null
}

export type HeaderOf<D> =
  D extends DocumentDefinition<infer H, infer _L, infer S, infer _A, infer _R>
    ? RowOf<H> &
        Omit<RowOf<typeof commonHeader>, 'state' | 'erpState'> &
        FrameHeader & { state: Keys<S>; erpState: ErpState }
    : never

/** The common fields of a line, whose ERP state is one of the closed set. */
type CommonRow<G> = G extends false
  ? RowOf<typeof lineWithoutGoods>
  : Omit<RowOf<typeof commonLine>, 'lineErpState'> & { lineErpState: ErpState }

export type LineOf<D> =
  D extends DocumentDefinition<infer _H, infer L, infer _S, infer _A, infer _R, infer G>
    ? RowOf<L> & CommonRow<G> & FrameLine
    : never

/** The types of the documents that its lines are made from. */
export type PredecessorOf<D> =
  D extends DocumentDefinition<
    infer _H,
    infer _L,
    infer _S,
    infer _A,
    infer _R,
    infer _G,
    infer N extends Names
  >
    ? N['predecessor']
    : never

export type ActionOf<D> =
  D extends DocumentDefinition<infer _H, infer _L, infer _S, infer A, infer _R> ? Keys<A> : never

/** Actions that lead to one state and are not previewed: their effect may be only that. */
export type PlainActionOf<D> =
  D extends DocumentDefinition<infer _H, infer _L, infer _S, infer A, infer _R>
    ? {
        [N in Keys<A>]: A[N] extends { to: string }
          ? A[N] extends { isPreviewed: true }
            ? never
            : N
          : never
      }[Keys<A>]
    : never

export type RefusalOf<D> =
  D extends DocumentDefinition<infer _H, infer _L, infer _S, infer _A, infer R> ? R : never

export type ActionInputOf<D, N extends string> =
  D extends DocumentDefinition<infer _H, infer _L, infer _S, infer A, infer _R>
    ? N extends keyof A
      ? A[N] extends { input: infer I extends Fields }
        ? RowOf<I>
        : {}
      : never
    : never

export type ActionLineInputOf<D, N extends string> =
  D extends DocumentDefinition<infer _H, infer _L, infer _S, infer A, infer _R>
    ? N extends keyof A
      ? A[N] extends { lineInput: infer I extends Fields }
        ? RowOf<I> & { lineNo: number }
        : { lineNo: number }
      : never
    : never
