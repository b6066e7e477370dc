import type { Label } from '@kufang/contract/document/declare/label.ts'
import { exampleOf } from './example.ts'
import { rolesNamed } from './role-words.ts'
import {
  both,
  enveloped,
  paragraphs,
  type Operation,
  type Parameter,
  type Schema,
} from './open-api.ts'
import type { SharedResponses } from './shared-responses.ts'

/** What is said of a call, from which its operation is made. */
export interface Described {
  operationId: string
  summary: Label
  /** Further sentences. */
  details?: readonly Label[]
  tag: string
  parameters?: readonly Parameter[]
  body?: { schema: Schema; example?: unknown; isOptional?: boolean; mediaType?: string }
  /** What stands in `datas` of the answer, or the media type of a file. */
  answer: { datas: Schema; example?: unknown } | { file: string }
  /** Codes it may be refused with, besides those of every call. */
  codes: Iterable<string>
  /** The role codes of which one is sufficient; `public`: without a session, `anybody`: signed in. */
  roles: readonly string[] | 'public' | 'anybody'
  /** Is done once per `Idempotency-Key`. */
  isOnce?: boolean
}

const keyParameter: Parameter = { $ref: '#/components/parameters/IdempotencyKey' }

/** The parameters that operations share. */
export const sharedParameters: Readonly<Record<string, Schema>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      '一次操作的唯一编号：重复的请求只执行一次，得到同一回答 / One per intended act: a repeated request is done once and gets the same answer',
    schema: { type: 'string', minLength: 8, maxLength: 80 },
    example: '0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10',
  },
  DocumentId: {
    name: 'id',
    in: 'path',
    required: true,
    description: '单据的标识 / The id of the document',
    schema: { type: 'string', format: 'uuid' },
  },
}

/**
 * The operation of a call.
 * @param schemas those the description has by name, for examples
 */
export function operationOf(
  described: Described,
  responses: SharedResponses,
  schemas: Readonly<Record<string, Schema>>,
): Operation {
  const { operationId, summary, details = [], tag, body, answer, codes, roles } = described
  const { isOnce = false } = described
  const parameters = [...(described.parameters ?? []), ...(isOnce ? [keyParameter] : [])]
  const isPublic = roles === 'public'
  const permitted = typeof roles === 'string' ? [] : roles
  return {
    operationId,
    summary: both(summary),
    'x-summary': summary,
    description: paragraphs([sentence(summary), ...details, ...whoMay(described)]),
    tags: [tag],
    ...(isPublic ? { security: [] } : {}),
    ...(typeof roles === 'string' ? {} : { 'x-roles': roles }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, schemas) }),
    responses: {
      '200': answerOf(answer, responses, schemas),
      ...responses.refused(permitted.length > 0 ? ['role-missing', ...codes] : codes, operationId, {
        isPublic,
        hasBody: body !== undefined,
        isOnce,
      }),
    },
  }
}

type Schemas = Readonly<Record<string, Schema>>

function bodyOf(
  { schema, example, isOptional, mediaType }: NonNullable<Described['body']>,
  schemas: Schemas,
): Schema {
  const shown = example ?? exampleOf(schema, schemas, false)
  return {
    required: isOptional !== true,
    content: {
      [mediaType ?? 'application/json']: {
        schema,
        ...(shown === undefined ? {} : { example: shown }),
      },
    },
  }
}

function answerOf(
  answer: Described['answer'],
  responses: SharedResponses,
  schemas: Schemas,
): Schema {
  if ('file' in answer)
    return {
      description: '文件 / The file',
      content: { [answer.file]: { schema: { type: 'string', contentEncoding: 'binary' } } },
    }
  const { datas } = answer
  return responses.answered(datas, () => {
    const example = answer.example ?? exampleOf(datas, schemas, true)
    const shown = { resp_code: 0, resp_msg: '', datas: example }
    return {
      description: '成功 / Done',
      content: {
        'application/json': {
          schema: enveloped(datas),
          ...(example === undefined ? {} : { example: shown }),
        },
      },
    }
  })
}

const sentence = ({ zh, en }: Label): Label => ({ zh: `${zh}。`, en: `${en}.` })

/** Who may call it. */
function whoMay({ roles, codes }: Described): Label[] {
  if (roles === 'public') return [{ zh: '无需登录。', en: 'Needs no session.' }]
  if (roles === 'anybody' && [...codes].includes('role-missing'))
    return [
      {
        zh: '所需角色取决于所访问的对象。',
        en: 'The role that is needed depends on what is asked for.',
      },
    ]
  if (roles === 'anybody') return [{ zh: '登录后均可调用。', en: 'Anybody signed in may call it.' }]
  const [zh, en] = rolesNamed(roles)
  if (roles.length === 0) return [{ zh: '仅限管理员。', en: 'For administrators only.' }]
  return [{ zh: `所需角色（其一）：${zh}。`, en: `Roles, one of which is needed: ${en}.` }]
}
