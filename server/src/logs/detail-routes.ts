import { callQuery } from '@kufang/contract/logs/call-query.ts'
import { operationQuery } from '@kufang/contract/logs/operation-query.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { seesAmounts, visibleTo, type Subject } from '@kufang/contract/document/visible.ts'
import { registry } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import type { AreaRoutes } from '../platform/http/context.ts'
import { withoutAmounts } from '../erp/s4/amounts.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readHeader } from '../document/public.ts'
import { companiesOfLogs } from './companies.ts'
import { callScope, operationScope } from './log-scope.ts'

interface CallDetail {
  method: string
  url: string
  request: string
  reply: string
  httpStatus: number
  durationMs: number
}

interface FoundCall extends CallDetail {
  /** The posted document type, or the mirror. */
  subjectType: string
}

interface OperationDetail {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const identified = z.object({ id: z.uuid() })

/** Routes for the details of a log row: the complete exchange, or the fields before and after. */
export const logDetailRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const schema = { tags: ['logs'], params: identified }
  const forPage = (path: string) => ({ config: { roles: [cataloguePage(path).role] }, schema })

  // Logged exchanges contain no account, password, token or cookie.
  routes.get(
    '/api/erp/calls/:id',
    forPage('/log/sapOperationLogQuery'),
    async ({ session, params }) => {
      const scope = callScope(session, 3)
      const [found] = await database.query<FoundCall>(
        `select c.method, c.url, c.request, c.reply, c.http_status, c.duration_ms, coalesce(p.document_type, c.interface_code) as subject_type
         from erp_call_log c left join erp_posting p on p.company_code = c.company_code and p.id = c.posting_id
         where c.company_code = any($1::text[]) and c.id = $2 and ${scope.sql}`,
        [companiesOfLogs(session), params.id, ...scope.values],
      )
      if (found === undefined) throw missing(callQuery.label, params.id)
      const { subjectType, ...call } = found
      const subject = subjectOf(subjectType)
      // What belongs to no subject, such as documents that others posted in the ERP, shows nobody its amounts.
      const isOpen = subject !== undefined && seesAmounts(subject, session)
      return success<CallDetail>(
        isOpen
          ? call
          : { ...call, request: withoutAmounts(call.request), reply: withoutAmounts(call.reply) },
      )
    },
  )
  routes.get(
    '/api/logs/operations/:id',
    forPage('/log/operationLogQuery'),
    async ({ session, params }) => {
      const scope = operationScope(session, 3, database.isDistributed)
      const [found] = await database.query<
        OperationDetail & { subjectType: string; companyCode: string; subjectId: string }
      >(
        `select subject_type, company_code, subject_id, before, after
         from audit_entry e where company_code = any($1::text[]) and id = $2 and ${scope.sql}`,
        [companiesOfLogs(session), params.id, ...scope.values],
      )
      if (found === undefined) throw missing(operationQuery.label, params.id)
      const { subjectType, companyCode, subjectId, ...trace } = found
      const subject = subjectOf(subjectType)
      if (subject === undefined) return success<OperationDetail>(trace)
      // What a document does not show yet, its traces do not show either.
      const header =
        subject.hiddenUntil === undefined
          ? undefined
          : await readHeader(database, subjectType, companyCode, subjectId)
      return success<OperationDetail>(visibleTo(subject, session, trace, header))
    },
  )
}

const subjects: Readonly<Record<string, Subject>> = {
  ...registry.documents,
  ...registry.masters,
  // Legacy documents have amounts, and entries of their own.
  ...registry.queries,
}

/** The declaration of the subject of an entry; undefined for users, configuration and others without amounts. */
const subjectOf = (name: string): Subject | undefined =>
  Object.hasOwn(subjects, name) ? subjects[name] : undefined

const missing = (label: { zh: string; en: string }, no: string) =>
  refuse('not-found', { subject: label.zh, subjectEn: label.en, no })
