import { refuse } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { PostingState } from './posting-model.ts'
import { isReversedSql, readPosting, type PostingRow } from './posting-row.ts'
import { wakeSender } from './wake-sender.ts'
import { enterPosted, tellDocuments, type OnSettled } from './settle.ts'

/** The change by a person's action, for the audit; undefined if the posting does not, or no longer, permit it. */
export interface PostingChange {
  before: PostingView
  after: PostingView
}

export interface PostingView {
  postingId: string
  documentNo: string
  state: PostingState
  materialDocument: string
  materialDocumentYear: string
  closedReason: string
}

interface PersonsAction {
  companyCode: string
  postingId: string
  userId: string
}

/**
 * Puts a posting that needs a person back into the queue under the same key. If its outcome is open it is looked up
 * immediately, never sent blindly. Not for postings in progress, posted or closed.
 */
export async function retryPosting(
  tx: Transaction,
  action: PersonsAction,
  onSettled: OnSettled,
): Promise<PostingChange | undefined> {
  const row = await readPosting(tx, action.companyCode, action.postingId, true)
  if (
    row === undefined ||
    !['rejected', 'dead', 'blocked', 'pending', 'unknown'].includes(row.state) ||
    isLeased(row)
  )
    return undefined
  const state = row.isOutcomeOpen ? 'unknown' : 'pending'
  return change(tx, row, onSettled, 'resumed', {
    sql: `state = $3, attempts = 0, look_ups = 0, next_attempt_at = now(), settled_at = null, user_id = $4,
      sap_code = case when sap_code = 'simulated' then '' else sap_code end`,
    values: [state, action.userId],
  })
}

/**
 * Gives up a posting without an ERP document: the book stays unchanged. Refused (undefined) while the outcome is open,
 * because the ERP may have it: close it with the number or wait for the look-up.
 */
export async function ignorePosting(
  tx: Transaction,
  action: PersonsAction & { reason: string },
  onSettled: OnSettled,
): Promise<PostingChange | undefined> {
  const row = await readPosting(tx, action.companyCode, action.postingId, true)
  if (
    row === undefined ||
    !['pending', 'rejected', 'dead', 'blocked'].includes(row.state) ||
    row.isOutcomeOpen
  )
    return undefined
  return change(tx, row, onSettled, 'closed', {
    sql: `state = 'closed', closed_by = $3, closed_reason = $4, settled_at = now()`,
    values: [action.userId, action.reason],
  })
}

/**
 * Closes a posting with the number a person found in the ERP; it then counts as posted. The sender reads the document
 * back and raises an alarm if its items differ.
 * @throws Refusal `number-taken` if another posting has the number
 */
export async function closeWithNumber(
  tx: Transaction,
  action: PersonsAction & { materialDocument: string; year: string; reason: string },
  onSettled: OnSettled,
): Promise<PostingChange | undefined> {
  const row = await readPosting(tx, action.companyCode, action.postingId, true)
  if (row === undefined || ['posted', 'closed', 'sending'].includes(row.state) || isLeased(row))
    return undefined
  const [taken] = await tx.query<{ documentNo: string }>(
    `select document_no from erp_posting
     where company_code = $1 and material_document = $2 and material_document_year = $3 and id <> $4 limit 1`,
    [row.companyCode, action.materialDocument, action.year, row.id],
  )
  if (taken !== undefined)
    throw refuse(
      'number-taken',
      { number: `${action.materialDocument}/${action.year}`, no: taken.documentNo },
      { field: 'materialDocument' },
    )
  await tx.query(
    `update erp_posting set state = 'posted', is_outcome_open = false, material_document = $3, material_document_year = $4,
       closed_by = $5, closed_reason = $6, leased_by = '', leased_until = null, next_attempt_at = now(), settled_at = now(),
       updated_at = now()
     where company_code = $1 and id = $2`,
    [row.companyCode, row.id, action.materialDocument, action.year, action.userId, action.reason],
  )
  await resolveDeadAlarm(tx, row, 'closed with number')
  await enterPosted(tx, row, undefined, onSettled)
  return { before: viewOf(row), after: viewOf((await readPosting(tx, row.companyCode, row.id))!) }
}

/**
 * Gives up all postings of a document that are certainly not in the ERP, before its goods movements are reversed.
 * Returns the postings it could not withdraw: they are posted, in progress or in doubt, and must be reversed or settled
 * first.
 */
export async function withdrawPostings(
  tx: Transaction,
  action: {
    companyCode: string
    documentType: string
    documentId: string
    userId: string
    reason: string
  },
  onSettled: OnSettled,
): Promise<{ withdrawn: PostingChange[]; standing: { postingId: string; state: PostingState }[] }> {
  const rows = await tx.query<{ id: string; state: PostingState; isReversed: boolean }>(
    `select p.id, p.state, ${isReversedSql('p')} as is_reversed
     from erp_posting p
     where company_code = $1 and document_type = $2 and document_id = $3 and direction = 'post' order by sequence for update of p`,
    [action.companyCode, action.documentType, action.documentId],
  )
  const withdrawn: PostingChange[] = []
  const standing: { postingId: string; state: PostingState }[] = []
  for (const { id, state, isReversed } of rows) {
    if (state === 'closed' || isReversed) continue
    const { companyCode, userId, reason } = action
    const done = await ignorePosting(tx, { companyCode, postingId: id, userId, reason }, onSettled)
    if (done === undefined) standing.push({ postingId: id, state })
    else withdrawn.push(done)
  }
  return { withdrawn, standing }
}

async function change(
  tx: Transaction,
  row: PostingRow,
  onSettled: OnSettled,
  event: 'resumed' | 'closed',
  update: { sql: string; values: unknown[] },
): Promise<PostingChange> {
  await tx.query(
    `update erp_posting set ${update.sql}, updated_at = now() where company_code = $1 and id = $2`,
    [row.companyCode, row.id, ...update.values],
  )
  await resolveDeadAlarm(tx, row, event)
  await tellDocuments(tx, row, event, onSettled)
  wakeSender(tx)
  return { before: viewOf(row), after: viewOf((await readPosting(tx, row.companyCode, row.id))!) }
}

async function resolveDeadAlarm(
  tx: Transaction,
  row: PostingRow,
  resolution: string,
): Promise<void> {
  await tx.query(
    `update erp_alarm set resolved_at = now(), resolution = $3
     where company_code = $1 and posting_id = $2 and kind = 'dead' and resolved_at is null`,
    [row.companyCode, row.id, resolution],
  )
}

const isLeased = (row: PostingRow) =>
  row.leasedUntil !== null && Date.parse(row.leasedUntil) > Date.now()

function viewOf(row: PostingRow & { closedReason?: string }): PostingView {
  return {
    postingId: row.id,
    documentNo: row.documentNo,
    state: row.state,
    materialDocument: row.materialDocument,
    materialDocumentYear: row.materialDocumentYear,
    closedReason: row.closedReason ?? '',
  }
}
