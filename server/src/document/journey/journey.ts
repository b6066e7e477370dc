import type { LineInput } from '@kufang/contract/document/api.ts'
import type { AnyDocument, HeaderOf } from '@kufang/contract/document/declare/define-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'

// A journey says once how a document of one type is made and how it gets into each of its states. The conformance
// suite, the model, the demonstration company and the demo over HTTP all walk it, each in its own way (`Walker`).

/** Whose work an action is. */
export type Job =
  | 'supplier'
  | 'buyer'
  | 'storekeeper'
  | 'shiftLeader'
  | 'qualitySupervisor'
  | 'inspector'
  | 'requester'
  | 'unitHead'
  | 'poster'

/** A line a new document is about: open quantity of a predecessor's line, or goods in a place where it has none. */
export interface JourneyLine {
  source?: { id: string; lineNo: number }
  materialNo: string
  quantity: string
  [field: string]: unknown
}

/** What a new document is made from. */
export interface Start {
  lines: readonly JourneyLine[]
  /** What the page proposes for the lines; empty where the document proposes nothing. */
  proposed: { header: Record<string, unknown>; lines: LineInput[] }
  ground: Ground
  /** Which of several courses is taken, by a word of the journey itself; usually none. */
  course: string
}

/** Where a journey takes place. */
export interface Ground {
  today: LocalDate
  companyCode: string
  plant: string
  storageLocation: string
  /** A bin for ordinary goods. */
  bin: string
  pickingUnit: string
  requester: string
  /** The account of an inspector. */
  inspectorAccount: string
}

type Input = Record<string, unknown>

/**
 * What an action does to the goods of each line: holds the line's quantity, lets go what the document holds, moves the
 * line's quantity, or undoes every move. What says nothing of it leaves goods and holds as they are.
 */
export type GoodsEffect = 'holds' | 'releases' | 'moves' | 'undoes'

export interface JourneyAct {
  by: Job
  /** What is entered for it. */
  input?: Input | ((ground: Ground) => Input)
  goods?: GoodsEffect
  /** Takes back what successors stand on, so it is refused while there is one; what undoes moves does so anyhow. */
  takesBack?: true
}

/** All lines in full, or about half of each. */
export type Share = 'all' | 'half'

/** A step of a journey: an action of the document itself, or what happens around it. */
export type Step<Action extends string = string> =
  | Action
  /** The ERP answers everything that was sent to it. */
  | { step: 'erp' }
  /** The ERP's own document becomes this there. */
  | { step: 'mirror'; state: 'completed' | 'deleted' }
  /** A successor is made over the lines and gets as far as this state of its own journey. */
  | { step: 'next'; document: string; state: string; share: Share }
  /** The successor that an action made takes these steps. */
  | { step: 'follow'; document: string; steps: readonly Step[] }
  /** The predecessor takes this step. */
  | { step: 'back'; action: string }

export const erpAnswers = { step: 'erp' } as const
export const mirrorBecomes = (state: 'completed' | 'deleted') =>
  ({ step: 'mirror', state }) as const
export const next = (document: string, state: string, share: Share = 'all') =>
  ({ step: 'next', document, state, share }) as const
export const follow = (document: string, ...steps: readonly Step[]) =>
  ({ step: 'follow', document, steps }) as const
export const back = (action: string) => ({ step: 'back', action }) as const

/** How a state is reached from a new document. */
export type Way<Action extends string = string> =
  | readonly Step<Action>[]
  | { course: string; steps: readonly Step<Action>[] }

type PersonActionOf<D> = D extends { actions: infer A }
  ? { [N in keyof A & string]: A[N] extends { isSystem: true } ? never : N }[keyof A & string]
  : never

export interface Journey<D> {
  /** Who makes one, and of what; left out where no person does. */
  start?: {
    by: Job
    /** Where its lines come from: a document of this kind, after these steps. */
    from?: { document: string; steps: readonly Step[] }
    /** The goods must lie in the storage location already. */
    needsStock?: true
    request: (start: Start) => { header: Record<string, unknown>; lines: LineInput[] }
  }
  /** What makes one where no person does: the ERP, or steps of another document. */
  madeBy?: 'erp' | { document: string; steps: readonly Step[] }
  /** What persons do; what only the system does follows from other documents. */
  acts: { [N in PersonActionOf<D>]: JourneyAct }
  /** One way for every state but the initial one. */
  reaches: Partial<
    Record<
      HeaderOf<D> extends { state: infer S extends string } ? S : never,
      Way<PersonActionOf<D>>
    >
  >
  /** Further points on the way that are no states: what the ERP has answered. */
  milestones?: Record<string, Way<PersonActionOf<D>>>
  /** Where its own moves go to the ERP: the ways to where it has moved, into the books and out of them. */
  books?: {
    moved: readonly PersonActionOf<D>[]
    /** Left out where another document's posting books its moves. */
    post?: PersonActionOf<D>
    reversal: readonly PersonActionOf<D>[]
  }
}

/** A journey as the frame walks it: the types that vouch for its steps are gone here. */
export interface AnyJourney {
  definition: AnyDocument
  start?: Journey<unknown>['start']
  madeBy?: Journey<unknown>['madeBy']
  acts: Record<string, JourneyAct>
  reaches: Record<string, Way>
  milestones?: Record<string, Way>
  books?: { moved: readonly string[]; post?: string; reversal: readonly string[] }
}

/** Ties a journey to its declaration; an action left out, or a state there is none of, does not compile. */
export function journeyOf<const D extends AnyDocument>(
  definition: D,
  journey: Journey<D>,
): AnyJourney {
  return { definition, ...journey } as unknown as AnyJourney
}

const registered = new Map<string, AnyJourney>()

/** Makes journeys known; `server/src/journeys.ts` calls it once with all of them. */
export function registerJourneys(journeys: readonly AnyJourney[]): void {
  for (const journey of journeys) registered.set(journey.definition.name, journey)
}

export function findJourney(name: string): AnyJourney {
  const found = registered.get(name)
  if (!found) throw new Error(`document ${name} has no journey`)
  return found
}
