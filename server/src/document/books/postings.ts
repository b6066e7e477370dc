import { companyToday } from '@kufang/kernel/company-day.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { isPostedByOthers } from '@kufang/contract/document/declare/erp-state.ts'
import { postingActions } from '@kufang/contract/document/declare/posting-cure.ts'
import { postingStateWords } from '@kufang/contract/document/posting-state.ts'
import { proportionOfMoney, zeroMoney } from '@kufang/kernel/money.ts'
import { isPositive } from '@kufang/kernel/quantity.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ErpMovement } from '../../erp/erp-movement.ts'
import type {
  PostingHandle,
  PostingItemRequest,
  PostingReference,
  PostingRequest,
} from '../../erp/posting-model.ts'
import { resolveCancellations } from '../../erp/direct-words.ts'
import { waitAlso } from '../../erp/narrow-posting.ts'
import { requestPosting, requestReversal } from '../../erp/posting-request.ts'
import { inBooksSql } from '../../erp/posting-row.ts'
import { readParameter } from '../../system/public.ts'
import type { Session } from '../../platform/session/session.ts'
import { readPostingPeriods, movesOfDocument, type RecordedMove } from '../../ledger/public.ts'
import type { Clock } from '../storage/clock.ts'
import type { DocumentHeader, DocumentLine, LoadedDocument } from '../storage/document.ts'
import { changesOf, updateHeaders, updateLines } from '../storage/store.ts'
import type { PostOptions, ReversePostingOptions } from '../effects/posting-options.ts'
import { erpViewOf } from './erp-view.ts'
import { completeOnce } from './completing-items.ts'
import { inventoryDocumentNames } from './count-differences.ts'
import { assertCovered } from './posting-cover.ts'
import { settledMoves } from './settled-moves.ts'
import { keepPostedPieces } from './open-pieces.ts'
import { readEntryUnits } from './entry-units.ts'
import { partsOfPosting, stateWhilePosting, stateWhileReversing } from './posting-parts.ts'
import { postingDateOf, stillOpen } from './posting-date.ts'
import { nextStep, stepRequested, stepsReversing, withdrawFailed } from './steps.ts'
import type { DocumentTable } from '../storage/table.ts'

// Derives ERP postings from a document's movements: one ERP document per goods movement code and external document number
// (the line field `reference`, such as the number of the supplier's delivery note), and one per inventory document of
// differences of counts (`count-differences.ts`), in the order of the movements. Each item represents one movement, so that
// both ledgers can be reconciled.

type ErpDocumentRequest = Required<
  Pick<PostingRequest, 'goodsMovementCode' | 'reference' | 'items'>
> &
  Pick<PostingRequest, 'isByInventoryDocument'>

/** The requested postings and the resulting changes to the document; the caller writes them. */
export interface Asked {
  postings: PostingReference[]
  /** Those that were refused before: the documents that wait for them follow (`followWaiting`). */
  sentAgain: PostingHandle[]
  header: Partial<Pick<DocumentHeader, 'erpState' | 'postingDate'>>
  lines: { lineNo: number; lineErpState: 'posting' | 'notNeeded' | 'reversing' | 'unposted' }[]
}

/**
 * Requests ERP postings for the document's movements that are not reversed, and returns them; with `lines` only for those
 * of these lines, together with what of them is on its way.
 */
export async function postDocument(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
  { dependsOn = [], item = {}, postingDate: chosen = null, lines }: PostOptions = {},
): Promise<Asked> {
  const { header } = loaded
  const { name, postingSteps } = table.definition
  const [recorded, periods, first] = await Promise.all([
    movesOfDocument(tx, header.companyCode, name, header.id),
    readPostingPeriods(tx, header.companyCode),
    dependsOn,
  ])
  const all = recorded.filter((move) => move.postsToErp && isPositive(move.remaining)).reverse()
  const next = postingSteps && (await nextStep(tx, table.definition, header, all))
  const wantedMoves = next === undefined ? movesOfLines(all, lines) : (next?.moves ?? [])
  if (wantedMoves.length === 0) return nothingAsked
  const isByLine = isPostedByOthers(table.definition)
  // Before the first request there is nothing to compare with.
  const parts =
    isByLine && header.erpState !== 'unposted'
      ? await partsOfPosting(tx, name, header, wantedMoves)
      : null
  const moves = parts?.moves ?? wantedMoves
  if (moves.length === 0) return { ...nothingAsked, postings: parts!.standing }
  const isLaterStep = next !== undefined && next !== null && header.erpState === 'posting'
  const postingDate = await postingDateOf({
    periods,
    today: clock.today,
    chosen,
    before: isLaterStep ? stillOpen(periods, header.postingDate) : null,
    movedOn: moves.map((move) => companyToday(new Date(move.movedAt))),
    daysBefore: () => readParameter(tx, 'posting.daysBeforeMovement', header),
  })
  if (header.erpState === 'cancelledInErp' || (isByLine && hasCancelled(loaded, moves)))
    await resolveCancellations(
      tx,
      { companyCode: header.companyCode, documentType: name, documentId: header.id },
      { userId: session.userId, resolution: postingActions.post.zh },
    )
  const wanted = await documentsOf(tx, loaded, moves, item, parts?.stepOf)
  completeOnce(wanted.flatMap(({ items }) => items))
  if (next && wanted.length > 1)
    throw new Error(`step ${next.step} of ${header.docNo} needs ${wanted.length} ERP documents`)
  await assertCovered(tx, header, wanted)
  const postings: PostingReference[] = []
  const sentAgain: PostingHandle[] = []
  let lastStep = parts?.lastStep ?? (next ? next.stepNo - 1 : 0)
  for (const { step = (lastStep += 1), ...one } of wanted) {
    // Lines that others post do not wait for each other.
    const previous = isByLine ? undefined : postings.at(-1)
    const handle = await requestPosting(tx, {
      companyCode: header.companyCode,
      documentType: name,
      documentId: header.id,
      documentNo: header.docNo,
      step,
      postingDate,
      documentDate: header.documentDate as LocalDate,
      ...one,
      dependsOn: [...first, ...(previous ? [previous] : [])],
      userId: session.userId,
    })
    postings.push({ companyCode: header.companyCode, postingId: handle.postingId })
    if (handle.isSentAgain) sentAgain.push(handle)
  }
  if (next) {
    await stepRequested(tx, name, header, next, clock.now)
    // Every line follows the document, whichever of its movements the step posts.
    const own = loaded.lines.map(({ lineNo }) => ({ lineNo, lineErpState: 'posting' as const }))
    return { ...askedOf(postingDate, 'posting', postings, own), sentAgain }
  }
  if (parts) await waitAlso(tx, header.companyCode, parts.narrowed, postings)
  const erpState = isByLine ? stateWhilePosting(header, loaded.lines, all, moves) : 'posting'
  const asked = [...(parts?.standing ?? []), ...postings]
  const changes = onTheirWay(loaded.lines, all, moves, erpState === 'posting')
  return { ...askedOf(postingDate, erpState, asked, changes), sentAgain }
}

const hasCancelled = ({ lines }: LoadedDocument, moves: readonly RecordedMove[]): boolean =>
  lines.some(
    ({ lineNo, lineErpState }) =>
      lineErpState === 'cancelledInErp' && moves.some((move) => move.lineNo === lineNo),
  )

const nothingAsked: Asked = { postings: [], sentAgain: [], header: {}, lines: [] }

const movesOfLines = (
  moves: RecordedMove[],
  lines: readonly number[] | undefined,
): RecordedMove[] =>
  lines === undefined ? moves : moves.filter(({ lineNo }) => lines.includes(lineNo))

/**
 * The ERP documents for these movements, one per goods movement code, external document number and inventory document.
 * @param stepOf the step of the posting that is sent again, by movement
 */
async function documentsOf(
  tx: Transaction,
  { header, lines: all }: LoadedDocument,
  moves: readonly RecordedMove[],
  item: NonNullable<PostOptions['item']>,
  stepOf: ReadonlyMap<string, number> = new Map(),
): Promise<(ErpDocumentRequest & { step?: number })[]> {
  const lines = new Map(all.map((line) => [line.lineNo, line]))
  const entryUnitOf = await readEntryUnits(tx, all)
  const settled = await settledMoves(tx, header.companyCode, moves, lines)
  const wanted = new Map<string, ErpDocumentRequest & { step?: number }>()
  const inventoryDocumentOf = inventoryDocumentNames()
  for (const move of moves) {
    const line = lines.get(move.lineNo)
    if (!line) throw new Error(`${header.docNo} moved line ${move.lineNo}, which it does not have`)
    if (!move.erp)
      throw new Error(`${header.docNo} moved line ${move.lineNo} without an ERP movement`)
    const { goodsMovementCode } = move.erp
    // Reference type L: the goods issue of a delivery, each of which is a document of its own.
    const isOfDelivery = move.erp.referenceDocumentType === 'L'
    const reference = textOf(
      isOfDelivery ? move.erp.item.delivery : line['reference'],
      header.docNo,
    )
    const step = stepOf.get(move.id)
    const { isByInventoryDocument = false } = move.erp
    const counted = isByInventoryDocument ? inventoryDocumentOf(move) : ''
    const key = `${step ?? ''}/${goodsMovementCode}/${reference}/${counted}`
    const one = wanted.get(key) ?? {
      goodsMovementCode,
      reference,
      items: [],
      ...(isByInventoryDocument && { isByInventoryDocument }),
      ...(step === undefined ? {} : { step }),
    }
    const entered = entryUnitOf(line, move.remaining, move.erp.item)
    const more = typeof item === 'function' ? item(move.lineNo) : item
    const settlesMove = settled.get(move.id)
    one.items.push({
      ...itemOf(move, move.erp, line),
      ...entered,
      ...(settlesMove === undefined ? {} : { settlesMove }),
      ...more,
    })
    wanted.set(key, one)
  }
  const items = [...wanted.values()].flatMap((one) => one.items)
  await keepPostedPieces(tx, header.companyCode, items)
  return [...wanted.values()]
}

/**
 * Line states that cannot be derived from the header state `posting` (`lineErpState` in table.ts).
 * @param all the movements of the document that are not reversed
 * @param sent those that are requested
 * @param isWhole whether the header becomes `posting`
 */
function onTheirWay(
  lines: readonly DocumentLine[],
  all: readonly RecordedMove[],
  sent: readonly RecordedMove[],
  isWhole: boolean,
): Asked['lines'] {
  const moved = new Set(all.map(({ lineNo }) => lineNo))
  const asked = new Set(sent.map(({ lineNo }) => lineNo))
  return lines.flatMap<Asked['lines'][number]>(({ lineNo, lineErpState }) => {
    const isUnposted = lineErpState === 'unposted'
    if (asked.has(lineNo)) return isUnposted && isWhole ? [] : [{ lineNo, lineErpState: 'posting' }]
    // Its movements were reversed, so nothing is left to post.
    return isUnposted && !moved.has(lineNo) ? [{ lineNo, lineErpState: 'notNeeded' }] : []
  })
}

/** Requests the reversal of the document's ERP postings. */
export async function reverseDocumentPosting(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
  { dependsOn = [], postingDate: chosen = null, part }: ReversePostingOptions = {},
): Promise<Asked> {
  const { header } = loaded
  const periods = await readPostingPeriods(tx, header.companyCode)
  const postingDate = await postingDateOf({
    periods,
    today: clock.today,
    chosen,
    movedOn: chosen === null ? [] : await postedOn(tx, table.definition.name, header, part),
    isReversal: true,
    daysBefore: () => readParameter(tx, 'posting.daysBeforeMovement', header),
  })
  const isInSteps = table.definition.postingSteps !== undefined
  const isPartlyPosted = header.erpState === 'partlyPosted'
  // What is in flight is refused below: its postings are not withdrawn.
  if (part || header.erpState !== 'posting')
    await withdrawFailed(tx, table.definition.name, header, part?.postingIds ?? null)
  const handles = await requestReversal(tx, {
    companyCode: header.companyCode,
    documentType: table.definition.name,
    documentId: header.id,
    postingDate,
    userId: session.userId,
    dependsOn,
    postingIds: part?.postingIds ?? null,
  })
  if (handles.unsettled.length > 0) {
    throw refuse('posting-in-flight', {
      no: header.docNo,
      ...postingStateWords(firstOf(handles.unsettled).state),
    })
  }
  if (isInSteps) await stepsReversing(tx, table.definition.name, header, clock.now)
  const reversals = handles.reversals.map(({ postingId }) => ({
    companyCode: header.companyCode,
    postingId,
  }))
  if (part)
    return askedOf(
      postingDate,
      stateWhileReversing(header, loaded.lines, part.lineNos),
      reversals,
      part.lineNos.map((lineNo) => ({ lineNo, lineErpState: 'reversing' })),
    )
  const inBooks = isPartlyPosted ? await linesInBooks(tx, table.definition.name, header) : null
  const lines = loaded.lines.flatMap<Asked['lines'][number]>(({ lineNo, lineErpState }) => {
    if (lineErpState === 'posted' || lineErpState === 'partlyPosted' || inBooks?.has(lineNo))
      return [{ lineNo, lineErpState: 'reversing' }]
    // Its posting failed and is withdrawn.
    return inBooks && lineErpState === 'failed' ? [{ lineNo, lineErpState: 'unposted' }] : []
  })
  return askedOf(postingDate, 'reversing', reversals, lines)
}

/** The posting dates of what of the document is in the ERP's books, or of a part of it. */
async function postedOn(
  tx: Transaction,
  type: string,
  header: DocumentHeader,
  part: ReversePostingOptions['part'],
): Promise<LocalDate[]> {
  const rows = await tx.query<{ postingDate: LocalDate }>(
    `select distinct p.posting_date from erp_posting p
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and ${inBooksSql('p')}
       and ($4::uuid[] is null or p.id = any ($4))`,
    [header.companyCode, type, header.id, part?.postingIds ?? null],
  )
  return rows.map(({ postingDate }) => postingDate)
}

/** The lines with items in a posting of the document that is in the ERP's books. */
async function linesInBooks(
  tx: Transaction,
  type: string,
  header: DocumentHeader,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ documentLine: number }>(
    `select distinct i.document_line from erp_posting p
     join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and ${inBooksSql('p')}`,
    [header.companyCode, type, header.id],
  )
  return new Set(rows.map(({ documentLine }) => documentLine))
}

/** Writes the resulting ERP states to the document. */
export function writeAsked(
  tx: Transaction,
  table: DocumentTable,
  header: DocumentHeader,
  asked: Asked,
): void {
  if (asked.header.erpState === undefined) return
  updateHeaders(tx, table, [{ header, values: { ...asked.header } }], false)
  updateLines(tx, table, changesOf(header, asked.lines))
}

function askedOf(
  postingDate: LocalDate,
  state: DocumentHeader['erpState'],
  postings: PostingReference[],
  lines: Asked['lines'],
): Asked {
  return {
    postings,
    sentAgain: [],
    header: { erpState: state, postingDate },
    lines,
  }
}

/**
 * The amount that a person entered for goods which come from outside and have no order: the ERP values them by it. Zero is
 * no amount to the ERP.
 */
function enteredAmount(move: RecordedMove): Pick<PostingItemRequest, 'enteredAmount'> {
  const { amount, amountSource, quantity, remaining, from, erp } = move
  const comesIn = from.place === 'opening' || (from.place === 'supplier' && erp?.basis === '')
  if (!comesIn || amountSource !== 'entered' || amount === null) return {}
  const share = proportionOfMoney(amount, remaining, quantity)
  return share === zeroMoney ? {} : { enteredAmount: share }
}

function itemOf(move: RecordedMove, erp: ErpMovement, line: DocumentLine): PostingItemRequest {
  return {
    ...erp.item,
    documentLine: line.lineNo,
    moveId: move.id,
    materialNo: move.materialNo,
    quantity: move.remaining,
    unit: line.unit,
    movementType: move.movementType,
    from: erpViewOf(move.from).stock,
    to: erpViewOf(move.to).stock,
    referenceDocumentType: erp.referenceDocumentType,
    ...enteredAmount(move),
  }
}
