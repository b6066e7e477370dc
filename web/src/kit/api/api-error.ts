import type { Label } from '@kufang/contract/document/declare/label.ts'
import { label } from '../text/language.ts'

export type RefusalParameters = Readonly<Record<string, string | number>>

/** One thing that is wrong, with its place: the line (1 for the first) and the field. */
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
 * A request that failed: refused by the server, or never answered. `details` holds everything
 * that is wrong, the head first; the head's parts are repeated on the error itself.
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
  /** The server's text for places without a better one: all messages, one per line. */
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

  /** Whether trying the very same again can help: no answer, or the server could not. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** The person closed the tab or left the page: nothing to say. */
export function isAborted(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}

/** What to show for anything that was thrown; the server's detail comes first. */
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
