import { renderTemplate } from '@kufang/kernel/refusal.ts'
import { ApiError } from './api-error.ts'
import type { ApiErrorDetail, RefusalParameters } from './api-error.ts'

/** Errors detected by the browser, without a refusal of the server. */
const ownFailures = {
  'no-answer': {
    zh: '无法连接服务器，请检查网络后重试',
    en: 'The server cannot be reached; check the network and try again',
  },
  'time-out': {
    zh: '服务器超过 {seconds} 秒未响应；操作可能已执行，请先刷新确认再重试',
    en: 'No answer within {seconds} {seconds|second|seconds}; the action may have been carried out, refresh and check before trying again',
  },
  'site-unreachable': {
    zh: '站点响应失败，请稍后重试',
    en: 'The site failed to respond, please try again later',
  },
  'cookies-refused': {
    zh: '浏览器未能保存登录信息，请允许本站 Cookie 或清理后重试',
    en: 'The browser does not keep the sign-in; allow cookies of this site, or clear some, and try again',
  },
  'session-expired': { zh: '登录已过期，请重新登录', en: 'Login expired, please log in again' },
  'server-failed': {
    zh: '服务器处理失败（{status}），请稍后重试',
    en: 'The server failed ({status}), please try again later',
  },
  'answer-unreadable': {
    zh: '服务器返回了无法识别的内容（{status}）',
    en: 'The server answered something unreadable ({status})',
  },
} as const

export type OwnFailure = keyof typeof ownFailures

/** Builds an error detected by the browser. */
export function ownFailure(
  code: OwnFailure,
  status: number,
  params: RefusalParameters = {},
  requestId: string | null = null,
): ApiError {
  const put = (text: string): string => renderTemplate(text, params)
  const texts = ownFailures[code]
  return new ApiError({
    status,
    requestId,
    details: [{ code, params, zh: put(texts.zh), en: put(texts.en) }],
  })
}

/**
 * The error of a failed response: `{resp_code: 1, resp_msg, resp_detail_msg, datas}` of the server (product.md section
 * 8), whatever the status; anything else is an error of the site.
 */
export function failureOf(status: number, body: unknown, headerRequestId: string | null): ApiError {
  if (!isRecord(body) || !('resp_code' in body)) {
    if (status === 401) return ownFailure('session-expired', 401, {}, headerRequestId)
    const code =
      status === 502 ? 'site-unreachable' : status >= 400 ? 'server-failed' : 'answer-unreadable'
    return ownFailure(code, status, { status }, headerRequestId)
  }
  const datas = isRecord(body['datas']) ? body['datas'] : {}
  const said = filledText(body['resp_detail_msg']) ?? filledText(body['resp_msg']) ?? ''
  const head = detailOf(datas, said)
  const listed = Array.isArray(datas['details']) ? datas['details'] : []
  const also = listed.filter(isRecord).map((entry) => detailOf(entry, said))
  const [first = head, ...rest] = also
  return new ApiError({
    status,
    requestId: filledText(datas['requestId']) ?? headerRequestId,
    details: [first, ...rest],
    detailMessage: said === '' ? undefined : said,
    mustChangePassword: datas['forceEditPwdFlag'] === 'Y',
  })
}

function detailOf(entry: Readonly<Record<string, unknown>>, fallback: string): ApiErrorDetail {
  const line = entry['line']
  return {
    code: filledText(entry['code']) ?? 'refused',
    params: parametersOf(entry['params']),
    line: typeof line === 'number' ? line : undefined,
    field: filledText(entry['field']),
    zh: filledText(entry['zh']) ?? fallback,
    en: filledText(entry['en']) ?? fallback,
  }
}

function parametersOf(value: unknown): RefusalParameters {
  if (!isRecord(value)) return {}
  const found: Record<string, string | number> = {}
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry === 'string' || typeof entry === 'number') found[name] = entry
  }
  return found
}

function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
