import type { Database } from '../platform/database/database.ts'
import { raiseAlarm } from './alarm.ts'
import type { FailureFacts } from './client/erp-failure.ts'
import { failureWords } from './failure-words.ts'
import type { ErpConnections } from './gateway.ts'
import { findDocument, findReversal, type Found, lookQuietly, type LookUp } from './look-up.ts'
import type { PostingRow } from './posting-row.ts'
import type { DocumentNumber, ErpDocument } from './s4/material-document.ts'
import { type OnSettled, settlePosted, settleWithout, type StateChange } from './settle.ts'

export interface AttemptTools {
  database: Database
  connections: ErpConnections
  onSettled: OnSettled
  onError: (error: unknown) => void
  signal: AbortSignal
  /** Postings requested before this time may be in the ERP although no call is recorded. */
  lookFirstBefore: Date
}

export interface Attempt extends AttemptTools, LookUp {}

export async function settle(
  attempt: Attempt,
  number: DocumentNumber,
  document: ErpDocument | undefined,
): Promise<void> {
  await settlePosted(attempt.database, attempt.row, number, document, attempt.onSettled)
}

export async function settleFailure(attempt: Attempt, facts: FailureFacts): Promise<void> {
  const { row, settings } = attempt
  if (facts.kind === 'blocked') return block(attempt, row, settings.companyCode, facts)
  if (facts.kind === 'rejected' && row.direction === 'reverse') {
    // "Already cancelled" is the answer to the second of two requests; the reversal is then in the ERP.
    const done = await lookQuietly(() => findReversal(attempt))
    if (done !== undefined && done !== 'none') return settleReversalFound(attempt, done)
  }
  if (facts.kind === 'unknown') {
    if (facts.code === 'no-number' || facts.code === '/IWBEP/CM_COS/005') {
      // The ERP has answered, so it has finished and can be looked up immediately.
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

/** Certainly not processed: retry after a pause, up to the maximum number of attempts. */
async function retryLater(attempt: Attempt, facts: FailureFacts): Promise<void> {
  const { row, settings } = attempt
  if (row.attempts >= settings.retriesMax)
    return finish(attempt, { state: 'dead', event: 'dead', isOutcomeOpen: false, facts })
  const pause = Math.min(settings.retryDelaySeconds * 2 ** Math.min(row.attempts - 1, 10), 600)
  // Jitter, so that postings refused because of one lock do not collide again.
  const waitSeconds = Math.max(facts.retryAfterSeconds, pause * (0.8 + Math.random() * 0.4))
  await finish(attempt, {
    state: 'pending',
    event: 'resumed',
    isOutcomeOpen: false,
    waitSeconds,
    facts,
  })
}

export async function settleFound(attempt: Attempt, found: Found): Promise<void> {
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

/** A configuration error: blocks the posting and its whole interface, with the reason. */
export async function block(
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

export function blockedFacts(code: string, message: string): FailureFacts {
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

export async function finish(attempt: Attempt, change: StateChange): Promise<void> {
  await settleWithout(attempt.database, attempt.row, change, attempt.onSettled)
}
