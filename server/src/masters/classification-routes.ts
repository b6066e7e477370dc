import { materialClass } from '@kufang/contract/masters/material-class.ts'
import { materialPair, pairStates, type PairState } from '@kufang/contract/masters/material-pair.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { proposalsMax, type TakenProposals } from '@kufang/contract/masters/class-board.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes, ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import {
  assignClass,
  readClassProposals,
  readClassTree,
  takeClassProposals,
} from './class-board.ts'
import { compareMaterials, decidePair } from './duplicates/decide-pair.ts'
import { findMaterialPairs } from './duplicates/find-pairs.ts'
import { rolesForMaster } from './master-table.ts'
import { askedApproval } from './route-parts.ts'

const number = z.string().min(1).max(40)
const code = z.string().max(20)
const numbers = z.array(number).max(5000)
const states = Object.keys(pairStates) as [PairState, ...PairState[]]

/** Leaves the transaction without a trace: what was refused may be tried again with the same key. */
class NothingTaken extends Error {
  readonly answer: TakenProposals

  constructor(answer: TakenProposals) {
    super('no proposal is taken')
    this.answer = answer
  }
}

/** Writes once per key of the request. @throws Refusal `idempotency-key-missing` */
async function writeOnce<T extends object>(
  { database }: ServerContext,
  request: FastifyRequest,
  act: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
  const fingerprint = fingerprintOf(act, '', request.body)
  return database.transaction((tx) =>
    withIdempotency(tx, request.session, '', key, fingerprint, () => work(tx)),
  )
}

const classRoles = rolesForMaster(materialClass, 'edit')
const pairRoles = rolesForMaster(materialPair, 'edit')

/** The board of the classification, and the decisions of duplicate materials. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes that share the context
export const classificationRoutes: AreaRoutes = (app, context) => {
  const routes = typed(app)
  const { database } = context
  const tags = ['masters']

  routes.post(
    '/api/classification/tree',
    { schema: { tags, body: z.object({ parent: code.default('') }) } },
    async ({ session, body }) => {
      requireRole(session, materialClass.label, ...classRoles)
      return success(await readClassTree(database, session, body.parent))
    },
  )
  routes.post(
    '/api/classification/proposals',
    { schema: { tags, body: z.object({ classCode: code }) } },
    async ({ session, body }) => {
      requireRole(session, materialClass.label, ...classRoles)
      return success(await readClassProposals(database, session, body))
    },
  )
  routes.post(
    '/api/classification/updateClass',
    {
      schema: {
        tags,
        body: z.object({
          classCode: code,
          materialNos: numbers.optional(),
          materialGroups: z.array(number).max(500).optional(),
        }),
      },
    },
    async (request) => {
      const { session, body } = request
      requireRole(session, materialClass.label, ...classRoles)
      return success(
        await writeOnce(context, request, 'classification.assign', async (tx) => ({
          changed: await assignClass(tx, session, body.classCode, body),
        })),
      )
    },
  )
  routes.post(
    '/api/classification/updateAttributes',
    {
      schema: {
        tags,
        body: z.object({
          materialNos: z.array(number).min(1).max(proposalsMax),
          approval: askedApproval,
        }),
      },
    },
    async (request) => {
      const { session, body } = request
      // Whoever may change the material himself.
      requireRole(session, material.label, ...rolesForMaster(material, 'edit'))
      const asked = body.approval ?? { reason: '' }
      try {
        return success(
          await writeOnce(context, request, 'classification.attributes', async (tx) => {
            const taken = await takeClassProposals(tx, session, body.materialNos, asked)
            if (taken.changed + taken.requested === 0) throw new NothingTaken(taken)
            return taken
          }),
        )
      } catch (error) {
        if (error instanceof NothingTaken) return success(error.answer)
        throw error
      }
    },
  )

  routes.post(
    '/api/duplicates/compare',
    { schema: { tags, body: z.object({ materialNos: z.array(number).min(1).max(2) }) } },
    async ({ session, body }) => {
      requireRole(session, materialPair.label, ...pairRoles)
      return success(await compareMaterials(database, session, body.materialNos))
    },
  )
  // Repeating is harmless: what is known is not read again, so no idempotency key is needed.
  routes.post('/api/duplicates/synchronise', { schema: { tags } }, async ({ session }) => {
    requireRole(session, materialPair.label, ...pairRoles)
    const found = await findMaterialPairs(database)
    await writeAudit(database, session, [
      {
        companyCode: '',
        subjectType: materialPair.name,
        subjectId: 'search',
        subjectNo: 'search',
        action: 'generate',
        after: { ...found },
      },
    ])
    return success(found)
  })
  routes.post(
    '/api/duplicates/resolve',
    {
      schema: {
        tags,
        body: z.object({
          materialNo: number,
          otherNo: number,
          version: z.number().int(),
          state: z.enum(states),
          keptNo: z.string().max(40).optional(),
          reason: z.string().trim().max(200),
        }),
      },
    },
    async (request) => {
      const { session, body } = request
      requireRole(session, materialPair.label, ...pairRoles)
      return success(
        await writeOnce(context, request, 'duplicates.decide', async (tx) => {
          await decidePair(tx, session, body)
          return { state: body.state }
        }),
      )
    },
  )
}
