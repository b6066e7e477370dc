import { addAll } from '@kufang/kernel/add-all.ts'
import { zeroMoney } from '@kufang/kernel/money.ts'
import { isZero } from '@kufang/kernel/quantity.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { variantOfDocument } from '@kufang/contract/document/page-variants.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { actOf } from '../storage/act-of.ts'
import { firstToUndo } from '../storage/chain.ts'
import { erpMovementOf } from '../books/erp-movement.ts'
import type { Clock } from '../storage/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemSession, type Session } from '../../platform/session/session.ts'
import type { MoveRequest, StockKey } from '../../ledger/public.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { loadSourceLines, type SourceLines } from '../draft/sources.ts'
import { takeAlso } from '../draft/take-also.ts'
import { releaseSources, releaseSourcesOf } from '../storage/links.ts'
import { releaseQuantities, retakeQuantities } from '../storage/returned-quantities.ts'
import { liveSuccessors } from '../storage/successors.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { LooseContext, WantedMove } from '../effects/effects.ts'
import { documentPort } from './port.ts'
import type { Perform } from '../effects/acting.ts'
import type { Work } from './work.ts'

/**
 * Builds the context passed to an effect: it reads the locked document and collects the requested changes in `work`.
 */
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
  const { companyCode, id } = header
  const name = table.definition.name
  return {
    tx,
    session,
    now: clock.now,
    today: clock.today,
    document: header,
    lines: loaded.lines,
    sources: () => sourcesOf(tx, session, table, loaded, work),
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
    move: async (move) => void work.moves.push(await asMoveRequest(tx, table, move)),
    reverseMoves: (taken) => {
      work.reversesMoves = true
      work.reversedLines = taken
    },
    tryReversal: () => void (work.triesReversal = true),
    reserve: (holds) => addAll(work.holds, holds),
    releaseReservations: (lines) =>
      void Object.assign(work, { releasesHolds: true, releasedLines: lines }),
    releaseSources: async (share) => {
      const by = actOf(session, clock)
      addAll(work.derivedStates, await releaseSources(tx, by, companyCode, name, id, share))
    },
    releaseQuantities: async (lines) => {
      const by = actOf(session, clock)
      addAll(work.derivedStates, await releaseQuantities(tx, by, companyCode, name, id, lines))
    },
    retakeQuantities: async (lines) => {
      const by = actOf(session, clock)
      const asked = [tx, by, companyCode, name, id, lines] as const
      const { taken, derived } = await retakeQuantities(...asked)
      addAll(work.derivedStates, derived)
      return taken
    },
    takeAlso: async (sourceType, taken) => {
      const asked = [tx, session, table.definition, loaded, sourceType, taken, clock] as const
      const { problems, derived } = await takeAlso(...asked)
      if (problems.length > 0) throw refuseAll(problems)
      addAll(work.derivedStates, derived)
    },
    releaseAlso: async (sourceType) => {
      const by = actOf(session, clock)
      const of = [companyCode, name, id, sourceType] as const
      addAll(work.derivedStates, await releaseSourcesOf(tx, by, ...of))
    },
    successors: (type) => liveSuccessors(tx, companyCode, name, id, type),
    firstToUndo: async () => (await firstToUndo(tx, companyCode, name, id))?.docNo ?? '',
    afterwards: (task) => void work.afterwards.push(task),
    documents: documentPort(tx, session, clock, table.definition.name, loaded, work, perform),
  }
}

/** The types whose lines name no bin: for them the hold alone says where the goods are. */
const typesWithoutBin = (): string[] =>
  Object.values<AnyDocument>(documents)
    .filter(({ lines }) => !('bin' in lines))
    .map(({ name }) => name)

async function asMoveRequest(
  tx: Transaction,
  { definition: { name, postingSteps } }: DocumentTable,
  move: WantedMove,
): Promise<MoveRequest> {
  // The ERP knows no second quantity, so it is not told where nothing else moves.
  const decided = isZero(move.quantity) ? null : await erpMovementOf(tx, move)
  const isStepWanted = postingSteps !== undefined && decided !== null
  if (isStepWanted ? !Object.hasOwn(postingSteps, move.step ?? '') : move.step !== undefined)
    throw new Error(`a movement of ${name} names the posting step ${move.step ?? 'none'}`)
  return {
    lineNo: move.lineNo,
    from: move.from,
    to: move.to,
    quantity: move.quantity,
    secondQuantity: move.secondQuantity,
    secondOf: move.secondOf,
    serialNumbers: move.serialNumbers,
    movementType: decided?.movementType ?? '',
    postsToErp: decided !== null,
    erp: decided?.erp,
    ...valueOf(move),
    consumesHold: move.consumesHold,
    ...(move.takesHolds === true && { takesHoldsOf: typesWithoutBin() }),
  }
}

/** Goods that come to a consignor's stock, or go back to him, have no value of ours, whatever was agreed for them. */
function valueOf({
  from,
  to,
  amount,
  amountSource,
}: WantedMove): Pick<MoveRequest, 'amount' | 'amountSource'> {
  const isHis = ({ place, specialStock }: StockKey) => place === 'stock' && specialStock === 'K'
  const isOutside = ({ place }: StockKey) => place === 'supplier'
  if ((isOutside(from) && isHis(to)) || (isHis(from) && isOutside(to)))
    return { amount: zeroMoney, amountSource: 'order-price' }
  return { amount, amountSource }
}

/**
 * What was read when the document was made is not read again. The right to act on the document suffices, even if
 * predecessors are outside the scope.
 */
async function sourcesOf(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  { header, lines }: LoadedDocument,
  { pending }: Work,
): Promise<SourceLines> {
  if (pending !== undefined) return pending.sources
  const { source } = variantOfDocument(table.definition, header)
  if (source === undefined) return new Map()
  const references = lines.flatMap(({ sourceId, sourceLine }) =>
    sourceId === null || sourceLine === null ? [] : [{ id: sourceId, lineNo: sourceLine }],
  )
  const company = systemSession([header.companyCode], session.requestId)
  return loadSourceLines(tx, company, source.document, references, true)
}
