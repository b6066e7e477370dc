import type { MoveRequest } from '../../ledger/public.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { LineQuantity, WantedHold } from '../effects/effects.ts'
import type { ReleasedQuantity } from '../effects/wanted-goods.ts'
import type { DerivedState } from '../storage/progress.ts'
import type { PendingDocument } from '../draft/pending-document.ts'

/** The changes requested by an effect, collected while it runs and written after it. */
export interface Work {
  state: string | null
  header: Record<string, unknown>
  lines: Map<number, Record<string, unknown>>
  moves: MoveRequest[]
  reversesMoves: boolean
  /** Whether all its moves could be taken back now is tried, and undone. */
  triesReversal: boolean
  /** What of its lines is taken back; everything where it is undefined. */
  reversedLines: readonly LineQuantity[] | undefined
  /** Lines that still have moves which were not taken back; known once the goods have moved. */
  linesLeft: ReadonlySet<number>
  holds: WantedHold[]
  releasesHolds: boolean
  /** What of its lines is not held any more; everything where it is undefined. */
  releasedLines: readonly ReleasedQuantity[] | undefined
  afterwards: (() => Promise<void>)[]
  /** Repeats the work of a posting step after the changes of this act are written; returns the document afterwards. */
  repeat: (() => Promise<LoadedDocument>) | null
  /** Predecessors whose state changed because the effect returned quantities to them. */
  derivedStates: DerivedState[]
  /** Changes made by the outbox to the document itself, written together with the effect's changes. */
  postingChanges: { header: Record<string, unknown>; lines: Map<number, Record<string, unknown>> }
  /** The document itself if it is new. */
  pending: PendingDocument | undefined
  /** True after the collected changes are written; later changes go directly to the tables. */
  isFinished: boolean
}

/** Creates an empty set of changes. */
export function newWork(pending: PendingDocument | undefined): Work {
  return {
    state: null,
    header: {},
    lines: new Map(),
    moves: [],
    reversesMoves: false,
    triesReversal: false,
    reversedLines: undefined,
    linesLeft: new Set(),
    holds: [],
    releasesHolds: false,
    releasedLines: undefined,
    afterwards: [],
    repeat: null,
    derivedStates: [],
    postingChanges: { header: {}, lines: new Map() },
    pending,
    isFinished: false,
  }
}
