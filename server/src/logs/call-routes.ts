import { cataloguePage } from '@kufang/contract/document/page-catalogue.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { listRequest } from '../document/requests.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { ListColumn } from '../platform/list/column-type.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'

const text = (name: string): ListColumn => ({ sql: `c.${name}`, kind: 'text', isNotNull: true })
const integer = (name: string): ListColumn => ({
  sql: `c.${name}`,
  kind: 'integer',
  isNotNull: true,
})

const columns: Record<string, ListColumn> = {
  companyCode: text('company_code'),
  id: { sql: 'c.id', kind: 'text', type: 'uuid', isNotNull: true },
  at: { sql: 'c.at', kind: 'instant', isNotNull: true },
  interfaceCode: text('interface_code'),
  operation: text('operation'),
  postingId: { sql: 'c.posting_id', kind: 'text', type: 'uuid' },
  postingKey: text('posting_key'),
  documentNo: text('document_no'),
  method: text('method'),
  url: text('url'),
  httpStatus: integer('http_status'),
  outcome: text('outcome'),
  errorCode: text('error_code'),
  errorText: text('error_text'),
  durationMs: integer('duration_ms'),
  transactionId: text('transaction_id'),
}

interface CallDetail {
  companyCode: string
  id: string
  at: string
  request: string
  reply: string
}

/** Exchanges of no company (tests of a default interface) are for administrators. */
const companiesOf = (session: Session): readonly string[] =>
  session.isAdmin ? ['', ...session.scope.companyCodes] : session.scope.companyCodes

/** Every exchange with the ERP; what is kept of it holds no account, password, token or cookie (/log/sapOperationLogQuery). */
export const callRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const config = { roles: [cataloguePage('/log/sapOperationLogQuery').role] }
  const schema = { tags: ['logs'] }

  routes.post(
    '/api/erp/calls/list',
    { config, schema: { ...schema, body: listRequest } },
    async (request) =>
      success(
        await readList(database, {
          from: 'erp_call_log c',
          columns,
          key: ['id'],
          search: ['documentNo', 'postingKey', 'url', 'errorText'],
          request: request.body,
          scope: {
            sql: 'c.company_code = any($1::text[])',
            values: [companiesOf(request.session)],
          },
          // Ids ascend in time, and the primary key has them in order.
          defaultSort: [{ field: 'id', direction: 'desc' }],
          sizeMax: 500,
        }),
      ),
  )
  routes.get(
    '/api/erp/calls/:id',
    { config, schema: { ...schema, params: z.object({ id: z.uuid() }) } },
    async (request) => {
      const { id } = request.params
      const [found] = await database.query<CallDetail>(
        `select company_code, id, at, interface_code, operation, posting_id, posting_key, document_no, method, url, request,
         http_status, reply, outcome, error_code, error_text, duration_ms, transaction_id
       from erp_call_log where company_code = any($1::text[]) and id = $2`,
        [companiesOf(request.session), id],
      )
      if (found === undefined)
        throw refuse('not-found', { subject: 'SAP 调用', subjectEn: 'Call', no: id })
      return success(found)
    },
  )
}
