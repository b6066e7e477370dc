import { firstOf } from '@kufang/kernel/present.ts'
import { wordingOf } from '../http/platform-refusals.ts'
import { pascal, schemaRef, type Schema } from './open-api.ts'

/** Codes that any call may be refused with. */
const always = ['internal-error', 'server-busy', 'database-unreachable', 'input-invalid'] as const
/** Codes of calls with a session. */
const ofSessions = [
  'session-expired',
  'signed-in-elsewhere',
  'password-change-required',
  'cross-site-request',
] as const
/** Codes of calls with a body. */
const ofBodies = ['body-invalid', 'body-too-large', 'media-type-refused'] as const
/** Codes of calls that are done once per `Idempotency-Key`. */
const ofKeys = ['idempotency-key-missing', 'idempotency-key-reused'] as const

const number = { type: ['string', 'number'] } as const
const text = { type: 'string' } as const
const place = {
  line: { type: 'integer', description: '明细行号，从 1 起 / The line, from 1' },
  field: { type: 'string', description: '字段 / The field' },
}
const sentences = {
  zh: { type: 'string', description: '中文文本 / The text in Chinese' },
  en: { type: 'string', description: '英文文本 / The text in English' },
}

/** The schemas that all refusals share. */
const general: Readonly<Record<string, Schema>> = {
  Refusal: {
    type: 'object',
    description: '一条拒绝原因 / One refusal',
    required: ['code', 'params', 'zh', 'en'],
    properties: {
      code: text,
      params: { type: 'object', additionalProperties: number },
      ...place,
      ...sentences,
    },
  },
  Failure: {
    type: 'object',
    description: '拒绝时的回答 / The answer of a call that is refused',
    required: ['resp_code', 'resp_msg', 'resp_detail_msg', 'datas'],
    properties: {
      resp_code: { const: 1 },
      resp_msg: { type: 'string', description: '首要原因 / The first reason' },
      resp_detail_msg: { type: 'string', description: '全部原因，每行一条 / All reasons' },
      datas: {
        type: 'object',
        required: ['code', 'params', 'zh', 'en', 'details', 'requestId'],
        properties: {
          code: text,
          params: { type: 'object', additionalProperties: number },
          ...place,
          ...sentences,
          details: { type: 'array', items: schemaRef('Refusal') },
          requestId: { type: 'string', description: '请求编号 / The id of the request' },
          forceEditPwdFlag: { const: 'Y' },
        },
      },
    },
  },
}

/**
 * The responses that calls share: each code of a refusal with its texts and parameters is described once, and so is each
 * set of codes of a status, and each answer that is a schema with a name.
 */
export class SharedResponses {
  readonly schemas: Record<string, Schema> = { ...general }
  readonly responses: Record<string, Schema> = {}
  private readonly names = new Map<string, string>()

  /** The response of a success, once for each schema with a name. */
  answered(datas: Schema, made: () => Schema): Schema {
    const { $ref } = datas
    if (typeof $ref !== 'string') return made()
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    this.responses[name] ??= made()
    return { $ref: `#/components/responses/${name}` }
  }

  /**
   * The responses of refusals, by status.
   * @param codes those of the call itself
   * @param by the name of the call, after which a new set of codes is named
   * @throws if a code is in no catalogue
   */
  refused(
    codes: Iterable<string>,
    by: string,
    { isPublic = false, hasBody = false, isOnce = false },
  ): Record<string, Schema> {
    const all = new Set<string>([
      ...always,
      ...(isPublic ? [] : ofSessions),
      ...(hasBody ? ofBodies : []),
      ...(isOnce ? ofKeys : []),
      ...codes,
    ])
    const byStatus = Map.groupBy([...all].toSorted(), (code) => this.add(code))
    return Object.fromEntries(
      [...byStatus]
        .toSorted(([one], [other]) => one - other)
        .map(([status, found]) => [String(status), this.response(status, found, by)]),
    )
  }

  /** Adds the schema of a code, and returns its status. */
  private add(code: string): number {
    const wording = wordingOf(code)
    if (wording === undefined) throw new Error(`the refusal ${code} is in no catalogue`)
    const { status, zh, en } = wording
    const [always, sometimes] = paramsOf(zh, en)
    this.schemas[nameOf(code)] ??= {
      type: 'object',
      description: `${zh}\n\n${en}`,
      required: ['code', 'params', 'zh', 'en'],
      properties: {
        code: { const: code },
        params: {
          type: 'object',
          ...(always.length === 0 ? {} : { required: always }),
          properties: Object.fromEntries([...always, ...sometimes].map((name) => [name, number])),
          additionalProperties: number,
        },
        ...place,
        ...sentences,
      },
    }
    return status
  }

  private response(status: number, codes: readonly string[], by: string): Schema {
    const key = `${status} ${codes.join(' ')}`
    let name = this.names.get(key)
    if (name === undefined) {
      // Few codes name themselves, so that their name does not depend on the order of calls.
      const named = codes.length <= 3 ? pascal(codes.join('-')) : `Of${pascal(by)}`
      name = `Refused${status}${named}`
      this.names.set(key, name)
      this.responses[name] = {
        description: `拒绝 / Refused: ${codes.join(', ')}`,
        content: {
          'application/json': {
            schema: {
              allOf: [
                schemaRef('Failure'),
                {
                  type: 'object',
                  required: ['datas'],
                  properties: { datas: oneOf(codes.map((code) => schemaRef(nameOf(code)))) },
                },
              ],
            },
          },
        },
      }
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

const oneOf = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 ? firstOf(schemas) : { anyOf: schemas }

const nameOf = (code: string): string => `Refusal${pascal(code)}`

/** The parameters of the texts: those always there, and those of parts in brackets that may be left out. */
function paramsOf(zh: string, en: string): [string[], string[]] {
  const names = (sentence: string) =>
    [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const all = new Set([zh, en].flatMap(names))
  const always = new Set([zh, en].flatMap((sentence) => names(withoutParts(sentence))))
  return [[...always], [...all].filter((name) => !always.has(name))]
}

const withoutParts = (sentence: string): string => sentence.replaceAll(/\[[^[\]]{0,200}\]/g, '')
