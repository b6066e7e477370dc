import type { PostingStepRow, Preview } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { StepState } from '@kufang/contract/document/step-state.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { inBooksSql } from '../../erp/posting-row.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { RecordedMove } from '../../ledger/public.ts'
import type { DocumentHeader } from '../storage/document.ts'

// Documents that are posted in steps: one posting per step (`erp_posting.step` is the number of the step), and one row
// of document_step that shows its state. The document's row is locked whenever steps are read to be changed.
// `since` is the time of the process in every statement, like that of the acts: Citus refuses now() in some of them.

/** The step to be posted next. */
export interface NextStep {
  stepNo: number
  step: string
  moves: RecordedMove[]
  /** The steps after it that have movements. */
  later: { stepNo: number; step: string }[]
}

/** A step in the books, and why the work that follows it was refused. */
export interface RefusedStep {
  stepNo: number
  zh: string
  en: string
}

/** A posting of the document that is not closed, in the order of request. */
export interface StepPosting {
  direction: 'post' | 'reverse'
  step: number
  state: string
  isStuck: boolean
  isReversed: boolean
  reversesPostingId: string | null
  id: string
  materialDocument: string
  materialDocumentYear: string
  sapMessageZh: string
  sapMessageEn: string
}

/** The posting steps of a document in order; empty before posting was requested. */
export function readSteps(
  queryable: Queryable,
  type: string,
  header: Pick<DocumentHeader, 'companyCode' | 'id'>,
): Promise<PostingStepRow[]> {
  return queryable.query<PostingStepRow>(
    `select s.step_no, s.step, s.state, s.material_document, s.material_document_year, s.message_zh, s.message_en,
       s.work_zh, s.work_en, s.since,
       array_to_string(array(select distinct m.movement_type from stock_move m
         where m.company_code = s.company_code and m.document_type = s.document_type and m.document_id = s.document_id
           and m.reverses is null and m.erp_movement ->> 'step' = s.step order by 1), '/') as movement_types
     from document_step s where s.company_code = $1 and s.document_type = $2 and s.document_id = $3 order by s.step_no`,
    [header.companyCode, type, header.id],
  )
}

/** The steps of a document being posted that wait for the one before, as a preview shows them. */
export async function laterSteps(
  queryable: Queryable,
  { name, postingSteps }: AnyDocument,
  header: Pick<DocumentHeader, 'companyCode' | 'id'>,
): Promise<Preview['laterSteps']> {
  if (postingSteps === undefined) return []
  const steps = await readSteps(queryable, name, header)
  return steps
    .filter(({ state }) => state === 'waiting')
    .map(({ step, movementTypes }) => ({ label: fieldOf(postingSteps, step).label, movementTypes }))
}

/** The first step with movements that is not in the ERP's books; null if all are. */
export async function nextStep(
  tx: Transaction,
  { name, postingSteps = {} }: AnyDocument,
  header: DocumentHeader,
  moves: readonly RecordedMove[],
): Promise<NextStep | null> {
  const posted = await tx.query<{ step: number }>(
    `select p.step from erp_posting p
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and ${inBooksSql('p')}`,
    [header.companyCode, name, header.id],
  )
  const inBooks = new Set(posted.map(({ step }) => step))
  const withMoves = Object.keys(postingSteps).flatMap((step, index) => {
    const own = moves.filter((move) => move.erp?.step === step)
    return own.length === 0 ? [] : [{ stepNo: index + 1, step, moves: own }]
  })
  const [next, ...later] = withMoves.filter(({ stepNo }) => !inBooks.has(stepNo))
  return next === undefined ? null : { ...next, later }
}

/** Records that a step was requested, and that the steps after it wait for it. */
export async function stepRequested(
  tx: Transaction,
  type: string,
  header: DocumentHeader,
  { later, ...next }: NextStep,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into document_step (company_code, document_type, document_id, step_no, step, state, since)
     select $1, $2, $3, n.step_no, n.step, n.state, $7::timestamptz
     from unnest($4::int[], $5::text[], $6::text[]) as n (step_no, step, state)
     on conflict (company_code, document_type, document_id, step_no) do update set state = excluded.state,
       material_document = '', material_document_year = '', message_zh = '', message_en = '', work_zh = '', work_en = '',
       since = case when document_step.state = excluded.state then document_step.since else excluded.since end`,
    [
      header.companyCode,
      type,
      header.id,
      [next, ...later].map(({ stepNo }) => stepNo),
      [next, ...later].map(({ step }) => step),
      ['posting', ...later.map(() => 'waiting')],
      now,
    ],
  )
}

/** Records that all posted steps are being reversed; what failed is no longer wanted. */
export async function stepsReversing(
  tx: Transaction,
  type: string,
  header: DocumentHeader,
  now: Date,
): Promise<void> {
  await tx.query(
    `update document_step set state = case when state in ('posted', 'workRefused') then 'reversing' else 'waiting' end,
       message_zh = '', message_en = '', since = $4
     where company_code = $1 and document_type = $2 and document_id = $3 and state in ('posted', 'workRefused', 'failed')`,
    [header.companyCode, type, header.id, now],
  )
}

/**
 * Closes postings and reversals that are certainly not in the ERP, so that those in the books can be reversed (again).
 * The document is not in flight, so what is pending waits for a failed one and was never sent.
 * @param only the postings whose reversals are meant, if not all of the document
 */
export async function withdrawFailed(
  tx: Transaction,
  type: string,
  header: DocumentHeader,
  only: readonly string[] | null,
): Promise<void> {
  await tx.query(
    `with closed as (
       update erp_posting set state = 'closed', closed_reason = 'reversed before posting', updated_at = now()
       where company_code = $1 and document_type = $2 and document_id = $3 and state in ('rejected', 'dead', 'blocked', 'pending')
         and not is_outcome_open and ($4::uuid[] is null or reverses_posting_id = any ($4))
       returning id)
     update erp_alarm set resolved_at = now(), resolution = 'corrected'
     where company_code = $1 and posting_id in (select id from closed) and kind = 'dead' and resolved_at is null`,
    [header.companyCode, type, header.id, only],
  )
}

/**
 * Updates the rows of the steps from their postings.
 * @param refused why the work that follows a step just posted was refused
 * @returns the ERP state of the document; null if it stays
 */
export async function followSteps(
  tx: Transaction,
  type: string,
  header: DocumentHeader,
  postings: readonly StepPosting[],
  refused: RefusedStep | null,
  now: Date,
): Promise<ErpState | null> {
  const before = await readSteps(tx, type, header)
  const after = before.map((row): PostingStepRow => {
    const isRefused = row.stepNo === refused?.stepNo
    const known = isRefused ? { ...row, workZh: refused.zh, workEn: refused.en } : row
    return { ...known, ...fromPosting(known, postings) }
  })
  const changed = after.filter(
    (row, index) => JSON.stringify(row) !== JSON.stringify(before[index]),
  )
  if (changed.length > 0)
    await tx.query(
      `update document_step s set state = n.state, material_document = n.material_document,
         material_document_year = n.material_document_year, message_zh = n.message_zh, message_en = n.message_en,
         work_zh = n.work_zh, work_en = n.work_en, since = case when s.state = n.state then s.since else $12::timestamptz end
       from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
         as n (step_no, state, material_document, material_document_year, message_zh, message_en, work_zh, work_en)
       where s.company_code = $1 and s.document_type = $2 and s.document_id = $3 and s.step_no = n.step_no`,
      [
        header.companyCode,
        type,
        header.id,
        changed.map((row) => row.stepNo),
        changed.map((row) => row.state),
        changed.map((row) => row.materialDocument),
        changed.map((row) => row.materialDocumentYear),
        changed.map((row) => row.messageZh),
        changed.map((row) => row.messageEn),
        changed.map((row) => row.workZh),
        changed.map((row) => row.workEn),
        now,
      ],
    )
  return documentState(after.map(({ state }) => state))
}

type Followed = Pick<
  PostingStepRow,
  | 'state'
  | 'materialDocument'
  | 'materialDocumentYear'
  | 'messageZh'
  | 'messageEn'
  | 'workZh'
  | 'workEn'
>

/** The step as its latest posting has it. */
function fromPosting(row: PostingStepRow, postings: readonly StepPosting[]): Followed {
  const own = postings.findLast(
    ({ direction, step }) => direction === 'post' && step === row.stepNo,
  )
  if (own === undefined) return { ...row, state: 'waiting', messageZh: '', messageEn: '' }
  const reversal = postings.findLast(({ reversesPostingId }) => reversesPostingId === own.id)
  // The message of a failed reversal is shown with the step, which is still in the books.
  const told = reversal !== undefined && isFailed(reversal) ? reversal : own
  const state = stateOf(row, own, reversal, postings.some(isFailedReversal))
  return {
    state,
    materialDocument: own.materialDocument,
    materialDocumentYear: own.materialDocumentYear,
    messageZh: isFailed(told) ? told.sapMessageZh : '',
    messageEn: isFailed(told) ? told.sapMessageEn : '',
    // Refused work of a reversed step is discarded.
    workZh: state === 'reversed' ? '' : row.workZh,
    workEn: state === 'reversed' ? '' : row.workEn,
  }
}

const isFailed = ({ state }: Pick<StepPosting, 'state'>): boolean =>
  ['rejected', 'dead', 'blocked'].includes(state)

/** Reversals are sent one after the other: behind a failed one all others of the document wait for a person. */
export const isFailedReversal = (posting: Pick<StepPosting, 'direction' | 'state'>): boolean =>
  posting.direction === 'reverse' && isFailed(posting)

function stateOf(
  { workZh }: Pick<PostingStepRow, 'workZh'>,
  own: StepPosting,
  reversal: StepPosting | undefined,
  isReversalFailed: boolean,
): StepState {
  if (own.isReversed) return 'reversed'
  if (own.state !== 'posted') return isFailed(own) || own.isStuck ? 'failed' : 'posting'
  if (reversal !== undefined && !isReversalFailed) return 'reversing'
  return workZh === '' ? 'posted' : 'workRefused'
}

/** A document is posted when all its steps are and no work after them was refused, and not in the books when none is. */
function documentState(steps: readonly StepState[]): ErpState | null {
  const has = (state: StepState) => steps.includes(state)
  const isStanding = has('posted') || has('workRefused')
  const isInBooks = isStanding || has('reversing')
  if (has('failed')) return isInBooks ? 'partlyPosted' : 'failed'
  if (has('posting')) return 'posting'
  if (has('reversing')) return 'reversing'
  if (isStanding) return steps.every((state) => state === 'posted') ? 'posted' : 'partlyPosted'
  return has('reversed') ? 'reversed' : null
}
