import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { erpOf, readingProblem } from '../erp.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import {
  interfaceCodes,
  listInterfaces,
  saveInterface,
  unblockInterface,
} from '../erp/interface-settings.ts'
import { valueSources } from '../erp/posting-model.ts'
import type { InterfaceChange, InterfaceCode, InterfaceView } from '../erp/interface-settings.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import {
  fingerprintOf,
  withIdempotency,
  withSecretsDigested,
} from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { mustBePermitted, outgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import type { Session } from '../platform/session/session.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { maySetUp, mustSetUp } from './erp-set-up-scope.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

const named = z.object({ code: z.enum(interfaceCodes) })
const companyCode = z.string().max(10).default('')
const count = (least: number, most: number) => z.number().int().min(least).max(most).optional()
const change = z.object({
  labelZh: z.string().trim().min(1).max(60).optional(),
  labelEn: z.string().trim().min(1).max(60).optional(),
  baseUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]).optional(),
  servicePath: z
    .string()
    .regex(/^\/[\w./;=~-]*$/)
    .max(300)
    .optional(),
  sapClient: z
    .string()
    .regex(/^(\d{3})?$/)
    .optional(),
  language: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  authentication: z.enum(['basic', 'bearer']).optional(),
  account: z.string().max(60).optional(),
  timeoutMs: count(100, 3_600_000),
  retriesMax: count(1, 1000),
  retryDelaySeconds: count(0, 3600),
  unknownWaitSeconds: count(0, 86_400),
  secondLookSeconds: count(0, 86_400),
  parallelMax: count(1, 64),
  pageSize: count(1, 10_000),
  keyField: z.enum(['MaterialDocumentHeaderText', 'ReferenceDocument']).optional(),
  materialLength: z.union([z.literal(0), z.literal(18), z.literal(40)]).optional(),
  isOn: z.boolean().optional(),
  isSimulated: z.boolean().optional(),
  idempotencyHeaders: z.boolean().optional(),
  valueSource: z.enum(valueSources).optional(),
  /** Write-only, stored encrypted; absent keeps the current one. */
  secret: z.string().max(4000).optional(),
})

type Outcome = { before: InterfaceView | null; after: InterfaceView }

/** An interface for the configuration page, with the URL actually used. */
interface ShownInterface extends InterfaceView {
  effectiveBaseUrl: string
}

interface TestResult {
  isReachable: boolean
  durationMs: number
  /** The reason in both languages. */
  problem: { zh: string; en: string } | null
}

/** Routes for ERP interfaces: URLs, accounts, time-outs, switches (/system/sapApiDeployMessage). */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const erpInterfaceRoutes: AreaRoutes = (app, context) => {
  const { database } = context
  const routes = typed(app)
  const config = { roles: [cataloguePage('/system/sapApiDeployMessage').role] }
  const schema = { tags: ['system'] }
  const shown = (row: InterfaceView): ShownInterface => ({
    ...row,
    effectiveBaseUrl: row.baseUrl === '' ? (context.erpUrl ?? '') : row.baseUrl,
  })

  routes.get('/api/erp/interfaces', { config, schema }, async (request) =>
    success(
      (await listInterfaces(database))
        .filter((row) => maySetUp(request.session, row.companyCode, 'read'))
        .map(shown),
    ),
  )

  routes.put(
    '/api/erp/interfaces/:code',
    {
      config,
      schema: {
        ...schema,
        params: named,
        body: change.extend({ companyCode, version: z.number().int().optional() }),
      },
    },
    async (request) => {
      const { companyCode, version, ...fields } = request.body
      const { code } = request.params
      const { secrets } = erpOf(context)
      mustSetUp(request.session, companyCode)
      if (fields.baseUrl !== undefined && fields.baseUrl !== '')
        mustBePermitted(outgoingRules(context.settings), fields.baseUrl, 'baseUrl')
      const digested = withSecretsDigested(secrets, request.body, ['secret'])
      const fingerprint = fingerprintOf('erp-interface.change', code, digested)
      const saved = await database.transaction((tx) =>
        withIdempotency(
          tx,
          request.session,
          '',
          idempotencyKeyOf(request),
          fingerprint,
          async () => {
            const outcome = await saveInterface(tx, secrets, {
              companyCode,
              interfaceCode: code,
              change: withoutAbsent(fields),
              userId: request.session.userId,
              ...(version === undefined ? {} : { version }),
            })
            if (outcome === undefined) throw await stale(tx, companyCode, code, version ?? 0)
            await trace(tx, request.session, 'update', outcome, fields.secret !== undefined)
            return outcome.after
          },
        ),
      )
      return success(shown(saved))
    },
  )

  routes.post(
    '/api/erp/interfaces/:code/unblock',
    { config, schema: { ...schema, params: named, body: z.object({ companyCode }) } },
    async (request) => {
      const { code } = request.params
      mustSetUp(request.session, request.body.companyCode)
      const key = idempotencyKeyOf(request)
      const saved = await database.transaction((tx) =>
        withIdempotency(
          tx,
          request.session,
          '',
          key,
          fingerprintOf('erp-interface.unblock', code, request.body),
          async () => {
            const outcome = await unblockInterface(tx, {
              ...request.body,
              interfaceCode: code,
              userId: request.session.userId,
            })
            if (outcome === undefined) throw unknown(code)
            await trace(tx, request.session, 'unblock', outcome, false)
            return outcome.after
          },
        ),
      )
      return success(shown(saved))
    },
  )

  // Reads the root of the service with the saved account; changes nothing.
  routes.post(
    '/api/erp/interfaces/:code/test',
    {
      config,
      schema: {
        ...schema,
        params: named,
        body: z.object({ companyCode }).default({ companyCode: '' }),
      },
    },
    async (request) => {
      const { code } = request.params
      mustSetUp(request.session, request.body.companyCode, 'read')
      const { connections } = erpOf(context)
      const startedAt = performance.now()
      const result = (problem: TestResult['problem']): TestResult => ({
        isReachable: problem === null,
        durationMs: Math.round(performance.now() - startedAt),
        problem,
      })
      try {
        const { client } = await connections.connect(request.body.companyCode, code)
        await client.probe({
          operation: 'test',
          ...connections.logged({ companyCode: request.body.companyCode, interfaceCode: code }),
        })
        return success(result(null))
      } catch (error) {
        const problem = readingProblem(error)
        if (problem === undefined) throw error
        return success(result(problem))
      }
    },
  )
}

function withoutAbsent(fields: z.output<typeof change>): InterfaceChange {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as InterfaceChange
}

async function trace(
  tx: Transaction,
  session: Session,
  action: string,
  { before, after }: Outcome,
  isSecretNew: boolean,
): Promise<void> {
  await writeAudit(tx, session, [
    {
      companyCode: after.companyCode,
      subjectType: 'erp-interface',
      subjectId: `${after.companyCode}/${after.interfaceCode}`,
      subjectNo: after.interfaceCode,
      action,
      before,
      after: isSecretNew ? { ...after, isSecretChanged: true } : after,
    },
  ])
}

async function stale(
  queryable: Queryable,
  companyCode: string,
  code: InterfaceCode,
  given: number,
) {
  const [row] = await queryable.query<{ version: number; updatedAt: string; userName: string }>(
    `select i.version, i.updated_at, coalesce(u.user_name, '') as user_name from erp_interface i left join app_user u on u.id = i.updated_by
     where i.company_code = $1 and i.interface_code = $2`,
    [companyCode, code],
  )
  if (row === undefined) return unknown(code)
  return staleVersion({
    no: code,
    user: row.userName,
    at: row.updatedAt,
    current: row.version,
    given,
  })
}

const unknown = (code: string) =>
  refuse('not-found', { subject: 'SAP接口', subjectEn: 'Interface', no: code })
