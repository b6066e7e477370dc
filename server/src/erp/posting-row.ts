import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Queryable } from '../platform/database/database.ts'
import { readItems } from './posting-items.ts'
import type {
  ErpDetail,
  PostingDirection,
  PostingInterface,
  PostingRequest,
  PostingState,
  SettledPosting,
} from './posting-model.ts'

/** A row of erp_posting. */
export interface PostingRow {
  companyCode: string
  id: string
  sequence: number
  interfaceCode: PostingInterface
  documentType: string
  documentId: string
  documentNo: string
  step: number
  direction: PostingDirection
  generation: number
  reversesPostingId: string | null
  postingKey: string
  state: PostingState
  postingDate: LocalDate
  documentDate: LocalDate
  payload: PostingRequest
  attempts: number
  lookUps: number
  nextAttemptAt: string
  leasedBy: string
  leasedUntil: string | null
  sentAt: string | null
  isOutcomeOpen: boolean
  materialDocument: string
  materialDocumentYear: string
  sapCode: string
  sapMessageZh: string
  sapMessageEn: string
  sapDetails: ErpDetail[]
  transactionId: string
  createdAt: string
  settledAt: string | null
  readBackAt: string | null
  readBackAttempts: number
  /** The trace of the act that asked for it, or ''. */
  traceId: string
}

/** The dependencies of a posting as SQL table `need (id, company_code)`, joined with its alias. */
export const dependenciesOf = (alias: string): string =>
  `lateral (select one.id, coalesce(one.company_code, ${alias}.company_code) as company_code
     from unnest(${alias}.depends_on, ${alias}.depends_on_companies) as one (id, company_code)) need`

/** As SQL: whether a posting depends on one that was refused, so that it is not sent until a person acts on that one. */
export const isBehindRefusedSql = (alias: string): string =>
  `exists (select from ${dependenciesOf(alias)}
     join erp_posting refused on refused.company_code = need.company_code and refused.id = need.id
     where refused.state in ('rejected', 'dead'))`

/** As SQL: whether the reversal of a posting is in the ERP's books. */
export const isReversedSql = (posting: string): string =>
  `exists (select from erp_posting r where r.company_code = ${posting}.company_code and r.direction = 'reverse'
     and r.reverses_posting_id = ${posting}.id and r.state = 'posted')`

/** As SQL: whether a posting is in the ERP's books: posted, and not reversed there. */
export const inBooksSql = (posting: string): string =>
  `${posting}.direction = 'post' and ${posting}.state = 'posted' and not ${isReversedSql(posting)}`

/** Reads one posting; undefined if it does not exist. `lock` locks it until the transaction ends. */
export async function readPosting(
  queryable: Queryable,
  companyCode: string,
  postingId: string,
  lock = false,
): Promise<PostingRow | undefined> {
  const [row] = await queryable.query<PostingRow>(
    `select * from erp_posting where company_code = $1 and id = $2${lock ? ' for update' : ''}`,
    [companyCode, postingId],
  )
  return row
}

/** The posting as passed to `onSettled`. */
export async function settledPosting(
  queryable: Queryable,
  row: PostingRow,
  event: SettledPosting['event'],
): Promise<SettledPosting> {
  return {
    event,
    companyCode: row.companyCode,
    postingId: row.id,
    sequence: row.sequence,
    postingKey: row.postingKey,
    documentType: row.documentType,
    documentId: row.documentId,
    documentNo: row.documentNo,
    step: row.step,
    generation: row.generation,
    direction: row.direction,
    reversesPostingId: row.reversesPostingId,
    state: row.state,
    postingDate: row.postingDate,
    materialDocument: row.materialDocument,
    materialDocumentYear: row.materialDocumentYear,
    sapCode: row.sapCode,
    sapMessage: { zh: row.sapMessageZh, en: row.sapMessageEn },
    sapDetails: row.sapDetails,
    transactionId: row.transactionId,
    attempts: row.attempts,
    items: await readItems(queryable, row.companyCode, row.id),
  }
}
