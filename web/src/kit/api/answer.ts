import type { ApiError } from './api-error.ts'
import { failureOf, isRecord } from './failure.ts'

export interface Reply<Data> {
  datas: Data
  /** The success message of the server; '' if there is none. */
  message: string
  /** Sent beside `datas` by some message calls. */
  count: number | undefined
  /** 0, or 101 and 104, which the existing systems return with a 400 that is not an error (product.md section 8). */
  code: number
}

/** `resp_code` of a 400 whose body is a normal result, interpreted by the caller. */
const normalCodes: ReadonlySet<unknown> = new Set([101, 104])

/**
 * Parses a response by the conventions of product.md sections 7 and 8: the envelope with `resp_code`, or the generic
 * one whose `code` is the text '0' for success.
 */
export function readAnswer<Data>(
  status: number,
  body: unknown,
  headerRequestId: string | null,
): Reply<Data> | ApiError {
  const isOk = status >= 200 && status < 300
  if (isRecord(body)) {
    const code = body['resp_code']
    if ((isOk && code === 0) || (status === 400 && normalCodes.has(code))) {
      return reply(body['datas'] as Data, body['resp_msg'], body['count'], code)
    }
    if (isOk && !('resp_code' in body) && typeof body['code'] === 'string') {
      if (body['code'] === '0') return reply(body['data'] as Data, body['msg'], body['count'], 0)
      const said = { resp_code: 1, resp_msg: body['msg'], datas: { code: body['code'] } }
      return failureOf(status, said, headerRequestId)
    }
  }
  return failureOf(status, body, headerRequestId)
}

function reply<Data>(datas: Data, message: unknown, count: unknown, code: unknown): Reply<Data> {
  return {
    datas,
    message: typeof message === 'string' ? message : '',
    count: typeof count === 'number' ? count : undefined,
    code: typeof code === 'number' ? code : 0,
  }
}
