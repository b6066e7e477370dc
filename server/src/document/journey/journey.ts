import type { LineInput } from '@kufang/contract/document/api.ts'
import type { AnyDocument, HeaderOf } from '@kufang/contract/document/declare/define-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from './jobs.ts'

// A journey describes how a document of one type is created and reaches each of its states. The conformance suite, the
// model, the demonstration company and the HTTP demo execute it, each with its own `Walker`.

/** A line for a new document: the open quantity of a predecessor's line, or goods if there is no predecessor. */
export interface JourneyLine {
  source?: { id: string; lineNo: number }
  materialNo: string
  quantity: string
  /** The line of the document in the other company that it refers to (`refersTo`). */
  elsewhere?: Readonly<Record<string, unknown>>
  [field: string]: unknown
}

/** The input for a new document. */
export interface Start {
  lines: readonly JourneyLine[]
  /** The values the page proposes; empty if the document proposes nothing. */
  proposed: {
    header: Record<string, unknown>
    lines: LineInput[]
    /** What the form shows with each line, such as the limits of what is measured. */
    shown?: readonly Readonly<Record<string, unknown>>[]
  }
  ground: Ground
  /** Selects one of several ways of creating the document, by a name defined in the journey; usually ''. */
  course: string
}

/** The place and persons of a journey. */
export interface Ground {
  today: LocalDate
  companyCode: string
  plant: string
  storageLocation: string
  /** A bin for ordinary goods. */
  bin: string
  /** Another one in the same storage location. */
  otherBin: string
  /** Another storage location of the plant, and a bin there. */
  elsewhere: { storageLocation: string; bin: string }
  pickingUnit: string
  requester: string
  /** A supplier, where no predecessor names one. */
  supplierNo: string
  /** A vehicle, and who drives it: in the demonstration company the account of the job. */
  vehicle: string
  driver: string
  /** The material of spares that come in crates beside the goods; if absent, that of the goods themselves. */
  spareMaterialNo?: string
  /** The account of an inspector. */
  inspectorAccount: string
}

type Input = Record<string, unknown>

/** A line of the document that is acted upon. */
export type ActedLine = { lineNo: number; quantity: string; [field: string]: unknown }

/**
 * The effect of an action on the goods of each line: holds the line's quantity, releases the document's holds, moves
 * the line's quantity, moves it and holds it where it lies now, reverses every movement, or reverses a part of each; or a
 * document that it makes holds the line's quantity. Without it the action must leave goods and holds unchanged.
 */
export type GoodsEffect =
  | 'holds'
  | 'releases'
  | 'moves'
  | 'movesAndHolds'
  | 'undoes'
  | 'undoesPart'
  | 'heldByAnother'

/** The effect that an act with this effect undoes. */
export function undoneEffect(effect: GoodsEffect | undefined): GoodsEffect | undefined {
  if (effect === 'releases') return 'holds'
  return effect === 'undoes' || effect === 'undoesPart' ? 'moves' : undefined
}

export interface JourneyAct {
  by: Job
  /** The input of the action. */
  input?: Input | ((ground: Ground) => Input)
  /** What is entered of each line (`lineInput`); null of lines that are left alone. */
  lines?: (line: ActedLine, ground: Ground) => Input | null
  goods?: GoodsEffect
  /** The quantity of a line that `goods` is about, if it is not the line's own: the difference of a count. */
  goodsQuantity?: (line: ActedLine) => string
  /** What must happen before it besides the way to its state. */
  after?: readonly Step[]
  /** Its goods are such that need no inspection. */
  needsExempt?: true
  /** The action undoes the basis of successors, so it is refused while one exists. `goods: 'undoes'` implies it. */
  takesBack?: true
}

/** All lines in full, or about half of each. */
export type Share = 'all' | 'half'

/** A step of a journey: an action on the document itself, or an event outside it. */
export type Step<Action extends string = string> =
  | Action
  /** The ERP answers all outstanding postings. */
  | { step: 'erp' }
  /** The ERP posts its movements, which another document's posting, or a business parameter, would bring there. */
  | { step: 'isPosted' }
  /** The mirrored ERP document changes to this state. */
  | { step: 'mirror'; state: 'completed' | 'deleted' }
  /** Creates a successor from the lines and takes it to this state of its own journey. */
  | { step: 'next'; document: string; state: string; share: Share }
  /** Performs steps on the document that an action created, as a successor or in the other company. */
  | { step: 'follow'; document: string; steps: readonly Step[]; isElsewhere?: true }
  /** Performs an action on the predecessor. */
  | { step: 'back'; action: string }
  /** Creates another successor of the predecessor from its lines, and takes it to this state of its own journey. */
  | { step: 'beside'; document: string; state: string }
  /** The delivery dates of the mirrored ERP document pass. */
  | { step: 'deliveryDatesPass' }
  /** The system does what it does by itself at its time, such as every night. */
  | { step: 'system'; work: SystemWork }

/** Work of the system about a document that no act causes. */
export type SystemWork = (
  database: Database,
  document: { companyCode: string; id: string },
) => Promise<unknown>

export const erpAnswers = { step: 'erp' } as const
export const isPosted = { step: 'isPosted' } as const
export const mirrorBecomes = (state: 'completed' | 'deleted') =>
  ({ step: 'mirror', state }) as const
export const next = (document: string, state: string, share: Share = 'all') =>
  ({ step: 'next', document, state, share }) as const
export const follow = (document: string, ...steps: readonly Step[]) =>
  ({ step: 'follow', document, steps }) as const
export const followElsewhere = (document: string, ...steps: readonly Step[]) =>
  ({ step: 'follow', document, steps, isElsewhere: true }) as const
export const back = (action: string) => ({ step: 'back', action }) as const
export const beside = (document: string, state: string) =>
  ({ step: 'beside', document, state }) as const
export const deliveryDatesPass = { step: 'deliveryDatesPass' } as const
export const systemDoes = (work: SystemWork) => ({ step: 'system', work }) as const

/** The steps from a new document to a state. */
export type Way<Action extends string = string> =
  | readonly Step<Action>[]
  | { course: string; steps: readonly Step<Action>[] }

type PersonActionOf<D> = D extends { actions: infer A }
  ? { [N in keyof A & string]: A[N] extends { isSystem: true } ? never : N }[keyof A & string]
  : never

/** The type of the predecessor, and how it gets to where the document is created from it. */
export interface Predecessor {
  document: string
  steps: Way
}

/** A document that lines refer to, for the same goods. */
export interface Reference extends Predecessor {
  /** What the ERP says in its header, besides what it says in that of every such document. */
  header: (ground: Ground) => Readonly<Record<string, unknown>>
}

/** The steps of a document that make another one. */
export interface Making {
  document: string
  steps: Way
  /** They are steps in the other company, for which this one's postings are not answered. */
  isElsewhere?: true
  /** It is a successor of the document of this type that the maker was derived from, not of the maker. */
  behind?: string
}

export interface Journey<D> {
  /** The job that creates the document, and from what; absent if no person does. */
  start?: {
    by: Job
    from?: Predecessor
    /** Ways of creating it on another page or from another predecessor, by course. */
    courses?: Readonly<Record<string, { page?: string; from?: Predecessor }>>
    /** The goods must already be in stock at the storage location; `batches`: each line in a batch of its own. */
    needsStock?: true | 'batches'
    /** Its goods are exempt from inspection: they go to their user without being received into the warehouse. */
    needsExempt?: true
    /** They are its supplier's until they are used (consignment), and exempt too. */
    isConsignment?: true
    /** The goods are in stock in the other company, where the document asks for them: `elsewhere` of a line says where. */
    needsStockElsewhere?: true
    /** A document about the same goods at the same place that must count first; the lines take nothing from it. */
    needs?: Predecessor
    /** A document in the other company for the same goods, which the lines refer to (`elsewhere`). */
    refersTo?: Reference
    request: (start: Start) => { header: Record<string, unknown>; lines: LineInput[] }
  }
  /** What creates the document if no person does: the ERP, or steps of another document. */
  madeBy?: 'erp' | Making
  /** Actions of persons; actions of the system result from other documents. */
  acts: { [N in PersonActionOf<D>]: JourneyAct }
  /** One way for every state except the initial one. */
  reaches: Partial<
    Record<
      HeaderOf<D> extends { state: infer S extends string } ? S : never,
      Way<PersonActionOf<D>>
    >
  >
  /** Further points of the journey that are not states, such as an answer of the ERP. */
  milestones?: Record<string, Way<PersonActionOf<D>>>
  /** For documents that post: the ways to moved, posted and reversed. */
  books?: {
    moved: readonly PersonActionOf<D>[]
    /** Absent if another document's posting covers these movements. */
    post?: PersonActionOf<D>
    reversal: readonly PersonActionOf<D>[]
  }
}

/** A journey as the frame executes it, without its document-specific types. */
export interface AnyJourney {
  definition: AnyDocument
  start?: Journey<unknown>['start']
  madeBy?: Journey<unknown>['madeBy']
  acts: Record<string, JourneyAct>
  reaches: Record<string, Way>
  milestones?: Record<string, Way>
  books?: { moved: readonly string[]; post?: string; reversal: readonly string[] }
}

/** How a document is begun on this course: the page it is created on, if not the usual one, and its predecessor. */
export function beginningOf(
  { start }: Pick<AnyJourney, 'start'>,
  course: string,
): { page?: string; from?: Predecessor } {
  return start?.courses?.[course] ?? (start?.from ? { from: start.from } : {})
}

/** Binds a journey to a declaration; a missing action or an unknown state does not compile. */
export function journeyOf<const D extends AnyDocument>(
  definition: D,
  journey: Journey<D>,
): AnyJourney {
  return { definition, ...journey } as unknown as AnyJourney
}

const registered = new Map<string, AnyJourney>()

/** Registers all journeys; called once by `server/src/journeys.ts`. */
export function registerJourneys(journeys: readonly AnyJourney[]): void {
  for (const journey of journeys) registered.set(journey.definition.name, journey)
}

/** Remembers all registered journeys; the returned function restores them after a test that added some. */
export function rememberJourneys(): () => void {
  const before = [...registered]
  return () => {
    registered.clear()
    for (const [name, journey] of before) registered.set(name, journey)
  }
}

export function findJourney(name: string): AnyJourney {
  const found = registered.get(name)
  if (!found) throw new Error(`document ${name} has no journey`)
  return found
}
