import type { Database } from '../database/database.ts'
import { raiseAlarm } from './alarm.ts'
import { ErpFailure, type FailureFacts } from './client/erp-failure.ts'
import { momentFrom } from './client/odata-text.ts'
import { failureWords } from './failure-words.ts'
import type { ErpConnections } from './gateway.ts'
import { InterfaceProblem, type InterfaceSettings } from './interface-settings.ts'
import {
  beforeSending,
  findDocument,
  findReversal,
  type Found,
  lookQuietly,
  type LookUp,
  originalOf,
  secondsUntilFinal,
} from './look-up.ts'
import type { PostingRow } from './posting-row.ts'
import { giveBack } from './queue.ts'
import type { DocumentNumber, ErpDocument, MaterialDocuments } from './s4/material-document.ts'
import { logCall } from './call-log.ts'
import {
  keepItems,
  LeaseLost,
  settlePosted,
  settleWithout,
  tellDocuments,
  type OnSettled,
  type StateChange,
} from './settle.ts'

export interface AttemptTools {
  database: Database
  connections: ErpConnections
  onSettled: OnSettled
  onError: (error: unknown) => void
  signal: AbortSignal
}

type Call = Parameters<MaterialDocuments['post']>[2]

interface Attempt extends AttemptTools, LookUp {}

/**
 * Works on one leased posting until it is settled, waits, or is given back (spec sap.md section 3).
 * Never throws for what the ERP does; what it throws is ours, and leaves the row leased: when the
 * lease runs out, the row counts as unknown and is looked up.
 */
export async function attemptPosting(tools: AttemptTools, row: PostingRow): Promise<void> {
  let attempt: Attempt
  try {
    const { documents, settings } = await tools.connections.materialDocuments(row.companyCode)
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
    if (row.direction === 'post')
      number = await documents.post(row.payload, row.postingKey, withRepeatability(attempt))
    else {
      const done = await beforeSending(() => findReversal(attempt))
      if (done === 'none') {
        const original = await originalOf(attempt)
        number = await documents.cancel(original, row.postingDate, withRepeatability(attempt))
      } else return await settleReversalFound(attempt, done)
    }
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    return await settleFailure(attempt, error.facts)
  }
  await settle(attempt, number, await readBack(attempt, number))
}

/** The gateway's own repeat protection, only where the administrator has set it up (sap.md "Idempotency" 1). */
function withRepeatability({ call, row, settings }: Attempt): Call {
  if (!settings.idempotencyHeaders) return call
  const headers = {
    RequestID: row.id.replaceAll('-', '').toUpperCase(),
    RepeatabilityCreation: momentFrom(row.createdAt),
  }
  return { ...call, headers }
}

async function settle(
  attempt: Attempt,
  number: DocumentNumber,
  document: ErpDocument | undefined,
): Promise<void> {
  await settlePosted(attempt.database, attempt.row, number, document, attempt.onSettled)
}

/** The list in the reply may be empty on success, so items and amounts come from reading back; it may wait. */
async function readBack(
  attempt: Attempt,
  number: DocumentNumber,
): Promise<ErpDocument | undefined> {
  try {
    const document = await attempt.documents.read(number, attempt.call)
    return document === undefined || document.items.length === 0 ? undefined : document
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    return undefined
  }
}

async function settleFailure(attempt: Attempt, facts: FailureFacts): Promise<void> {
  const { row, settings } = attempt
  if (facts.kind === 'blocked') return block(attempt, row, settings.companyCode, facts)
  if (facts.kind === 'rejected' && row.direction === 'reverse') {
    // "Already cancelled" is what the second of two users hears: the reversal then stands in the ERP.
    const done = await lookQuietly(() => findReversal(attempt))
    if (done !== undefined && done !== 'none') return settleReversalFound(attempt, done)
  }
  if (facts.kind === 'unknown') {
    if (facts.code === 'no-number' || facts.code === '/IWBEP/CM_COS/005') {
      // The ERP has answered, so it has finished: looking at once is as good as looking later.
      const found = await lookQuietly(() =>
        row.direction === 'post' ? findDocument(attempt) : findReversal(attempt),
      )
      if (found !== undefined && found !== 'none') return settleFound(attempt, found)
    }
    return finish(attempt, {
      state: 'unknown',
      event: 'waiting',
      isOutcomeOpen: true,
      waitSeconds: settings.unknownWaitSeconds,
      lookUps: 0,
      facts,
    })
  }
  if (facts.kind === 'rejected' && !facts.isTransient)
    return finish(attempt, { state: 'rejected', event: 'rejected', isOutcomeOpen: false, facts })
  return retryLater(attempt, facts)
}

/** Not processed for certain: once more after a pause, until the tries are used up. */
async function retryLater(attempt: Attempt, facts: FailureFacts): Promise<void> {
  const { row, settings } = attempt
  if (row.attempts >= settings.retriesMax)
    return finish(attempt, { state: 'dead', event: 'dead', isOutcomeOpen: false, facts })
  const pause = Math.min(settings.retryDelaySeconds * 2 ** Math.min(row.attempts - 1, 10), 600)
  // Jitter, so that postings refused by one lock do not meet again at the next.
  const waitSeconds = Math.max(facts.retryAfterSeconds, pause * (0.8 + Math.random() * 0.4))
  await finish(attempt, {
    state: 'pending',
    event: 'resumed',
    isOutcomeOpen: false,
    waitSeconds,
    facts,
  })
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
    // A look-up that failed was no look.
    return finish(attempt, stillUnknown(row, settings, row.lookUps, error.facts))
  }
  if (found !== 'none') return settleFound(attempt, found)
  const early = await secondsUntilFinal(attempt)
  // A look before the ERP's own work process must have ended (a person asked for it) proves nothing.
  if (early > 0)
    return finish(attempt, { ...stillUnknown(row, settings, row.lookUps), waitSeconds: early })
  const lookUps = row.lookUps + 1
  if (lookUps < 2) return finish(attempt, stillUnknown(row, settings, lookUps))
  // Not there after the second look: it never was. Resent under the same key.
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

async function settleFound(attempt: Attempt, found: Found): Promise<void> {
  if (attempt.row.direction === 'reverse') return settleReversalFound(attempt, found)
  await alarmOfSurplus(attempt, found)
  await settle(attempt, found.number, found.document)
  if (found.document?.items.every((item) => item.isCancelled) === true)
    await raiseAlarm(attempt.database, {
      ...alarmBase(attempt.row),
      kind: 'cancelled-in-erp',
      message: {
        zh: `${attempt.row.documentNo} 的 ERP 凭证 ${found.number.materialDocument} 已在 ERP 中被冲销`,
        en: `ERP document ${found.number.materialDocument} of ${attempt.row.documentNo} was cancelled in the ERP`,
      },
      proposal: { action: 'reverse' },
    })
}

async function settleReversalFound(attempt: Attempt, found: Found): Promise<void> {
  if (found.isPartial)
    return finish(attempt, {
      state: 'rejected',
      event: 'rejected',
      isOutcomeOpen: false,
      words: {
        code: 'partly-reversed',
        zh: `ERP 中已有部分行被冲销（凭证 ${found.number.materialDocument}），请在 ERP 中处理其余行后录入凭证号`,
        en: `some items are reversed in the ERP already (document ${found.number.materialDocument}): finish there and enter the number`,
      },
    })
  await alarmOfSurplus(attempt, found)
  await settle(attempt, found.number, found.document)
}

async function alarmOfSurplus(attempt: Attempt, found: Found): Promise<void> {
  if (found.surplus.length === 0) return
  const list = found.surplus.map((entry) => `${entry.materialDocument}/${entry.year}`).join(', ')
  await raiseAlarm(attempt.database, {
    ...alarmBase(attempt.row),
    kind: 'duplicate-documents',
    message: {
      zh: `${attempt.row.documentNo} 在 ERP 中有多张凭证，保留 ${found.number.materialDocument}，请冲销 ${list}`,
      en: `${attempt.row.documentNo} has several ERP documents: keep ${found.number.materialDocument}, cancel ${list}`,
    },
    proposal: {
      action: 'cancel',
      keep: found.number,
      documents: found.surplus.map(({ materialDocument, year }) => ({ materialDocument, year })),
    },
  })
}

function alarmBase(row: PostingRow) {
  return {
    companyCode: row.companyCode,
    postingId: row.id,
    documentNo: row.documentNo,
    interfaceCode: row.interfaceCode,
  }
}

/** A configuration fault: the posting and its whole interface stand still and say why. */
async function block(
  tools: AttemptTools,
  row: PostingRow,
  interfaceCompany: string,
  facts: FailureFacts,
  own?: { code: string; zh: string; en: string },
): Promise<void> {
  const words = own ?? { ...failureWords(facts), code: facts.code }
  const wasLookUp = row.state === 'unknown'
  await tools.database.query(
    `update erp_interface set blocked_at = now(), blocked_code = $3, blocked_reason_zh = $4, blocked_reason_en = $5
     where company_code = $1 and interface_code = $2 and blocked_at is null`,
    [interfaceCompany, row.interfaceCode, words.code, words.zh, words.en],
  )
  await raiseAlarm(tools.database, {
    companyCode: row.companyCode,
    kind: 'blocked',
    interfaceCode: row.interfaceCode,
    message: { zh: words.zh, en: words.en },
    proposal: { action: 'configure' },
  })
  await settleWithout(
    tools.database,
    row,
    {
      state: 'blocked',
      event: 'blocked',
      isOutcomeOpen: wasLookUp,
      ...(own === undefined ? { facts } : { words: own }),
    },
    tools.onSettled,
  )
}

function blockedFacts(code: string, message: string): FailureFacts {
  return {
    kind: 'blocked',
    status: 0,
    code,
    message,
    details: [],
    transactionId: '',
    isTransient: false,
    retryAfterSeconds: 0,
  }
}

/** The simulation switch: what would be sent is built and logged, nothing leaves, nothing is posted. */
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

async function finish(attempt: Attempt, change: StateChange): Promise<void> {
  await settleWithout(attempt.database, attempt.row, change, attempt.onSettled)
}

/** Items and amounts of a posting that was settled without them. */
export async function readBackLater(tools: AttemptTools, row: PostingRow): Promise<void> {
  const { database, connections } = tools
  const posting = { id: row.id, postingKey: row.postingKey, documentNo: row.documentNo }
  const context = { companyCode: row.companyCode, interfaceCode: row.interfaceCode, posting }
  const number = { materialDocument: row.materialDocument, year: row.materialDocumentYear }
  let document: ErpDocument | undefined
  try {
    const { documents } = await connections.materialDocuments(row.companyCode)
    document = await documents.read(number, connections.logged(context, tools.signal))
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
