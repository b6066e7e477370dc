import { actOf } from '../act-of.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { MoveRequest } from '../../stock/public.ts'
import { erpMovementOf } from '../books/erp-movement.ts'
import { firstToUndo } from '../ahead/chain.ts'
import type { Acting } from './begin-act.ts'
import { documentPort } from './port.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { LooseContext, WantedHold, WantedMove } from './effects.ts'
import { releaseSources } from '../storage/links.ts'
import type { FollowedState } from '../storage/progress.ts'
import { liveSuccessors } from '../storage/successors.ts'
import type { Clock } from '../clock.ts'
import type { NewDocument } from '../draft/create.ts'
import type { DocumentTable } from '../storage/table.ts'

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

/** The context an effect gets: reads the locked document, gathers its wishes in `work`. */
export function effectContext(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
  work: Work,
  input: Record<string, unknown>,
  lineInput: readonly ({ lineNo: number } & Record<string, unknown>)[],
  perform: Perform,
): LooseContext {
  const { header } = loaded
  const name = table.definition.name
  return {
    tx,
    session,
    now: clock.now,
    today: clock.today,
    document: header,
    lines: loaded.lines,
    input,
    lineInput,
    refuse: (code, params = {}, place = {}) => refuse(code, params, place),
    problem: (code, params, line, field) => ({
      code,
      params,
      ...(line === undefined ? {} : { line }),
      ...(field === undefined ? {} : { field }),
    }),
    setState: (state) => void (work.state = state),
    setHeader: (changes) => void Object.assign(work.header, changes),
    setLine: (lineNo, changes) =>
      void work.lines.set(lineNo, { ...work.lines.get(lineNo), ...changes }),
    move: async (move) => void work.moves.push(await asMoveRequest(tx, move)),
    reverseMoves: () => void (work.reversesMoves = true),
    reserve: (holds) => void work.holds.push(...holds),
    releaseReservations: () => void (work.releasesHolds = true),
    releaseSources: async (share) => {
      const by = actOf(session, clock)
      work.followed.push(
        ...(await releaseSources(tx, by, header.companyCode, name, header.id, share)),
      )
    },
    successors: (type) => liveSuccessors(tx, header.companyCode, name, header.id, type),
    firstToUndo: async () =>
      (await firstToUndo(tx, header.companyCode, name, header.id))?.docNo ?? '',
    afterwards: (task) => void work.afterwards.push(task),
    documents: documentPort(tx, session, clock, loaded, work, perform),
  }
}

async function asMoveRequest(tx: Transaction, move: WantedMove): Promise<MoveRequest> {
  const decided = await erpMovementOf(tx, move)
  return {
    lineNo: move.lineNo,
    from: move.from,
    to: move.to,
    quantity: move.quantity,
    movementType: decided?.movementType ?? '',
    postsToErp: decided !== null,
    erp: decided?.erp,
    amount: move.amount,
    amountSource: move.amountSource,
    consumesHold: move.consumesHold,
  }
}
