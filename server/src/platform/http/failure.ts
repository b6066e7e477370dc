import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import {
  countProblems,
  firstProblems,
  isRefusal,
  problemsMax,
  refusalDetails,
} from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { z } from 'zod'
import zhCN from 'zod/v4/locales/zh-CN.js'
import { placed } from './body-shape.ts'
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

/** One detail per invalid path of a zod error, at most `problemsMax` and how many more there are. */
export function inputDetails(error: z.core.$ZodError): readonly RefusalDetail[] {
  const { issues } = error
  const told = issues
    .slice(0, problemsMax)
    .map((issue) =>
      placed(issue.path as (string | number)[], problemInChinese(issue), issue.message),
    )
  const more = issues.length - told.length
  return more === 0 ? told : [...told, { code: 'more-problems', params: { count: more } }]
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
  const shown: readonly RefusalDetail[] =
    details !== null && known
      ? details
      : [{ code: 'internal-error', params: { requestId: request.id } }]
  const head = firstOf(shown)
  const { told, sentences } = toldOf(shown, request.language)
  return {
    status: statusOf(head.code)!,
    unexpected: !known || head.code.endsWith('-unreachable'),
    code: head.code,
    body: {
      resp_code: 1,
      resp_msg: messageOf(head, request.language),
      resp_detail_msg: sentences.join('\n'),
      datas: {
        ...firstOf(told),
        details: told,
        requestId: request.id,
        ...(head.code === 'password-change-required' ? { forceEditPwdFlag: 'Y' as const } : {}),
      },
    },
  }
}

/** Characters of a value that are repeated in a refusal; who sent more knows the rest. */
const valueCharactersMax = 200
/** Characters of all details of an answer, so that it stays below 100 KB in UTF-8. */
const detailCharactersMax = 30_000

/** The details of an answer and their sentences, as far as they fit; the last one counts the others. */
function toldOf(
  details: readonly RefusalDetail[],
  language: 'zh' | 'en',
): { told: FailureDetail[]; sentences: string[] } {
  const told: FailureDetail[] = []
  const sentences: string[] = []
  let characters = 0
  const tell = (detail: RefusalDetail) => {
    const [travelling, sentence] = [travel(detail), messageOf(detail, language)]
    told.push(travelling)
    sentences.push(sentence)
    characters += JSON.stringify(travelling).length + sentence.length
  }
  const shortened = firstProblems(details).map(shorten)
  for (const [index, detail] of shortened.entries()) {
    if (characters > detailCharactersMax) {
      tell({ code: 'more-problems', params: { count: countProblems(shortened.slice(index)) } })
      break
    }
    tell(detail)
  }
  return { told, sentences }
}

function shorten(detail: RefusalDetail): RefusalDetail {
  const cut = (value: string | number) =>
    typeof value === 'string' && value.length > valueCharactersMax
      ? `${value.slice(0, valueCharactersMax).toWellFormed()}…`
      : value
  const params = Object.fromEntries(
    Object.entries(detail.params).map(([name, value]) => [name, cut(value)]),
  )
  const { field } = detail
  return { ...detail, params, ...(field === undefined ? {} : { field: String(cut(field)) }) }
}

function detailsOf(error: unknown, path: string): readonly RefusalDetail[] | null {
  if (isRefusal(error)) return refusalDetails(error)
  if (error instanceof InputError) return error.details
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
