import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { refuse, type Refusal } from '@kufang/kernel/refusal.ts'
import { requireRole } from '../platform/http/access.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { changeUser } from './change-user.ts'
import type { RelationKind, RelationValue } from './relations.ts'
import {
  addRelations,
  checkRelationValues,
  endRelations,
  listRelations,
  liveRelations,
} from './relations.ts'
import { rightsManagerRole } from './rights-routes.ts'

/** Role codes of the pages that maintain each kind, such as /base/userFactoryRel. */
const rolesOfKind: Record<RelationKind, string> = {
  plant: 'YHYGCBMGX',
  'storage-location': 'YHYKCDDGX',
  'material-group': 'YHYWLZGX',
  'picking-unit': 'LLR',
}

const params = z.object({
  kind: z.enum(['plant', 'storage-location', 'material-group', 'picking-unit']),
})
const code = z.string().trim().max(40)
const value = z.object({
  companyCode: code.optional(),
  plant: code.optional(),
  department: code.optional(),
  storageLocation: code.optional(),
  materialGroup: code.optional(),
  pickingUnit: code.optional(),
})
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
const requiredFields: Record<RelationKind, readonly (keyof RelationValue)[]> = {
  plant: ['companyCode'],
  'storage-location': ['companyCode', 'plant', 'storageLocation'],
  'material-group': ['materialGroup'],
  'picking-unit': ['companyCode', 'pickingUnit'],
}

/** Routes for data scopes: POST /api/system/relations/:kind/list, /add and /remove. */
export function registerRelations(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const tags = ['rights']
  const allow = (session: Session, kind: RelationKind) =>
    requireRole(session, words[kind], rolesOfKind[kind], rightsManagerRole)

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

  const addition = z.object({ userId: z.uuid(), values: z.array(value).min(1).max(1000) })
  routes.post(
    '/api/system/relations/:kind/add',
    { schema: { tags, params, body: addition } },
    async (request) => {
      const { kind } = request.params
      const { userId, values } = request.body
      allow(request.session, kind)
      for (const [index, entry] of values.entries()) {
        for (const field of requiredFields[kind]) {
          if (!entry[field]) throw fieldMissing(field, index + 1)
        }
        checkWithinScope(request.session, kind, entry)
      }
      let added = 0
      await changeUser(app, database, request, {
        userId,
        action: `add-${kind}`,
        notToOneself: true,
        describe: (tx) => liveRelations(tx, kind, userId),
        work: async (tx) => {
          await checkRelationValues(tx, kind, values)
          added = await addRelations(tx, request.session, kind, userId, values)
        },
      })
      return success({ added })
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
      await changeUser(app, database, request, {
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

/** What is granted on each page. */
const words = {
  plant: { zh: '工厂', en: 'Plant' },
  'storage-location': { zh: '库存地点', en: 'Storage location' },
  'material-group': { zh: '物料组', en: 'Material group' },
  'picking-unit': { zh: '领料单位', en: 'Picking unit' },
} satisfies Record<RelationKind, Label>
const company: Label = { zh: '公司', en: 'Company' }
const wordOfField: Partial<Record<keyof RelationValue, Label>> = {
  companyCode: company,
  plant: words.plant,
  storageLocation: words['storage-location'],
  materialGroup: words['material-group'],
  pickingUnit: words['picking-unit'],
}

function fieldMissing(field: keyof RelationValue, line: number): Refusal {
  const word = wordOfField[field]
  return refuse(
    'field-required',
    { field: word?.zh ?? field, fieldEn: word?.en ?? field },
    { line, field },
  )
}

/** Persons may grant only what is in their own scope. */
function checkWithinScope(session: Session, kind: RelationKind, value: RelationValue): void {
  if (session.isAdmin) return
  const { scope } = session
  const inside = (list: readonly string[] | null, wanted: string | undefined) =>
    list === null || list.includes(wanted ?? '')
  const check = (holds: boolean, what: Label, wanted: string | undefined) => {
    if (!holds)
      throw refuse('outside-scope', { what: what.zh, whatEn: what.en, value: wanted || '*' })
  }
  if (kind !== 'material-group') {
    check(scope.companyCodes.includes(value.companyCode ?? ''), company, value.companyCode)
  }
  if (kind === 'plant' || kind === 'storage-location') {
    check(inside(scope.plants, value.plant), words.plant, value.plant)
  }
  if (kind === 'storage-location') {
    const place = `${value.plant}/${value.storageLocation}`
    check(inside(scope.storageLocations, place), words['storage-location'], place)
  }
  if (kind === 'material-group')
    check(
      inside(scope.materialGroups, value.materialGroup),
      words['material-group'],
      value.materialGroup,
    )
  if (kind === 'picking-unit')
    check(inside(scope.pickingUnits, value.pickingUnit), words['picking-unit'], value.pickingUnit)
}
