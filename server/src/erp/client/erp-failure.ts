import type { ErpDetail } from '../posting-model.ts'
import { readErrorBody } from './error-body.ts'

/**
 * The kind of a failed call (spec sap.md section 3.4).
 * - never-reached: certainly not processed; may be retried.
 * - refused-csrf: refused before processing because of the token; fetch a new token and send again.
 * - rejected: processed and refused for a business reason; a person decides.
 * - blocked: the interface is not configured or not permitted; no call will succeed until a person acts.
 * - unknown: it may have been processed; look it up first.
 */
export type FailureKind = 'never-reached' | 'refused-csrf' | 'rejected' | 'blocked' | 'unknown'

export interface FailureFacts {
  kind: FailureKind
  /** 0 without a response. */
  status: number
  code: string
  message: string
  details: ErpDetail[]
  transactionId: string
  /** The lock is held by another user: the same call may succeed later. */
  isTransient: boolean
  retryAfterSeconds: number
}

/** Thrown by the client for every failed call. */
export class ErpFailure extends Error {
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, cause?: unknown) {
    super(`ERP ${facts.kind} ${facts.status} ${facts.code} ${facts.message}`.trim(), { cause })
    this.name = 'ErpFailure'
    this.facts = facts
  }
}

/** Nothing was sent: no connection was established. */
const neverConnected = new Set([
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
])
/** The server's identity is wrong, the URL is invalid, or nothing is sent to its address. */
const wrongPeer =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|ERR_INVALID_URL|ERR_SSL_WRONG_VERSION|EPROTO|ERR_ADDRESS_REFUSED|ERR_INVALID_PROTOCOL|ERR_SOCKET_BAD_PORT)/
/** Codes and texts of locks held by other users: material, plant data, valuation, order. */
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

/** The failure without a response: refused, aborted or timed out. */
export function failureWithoutAnswer(error: unknown): ErpFailure {
  const code = codeOf(error)
  const message = messageOf(error)
  const isWrong = wrongPeer.test(code)
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

/** The failure of an unsuccessful response with these headers. */
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

/** A success without usable content: for a posting the same as no response. */
export function failureOfEmptySuccess(status: number, message: string): ErpFailure {
  return new ErpFailure({ ...blank, kind: 'unknown', status, code: 'no-number', message })
}

/** What the ERP was not asked because its data show that it cannot be done; a person corrects and posts again. */
export const failureOfOwn = (code: string, message: string): ErpFailure =>
  new ErpFailure({ ...blank, kind: 'rejected', code, message })

/**
 * Maximum bytes read of one response, and of all responses of a set read as a whole: many times the largest page of a
 * mirror, and small enough that an endless response cannot fill the memory. An ERP with larger pages is configured with
 * fewer rows per page.
 */
export const replyBytesMax = 32 * 1024 * 1024

/**
 * A response longer than `replyBytesMax`, aborted there. Its status still applies (refused, overloaded ...); a success
 * that cannot be read counts as no response.
 */
export function failureOfLongReply(status: number, headers: Headers): ErpFailure {
  const isSuccess = status >= 200 && status < 300
  const facts = isSuccess
    ? failureOfEmptySuccess(status, '').facts
    : failureOfAnswer(status, headers, '').facts
  return new ErpFailure({ ...facts, ...tooLong })
}

/** A set expected to be small whose responses together exceed `replyBytesMax`. */
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
  // Service not registered, idempotency framework not configured: retries cannot succeed.
  if (code.startsWith('/IWFND/MED/') || code === '/IWBEP/CM_COS/001') return 'blocked'
  // Already processed under this RequestID, response no longer stored: a look-up finds the result.
  if (code === '/IWBEP/CM_COS/005') return 'unknown'
  if (status === 401 || status === 403 || status === 407) return 'blocked'
  // Redirects lead to a sign-in page: the account is not accepted as configured.
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
