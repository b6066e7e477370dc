import type { ErpDetail } from '../posting-model.ts'
import { readErrorBody } from './error-body.ts'

/**
 * How a call ended that did not succeed (spec sap.md section 3.4).
 * - never-reached: not processed for certain; may be tried again.
 * - refused-csrf: refused before processing for want of a token; fetch one and send again.
 * - rejected: processed and refused for a business reason; a person decides.
 * - blocked: the interface is not set up or not allowed; no call will succeed until a person acts.
 * - unknown: it may have been processed or not; look up before anything else.
 */
export type FailureKind = 'never-reached' | 'refused-csrf' | 'rejected' | 'blocked' | 'unknown'

export interface FailureFacts {
  kind: FailureKind
  /** 0 when no answer came. */
  status: number
  code: string
  message: string
  details: ErpDetail[]
  transactionId: string
  /** Somebody else holds the lock: the same call may succeed in a moment. */
  isTransient: boolean
  retryAfterSeconds: number
}

/** Thrown by the client for every call that did not succeed. */
export class ErpFailure extends Error {
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, cause?: unknown) {
    super(`ERP ${facts.kind} ${facts.status} ${facts.code} ${facts.message}`.trim(), { cause })
    this.name = 'ErpFailure'
    this.facts = facts
  }
}

/** Nothing was sent: the connection never stood. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** The other side is not whom the configuration names, or the address is no address. */
const wrongPeer =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|ERR_INVALID_URL|ERR_SSL_WRONG_VERSION|EPROTO)/
/** fetch refuses such an address itself, with no code. */
const wrongAddress = /bad port|failed to parse url|unknown scheme/i
/** Codes and words of a lock held by somebody else: material, plant data, valuation, order. */
const lockCodes = new Set([
  'M3/023',
  'M3/024',
  'M3/682',
  'M3/897',
  'M3/898',
  'ME/006',
  '06/006',
  'M7/146',
  'MC/601',
])
const lockWords =
  /locked by|already processing|being processed by|被.{0,40}锁|正在(由|被).{0,40}处理/i

/** No answer came: refused, broken off or too late. */
export function failureWithoutAnswer(error: unknown): ErpFailure {
  const code = codeOf(error)
  const message = messageOf(error)
  const isWrong = wrongPeer.test(code) || wrongAddress.test(message)
  const kind = neverConnected.has(code) ? 'never-reached' : isWrong ? 'blocked' : 'unknown'
  return new ErpFailure({ ...blank, kind, code, message }, error)
}

const blank = {
  status: 0,
  code: '',
  message: '',
  details: [],
  transactionId: '',
  isTransient: false,
  retryAfterSeconds: 0,
} satisfies Omit<FailureFacts, 'kind'>

/** An answer came that is no success. `headers` are the reply's. */
export function failureOfAnswer(status: number, headers: Headers, text: string): ErpFailure {
  const body = readErrorBody(text)
  const kind = kindOf(status, headers, body.isErpError, body.code)
  const isTransient =
    kind === 'rejected' &&
    [body, ...body.details].some(
      (entry) => lockCodes.has(entry.code) || lockWords.test(entry.message),
    )
  const retryAfter = Number(headers.get('retry-after') ?? '0')
  return new ErpFailure({
    kind,
    status,
    code: body.code || `HTTP/${status}`,
    message: body.message || `HTTP ${status}`,
    details: body.details,
    transactionId: body.transactionId || (headers.get('sap-transactionid') ?? ''),
    isTransient,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : 0,
  })
}

/** A success that says nothing usable: for a posting, the same as no answer. */
export function failureOfEmptySuccess(status: number, message: string): ErpFailure {
  return new ErpFailure({ ...blank, kind: 'unknown', status, code: 'no-number', message })
}

/**
 * The most that is read of one reply, and of all replies of a set that is taken as a whole: many times the
 * largest page of a mirror, and little enough that a gateway that never ends cannot fill the memory. An ERP
 * whose honest pages are larger is asked for fewer rows per page (configuration of the interface).
 */
export const replyBytesMax = 32 * 1024 * 1024

/**
 * A reply longer than `replyBytesMax`, broken off there. What its status says of the call holds all the same
 * (refused, overloaded ...); a success that cannot be read is no answer.
 */
export function failureOfLongReply(status: number, headers: Headers): ErpFailure {
  const isSuccess = status >= 200 && status < 300
  const facts = isSuccess
    ? failureOfEmptySuccess(status, '').facts
    : failureOfAnswer(status, headers, '').facts
  return new ErpFailure({ ...facts, ...tooLong })
}

/** A set that was to be small and whose replies together are longer than `replyBytesMax`. */
export function failureOfLongSet(): ErpFailure {
  return new ErpFailure({ ...blank, kind: 'unknown', status: 200, ...tooLong })
}

const tooLong = {
  code: 'reply-too-long',
  message: `more than ${replyBytesMax} bytes`,
}

function kindOf(status: number, headers: Headers, isErpError: boolean, code: string): FailureKind {
  if (status === 403 && headers.get('x-csrf-token')?.toLowerCase() === 'required')
    return 'refused-csrf'
  // Service not registered, idempotency framework not set up: nothing a retry can mend.
  if (code.startsWith('/IWFND/MED/') || code === '/IWBEP/CM_COS/001') return 'blocked'
  // Processed under this RequestID before, answer no longer stored: the look-up tells what came of it.
  if (code === '/IWBEP/CM_COS/005') return 'unknown'
  if (status === 401 || status === 403 || status === 407) return 'blocked'
  // Redirects lead to a sign-in page: the account is not accepted the way it is configured.
  if (status >= 300 && status < 400) return 'blocked'
  if (status === 404) return isErpError ? 'rejected' : 'never-reached'
  if (status === 429 || status === 503) return 'never-reached'
  if (status === 408) return 'unknown'
  if (status >= 400 && status < 500) return 'rejected'
  if (status === 500 && isErpError) return 'rejected'
  return 'unknown'
}

function codeOf(error: unknown): string {
  for (let current: unknown = error, depth = 0; depth < 5 && current !== undefined; depth++) {
    const code = (current as { code?: unknown } | null)?.code
    if (typeof code === 'string') return code
    const inner = (current as { errors?: unknown[] } | null)?.errors?.[0]
    current = (current as { cause?: unknown } | null)?.cause ?? inner
  }
  return error instanceof Error ? error.name : ''
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
