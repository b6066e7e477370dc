import type { Label } from '@kufang/contract/document/declare/label.ts'
import { label } from '../text/language.ts'

export type RefusalParameters = Readonly<Record<string, string | number>>

/** One error with its place: the line (starting at 1) and the field. */
export interface ApiErrorDetail extends Label {
  code: string
  params: RefusalParameters
  line?: number | undefined
  field?: string | undefined
}

interface ApiErrorInput {
  status: number
  requestId: string | null
  details: readonly [ApiErrorDetail, ...ApiErrorDetail[]]
  detailMessage?: string | undefined
  mustChangePassword?: boolean
}

/**
 * A failed request: refused by the server, or without a response. `details` contains all errors, head first; the
 * properties of the head are repeated on the error itself.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly params: RefusalParameters
  readonly line: number | undefined
  readonly field: string | undefined
  readonly details: readonly ApiErrorDetail[]
  readonly requestId: string | null
  readonly zh: string
  readonly en: string
  /** The server's text for places without a specific one: all messages, one per line. */
  readonly detailMessage: string | undefined
  readonly mustChangePassword: boolean

  constructor(input: ApiErrorInput) {
    const [head] = input.details
    super(head.en)
    this.name = 'ApiError'
    this.status = input.status
    this.code = head.code
    this.params = head.params
    this.line = head.line
    this.field = head.field
    this.details = input.details
    this.requestId = input.requestId
    this.zh = head.zh
    this.en = head.en
    this.detailMessage = input.detailMessage
    this.mustChangePassword = input.mustChangePassword === true
  }

  /** Whether repeating the request may succeed: no response, or the server was unavailable. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** Aborted because the user closed the tab or left the page: no message is shown. */
export function isAborted(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}

/** The message for any thrown value; the server's details take precedence. */
export function describeError(thrown: unknown): { text: string; requestId: string | null } {
  if (thrown instanceof ApiError) {
    return { text: thrown.detailMessage ?? label(thrown), requestId: thrown.requestId }
  }
  const text = label({
    zh: '页面发生错误，请重试；如仍出现请联系管理员',
    en: 'The page failed. Try again; if it happens again, ask an administrator',
  })
  return { text, requestId: null }
}

/** Whether two failures say the same of the same places, as a preview and the act that was sent in spite of it do. */
export function saysSame(one: unknown, other: unknown): boolean {
  return (
    one instanceof ApiError &&
    other instanceof ApiError &&
    JSON.stringify(one.details) === JSON.stringify(other.details)
  )
}
