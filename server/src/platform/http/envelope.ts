import { z } from 'zod'

/** How every success travels (product.md section 8). */
export interface Success<T> {
  resp_code: 0
  resp_msg: string
  datas: T
}

/** One thing that is wrong, ready to be shown in both languages. */
export interface FailureDetail {
  code: string
  params: Record<string, string | number>
  line?: number | undefined
  field?: string | undefined
  zh: string
  en: string
}

export interface FailureData extends FailureDetail {
  /** Everything that is wrong, the head first. */
  details: FailureDetail[]
  requestId: string
  /** Said with the refusal `password-change-required`: the page must have the password changed first. */
  forceEditPwdFlag?: 'Y'
}

/** How every failure travels (product.md section 8). */
export interface Failure {
  resp_code: 1
  /** The head's message in the language of the request. */
  resp_msg: string
  /** All messages, one per line; what a page shows when it has no better place. */
  resp_detail_msg: string
  datas: FailureData
}

/** Wraps what a route returns: `return success(rows)`. */
export function success<T>(datas: T, message = ''): Success<T> {
  return { resp_code: 0, resp_msg: message, datas }
}

/**
 * Schema of a success, for a route's `response`: it documents what comes back, with an example of
 * `datas` that the API page shows.
 */
export function answerOf<Data extends z.ZodType>(datas: Data, example: z.input<Data>) {
  return z
    .object({ resp_code: z.literal(0), resp_msg: z.string(), datas })
    .meta({ examples: [{ resp_code: 0, resp_msg: '', datas: example }] })
}
