import type { Transaction } from '../../platform/database/database.ts'
import type { MoveRequest } from '../../stock/public.ts'
import type { Acting } from './acting.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { WantedHold } from './effects.ts'
import type { FollowedState } from '../storage/progress.ts'
import type { NewDocument } from '../draft/create.ts'

/** What an effect asked for, gathered while it runs and written when it has ended. */
export interface Work {
  state: string | null
  header: Record<string, unknown>
  lines: Map<number, Record<string, unknown>>
  moves: MoveRequest[]
  reversesMoves: boolean
  holds: WantedHold[]
  releasesHolds: boolean
  afterwards: (() => Promise<void>)[]
  /** Predecessors whose state followed what the effect gave back to them. */
  followed: FollowedState[]
  /** What the outbox did to the document itself, to be written with the rest; it is no wish of the effect. */
  postingChanges: { header: Record<string, unknown>; lines: Map<number, Record<string, unknown>> }
  /** False while the document is new and nothing of it stands in its tables. */
  isWritten: boolean
  /** True once what was gathered is written: from then on changes go straight to the tables. */
  isFinished: boolean
  /** Writes a new document as it was entered, for whoever looks for it in its tables. */
  flushDraft: () => Promise<void>
}

/** How an act causes another one (`performAction`, handed down because it begins acts itself). */
export type Perform = (tx: Transaction, acting: Acting, loaded: LoadedDocument) => Promise<unknown>

/**
 * Nothing wished for yet.
 *
 * @param made the document where it is new
 */
export function newWork(made?: NewDocument): Work {
  const work: Work = {
    state: null,
    header: {},
    lines: new Map(),
    moves: [],
    reversesMoves: false,
    holds: [],
    releasesHolds: false,
    afterwards: [],
    followed: [],
    postingChanges: { header: {}, lines: new Map() },
    isWritten: made === undefined,
    isFinished: false,
    async flushDraft() {
      if (work.isWritten || made === undefined) return
      work.isWritten = true
      await made.number()
      made.insert()
    },
  }
  return work
}
