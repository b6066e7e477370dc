import type { CollectionReply, EntityReply } from './wire.ts'
import type { ErrorBody } from './odata-error.ts'

/** A body not yet serialised, so that faults can modify it. */
export type JsonBody = EntityReply | CollectionReply | ErrorBody | { readonly d: object }

/** A response not yet written. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body:
    | { readonly kind: 'json'; readonly json: JsonBody }
    | { readonly kind: 'text'; readonly type: string; readonly text: string }
    | { readonly kind: 'none' }
}

export function jsonReply(status: number, json: JsonBody, headers: Reply['headers'] = {}): Reply {
  return { status, headers, body: { kind: 'json', json } }
}

export function textReply(
  status: number,
  type: string,
  text: string,
  headers: Reply['headers'] = {},
): Reply {
  return { status, headers, body: { kind: 'text', type, text } }
}

export function emptyReply(status: number, headers: Reply['headers'] = {}): Reply {
  return { status, headers, body: { kind: 'none' } }
}
