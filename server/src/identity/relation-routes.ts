import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import type {
  UserRelationField,
  UserRelationName,
  UserRelationValue,
} from '@kufang/contract/identity/user-relations.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { requireRole } from '../platform/http/access.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { changeUser, type UserDesk } from './change-user.ts'
import { readRelationBoard } from './relation-board.ts'
import { endRelations, listRelations, liveRelations } from './relations.ts'
import { rightsManagerRole } from './rights-acts.ts'
import { reasonOfRights } from './rights-change-routes.ts'

const names = Object.keys(userRelations) as [UserRelationName, ...UserRelationName[]]
const params = z.object({ kind: z.enum(names) })
const code = z.string().trim().max(40)
const allFields = Object.assign(
  {},
  ...Object.values<AnyRelation>(userRelations).map(({ fields }) => fields),
) as Readonly<Record<UserRelationField, Field>>
const value = z.object(
  Object.fromEntries(Object.keys(allFields).map((field) => [field, code.optional()])) as Record<
    UserRelationField,
    z.ZodOptional<typeof code>
  >,
)
const listBody = z.object({
  userId: z.uuid().optional(),
  search: z.string().max(60).optional(),
  companyCode: code.optional(),
  plant: code.optional(),
  value: code.optional(),
  includeEnded: z.boolean().default(false),
  pageNum: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(500).default(50),
})
/** Routes for data scopes: POST /api/system/relations/:kind/list, /add and /remove. */
export function registerRelations(app: FastifyInstance, desk: UserDesk): void {
  const { database } = desk
  const routes = typed(app)
  const tags = ['rights']
  const allow = (session: Session, name: UserRelationName) =>
    requireRole(
      session,
      userRelations[name].label,
      cataloguePage(userRelations[name].path).role,
      rightsManagerRole,
    )

  routes.post(
    '/api/system/relations/:kind/list',
    { schema: { tags, params, body: listBody } },
    async (request) => {
      allow(request.session, request.params.kind)
      return success(
        await listRelations(database, request.session, request.params.kind, request.body),
      )
    },
  )

  routes.post(
    '/api/system/relations/:kind/board',
    { schema: { tags, params, body: z.object({ userId: z.uuid() }) } },
    async (request) => {
      const { kind } = request.params
      allow(request.session, kind)
      return success(await readRelationBoard(database, request.session, kind, request.body.userId))
    },
  )

  const addition = z.object({
    userId: z.uuid(),
    values: z.array(value).min(1).max(1000),
    reason: reasonOfRights,
  })
  routes.post(
    '/api/system/relations/:kind/add',
    { schema: { tags, params, body: addition } },
    async (request) => {
      const { kind } = request.params
      const { userId, values, reason } = request.body
      allow(request.session, kind)
      for (const [index, entry] of values.entries()) {
        checkRequired(kind, entry, index + 1)
        checkWithinScope(request.session, kind, entry)
      }
      const { added, waiting } = await changeUser(desk, request, {
        userId,
        action: `add-${kind}`,
        notToOneself: true,
        reason,
        describe: (tx) => liveRelations(tx, kind, userId),
        gives: () => ({ act: kind, values }),
      })
      return success({ added, waiting })
    },
  )

  const removal = z.object({ userId: z.uuid(), ids: z.array(z.uuid()).min(1).max(1000) })
  routes.post(
    '/api/system/relations/:kind/remove',
    { schema: { tags, params, body: removal } },
    async (request) => {
      const { kind } = request.params
      const { userId, ids } = request.body
      allow(request.session, kind)
      await changeUser(desk, request, {
        userId,
        action: `remove-${kind}`,
        notToOneself: true,
        describe: (tx) => liveRelations(tx, kind, userId),
        work: async (tx) => {
          await endRelations(tx, request.session, kind, userId, ids)
        },
      })
      return success({ removed: ids.length })
    },
  )
}

function checkRequired(name: UserRelationName, value: UserRelationValue, line: number): void {
  for (const [field, { required, label }] of Object.entries<Field>(userRelations[name].fields)) {
    if (!required || value[field as UserRelationField]) continue
    throw refuse('field-required', { field: label.zh, fieldEn: label.en }, { line, field })
  }
}

/** Persons may grant only what is in their own scope. */
function checkWithinScope(
  session: Session,
  name: UserRelationName,
  value: UserRelationValue,
): void {
  if (session.isAdmin) return
  const { scope } = session
  const place = `${value.plant}/${value.storageLocation}`
  const own: Partial<Record<UserRelationField, [readonly string[] | null, string | undefined]>> = {
    companyCode: [scope.companyCodes, value.companyCode],
    plant: [scope.plants, value.plant],
    storageLocation: [scope.storageLocations, place],
    materialGroup: [scope.materialGroups, value.materialGroup],
    pickingUnit: [scope.pickingUnits, value.pickingUnit],
  }
  for (const [field, { label }] of Object.entries<Field>(userRelations[name].fields)) {
    const [granted, wanted] = own[field as UserRelationField] ?? [null, undefined]
    if (granted === null || granted.includes(wanted ?? '')) continue
    throw refuse('outside-scope', { what: label.zh, whatEn: label.en, value: wanted || '*' })
  }
}
