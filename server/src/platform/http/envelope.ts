import { z } from 'zod'

/** The envelope of every success (product.md section 8). */
export interface Success<T> {
  resp_code: 0
  resp_msg: string
  datas: T
}

/** One error with its text in both languages. */
export interface FailureDetail {
  code: string
  params: Record<string, string | number>
  line?: number | undefined
  field?: string | undefined
  zh: string
  en: string
}

export interface FailureData extends FailureDetail {
  /** All errors, head first. */
  details: FailureDetail[]
  requestId: string
  /** Sent with the refusal `password-change-required`: the password must be changed first. */
  forceEditPwdFlag?: 'Y'
}

/** The envelope of every failure (product.md section 8). */
export interface Failure {
  resp_code: 1
  /** The head's message in the language of the request. */
  resp_msg: string
  /** All messages, one per line, for pages without a specific place for them. */
  resp_detail_msg: string
  datas: FailureData
}

/** Wraps the result of a route: `return success(rows)`. */
export function success<T>(datas: T, message = ''): Success<T> {
  return { resp_code: 0, resp_msg: message, datas }
}

/** The response schema of a success: documents the result, with an example of `datas` shown on the API page. */
export function answerOf<Data extends z.ZodType>(datas: Data, example: z.input<Data>) {
  return z
    .object({ resp_code: z.literal(0), resp_msg: z.string(), datas })
    .meta({ examples: [{ resp_code: 0, resp_msg: '', datas: example }] })
}
