import { callQuery } from '@kufang/contract/logs/call-query.ts'
import { operationQuery } from '@kufang/contract/logs/operation-query.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { companiesOfLogs } from './companies.ts'

interface CallDetail {
  method: string
  url: string
  request: string
  reply: string
  httpStatus: number
  durationMs: number
}

interface OperationDetail {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const identified = z.object({ id: z.uuid() })

/** What is behind one row of a log: the exchange word for word, the fields before and after. */
export const logDetailRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const schema = { tags: ['logs'], params: identified }
  const forPage = (path: string) => ({ config: { roles: [cataloguePage(path).role] }, schema })

  // What is kept of an exchange holds no account, password, token or cookie.
  routes.get(
    '/api/erp/calls/:id',
    forPage('/log/sapOperationLogQuery'),
    async ({ session, params }) => {
      const [found] = await database.query<CallDetail>(
        `select method, url, request, reply, http_status, duration_ms
         from erp_call_log where company_code = any($1::text[]) and id = $2`,
        [companiesOfLogs(session), params.id],
      )
      if (found === undefined) throw missing(callQuery.label, params.id)
      return success(found)
    },
  )
  routes.get(
    '/api/logs/operations/:id',
    forPage('/log/operationLogQuery'),
    async ({ session, params }) => {
      const [found] = await database.query<OperationDetail>(
        `select before, after from audit_entry where company_code = any($1::text[]) and id = $2`,
        [companiesOfLogs(session), params.id],
      )
      if (found === undefined) throw missing(operationQuery.label, params.id)
      return success(found)
    },
  )
}

const missing = (label: { zh: string; en: string }, no: string) =>
  refuse('not-found', { subject: label.zh, subjectEn: label.en, no })
