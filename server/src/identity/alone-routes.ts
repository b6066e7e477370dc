import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  alonePaths,
  concernsPerson,
  wordsOfStop,
  type AlonePath,
} from '@kufang/contract/document/alone.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { registry } from '@kufang/contract/registry.ts'
import { sensitiveRights } from '@kufang/contract/sensitive-rights.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { answerOf, success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readRights, type Rights } from '../platform/session/rights.ts'
import { readSeenUser, type UserRecord } from './user-record.ts'
import { approversOf } from './approvers.ts'
import { rightsManagerRole } from './rights-acts.ts'
import { codesToApprove, noRights } from './rights-gain.ts'
import type { RightsSurroundings } from './rights-request.ts'
import { userReaderRoles } from './user-reader-roles.ts'

const labelSchema = z.object({ zh: z.string(), en: z.string() })
const stepSchema = z.object({
  document: z.string(),
  documentLabel: labelSchema,
  act: z.string(),
  label: labelSchema,
  isSystem: z.boolean(),
  /** Why the person cannot take the step; null if he may. */
  stop: labelSchema.nullable(),
})
const aloneSchema = z.object({
  /** Whether any of the paths can be walked by the person alone, from the first creation to its goal. */
  isAlone: z.boolean(),
  /** Whether he gives rights to others, and so to a second account of his own. */
  givesRights: z.boolean(),
  /** Whether nobody else sees it: no second person is asked, or there is none. */
  givesRightsAlone: z.boolean(),
  /** Who must approve what he gives; empty if nobody is asked or nobody could. */
  approversOfRights: z.array(z.string()),
  paths: z.array(
    z.object({
      document: z.string(),
      documentLabel: labelSchema,
      /** Goods are moved or held, or the document is posted in the ERP. */
      goal: z.enum(['goods', 'posting']),
      isOpen: z.boolean(),
      /** Why he may walk it alone, if it is declared. */
      because: labelSchema.nullable(),
      steps: z.array(stepSchema),
    }),
  ),
})
const definitions = Object.values<AnyDocument>(registry.documents)

/** The paths with what stops a person on them in words. */
const inWords = (paths: readonly AlonePath[]): z.input<typeof aloneSchema>['paths'] =>
  paths.map((path) => ({
    ...path,
    steps: path.steps.map((step) => ({
      ...step,
      stop: step.stop === null ? null : wordsOfStop(step.stop),
    })),
  }))

/** The first path of somebody without any right. */
const example = (): z.input<typeof aloneSchema> => ({
  isAlone: false,
  givesRights: true,
  givesRightsAlone: false,
  approversOfRights: ['系统管理员'],
  paths: inWords(alonePaths(definitions, { userId: '', userName: '', ...noRights }).slice(0, 1)),
})

/**
 * Route of the users page: what a person could do alone with the roles and function codes held now, from creation to
 * stock and posting, and what stops him. The data scope is not considered.
 */
export function registerAlone(
  app: FastifyInstance,
  { database }: ServerContext,
  surroundings: RightsSurroundings,
): void {
  typed(app).get(
    '/api/system/users/:id/alone',
    {
      config: { roles: [...userReaderRoles] },
      schema: {
        tags: ['users'],
        summary: 'What a user could do alone, from creation to stock and posting',
        params: z.object({ id: z.uuid() }),
        response: { 200: answerOf(aloneSchema, example()) },
      },
    },
    async (request) => {
      const user = await readSeenUser(database, request.session, request.params.id)
      const rights = entryOf(await readRights(database, [user.id]), user.id)
      const person = { userId: user.id, userName: user.userName, ...rights }
      const paths = inWords(alonePaths(definitions, person).filter(concernsPerson))
      const giving = await givingOf(database, surroundings, user, rights)
      return success({ isAlone: paths.some(({ isOpen }) => isOpen), ...giving, paths })
    },
  )
}

/** Whether a person could give what he holds to a second account of his own, and who would have to approve it. */
async function givingOf(
  database: Queryable,
  { readPolicy }: RightsSurroundings,
  user: UserRecord,
  rights: Rights,
) {
  const nobody = { givesRights: false, givesRightsAlone: false, approversOfRights: [] }
  if (!rights.isAdmin && !rights.roles.has(rightsManagerRole)) return nobody
  const { secondApproval } = await readPolicy(database, rights.scope.companyCodes)
  const before = { rights: noRights, isUsable: true }
  const after = { rights, isUsable: true }
  if (codesToApprove(secondApproval, sensitiveRights(), before, after) === null)
    return { ...nobody, givesRights: true, givesRightsAlone: true }
  const approvers = await approversOf(database, {
    roles: [rightsManagerRole],
    isForAdministrators: false,
    subject: { user: { ...user, account: '', roles: [] }, rights: noRights },
    after: rights,
    except: [user.id],
  })
  return {
    givesRights: true,
    givesRightsAlone: approvers.length === 0,
    approversOfRights: approvers.map(({ userName }) => userName),
  }
}
