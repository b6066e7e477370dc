import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { isRefusal, refusalDetails } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { z } from 'zod'
import zhCN from 'zod/v4/locales/zh-CN.js'
import type { Failure, FailureDetail } from './envelope.ts'
import { messageOf, sentenceOf, statusOf } from './platform-refusals.ts'

export interface MappedFailure {
  status: number
  body: Failure
  /** True for a bug or fault instead of a refusal: logged with its stack. */
  unexpected: boolean
  code: string
}

/** Thrown by the validator compiler for invalid input. */
export class InputError extends Error {
  readonly details: readonly RefusalDetail[]
  constructor(details: readonly RefusalDetail[]) {
    super('input-invalid')
    this.name = 'InputError'
    this.details = details
  }
}

/** One detail per invalid path of a zod error; `lines.2.quantity` also sets line 3 and field quantity. */
export function inputDetails(error: z.core.$ZodError): RefusalDetail[] {
  return error.issues.map((issue) => {
    const path = issue.path.map(String)
    const detail: RefusalDetail = {
      code: 'input-invalid',
      params: { field: path.join('.'), problem: problemInChinese(issue), problemEn: issue.message },
    }
    const at = path.indexOf('lines')
    const index = at < 0 ? Number.NaN : Number(path[at + 1])
    if (Number.isInteger(index)) detail.line = index + 1
    const field = Number.isInteger(index) ? path.slice(at + 2).join('.') : path.join('.')
    if (field !== '') detail.field = field
    return detail
  })
}

const chinese = zhCN().localeError

/** The expected type, by the validator's name. */
const typeWords: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
}

/** The validator's message in Chinese; our own messages stay unchanged. */
function problemInChinese(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_type') {
    // The validator reports what was received in English only; the response must not repeat the value itself.
    return issue.message.endsWith('received undefined')
      ? '缺失'
      : `应为${typeWords[issue.expected] ?? issue.expected}`
  }
  const told = chinese({ ...issue, input: undefined })
  return (typeof told === 'string' ? told : told?.message) ?? issue.message
}

const transportCodes: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-refused',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body-invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body-invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body-invalid',
  FST_ERR_BAD_URL: 'route-not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'route-not-found',
  // PostgreSQL cannot store the character zero, which only the client can have sent.
  '22021': 'body-invalid',
  // Nor days that do not exist, or lie outside its calendar.
  '22007': 'body-invalid',
  '22008': 'body-invalid',
  ENOSPC: 'file-store-unreachable',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'media-type-refused',
  FST_REQ_FILE_TOO_LARGE: 'body-too-large',
  FST_FILES_LIMIT: 'body-too-large',
  FST_FIELDS_LIMIT: 'body-too-large',
  FST_PARTS_LIMIT: 'body-too-large',
  FST_MP_PREMATURE_CLOSE: 'body-invalid',
  FST_PROTO_VIOLATION: 'body-invalid',
}

/**
 * The only place that maps exceptions to responses: refusals by the catalogue, invalid input to 400, transport errors
 * by the table above, everything else to a neutral 500 with the request id.
 */
export function mapFailure(
  error: unknown,
  request: { id: string; language: 'zh' | 'en'; path: string },
): MappedFailure {
  const details = detailsOf(error, request.path)
  const known = details?.every((detail) => statusOf(detail.code) !== undefined) ?? false
  const shown: RefusalDetail[] =
    details !== null && known
      ? details
      : [{ code: 'internal-error', params: { requestId: request.id } }]
  const head = firstOf(shown)
  const travelling = shown.map(travel)
  return {
    status: statusOf(head.code)!,
    unexpected: !known || head.code.endsWith('-unreachable'),
    code: head.code,
    body: {
      resp_code: 1,
      resp_msg: messageOf(head, request.language),
      resp_detail_msg: shown.map((detail) => messageOf(detail, request.language)).join('\n'),
      datas: {
        ...firstOf(travelling),
        details: travelling,
        requestId: request.id,
        ...(head.code === 'password-change-required' ? { forceEditPwdFlag: 'Y' as const } : {}),
      },
    },
  }
}

function detailsOf(error: unknown, path: string): RefusalDetail[] | null {
  if (isRefusal(error)) return refusalDetails(error)
  if (error instanceof InputError) return [...error.details]
  if (error instanceof z.core.$ZodError) return inputDetails(error)
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const mapped = typeof code === 'string' ? transportCodes[code] : undefined
  if (mapped !== undefined) return [{ code: mapped, params: { path } }]
  if (isDatabaseUnreachable(error)) return [{ code: 'database-unreachable', params: {} }]
  // Node's JSON and HTTP parsers report client errors with a 4xx status without a known code.
  if (error instanceof SyntaxError && statusCode === 400)
    return [{ code: 'body-invalid', params: {} }]
  return null
}

/** Lost, refused or ended connections, and a database that is starting, stopping or out of resources. */
const unreachableCodes = /^(08...|57P0[1-3]|53[1-3]00|ECONNREFUSED|ECONNRESET)$/

/** Whether the database is unavailable, so that the same request may succeed later. */
function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return unreachableCodes.test(code)
  return typeof message === 'string' && message.startsWith('Connection terminated')
}

function travel(detail: RefusalDetail): FailureDetail {
  return {
    code: detail.code,
    params: detail.params,
    ...(detail.line === undefined ? {} : { line: detail.line }),
    ...(detail.field === undefined ? {} : { field: detail.field }),
    zh: sentenceOf(detail, 'zh'),
    en: sentenceOf(detail, 'en'),
  }
}
