import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { hasGatePass, passedDocuments } from '@kufang/contract/issue/gate-pass.ts'
import { gateCheckPath } from '@kufang/contract/requisition/gate-passage.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { listNamed } from '../document/list/named-list.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { gatePassToken, readGatePass } from './gate-pass.ts'

const guards = [cataloguePage(gateCheckPath).role]
const names = Object.values(passedDocuments)

/**
 * Gate passes: the token that is printed on an issue (null where it has none, `hasGatePass`), and what a token is worth at the gate. The guard signs in, because
 * the audit log names who let goods out; a link alone shows nothing.
 */
export const issueRoutes: AreaRoutes = (app, { database, dataFolder, settings }) => {
  const secrets = openSecretBox({ dataFolder, environmentKey: settings.secretKey })
  const routes = typed(app)
  const schema = { tags: ['issue'] }

  routes.get(
    '/api/issue/gate-pass/:document/:id',
    {
      schema: { ...schema, params: z.object({ document: z.enum(names), id: z.uuid() }) },
    },
    async ({ session, params }) => {
      const definition = definitionOf(params.document)
      const { zh, en } = definition.label
      requireRole(session, definition.label, ...rolesForReading(definition))
      const { rows } = await listNamed(database, session, definition.name, {
        filters: [{ field: 'id', operator: 'eq', value: params.id }],
        size: 1,
      })
      const [issue] = rows
      if (issue === undefined)
        throw refuse('not-found', { subject: zh, subjectEn: en, no: params.id })
      const { companyCode, docNo } = issue
      return success({
        token: hasGatePass(issue)
          ? gatePassToken(secrets, String(companyCode), String(docNo))
          : null,
      })
    },
  )
  // In the body: proxies write addresses into their logs.
  routes.post(
    '/api/issue/gate-pass/check',
    {
      config: { roles: guards },
      schema: { ...schema, body: z.object({ token: z.string().max(200) }) },
    },
    async ({ session, body }) =>
      success(await readGatePass(database, secrets, session, body.token)),
  )
}
