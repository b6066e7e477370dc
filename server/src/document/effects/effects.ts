import type { AlsoTaken } from './requests.ts'
import type { ActionInput } from './acting.ts'
import type { Refreshes } from './refreshes.ts'
import type { PostOptions, ReversePostingOptions } from './posting-options.ts'
import type { RefusalReport } from './refusal-report.ts'
import type { PrefillRequest, ProposalRequest, SourceLine } from './requests.ts'
import type {
  ChangeOf,
  CreateRequest,
  DeclarationOf,
  DocumentNamed,
  GivenTo,
  HeaderNamed,
  SourceLineOf,
} from './typed-documents.ts'
import type { SecondRatio } from '@kufang/contract/document/api.ts'
import type {
  ActionInputOf,
  AnyDocument,
  ActionLineInputOf,
  ActionOf,
  PlainActionOf,
  HeaderOf,
  LineOf,
  RefusalOf,
} from '@kufang/contract/document/declare/define-document.ts'
import type { CommonRefusal } from '@kufang/contract/document/catalogue/common-refusals.ts'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Refusal, RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { PostingReference } from '../../erp/posting-model.ts'
export type { PostingReference } from '../../erp/posting-model.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DocumentHeader, DocumentLine, LoadedDocument } from '../storage/document.ts'
import type { Reference } from '../storage/links.ts'
import type { Neighbour } from '../storage/neighbours.ts'
import type { ReturnedQuantity, TakenByOthers } from '../storage/returned-quantities.ts'
import type { Holders, Successor } from '../storage/successors.ts'
import type { LineQuantity, ReleasedQuantity, WantedHold, WantedMove } from './wanted-goods.ts'
export type { LineQuantity, WantedHold, WantedMove } from './wanted-goods.ts'

/** The interface of an effect: the locked document, the input, and functions to request changes. */
export interface EffectContext<
  Header,
  Line,
  Input,
  LineInput,
  Code extends string,
  State extends string,
  Source = SourceLine,
  Port = DocumentPort,
> {
  tx: Transaction
  session: Session
  now: Date
  today: LocalDate
  document: Header
  lines: readonly Line[]
  /** The lines of predecessors that this document was made from, locked, by `id/line`. */
  sources: () => Promise<ReadonlyMap<string, Source>>
  input: Input
  lineInput: readonly LineInput[]
  /** Builds a refusal with a code listed in the contract. The caller throws it. */
  refuse: (
    code: Code,
    params?: Record<string, string | number>,
    place?: { line?: number; field?: string },
  ) => Refusal
  /** Builds a refusal detail, to report several lines at once with `refuseAll`. */
  problem: (
    code: Code,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
  setState: (state: State) => void
  setHeader: (changes: Partial<Header>) => void
  setLine: (lineNo: number, changes: Partial<Line>) => void
  /** Moves goods after the effect has ended, all movements together. */
  move: (move: WantedMove) => Promise<void>
  /** Reverses the movements of this document, derived from the recorded entries: all, or these quantities of lines. */
  reverseMoves: (lines?: readonly LineQuantity[]) => void
  /**
   * Refuses the action as the reversal of all its movements would be refused now, naming what took or holds the goods;
   * nothing moves.
   */
  tryReversal: () => void
  /** Reserves stock for lines of this document, or holds it as another kind. */
  reserve: (holds: readonly WantedHold[]) => void
  /** Releases what this document holds: all of it, or these quantities of lines. */
  releaseReservations: (lines?: readonly ReleasedQuantity[]) => void
  /**
   * Returns the quantities this document consumed of its predecessors' lines: all of them, or only the part of its own
   * lines that is free (open and not held by a draft).
   */
  releaseSources: (share: 'all' | 'free') => Promise<void>
  /**
   * Returns these quantities of own lines to the predecessors' lines, where they are open again: goods of an arrival that
   * turned out to be missing.
   */
  releaseQuantities: (lines: readonly ReturnedQuantity[]) => Promise<void>
  /**
   * Takes them again, unless the predecessors have given them to others meanwhile or were closed short; then it takes
   * nothing and returns these lines.
   */
  retakeQuantities: (lines: readonly ReturnedQuantity[]) => Promise<TakenByOthers[]>
  /** Takes quantities of a further declared predecessor (draft/take-also.ts). @throws Refusal as for a new document */
  takeAlso: (sourceType: DocumentName, taken: readonly AlsoTaken[]) => Promise<void>
  /** Returns what was taken so. */
  releaseAlso: (sourceType: DocumentName) => Promise<void>
  /** Live successors of the document, optionally of one type. */
  successors: (type?: string) => Promise<Successor[]>
  /** The number of the latest document in the chain that must be undone before this one; '' if there is none. */
  firstToUndo: () => Promise<string>
  /** Runs after goods have moved and the document is written, for postings and follow-up documents. */
  afterwards: (task: () => Promise<void>) => void
  /** Documents of other types, accessed through their own service in this transaction. */
  documents: Port
}

/** Operations of effects on documents of other types, in the same transaction. */
export interface DocumentPort {
  /** Creates a document in the name of the system, from predecessors' lines if its type has any; in any company. */
  create: <N extends DocumentName>(
    name: N,
    request: CreateRequest<N>,
  ) => Promise<{ id: string; docNo: string }>
  /** Shows a document in the flow of lines of this one, of which it takes nothing (`writeReferences`). */
  refer: (name: DocumentName, id: string, lines: readonly Reference[]) => void
  /**
   * Creates a document in the name of the system as its type proposes it (`prefill`) for predecessors' lines, with what is
   * free of them: what a person would find in the form. null if nothing of them is free, or nothing can be proposed.
   */
  createProposed: (
    name: DocumentName,
    companyCode: string,
    sources: readonly { id: string; lineNo: number }[],
  ) => Promise<{ id: string; docNo: string } | null>
  load: <N extends DocumentName>(
    name: N,
    companyCode: string,
    id: string,
  ) => Promise<DocumentNamed<N>>
  /** Loads and locks only the header. */
  loadHeader: <N extends DocumentName>(
    name: N,
    companyCode: string,
    id: string,
  ) => Promise<HeaderNamed<N>>
  /**
   * Performs an action on a document of another type under the same rules as for a person: states, input, effect,
   * to-dos and audit. It is recorded in the acting person's name; the person needs no role for it.
   */
  act: <N extends DocumentName, A extends ActionOf<DeclarationOf<N>>>(
    name: N,
    companyCode: string,
    id: string,
    action: A,
    given?: GivenTo<N, A>,
  ) => Promise<void>
  /**
   * Changes fields of a document of another type, with an audit entry there. Its state changes only through actions.
   */
  change: <N extends DocumentName>(
    name: N,
    companyCode: string,
    id: string,
    change: ChangeOf<N>,
  ) => Promise<void>
  /**
   * Requests ERP postings for the movements of a document and returns them; empty if there is nothing to post. Of a
   * document with `postingSteps` it posts the first step that is not posted; if the work after a posted step was refused,
   * it repeats that work instead.
   */
  post: (
    name: string,
    companyCode: string,
    id: string,
    options?: PostOptions,
  ) => Promise<PostingReference[]>
  /** Of other companies: the documents that made this one or were made by it, oldest first. */
  neighbours: () => Promise<Neighbour[]>
  /** Requests the reversal of a document's ERP postings. */
  reversePosting: (
    name: string,
    companyCode: string,
    id: string,
    options?: ReversePostingOptions,
  ) => Promise<PostingReference[]>
}

/** The same operations by any name, as the frame carries them out. */
export interface LoosePort extends Omit<
  DocumentPort,
  'create' | 'load' | 'loadHeader' | 'act' | 'change'
> {
  create: (
    name: string,
    request: {
      companyCode: string
      header: Record<string, unknown>
      lines: { source?: { id: string; lineNo: number }; [field: string]: unknown }[]
    },
  ) => Promise<{ id: string; docNo: string }>
  load: (name: string, companyCode: string, id: string) => Promise<LoadedDocument>
  loadHeader: (name: string, companyCode: string, id: string) => Promise<DocumentHeader>
  act: (
    name: string,
    companyCode: string,
    id: string,
    action: string,
    given?: ActionInput,
  ) => Promise<void>
  change: (
    name: string,
    companyCode: string,
    id: string,
    change: {
      header?: Record<string, unknown>
      lines?: ({ lineNo: number } & Record<string, unknown>)[]
    },
  ) => Promise<void>
}

export type ContextOf<D, N extends string> = EffectContext<
  HeaderOf<D>,
  LineOf<D>,
  ActionInputOf<D, N>,
  ActionLineInputOf<D, N>,
  RefusalOf<D> | CommonRefusal,
  HeaderOf<D> extends { state: infer S extends string } ? S : string,
  SourceLineOf<D>
>

export type Effect<D, N extends string> = (context: ContextOf<D, N>) => Promise<void> | void

export interface Effects<D> {
  /**
   * One function per declared action. An action that leads to one state and is not previewed may have none: it changes
   * the state and keeps its input (`kept`). The compiler rejects any other missing one.
   */
  actions: { [N in Exclude<ActionOf<D>, PlainActionOf<D>>]: Effect<D, N> } & {
    [N in PlainActionOf<D>]?: Effect<D, N>
  }
  /**
   * Actions that may share one transaction for several selected documents, besides those without an effect. Such an
   * effect moves and reserves nothing, and what it reads does not depend on the same action on another document.
   */
  batchable?: readonly ActionOf<D>[]
  /** Proposes header and lines for selected source lines: quantities, bins, batches. */
  prefill?: (request: PrefillOf<D>) => Promise<{
    header: Record<string, unknown>
    lines: (Record<string, unknown> & { source: { id: string; lineNo: number } })[]
    /** The ratio by which the browser proposes the second quantity of each line, in their order. */
    secondRatios?: (SecondRatio | null)[]
    /** What the form shows with each line, in their order, and nobody enters: fields that the server will write. */
    shown?: Readonly<Record<string, unknown>>[]
  }>
  /** Proposes values for empty fields of lines of stock (`stockLines`) from what is entered so far, one entry per line. */
  proposeLines?: (request: ProposalOf<D>) => Promise<Readonly<Record<string, unknown>>[]>
  /**
   * Runs before the lines of a draft are written, for checks the frame cannot make. It may also complete fields of the lines
   * that nobody enters.
   */
  beforeSave?: (context: SaveContext<D>) => Promise<void>
  /** Runs after drafts have given back what they hold of these predecessors without an act: edited, deleted or lapsed. */
  afterGivingBack?: (given: GivenBack) => Promise<void>
  /** What is read from the ERP again before its actions. */
  refreshes?: Refreshes<ActionOf<D>>
  /** What somebody else must learn of its refusals. */
  reports?: RefusalReport
  /**
   * Connects it with areas below: it watches what they announce, or provides what they need (`provided.ts`). Called once, when
   * the effects are registered.
   */
  connects?: () => void
}

/** Predecessors whose lines have got quantity of drafts back; with what the drafts hold again once they were edited. */
export interface GivenBack {
  tx: Transaction
  companyCode: string
  sourceIds: readonly string[]
  now: Date
}

export interface SaveContext<D> {
  tx: Transaction
  session: Session
  today: LocalDate
  header: Partial<HeaderOf<D>>
  lines: { line: Partial<LineOf<D>> & { lineNo: number }; source: SourceLineOf<D> | null }[]
  /** What drafts hold of a predecessor's line, to explain a refusal. */
  holdersOf: (
    source: Pick<SourceLine, 'type' | 'companyCode' | 'id' | 'lineNo'>,
  ) => Promise<Holders>
  problem: (
    code: RefusalOf<D> | CommonRefusal,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
}

/** The request for proposals of a document whose lines come from the stock. */
export type ProposalOf<D> = ProposalRequest<HeaderOf<D>, LineOf<D>>

/** The request for the first draft of a document over lines of its predecessors. */
export type PrefillOf<D> = PrefillRequest<SourceLineOf<D>>

/** The effects of a document as the frame calls them, without their document-specific types. */
export interface RegisteredEffects {
  definition: AnyDocument
  actions: Partial<Record<string, (context: LooseContext) => Promise<void> | void>>
  batchable?: readonly string[]
  prefill?: (request: PrefillRequest) => ReturnType<NonNullable<Effects<unknown>['prefill']>>
  proposeLines?: (request: ProposalRequest) => Promise<Readonly<Record<string, unknown>>[]>
  beforeSave?: (context: LooseSaveContext) => Promise<void>
  afterGivingBack?: (given: GivenBack) => Promise<void>
  refreshes?: Refreshes
  reports?: RefusalReport
  connects?: () => void
}

export type LooseContext = EffectContext<
  DocumentHeader,
  DocumentLine,
  Record<string, unknown>,
  { lineNo: number } & Record<string, unknown>,
  string,
  string,
  SourceLine,
  LoosePort
>

export interface LooseSaveContext extends Pick<
  SaveContext<AnyDocument>,
  'tx' | 'session' | 'today' | 'holdersOf'
> {
  header: Record<string, unknown>
  lines: { line: Record<string, unknown> & { lineNo: number }; source: SourceLine | null }[]
  problem: (
    code: string,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
}

/** Binds effects to a declaration; a missing action does not compile. */
export function effectsFor<const D extends AnyDocument>(
  definition: D,
  effects: Effects<D>,
): RegisteredEffects {
  // The frame loads header and lines by the same declaration that typed the effects.
  return { definition, ...effects } as unknown as RegisteredEffects
}

/** For actions that only change the state, and need an effect nevertheless: those that are previewed or end in no state. */
export const noEffect = (): void => {}

/** Whether an action on several selected documents may share one transaction. */
export const isBatchable = ({ actions, batchable }: RegisteredEffects, action: string): boolean =>
  actions[action] === undefined || (batchable ?? []).includes(action)

const registered = new Map<string, RegisteredEffects>()

/** Registers all effects; called once by `server/src/effects.ts`. */
export function registerEffects(list: readonly RegisteredEffects[]): void {
  for (const effects of list) {
    registered.set(effects.definition.name, effects)
    effects.connects?.()
  }
}

/** Remembers all registered effects; the returned function restores them after a test that replaced some. */
export function rememberEffects(): () => void {
  const before = [...registered]
  return () => {
    registered.clear()
    for (const [name, effects] of before) registered.set(name, effects)
  }
}

/** What documents of the type read from the ERP again; of a name that a person sent, which may be none. */
export const refreshesOf = (name: string): Refreshes => registered.get(name)?.refreshes ?? {}

/** Who learns of refusals of the type; of a name that a person sent. */
export const reportOf = (name: string): RefusalReport | undefined => registered.get(name)?.reports

export function effectsOf(name: string): RegisteredEffects {
  const found = registered.get(name)
  if (!found) throw new Error(`document ${name} has no effects`)
  return found
}
