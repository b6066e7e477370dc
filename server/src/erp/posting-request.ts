import { newId } from '@kufang/kernel/identifier.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { isPositive } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../platform/database/database.ts'
import { currentTraceId } from '../platform/operation/trace.ts'
import { isReversedSql } from './posting-row.ts'
import { keySuffix, postingKeySql } from './posting-key.ts'
import { wakeSender } from './wake-sender.ts'
import { interfaceOfRequest } from './posting-model.ts'
import type {
  PostingHandle,
  PostingReference,
  PostingRequest,
  PostingState,
  RequestedPosting,
} from './posting-model.ts'
import { insertItems, insertItemsSql, insertReversalItems } from './posting-items.ts'

interface Latest {
  id: string
  postingKey: string
  state: PostingState
  generation: number
  isOutcomeOpen: boolean
  isReversed: boolean
  dependsOn: string[]
}

/**
 * Writes a posting to the outbox in the caller's transaction; its commit wakes the sender. A repeated request for the
 * same document and step finds the existing row: it is returned with `created: false`, and if it is certainly not in
 * the ERP (rejected, dead) its content is replaced and it is sent again under the same key; one that is pending waits for
 * what the new request depends on. A new generation with a new
 * key begins only after the earlier one was reversed in the ERP or closed by a person (spec sap.md section 3.2).
 */
export async function requestPosting(
  tx: Transaction,
  request: PostingRequest,
): Promise<RequestedPosting> {
  assertSendable(request)
  // In most cases the first and only posting of its step: one statement.
  const fresh = await insertPosting(tx, request, 1)
  if (fresh !== undefined) return { ...fresh, isSentAgain: false }
  const latest = await findLatest(tx, request)
  if (!isFinished(latest)) {
    if (!['rejected', 'dead'].includes(latest.state) || latest.isOutcomeOpen) {
      if (latest.state === 'pending') await dependAgain(tx, latest, request)
      return { ...handleOf(latest, false), isSentAgain: false }
    }
    await replaceContent(tx, latest.id, request)
    return { ...handleOf(latest, false), state: 'pending', isSentAgain: true }
  }
  // If another transaction creates the new generation concurrently, its row is the posting.
  const next = await insertPosting(tx, request, latest.generation + 1)
  return { ...(next ?? handleOf(await findLatest(tx, request), false)), isSentAgain: false }
}

/** A pending posting waits for what it is requested behind now: what it waited for may have been taken apart. */
async function dependAgain(
  tx: Transaction,
  latest: Latest,
  request: PostingRequest,
): Promise<void> {
  const [ids, companies] = dependencyColumns(request.dependsOn ?? [])
  if (new Set(ids).symmetricDifference(new Set(latest.dependsOn)).size === 0) return
  await tx.query(
    `update erp_posting set depends_on = $3::uuid[], depends_on_companies = $4::text[], updated_at = now()
     where company_code = $1 and id = $2`,
    [request.companyCode, latest.id, ids, companies],
  )
  wakeSender(tx)
}

/** The columns of a posting that its request determines, and their types. */
const requestColumns = {
  company_code: 'text',
  id: 'uuid',
  interface_code: 'text',
  document_type: 'text',
  document_id: 'uuid',
  document_no: 'text',
  step: 'integer',
  generation: 'integer',
  posting_date: 'date',
  document_date: 'date',
  reference: 'text',
  header_text: 'text',
  goods_movement_code: 'text',
  payload: 'jsonb',
  depends_on: 'uuid[]',
  depends_on_companies: 'text[]',
  material_plants: 'text[]',
  user_id: 'uuid',
  trace_id: 'text',
}
const requestNames = Object.keys(requestColumns).join(', ')
const typedRequest = Object.entries(requestColumns)
  .map((column) => column.join(' '))
  .join(', ')

/** Inserts postings and their items, in the order of the requests: the sender keeps it. */
const insertPostingsSql = `with request as materialized (
     select asked.*, place from unnest($1::text[]) with ordinality as given (json, place)
     cross join jsonb_to_record(json::jsonb) as asked (key_suffix text, ${typedRequest})),
   posting as (
     insert into erp_posting (direction, posting_key, ${requestNames})
     select 'post', ${postingKeySql('key_suffix')}, ${requestNames} from request order by place
     on conflict (company_code, document_type, document_id, step, direction, generation) do nothing
     returning company_code, id, posting_key),
   item as (${insertItemsSql(`select company_code, id, payload -> 'items' as items
     from posting join request using (company_code, id)`)})
   select id, posting_key from posting`

/** Inserts posting and items, in one statement with those asked for together; undefined if the generation exists. */
async function insertPosting(
  tx: Transaction,
  request: PostingRequest,
  generation: number,
): Promise<PostingHandle | undefined> {
  const postingId = newId()
  const [dependsOn, companies] = dependencyColumns(request.dependsOn ?? [])
  const row: Record<keyof typeof requestColumns | 'key_suffix', unknown> = {
    company_code: request.companyCode,
    id: postingId,
    interface_code: interfaceOfRequest(request),
    document_type: request.documentType,
    document_id: request.documentId,
    document_no: request.documentNo,
    step: request.step,
    generation,
    key_suffix: keySuffix(),
    posting_date: request.postingDate,
    document_date: request.documentDate,
    reference: request.reference ?? '',
    header_text: request.headerText ?? '',
    goods_movement_code: request.goodsMovementCode,
    payload: request,
    depends_on: dependsOn,
    depends_on_companies: companies,
    material_plants: lanesOf(request),
    trace_id: currentTraceId(),
    user_id: request.userId,
  }
  const [inserted] = await tx.queryTogether<{ id: string; postingKey: string }>(
    insertPostingsSql,
    [],
    postingId,
    ({ id }) => id,
    JSON.stringify(row),
  )
  if (inserted === undefined) return undefined
  wakeSender(tx)
  return { postingId, postingKey: inserted.postingKey, state: 'pending', created: true }
}

export interface ReversalRequest {
  companyCode: string
  documentType: string
  documentId: string
  postingDate: LocalDate
  userId: string
  dependsOn?: readonly PostingReference[]
  /** Only these postings; otherwise all of the document. */
  postingIds?: readonly string[] | null
}

export interface ReversalHandles {
  /** Reversals in sending order: the last posted first. */
  reversals: PostingHandle[]
  /** Postings of the document that are neither posted nor finished: nothing to reverse yet. */
  unsettled: { postingId: string; state: PostingState }[]
}

/**
 * Writes one reversal per posted, unreversed posting of the document, in reverse order, each depending on the previous
 * one. A repeated request gets the existing reversals; the database permits one active reversal per posting.
 */
export async function requestReversal(
  tx: Transaction,
  request: ReversalRequest,
): Promise<ReversalHandles> {
  const rows = await tx.query<{
    id: string
    step: number
    generation: number
    state: PostingState
    reversalId: string | null
    reversalKey: string | null
    reversalState: PostingState | null
  }>(
    `select p.id, p.step, p.generation, p.state, r.id as reversal_id, r.posting_key as reversal_key, r.state as reversal_state
     from erp_posting p
     left join erp_posting r on r.company_code = p.company_code and r.direction = 'reverse' and r.reverses_posting_id = p.id and r.state <> 'closed'
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and p.direction = 'post'
       and ($4::uuid[] is null or p.id = any ($4))
     order by p.step desc, p.sequence desc
     for update of p`,
    [request.companyCode, request.documentType, request.documentId, request.postingIds ?? null],
  )
  const result: ReversalHandles = { reversals: [], unsettled: [] }
  let previous: string | undefined
  for (const row of rows) {
    if (row.state === 'closed') continue
    if (row.state !== 'posted') {
      result.unsettled.push({ postingId: row.id, state: row.state })
      continue
    }
    if (row.reversalId !== null) {
      // A finished reversal of an earlier generation is ignored; an active one is returned.
      if (row.reversalState !== 'posted') previous = row.reversalId
      result.reversals.push({
        postingId: row.reversalId,
        postingKey: row.reversalKey!,
        state: row.reversalState!,
        created: false,
      })
      continue
    }
    const handle = await insertReversal(tx, request, row, previous)
    result.reversals.push(handle)
    previous = handle.postingId
  }
  if (result.reversals.some((handle) => handle.created)) wakeSender(tx)
  return result
}

async function insertReversal(
  tx: Transaction,
  request: ReversalRequest,
  original: { id: string },
  previous: string | undefined,
): Promise<PostingHandle> {
  const postingId = newId()
  const own = [original.id, ...(previous === undefined ? [] : [previous])]
  const dependsOn = [
    ...(request.dependsOn ?? []),
    ...own.map((id) => ({ companyCode: request.companyCode, postingId: id })),
  ]
  const [inserted] = await tx.query<{ postingKey: string }>(
    `insert into erp_posting (company_code, id, interface_code, document_type, document_id, document_no, step, direction,
       generation, reverses_posting_id, posting_key, posting_date, document_date, reference, header_text,
       goods_movement_code, payload, depends_on, depends_on_companies, material_plants, user_id, trace_id)
     select company_code, $3, interface_code, document_type, document_id, document_no, step, 'reverse',
       1 + coalesce((select max(generation) from erp_posting e where e.company_code = p.company_code
         and e.document_type = p.document_type and e.document_id = p.document_id and e.step = p.step
         and e.direction = 'reverse'), 0),
       id, ${postingKeySql('$4')}, $5, $5, reference, header_text, goods_movement_code, '{}', $6::uuid[], $7::text[], material_plants, $8, $9
     from erp_posting p where company_code = $1 and id = $2
     on conflict do nothing
     returning posting_key`,
    [
      request.companyCode,
      original.id,
      postingId,
      keySuffix(),
      request.postingDate,
      ...dependencyColumns(dependsOn),
      request.userId,
      currentTraceId(),
    ],
  )
  if (inserted === undefined) {
    const [standing] = await tx.query<{ id: string; postingKey: string; state: PostingState }>(
      `select id, posting_key, state from erp_posting
       where company_code = $1 and direction = 'reverse' and reverses_posting_id = $2 and state <> 'closed'`,
      [request.companyCode, original.id],
    )
    if (standing === undefined)
      throw new Error(`reversal of posting ${original.id} is neither new nor there`)
    return {
      postingId: standing.id,
      postingKey: standing.postingKey,
      state: standing.state,
      created: false,
    }
  }
  await insertReversalItems(tx, request.companyCode, original.id, postingId)
  return { postingId, postingKey: inserted.postingKey, state: 'pending', created: true }
}

/** The columns `depends_on` and `depends_on_companies`. */
function dependencyColumns(dependsOn: readonly PostingReference[]): [string[], string[]] {
  return [
    dependsOn.map(({ postingId }) => postingId),
    dependsOn.map(({ companyCode }) => companyCode),
  ]
}

async function findLatest(tx: Transaction, request: PostingRequest): Promise<Latest> {
  const [latest] = await tx.query<Latest>(
    `select p.id, p.posting_key, p.state, p.generation, p.is_outcome_open, p.depends_on,
       ${isReversedSql('p')} as is_reversed
     from erp_posting p
     where company_code = $1 and document_type = $2 and document_id = $3 and step = $4 and direction = 'post'
     order by generation desc limit 1
     for update of p`,
    [request.companyCode, request.documentType, request.documentId, request.step],
  )
  if (latest === undefined)
    throw new Error(`posting of ${request.documentNo} is neither new nor there`)
  return latest
}

const isFinished = (latest: Latest) =>
  latest.state === 'closed' || (latest.state === 'posted' && latest.isReversed)

function handleOf(row: Latest, created: boolean): PostingHandle {
  return { postingId: row.id, postingKey: row.postingKey, state: row.state, created }
}

async function replaceContent(tx: Transaction, id: string, request: PostingRequest): Promise<void> {
  await tx.query(
    `update erp_posting set state = 'pending', next_attempt_at = now(), attempts = 0, look_ups = 0,
       posting_date = $3, document_date = $4, reference = $5, header_text = $6, goods_movement_code = $7,
       payload = $8::jsonb, depends_on = $9::uuid[], depends_on_companies = $10::text[],
       material_plants = $11::text[], user_id = $12, interface_code = $13,
       sap_code = '', sap_message_zh = '', sap_message_en = '', sap_details = '[]', transaction_id = '',
       settled_at = null, updated_at = now()
     where company_code = $1 and id = $2`,
    [
      request.companyCode,
      id,
      request.postingDate,
      request.documentDate,
      request.reference ?? '',
      request.headerText ?? '',
      request.goodsMovementCode,
      JSON.stringify(request),
      ...dependencyColumns(request.dependsOn ?? []),
      lanesOf(request),
      request.userId,
      interfaceOfRequest(request),
    ],
  )
  await tx.query(
    `update erp_alarm set resolved_at = now(), resolution = 'corrected'
     where company_code = $1 and posting_id = $2 and kind = 'dead' and resolved_at is null`,
    [request.companyCode, id],
  )
  await tx.query(`delete from erp_posting_item where company_code = $1 and posting_id = $2`, [
    request.companyCode,
    id,
  ])
  await insertItems(tx, request.companyCode, id, request.items)
  wakeSender(tx)
}

/** `company/plant/material` of every place an item touches: order is preserved within each. */
export function lanesOf(request: Pick<PostingRequest, 'companyCode' | 'items'>): string[] {
  const lanes = new Set<string>()
  for (const item of request.items)
    for (const plant of [item.from?.plant, item.to?.plant, item.plant])
      if (plant !== undefined) lanes.add(`${request.companyCode}/${plant}/${item.materialNo}`)
  return [...lanes].sort()
}

/** Errors of the caller, detected here instead of later in the sender. */
function assertSendable(request: PostingRequest): void {
  if (request.items.length === 0)
    throw new RangeError(`posting of ${request.documentNo} has no items`)
  for (const item of request.items) {
    if (!isPositive(item.quantity))
      throw new RangeError(
        `posting of ${request.documentNo}: quantity ${item.quantity} of line ${item.documentLine}`,
      )
    if (item.from === null && item.to === null && item.plant === undefined)
      throw new RangeError(
        `posting of ${request.documentNo}: line ${item.documentLine} neither comes nor goes`,
      )
  }
}
