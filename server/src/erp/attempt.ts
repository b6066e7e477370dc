import {
  type Attempt,
  type AttemptTools,
  block,
  blockedFacts,
  finish,
  settle,
  settleFailure,
  settleFound,
} from './attempt-outcome.ts'
import { withSettledReferences } from './settled-references.ts'
import { logCall } from './call-log.ts'
import { valuesOfGoods } from './goods-value.ts'
import { ErpFailure, type FailureFacts } from './client/erp-failure.ts'
import { momentFrom } from './client/odata-text.ts'
import { InterfaceProblem, type InterfaceSettings } from './interface-settings.ts'
import {
  beforeSending,
  findDocument,
  findReversal,
  type Found,
  originalOf,
  secondsUntilFinal,
} from './look-up.ts'
import type { PostingRow } from './posting-row.ts'
import { giveBack } from './queue.ts'
import type { Call, DocumentNumber, ErpDocument } from './s4/material-document.ts'
import { keepItems, LeaseLost, type StateChange, tellDocuments } from './settle.ts'

/**
 * Processes one leased posting until it is settled, waits, or is returned to the queue (spec sap.md section 3). Never
 * throws for ERP failures; its own errors leave the row leased: when the lease expires, the row counts as unknown and
 * is looked up.
 */
export async function attemptPosting(tools: AttemptTools, row: PostingRow): Promise<void> {
  let attempt: Attempt
  try {
    const { documents, settings } = await tools.connections.documentsOf(row)
    const posting = { id: row.id, postingKey: row.postingKey, documentNo: row.documentNo }
    const context = { companyCode: row.companyCode, interfaceCode: row.interfaceCode, posting }
    attempt = {
      ...tools,
      row,
      documents,
      settings,
      call: tools.connections.logged(context, tools.signal),
    }
  } catch (error) {
    if (!(error instanceof InterfaceProblem)) throw error
    const { code, text } = error
    const facts = blockedFacts(code, text.en)
    await block(tools, row, '', facts, { code, ...text })
    return
  }
  try {
    if (row.state === 'unknown') await lookUp(attempt)
    else if (attempt.settings.isSimulated) await simulate(attempt)
    else await send(attempt)
  } catch (error) {
    if (error instanceof LeaseLost) tools.onError(error)
    else throw error
  }
}

async function send(attempt: Attempt): Promise<void> {
  const { row, documents } = attempt
  let number: DocumentNumber
  try {
    if (row.direction === 'post') {
      const done = isOld(attempt) ? await beforeSending(() => findDocument(attempt)) : 'none'
      if (done !== 'none') return await settleFound(attempt, done)
      const payload = await withSettledReferences(attempt.database, row.payload)
      if (payload === null) return await waitForReference(attempt)
      number = await documents.post(payload, row.postingKey, withRepeatability(attempt))
    } else {
      const done = await beforeSending(() => findReversal(attempt))
      if (done === 'none') {
        const original = await originalOf(attempt)
        number = await documents.cancel(original, row.postingDate, withRepeatability(attempt))
      } else return await settleFound(attempt, done)
    }
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    return await settleFailure(attempt, error.facts)
  }
  await settle(attempt, number, await readBack(attempt, number))
}

/** Nothing was sent: what the request refers to is posted, and its items are still to be read back. */
const waitForReference = (attempt: Attempt): Promise<void> =>
  finish(attempt, {
    ...(attempt.row.attempts >= attempt.settings.retriesMax
      ? ({ state: 'dead', event: 'dead' } as const)
      : ({ state: 'pending', event: 'resumed', waitSeconds: 15 } as const)),
    isOutcomeOpen: false,
    words: {
      code: 'reference-unread',
      zh: '被参照的 ERP 凭证尚未读回，稍后再发',
      en: 'the ERP document it refers to is not read back yet; it is sent later',
    },
  })

/** After this time it is unknown whether the database was restored in between. */
const oldMs = 10 * 60_000

/**
 * Whether a posting recorded as never sent may nevertheless be in the ERP: it was requested before this sender started,
 * so the database may have been restored from a backup older than the sending.
 */
function isOld({ row, lookFirstBefore }: Attempt): boolean {
  const askedAt = Date.parse(row.createdAt)
  return askedAt < lookFirstBefore.getTime() || askedAt < Date.now() - oldMs
}

/** The gateway's own repeatability headers, only if the administrator has enabled them (sap.md "Idempotency" 1). */
function withRepeatability({ call, row, settings }: Attempt): Call {
  if (!settings.idempotencyHeaders) return call
  const headers = {
    RequestID: row.id.replaceAll('-', '').toUpperCase(),
    RepeatabilityCreation: momentFrom(row.createdAt),
  }
  return { ...call, headers: { ...call.headers, ...headers } }
}

/** The list in the response may be empty on success, so items and amounts are read back; this may be done later. */
async function readBack(
  attempt: Attempt,
  number: DocumentNumber,
): Promise<ErpDocument | undefined> {
  try {
    const document = await attempt.documents.read(number, attempt.call)
    if (document === undefined || document.items.length === 0) return undefined
    return await withValues(attempt, attempt.row, attempt.settings, document)
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    return undefined
  }
}

/** The document with what its goods are worth; a reversal takes back what its original is worth. */
async function withValues(
  { connections, signal }: Pick<AttemptTools, 'connections' | 'signal'>,
  row: PostingRow,
  settings: InterfaceSettings,
  document: ErpDocument,
): Promise<ErpDocument> {
  if (row.direction === 'reverse') return document
  const posting = { id: row.id, postingKey: row.postingKey, documentNo: row.documentNo }
  const context = { companyCode: row.companyCode, interfaceCode: row.interfaceCode, posting }
  const values = await valuesOfGoods(connections, context, settings, document, signal)
  return { ...document, values }
}

async function lookUp(attempt: Attempt): Promise<void> {
  const { row, settings } = attempt
  let found: Found | 'none'
  try {
    found = row.direction === 'post' ? await findDocument(attempt) : await findReversal(attempt)
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    if (error.facts.kind === 'blocked')
      return block(attempt, row, settings.companyCode, error.facts)
    // A delivery has one goods issue: since another one is posted, this one is certainly not.
    if (error.facts.code === 'delivery-issued-otherwise') return settleFailure(attempt, error.facts)
    // A failed look-up does not count.
    return finish(attempt, stillUnknown(row, settings, row.lookUps, error.facts))
  }
  if (found !== 'none') return settleFound(attempt, found)
  const early = await secondsUntilFinal(attempt)
  // A look-up requested before the ERP's work process must have ended proves nothing.
  if (early > 0)
    return finish(attempt, { ...stillUnknown(row, settings, row.lookUps), waitSeconds: early })
  const lookUps = row.lookUps + 1
  if (lookUps < 2) return finish(attempt, stillUnknown(row, settings, lookUps))
  // Not found by two look-ups: it was never posted. It is sent again under the same key.
  if (row.attempts >= settings.retriesMax)
    return finish(attempt, { state: 'dead', event: 'dead', isOutcomeOpen: false, words: notThere })
  await finish(attempt, {
    state: 'pending',
    event: 'resumed',
    isOutcomeOpen: false,
    lookUps: 0,
    words: notThere,
  })
}

const notThere = {
  code: 'not-there',
  zh: 'ERP 两次查询均无此凭证，按同一业务键重发',
  en: 'the ERP has no such document after two looks; sent again under the same key',
}

function stillUnknown(
  row: PostingRow,
  settings: InterfaceSettings,
  lookUps: number,
  facts?: FailureFacts,
): StateChange {
  const words = {
    code: row.sapCode,
    zh: row.sapMessageZh,
    en: row.sapMessageEn,
    details: row.sapDetails,
  }
  const rest = facts === undefined ? { words } : { facts }
  return {
    state: 'unknown',
    event: 'waiting',
    isOutcomeOpen: true,
    waitSeconds: settings.secondLookSeconds,
    lookUps,
    ...rest,
  }
}

/** Simulation: the request is built and logged, nothing is sent or posted. */
async function simulate(attempt: Attempt): Promise<void> {
  const { row, documents, database, onError } = attempt
  const body =
    row.direction === 'post'
      ? documents.body(row.payload, row.postingKey)
      : await originalOf(attempt)
  const exchange = {
    operation: 'simulated',
    method: 'POST',
    url: '',
    request: JSON.stringify(body),
    status: 0,
    reply: '',
    outcome: 'ok' as const,
    errorCode: '',
    errorText: '',
    durationMs: 0,
    transactionId: '',
  }
  const posting = { id: row.id, postingKey: row.postingKey, documentNo: row.documentNo }
  await logCall(
    database,
    { companyCode: row.companyCode, interfaceCode: row.interfaceCode, posting },
    exchange,
    onError,
  )
  await giveBack(database, row, 'simulated')
}

/** Reads items and amounts of a posting that was settled without them. */
export async function readBackLater(tools: AttemptTools, row: PostingRow): Promise<void> {
  const { database, connections } = tools
  const posting = { id: row.id, postingKey: row.postingKey, documentNo: row.documentNo }
  const context = { companyCode: row.companyCode, interfaceCode: row.interfaceCode, posting }
  const number = { materialDocument: row.materialDocument, year: row.materialDocumentYear }
  let document: ErpDocument | undefined
  try {
    const { documents, settings } = await connections.documentsOf(row)
    document = await documents.read(number, connections.logged(context, tools.signal))
    if (document !== undefined) document = await withValues(tools, row, settings, document)
  } catch (error) {
    if (!(error instanceof ErpFailure) && !(error instanceof InterfaceProblem)) throw error
  }
  await database.transaction(async (tx) => {
    const mine = await tx.query(
      `update erp_posting set leased_by = '', leased_until = null where company_code = $1 and id = $2 and leased_by = $3 returning id`,
      [row.companyCode, row.id, row.leasedBy],
    )
    if (mine.length === 0 || document === undefined || document.items.length === 0) return
    await keepItems(tx, row, document)
    await tellDocuments(tx, row, 'read-back', tools.onSettled)
  })
}
