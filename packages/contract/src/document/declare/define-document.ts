import type { Area } from './area.ts'
import type { commonHeader, commonLine, lineWithoutGoods } from './common-fields.ts'
import type { ErpState } from '../erp-state.ts'
import type { Fields, RowOf } from './field.ts'
import type { Label } from './label.ts'
import type { DocumentPage } from './page.ts'
import type { RefusalCode } from '../catalogue/refusal-catalogue.ts'
import type { Tone } from './tone.ts'

export interface StateDeclaration {
  label: Label
  tone: Tone
}

export function state(label: Label, tone: Tone): StateDeclaration {
  return { label, tone }
}

/** Something a person does to a document. Roles are those of the pages that list it. */
export interface ActionDeclaration<State extends string> {
  label: Label
  from: readonly State[]
  /** The state after it; null when the effect decides or nothing changes. */
  to: State | null
  /** The ERP states it needs; any when left out. */
  erpFrom?: readonly ErpState[]
  /** Asked for in the dialog. */
  input?: Fields
  /** Asked for per line. */
  lineInput?: Fields
  /**
   * Four eyes: refused to whoever did one of these before (`create` or another action). `create` covers everybody
   * who edited the draft as well: what is approved is what they wrote.
   */
  notBy?: readonly string[]
  /** Moves stock or reaches the ERP: previewed and confirmed. */
  isPreviewed?: boolean
  isDangerous?: boolean
  /** A step of the way back: what undoes a document, or asks for that and agrees to it. */
  isUndo?: boolean
  /** A button-level function code (FUN) needed besides the page's role. */
  functionCode?: string
  /**
   * Done by no person: it follows from what happens to other documents, whose effects call for it
   * (`documents.act`). It stands on no page.
   */
  isSystem?: boolean
}

/** Where lines come from: the open lines of a predecessor, in these states of it. */
export interface SourceDeclaration<
  HeaderColumn extends string,
  LineColumn extends string,
  State extends string = string,
> {
  document: string
  states: readonly string[]
  /**
   * Fields taken over by the same name from the predecessor's line, or else its header. Those of the
   * header must be alike on all lines of one document (one supplier, one storage location).
   */
  header?: readonly HeaderColumn[]
  lines?: readonly LineColumn[]
  /**
   * States of this document in which it has carried nothing out yet: its share of the predecessor's lines is held,
   * and done from the first other state on. Its `editable` states when left out.
   */
  holdingStates?: readonly State[]
  /** The effect checks the quantity itself (tolerances); otherwise it may not exceed the open quantity. */
  checksOwnQuantity?: boolean
  /**
   * Quantities of the predecessor's line that say how much of it may be taken up at all, added up
   * (what was accepted and what was rejected); lines of which that is done already are not offered.
   */
  limitedBy?: readonly string[]
  /** false: only refers to the lines; their open quantity stays for other successors. */
  consumesOpenQuantity?: boolean
}

type Keys<T> = keyof T & string
type HeaderColumn<H> = Keys<H> | Keys<typeof commonHeader>
type CommonLine<G> = G extends false ? typeof lineWithoutGoods : typeof commonLine
type LineColumn<L, G = true> = Keys<L> | Keys<CommonLine<G>>
/** Values of declared header fields that tell one variant of the type from another. */
type WhereOf<H extends Fields> = {
  readonly [K in keyof H]?: NonNullable<RowOf<H>[K]> & (string | boolean)
}

export interface DocumentDefinition<
  H extends Fields = Fields,
  L extends Fields = Fields,
  S extends Record<string, StateDeclaration> = Record<string, StateDeclaration>,
  A extends Record<string, ActionDeclaration<string>> = Record<string, ActionDeclaration<string>>,
  R extends RefusalCode = RefusalCode,
  G extends boolean = boolean,
> {
  name: string
  area: Area
  label: Label
  /** Prefix of the document number `{prefix}{yyyyMM}{seq:5}`. */
  prefix: string
  /** A mirror of the ERP's own document: read-only here, numbered there. */
  isMirror?: boolean
  /** Reaches the ERP's books: has an ERP state. */
  posts?: boolean
  /** false: its lines are about no goods, so they have no material and no quantity, and come from no predecessor. */
  goods?: G
  header: H
  lines: L
  /** Better words for common fields in this document (`quantity` of a receipt is 实收数量). */
  relabel?: Partial<Record<HeaderColumn<{}> | LineColumn<{}>, Label>>
  states: S
  initial: Keys<S>
  /** States in which the draft may be edited and deleted. */
  editable: readonly Keys<S>[]
  /** Where lines come from; a page without a `source` of its own makes documents from it. */
  source?: SourceDeclaration<HeaderColumn<H>, LineColumn<L>, Keys<S>>
  /** Other predecessors, by the name a page chooses one with (`source`). */
  sources?: Readonly<Record<string, SourceDeclaration<HeaderColumn<H>, LineColumn<L>, Keys<S>>>>
  actions: A
  /** The state follows from what successors have carried out of the lines: nothing, a part, all. */
  progressStates?: { none: Keys<S>; partial: Keys<S>; all: Keys<S> }
  /** Codes its effects may refuse with, besides the frame's own. */
  refusals: readonly R[]
  pages: Record<
    string,
    DocumentPage<Keys<S>, Keys<A>, HeaderColumn<H> | LineColumn<L, G>, WhereOf<H>>
  >
}

/** Any definition, where the frame does not care which: the same shape with plain names. */
// Not `DocumentDefinition` without parameters: `keyof` makes that one invariant, and nothing would fit it.
export interface AnyDocument {
  name: string
  area: Area
  label: Label
  prefix: string
  isMirror?: boolean
  posts?: boolean
  goods?: boolean
  header: Fields
  lines: Fields
  relabel?: Partial<Record<string, Label>>
  states: Record<string, StateDeclaration>
  initial: string
  editable: readonly string[]
  source?: SourceDeclaration<string, string>
  sources?: Readonly<Record<string, SourceDeclaration<string, string>>>
  actions: Record<string, ActionDeclaration<string>>
  progressStates?: { none: string; partial: string; all: string }
  refusals: readonly RefusalCode[]
  pages: Record<string, DocumentPage<string, string, string>>
}

/**
 * Declares a document type: all that the browser and the generic service need to know. The compiler
 * refuses a state, action or column that is not declared (architecture rail 1).
 */
export function defineDocument<
  const H extends Fields,
  const L extends Fields,
  const S extends Record<string, StateDeclaration>,
  const A extends Record<string, ActionDeclaration<NoInfer<Keys<S>>>>,
  const R extends RefusalCode = never,
  const G extends boolean = true,
  const Source extends string = never,
>(
  declaration: Omit<
    DocumentDefinition<H, L, S, A, R, G>,
    'initial' | 'editable' | 'pages' | 'source' | 'sources' | 'refusals' | 'progressStates'
  > & {
    initial: NoInfer<Keys<S>>
    editable: readonly NoInfer<Keys<S>>[]
    source?: G extends false
      ? never
      : SourceDeclaration<NoInfer<HeaderColumn<H>>, NoInfer<LineColumn<L>>, NoInfer<Keys<S>>>
    sources?: G extends false
      ? never
      : Readonly<
          Record<
            Source,
            SourceDeclaration<NoInfer<HeaderColumn<H>>, NoInfer<LineColumn<L>>, NoInfer<Keys<S>>>
          >
        >
    progressStates?: { none: NoInfer<Keys<S>>; partial: NoInfer<Keys<S>>; all: NoInfer<Keys<S>> }
    refusals?: readonly R[]
    pages: Record<
      string,
      DocumentPage<
        NoInfer<Keys<S>>,
        NoInfer<Keys<A>>,
        NoInfer<HeaderColumn<H> | LineColumn<L, G>>,
        NoInfer<WhereOf<H>>,
        NoInfer<Source>
      >
    >
  },
): DocumentDefinition<H, L, S, A, R, G> {
  return { refusals: [], ...declaration } as unknown as DocumentDefinition<H, L, S, A, R, G>
}

/** Whether a document in this state only holds its share of its predecessors' lines. */
export function holdsOnly(
  definition: Pick<AnyDocument, 'source' | 'editable'>,
  state: string,
): boolean {
  return (definition.source?.holdingStates ?? definition.editable).includes(state)
}

/** Columns the frame keeps on each header besides the shown ones. */
export type FrameHeader = {
  id: string
  version: number
  createdBy: string
  /** Who did what last: action name to person and time; `create` and `edit` included. */
  acts: Record<string, Act>
}

export interface Act {
  userId: string
  userName: string
  at: string
  /** Everybody else who did it before, each once; kept for `edit` only. */
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

export type LineOf<D> =
  D extends DocumentDefinition<infer _H, infer L, infer _S, infer _A, infer _R, infer G>
    ? RowOf<L> & RowOf<CommonLine<G>> & FrameLine
    : never

export type ActionOf<D> =
  D extends DocumentDefinition<infer _H, infer _L, infer _S, infer A, infer _R> ? Keys<A> : never

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
