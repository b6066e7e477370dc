import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { isPostedByOthers, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { erpStateEvent } from '@kufang/contract/document/webhook.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { dependenciesOf, isReversedSql } from '../../erp/posting-row.ts'
import { systemSession } from '../../platform/session/session.ts'
import { clock } from '../storage/clock.ts'
import type { DocumentLine } from '../storage/document.ts'
import { changesOf, loadInCompany, updateHeaders, updateLines } from '../storage/store.ts'
import { documentTable } from '../storage/table.ts'
import { refreshTodos } from '../storage/todo.ts'
import { queueStates } from '../webhooks/queue-states.ts'
import { followSteps, isFailedReversal, type RefusedStep, type StepPosting } from './steps.ts'

interface PostingRow extends StepPosting {
  /** Whether it depends on a failed posting of this or another document and is not sent until a person acts. */
  isStuck: boolean
  /** Reversed in the ERP by somebody, past this product. */
  isDirect: boolean
  lines: number[]
}

/** The document type that a posting names. */
export function postedType(documentType: string, postingKey: string): AnyDocument {
  const definition = documentDefinition(documentType)
  if (!definition)
    throw new Error(`posting ${postingKey} names no document type of ours: ${documentType}`)
  return definition
}

/**
 * Updates a document's ERP state, line states and numbers from its postings.
 * @param refused why the work that follows a step just posted was refused
 */
export async function followPostings(
  tx: Transaction,
  companyCode: string,
  documentType: string,
  documentId: string,
  postingKey: string,
  refused: RefusedStep | null = null,
): Promise<void> {
  const definition = postedType(documentType, postingKey)
  const table = documentTable(definition)
  const { header, lines } = await loadInCompany(tx, table, companyCode, documentId, true)
  // Its goods are back; the sender may still read what is left of its postings.
  if (header.erpState === 'notNeeded') return
  const postings = await tx.query<PostingRow>(
    `select p.id, p.direction, p.step, p.state, p.material_document, p.material_document_year, p.reverses_posting_id,
       p.sap_message_zh, p.sap_message_en,
       p.state = 'pending' and exists (select from ${dependenciesOf('p')}
         join erp_posting d on d.company_code = need.company_code and d.id = need.id
         where d.state in ('rejected', 'dead', 'blocked')) as is_stuck,
       ${isReversedSql('p')} as is_reversed, p.direct_user <> '' as is_direct,
       array(select distinct i.document_line from erp_posting_item i where i.company_code = p.company_code and i.posting_id = p.id) as lines
     from erp_posting p where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and p.state <> 'closed'
     order by p.sequence`,
    [companyCode, documentType, documentId],
  )
  const changes = lineChanges(lines, postings)
  const followed = definition.postingSteps
    ? ((await followSteps(tx, documentType, header, postings, refused, clock().now)) ??
      // Its only posting was given up before it was sent.
      (header.erpState === 'posting' ? 'unposted' : header.erpState))
    : null
  const isDirect = postings.some((row) => row.isReversed && isCancelledDirectly(row, postings))
  const inSteps = followed === 'reversed' && isDirect ? 'cancelledInErp' : followed
  if (inSteps !== null) for (const change of changes) change.lineErpState = inSteps
  updateLines(tx, table, changesOf(header, changes))
  const changed = changes.map((change) => change.lineErpState as ErpState)
  const erpState =
    inSteps ??
    (isPostedByOthers(definition)
      ? stateByLine(lineStatesAfter(lines, changes), postings, header.erpState)
      : documentState(changed, postings, header.erpState))
  if (erpState === header.erpState) return
  // The version stays unchanged: no person changed the document, so open screens remain valid.
  updateHeaders(tx, table, [{ header, values: { erpState } }], false)
  queueStates(tx, [
    {
      companyCode,
      type: documentType,
      id: documentId,
      no: header.docNo,
      before: erpStateEvent(header.erpState),
      after: erpStateEvent(erpState),
    },
  ])
  refreshTodos(tx, systemSession([companyCode], postingKey), definition, [{ ...header, erpState }])
}

/** The ERP state and ERP document of each line that a posting names. */
function lineChanges(lines: readonly DocumentLine[], postings: readonly PostingRow[]) {
  const lineStates = new Map<number, ErpState>()
  const numbers = new Map<number, { materialDocument: string; materialDocumentYear: string }>()
  for (const row of postings) {
    if (row.direction !== 'post' || row.isReversed) continue
    for (const line of row.lines) {
      const known = lineStates.get(line)
      const next = lineState(row)
      // The first step that is not posted determines the line state.
      if (known === undefined || known === 'posted') lineStates.set(line, next)
      if (row.materialDocument !== '') numbers.set(line, row)
    }
  }
  const reversing =
    !postings.some(isFailedReversal) &&
    postings.some(
      (row) => row.direction === 'reverse' && ['pending', 'sending', 'unknown'].includes(row.state),
    )
  const reversedLines = new Map<number, ErpState>()
  for (const row of postings) {
    if (row.direction !== 'post' || !row.isReversed) continue
    const state = isCancelledDirectly(row, postings) ? 'cancelledInErp' : 'reversed'
    for (const line of row.lines) reversedLines.set(line, state)
  }
  for (const { lineNo, lineErpState } of lines) {
    if (lineStates.has(lineNo) || reversedLines.has(lineNo)) continue
    // Its posting was given up before it was sent, or after the ERP refused it.
    if (lineErpState === 'posting') lineStates.set(lineNo, 'unposted')
    else if (lineErpState === 'failed') lineStates.set(lineNo, 'failed')
  }
  return lines
    .filter(
      ({ lineNo, lineErpState }) =>
        lineStates.has(lineNo) ||
        // Goods that went back after their reversal have nothing to post any more.
        (reversedLines.has(lineNo) && lineErpState !== 'notNeeded'),
    )
    .map((line) => {
      const state = lineStates.get(line.lineNo)
      return {
        lineNo: line.lineNo,
        lineErpState:
          state === undefined
            ? entryOf(reversedLines, line.lineNo)
            : reversing && state === 'posted'
              ? 'reversing'
              : state,
        materialDocument:
          numbers.get(line.lineNo)?.materialDocument ?? (line['materialDocument'] as string | null),
        materialDocumentYear:
          numbers.get(line.lineNo)?.materialDocumentYear ??
          (line['materialDocumentYear'] as string | null),
      }
    })
}

/** Whether the last reversal of a posting was made in the ERP itself. */
function isCancelledDirectly({ id }: PostingRow, postings: readonly PostingRow[]): boolean {
  const reversal = postings.findLast(
    (row) => row.reversesPostingId === id && row.state === 'posted',
  )
  return reversal?.isDirect === true
}

function lineState({ state, isStuck }: PostingRow): ErpState {
  if (state === 'posted') return 'posted'
  return isStuck || ['rejected', 'dead', 'blocked'].includes(state) ? 'failed' : 'posting'
}

/**
 * The header takes the state of the least advanced line; a failure takes precedence. If another ERP document of a
 * document that failed or was given up is in the books, it is partly posted: its goods stay until that one is reversed.
 */
function documentState(
  lines: readonly ErpState[],
  postings: readonly PostingRow[],
  before: ErpState,
): ErpState {
  const isInBooks = postings.some(isStanding)
  if ((lines.includes('failed') || lines.includes('unposted')) && isInBooks) return 'partlyPosted'
  for (const state of [
    'failed',
    'posting',
    'reversing',
    'unposted',
    'cancelledInErp',
    'posted',
    'reversed',
  ] as const) {
    if (!lines.includes(state)) continue
    // The reversals of its other ERP documents were given up.
    return state === 'posted' && lines.includes('reversed') ? 'partlyPosted' : state
  }
  return before
}

const isStanding = ({ direction, state, isReversed }: PostingRow): boolean =>
  direction === 'post' && state === 'posted' && !isReversed

/** The states of all lines that are posted, those without a posting included. */
function lineStatesAfter(
  lines: readonly DocumentLine[],
  changes: readonly { lineNo: number; lineErpState: ErpState }[],
): ErpState[] {
  const changed = new Map(changes.map(({ lineNo, lineErpState }) => [lineNo, lineErpState]))
  return lines
    .map(({ lineNo, lineErpState }) => changed.get(lineNo) ?? lineErpState)
    .filter((state) => state !== 'notNeeded')
}

/**
 * The ERP state of a document whose lines others post when they need them: a line that nobody needs yet, or no longer, is
 * nothing that somebody must act on.
 */
function stateByLine(
  lines: readonly ErpState[],
  postings: readonly PostingRow[],
  before: ErpState,
): ErpState {
  const isAsked = lines.some((state) => ['posting', 'posted', 'reversing'].includes(state))
  const isLeft = lines.some((state) => ['unposted', 'reversed'].includes(state))
  if (lines.includes('cancelledInErp')) {
    const asked = lines.filter((state) => state !== 'unposted')
    return documentState(asked, postings, before)
  }
  if (isAsked && isLeft && !lines.includes('failed')) return 'byLine'
  return documentState(lines, postings, before)
}
