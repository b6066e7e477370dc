import { companyToday } from '@kufang/kernel/company-day.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { erpStates, erpStatesNotInBooks } from '@kufang/contract/document/erp-state.ts'
import { postingActions } from '@kufang/contract/document/posting-cure.ts'
import { postingStateWords } from '@kufang/contract/document/posting-state.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { isPositive } from '@kufang/kernel/quantity.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ErpMovement } from '../../erp/erp-movement.ts'
import type {
  PostingItemRequest,
  PostingReference,
  PostingRequest,
  PostingState,
} from '../../erp/posting-model.ts'
import { resolveCancellations } from '../../erp/direct-words.ts'
import { requestPosting, requestReversal } from '../../erp/posting-request.ts'
import { inBooksSql } from '../../erp/posting-row.ts'
import type { Session } from '../../platform/session/session.ts'
import { readPostingPeriods, movesOfDocument, type RecordedMove } from '../../stock/public.ts'
import type { Clock } from '../clock.ts'
import type { DocumentHeader, DocumentLine, LoadedDocument } from '../storage/document.ts'
import { changesOf, updateHeaders, updateLines } from '../storage/store.ts'
import type { PostOptions, ReversePostingOptions } from '../act/effects.ts'
import { erpViewOf } from './erp-view.ts'
import { completeOnce } from './completing-items.ts'
import { assertCovered } from './posting-cover.ts'
import { settledMoves } from './settled-moves.ts'
import { readEntryUnits } from './entry-units.ts'
import { postingDateOf, stillOpen } from './posting-date.ts'
import { nextStep, stepRequested, stepsReversing, withdrawFailed } from './steps.ts'
import type { DocumentTable } from '../storage/table.ts'

// Derives ERP postings from a document's movements: one ERP document per goods movement code and external document number
// (the line field `reference`, such as the number of the supplier's delivery note), in the order of the movements. Each
// item represents one movement, so that both ledgers can be reconciled.

type ErpDocumentRequest = Required<
  Pick<PostingRequest, 'goodsMovementCode' | 'reference' | 'items'>
>

/** The requested postings and the resulting changes to the document; the caller writes them. */
export interface Asked {
  postings: PostingReference[]
  header: { erpState: 'posting' | 'reversing'; postingDate: string }
  lines: { lineNo: number; lineErpState: 'posting' | 'notNeeded' | 'reversing' | 'unposted' }[]
}

/** Requests ERP postings for the document's movements that are not reversed, and returns them. */
export async function postDocument(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
  { dependsOn = [], item = {}, postingDate: chosen = null }: PostOptions = {},
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
  const moves = next === undefined ? all : (next?.moves ?? [])
  if (moves.length === 0) return askedOf(clock.today, 'posting', [], [])
  const isLaterStep = next !== undefined && next !== null && header.erpState === 'posting'
  const postingDate = postingDateOf({
    periods,
    today: clock.today,
    chosen: chosen ?? (isLaterStep ? stillOpen(periods, header.postingDate) : null),
    movedOn: moves.map((move) => companyToday(new Date(move.movedAt))),
  })
  if (header.erpState === 'cancelledInErp')
    await resolveCancellations(
      tx,
      { companyCode: header.companyCode, documentType: name, documentId: header.id },
      { userId: session.userId, resolution: postingActions.post.zh },
    )
  const wanted = await documentsOf(tx, loaded, moves, item)
  completeOnce(wanted.flatMap(({ items }) => items))
  if (next && wanted.length > 1)
    throw new Error(`step ${next.step} of ${header.docNo} needs ${wanted.length} ERP documents`)
  await assertCovered(tx, header, wanted)
  const postings: PostingReference[] = []
  let step = next ? next.stepNo - 1 : 0
  for (const one of wanted) {
    step += 1
    const previous = postings.at(-1)
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
  }
  if (next) {
    await stepRequested(tx, name, header, next, clock.now)
    // Every line follows the document, whichever of its movements the step posts.
    const own = loaded.lines.map(({ lineNo }) => ({ lineNo, lineErpState: 'posting' as const }))
    return askedOf(postingDate, 'posting', postings, own)
  }
  return askedOf(postingDate, 'posting', postings, onTheirWay(loaded.lines, moves))
}

/** The ERP documents for these movements, one per goods movement code and external document number. */
async function documentsOf(
  tx: Transaction,
  { header, lines: all }: LoadedDocument,
  moves: readonly RecordedMove[],
  item: NonNullable<PostOptions['item']>,
): Promise<ErpDocumentRequest[]> {
  const lines = new Map(all.map((line) => [line.lineNo, line]))
  const entryUnitOf = await readEntryUnits(tx, all)
  const settled = await settledMoves(tx, header.companyCode, moves, lines)
  const wanted = new Map<string, ErpDocumentRequest>()
  for (const move of moves) {
    const line = lines.get(move.lineNo)
    if (!line) throw new Error(`${header.docNo} moved line ${move.lineNo}, which it does not have`)
    if (!move.erp)
      throw new Error(`${header.docNo} moved line ${move.lineNo} without an ERP movement`)
    const { goodsMovementCode } = move.erp
    const reference = textOf(line['reference'], header.docNo)
    const key = `${goodsMovementCode}/${reference}`
    const one = wanted.get(key) ?? { goodsMovementCode, reference, items: [] }
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
  return [...wanted.values()]
}

/** Line states that cannot be derived from the header state `posting` (`lineErpState` in table.ts). */
function onTheirWay(
  lines: readonly DocumentLine[],
  moves: readonly RecordedMove[],
): Asked['lines'] {
  const asked = new Set(moves.map(({ lineNo }) => lineNo))
  return lines.flatMap<Asked['lines'][number]>(({ lineNo, lineErpState }) => {
    const isUnposted = lineErpState === 'unposted'
    if (asked.has(lineNo)) return isUnposted ? [] : [{ lineNo, lineErpState: 'posting' }]
    // Its movements were reversed, so nothing is left to post.
    return isUnposted ? [{ lineNo, lineErpState: 'notNeeded' }] : []
  })
}

/** Requests the reversal of the document's ERP postings. */
export async function reverseDocumentPosting(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
  { dependsOn = [], postingDate: chosen = null }: ReversePostingOptions = {},
): Promise<Asked> {
  const { header } = loaded
  const periods = await readPostingPeriods(tx, header.companyCode)
  // A reversal is posted in the current period (spec domain.md 1.1, "periods"), unless the person chooses an open one.
  const postingDate = postingDateOf({ periods, today: clock.today, chosen, movedOn: [] })
  const isInSteps = table.definition.postingSteps !== undefined
  const isPartlyPosted = header.erpState === 'partlyPosted'
  await withdrawFailed(tx, table.definition.name, header)
  const handles = await requestReversal(tx, {
    companyCode: header.companyCode,
    documentType: table.definition.name,
    documentId: header.id,
    postingDate,
    userId: session.userId,
    dependsOn,
  })
  if (handles.unsettled.length > 0) {
    throw refuse('posting-in-flight', {
      no: header.docNo,
      ...postingStateWords(handles.unsettled[0]!.state),
    })
  }
  if (isInSteps) await stepsReversing(tx, table.definition.name, header, clock.now)
  const inBooks = isPartlyPosted ? await linesInBooks(tx, table.definition.name, header) : null
  const lines = loaded.lines.flatMap<Asked['lines'][number]>(({ lineNo, lineErpState }) => {
    if (lineErpState === 'posted' || lineErpState === 'partlyPosted' || inBooks?.has(lineNo))
      return [{ lineNo, lineErpState: 'reversing' }]
    // Its posting failed and is withdrawn.
    return inBooks && lineErpState === 'failed' ? [{ lineNo, lineErpState: 'unposted' }] : []
  })
  return askedOf(
    postingDate,
    'reversing',
    handles.reversals.map(({ postingId }) => ({ companyCode: header.companyCode, postingId })),
    lines,
  )
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
  if (asked.postings.length === 0) return
  updateHeaders(tx, table, [{ header, values: { ...asked.header } }], false)
  updateLines(tx, table, changesOf(header, asked.lines))
}

function askedOf(
  postingDate: LocalDate,
  state: 'posting' | 'reversing',
  postings: PostingReference[],
  lines: Asked['lines'],
): Asked {
  return {
    postings,
    header: { erpState: state, postingDate },
    lines,
  }
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
  }
}

/**
 * Permits the reversal of goods only if none of the document's postings is in the ERP or can still reach it, whatever
 * the action is called. Rejected postings are closed; a posting with an unknown outcome blocks the reversal.
 * @throws Refusal `wrong-erp-state`, `posting-in-flight`, `posting-in-books`
 */
export async function assertMayTakeBack(
  tx: Transaction,
  definition: AnyDocument,
  header: DocumentHeader,
  action: Label,
): Promise<void> {
  if (!definition.posts) return
  if (header.erpState === 'cancelledInErp')
    await resolveCancellations(
      tx,
      { companyCode: header.companyCode, documentType: definition.name, documentId: header.id },
      { userId: null, resolution: action.zh },
    )
  if (!erpStatesNotInBooks.includes(header.erpState)) {
    const { label } = erpStates[header.erpState]
    throw refuse('wrong-erp-state', {
      no: header.docNo,
      erpState: label.zh,
      erpStateEn: label.en,
      action: action.zh,
      actionEn: action.en,
    })
  }
  const postings = await tx.query<{
    id: string
    state: PostingState
    isOutcomeOpen: boolean
    isInBooks: boolean
    materialDocument: string
  }>(
    `select p.id, p.state, p.is_outcome_open, p.material_document, ${inBooksSql('p')} as is_in_books from erp_posting p
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and p.state <> 'closed' for update`,
    [header.companyCode, definition.name, header.id],
  )
  const inBooks = postings.find((posting) => posting.isInBooks)
  if (inBooks)
    throw refuse('posting-in-books', {
      no: header.docNo,
      materialDocument: inBooks.materialDocument,
    })
  const open = postings.filter(({ state }) => state !== 'posted')
  // In a failed document, pending postings wait for the failed one and were never sent.
  const inFlight = open.find(
    (posting) =>
      posting.isOutcomeOpen ||
      ['sending', 'unknown'].includes(posting.state) ||
      (posting.state === 'pending' && header.erpState !== 'failed'),
  )
  if (inFlight)
    throw refuse('posting-in-flight', { no: header.docNo, ...postingStateWords(inFlight.state) })
  if (open.length > 0) {
    await tx.query(
      `update erp_posting set state = 'closed', closed_reason = 'reversed before posting', updated_at = now()
       where company_code = $1 and id = any($2::uuid[])`,
      [header.companyCode, open.map((posting) => posting.id)],
    )
  }
}
