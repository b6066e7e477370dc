import type {
  ActionInputOf,
  AnyDocument,
  ActionLineInputOf,
  ActionOf,
  HeaderOf,
  LineOf,
  RefusalOf,
} from '@kufang/contract/document/declare/define-document.ts'
import type { CommonRefusal } from '@kufang/contract/document/catalogue/common-refusals.ts'
import type { documents, DocumentName } from '@kufang/contract/registry.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Refusal, RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { AccountAssignment, MovementBasis, MovementItem } from '../../erp/erp-movement.ts'
import type { PostingReference } from '../../erp/posting-model.ts'
export type { PostingReference } from '../../erp/posting-model.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { AmountSource, HoldReference, StockKey } from '../../stock/public.ts'
import type { DocumentHeader, DocumentLine } from '../storage/document.ts'
import type { Holder, Successor } from '../storage/successors.ts'

/** A movement an effect asks for; its movement type is found in the rules of configuration. */
export interface WantedMove {
  lineNo: number
  from: StockKey
  to: StockKey
  quantity: Quantity
  amount?: Money
  amountSource?: AmountSource
  consumesHold?: HoldReference
  /** What the goods are charged to; the rules of configuration find the movement type by it. */
  accountAssignment?: AccountAssignment | undefined
  /** What the movement refers to in the ERP. */
  basis?: MovementBasis
  /** What else the ERP's item says: reservation, recipient, dates, reason. */
  item?: MovementItem
}

export interface WantedHold {
  lineNo: number
  key: StockKey
  quantity: Quantity
}

/** What an effect works with: the locked document, the input, and what it may cause. */
export interface EffectContext<
  Header,
  Line,
  Input,
  LineInput,
  Code extends string,
  State extends string,
> {
  tx: Transaction
  session: Session
  now: Date
  today: LocalDate
  document: Header
  lines: readonly Line[]
  input: Input
  lineInput: readonly LineInput[]
  /** A refusal of one of the codes the contract lists for this document. The caller throws it. */
  refuse: (
    code: Code,
    params?: Record<string, string | number>,
    place?: { line?: number; field?: string },
  ) => Refusal
  /** The same as a detail, to report several lines at once (`refuseAll`). */
  problem: (
    code: Code,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
  setState: (state: State) => void
  setHeader: (changes: Partial<Header>) => void
  setLine: (lineNo: number, changes: Partial<Line>) => void
  /** Moves goods when the effect has ended, all at once. */
  move: (move: WantedMove) => Promise<void>
  /** Takes back everything this document moved, from the recorded entries. */
  reverseMoves: () => void
  /** Reserves pieces for this document's lines. */
  reserve: (holds: readonly WantedHold[]) => void
  /** Lets all reservations of this document go. */
  releaseReservations: () => void
  /**
   * Gives back what this document took up of its predecessors' lines: all of it, or only what is free of its own
   * lines (open, and held by no draft).
   */
  releaseSources: (share: 'all' | 'free') => Promise<void>
  /** Live successors that stand on the document, of one kind where given. */
  successors: (type?: string) => Promise<Successor[]>
  /** The number of the document to be undone before this one can be: the latest that came of it; '' for none. */
  firstToUndo: () => Promise<string>
  /** Runs when goods have moved and the document is written: postings, follow-ups in other documents. */
  afterwards: (task: () => Promise<void>) => void
  /** Other areas' documents, through their own service, inside this transaction. */
  documents: DocumentPort
}

/** The header of a document of another kind. */
type PortHeader = Record<string, unknown> & {
  id: string
  docNo: string
  state: string
  erpState: string
}

/** What effects may do to documents of other kinds, always inside the same transaction. */
export interface DocumentPort {
  /** Makes a document from lines of predecessors, as the system does. */
  create: (
    name: DocumentName,
    request: {
      companyCode: string
      header: Record<string, unknown>
      lines: { source: { id: string; lineNo: number }; [field: string]: unknown }[]
    },
  ) => Promise<{ id: string; docNo: string }>
  load: (
    name: DocumentName,
    companyCode: string,
    id: string,
  ) => Promise<{
    header: PortHeader
    lines: (Record<string, unknown> & { lineNo: number })[]
  }>
  /** The header alone, locked as `load` locks it. */
  loadHeader: (name: DocumentName, companyCode: string, id: string) => Promise<PortHeader>
  /**
   * Does an action to a document of another kind, by the rules that hold for persons: its state, its input, its effect,
   * to-dos and audit. Done in the acting person's name, who needs no role for it.
   */
  act: <N extends DocumentName, A extends ActionOf<(typeof documents)[N]>>(
    name: N,
    companyCode: string,
    id: string,
    action: A,
    given?: {
      input?: ActionInputOf<(typeof documents)[N], A>
      lines?: readonly ActionLineInputOf<(typeof documents)[N], A>[]
    },
  ) => Promise<void>
  /** Changes fields of a document of another kind on behalf of this one; audited there. Its state follows from actions. */
  change: (
    name: DocumentName,
    companyCode: string,
    id: string,
    change: {
      header?: Record<string, unknown>
      lines?: ({ lineNo: number } & Record<string, unknown>)[]
    },
  ) => Promise<void>
  /**
   * Asks the ERP to book what a document moved; gives the postings, empty when there is nothing to book. What it
   * depends on may still be on its way.
   */
  post: (
    name: string,
    companyCode: string,
    id: string,
    dependsOn?: readonly PostingReference[] | Promise<readonly PostingReference[]>,
  ) => Promise<PostingReference[]>
  /** Asks the ERP to take back what it booked for a document. */
  reversePosting: (
    name: string,
    companyCode: string,
    id: string,
    dependsOn?: readonly PostingReference[],
  ) => Promise<PostingReference[]>
}

export type ContextOf<D, N extends string> = EffectContext<
  HeaderOf<D>,
  LineOf<D>,
  ActionInputOf<D, N>,
  ActionLineInputOf<D, N>,
  RefusalOf<D> | CommonRefusal,
  HeaderOf<D> extends { state: infer S extends string } ? S : string
>

export type Effect<D, N extends string> = (context: ContextOf<D, N>) => Promise<void> | void

/** A line to be, with its source: what `checkLine` and `prefill` see. */
export interface SourceLine {
  id: string
  type: string
  docNo: string
  lineNo: number
  [field: string]: unknown
}

export interface PrefillRequest {
  tx: Transaction
  session: Session
  today: LocalDate
  /** Lines of predecessors with what is free of them, header fields included. */
  sources: readonly SourceLine[]
}

export interface Effects<D> {
  /** One function for each declared action; the compiler refuses to leave one out. */
  actions: { [N in ActionOf<D>]: Effect<D, N> }
  /**
   * Actions that are done side by side, in one transaction, to documents ticked together. Such an effect moves and
   * holds nothing, and what it reads does not depend on the same action having been done to another document.
   */
  batchable?: readonly ActionOf<D>[]
  /** Proposes header and lines for chosen source lines: quantities, bins, batches. */
  prefill?: (request: PrefillRequest) => Promise<{
    header: Record<string, unknown>
    lines: (Record<string, unknown> & { source: { id: string; lineNo: number } })[]
  }>
  /** Runs when a draft is written, before its lines are: tolerances, facts the frame cannot know. */
  beforeSave?: (context: SaveContext<D>) => Promise<void>
}

export interface SaveContext<D> {
  tx: Transaction
  session: Session
  today: LocalDate
  header: Partial<HeaderOf<D>>
  lines: { line: Partial<LineOf<D>> & { lineNo: number }; source: SourceLine | null }[]
  /** The drafts that hold a line of a predecessor. */
  holdersOf: (source: SourceLine) => Promise<Holder[]>
  problem: (
    code: RefusalOf<D> | CommonRefusal,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
}

/** The effects of a document as the frame calls them: types that vouch for the inside are gone here. */
export interface RegisteredEffects {
  definition: AnyDocument
  actions: Record<string, (context: LooseContext) => Promise<void> | void>
  batchable?: readonly string[]
  prefill?: Effects<unknown>['prefill']
  beforeSave?: (context: LooseSaveContext) => Promise<void>
}

export type LooseContext = EffectContext<
  DocumentHeader,
  DocumentLine,
  Record<string, unknown>,
  { lineNo: number } & Record<string, unknown>,
  string,
  string
>

export interface LooseSaveContext {
  tx: Transaction
  session: Session
  today: LocalDate
  header: Record<string, unknown>
  lines: { line: Record<string, unknown> & { lineNo: number }; source: SourceLine | null }[]
  holdersOf: (source: SourceLine) => Promise<Holder[]>
  problem: (
    code: string,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
}

/** Ties the effects of a document to its declaration; leaving out an action does not compile (rail 1). */
export function effectsFor<const D extends AnyDocument>(
  definition: D,
  effects: Effects<D>,
): RegisteredEffects {
  // The frame loads header and lines by the same declaration that typed the effects.
  return { definition, ...effects } as unknown as RegisteredEffects
}

/** Nothing but the change of state. */
export const noEffect = (): void => {}

const registered = new Map<string, RegisteredEffects>()

/** Makes effects known to the frame; `server/src/effects.ts` calls it once with all of them. */
export function registerEffects(list: readonly RegisteredEffects[]): void {
  for (const effects of list) registered.set(effects.definition.name, effects)
}

export function effectsOf(name: string): RegisteredEffects {
  const found = registered.get(name)
  if (!found) throw new Error(`document ${name} has no effects`)
  return found
}
