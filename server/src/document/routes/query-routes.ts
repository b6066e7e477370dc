import { z } from 'zod'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { readingRoles } from '@kufang/contract/document/query-roles.ts'
import { documents } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { FastifyRequest } from 'fastify'
import { requireRole } from '../../platform/http/access.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { readList } from '../../platform/list/read-list.ts'
import type { BoundQuery } from '../list/bind-query.ts'
import { queryOptions } from '../list/bind-query.ts'
import { exportList, unitFields } from '../list/export.ts'
import { listRequest } from '../../platform/list/list-request.ts'
import { named } from './requests.ts'

const sizeMax = 500

const exportRequest = listRequest.extend({
  columns: z
    .array(z.object({ field: z.string().max(60), title: z.string().max(60) }))
    .min(1)
    .max(80),
})

/** Routes for every declared query: one page of its rows, and an export of all rows. */
export function queryRoutes(queries: Readonly<Record<string, BoundQuery>>): AreaRoutes {
  const rolesOf = new Map(
    Object.values(queries).map(({ definition }) => [
      definition.name,
      readingRoles(definition, documents),
    ]),
  )
  const readable = (request: FastifyRequest<{ Params: { name: string } }>): BoundQuery => {
    const { name } = request.params
    const query = Object.hasOwn(queries, name) ? queries[name] : undefined
    if (query === undefined)
      throw refuse('not-found', { subject: '查询', subjectEn: 'Query', no: name })
    const { label } = query.definition
    requireRole(request.session, label, ...entryOf(rolesOf, name))
    return query
  }
  return (app, { database, reports = database }) => {
    const routes = typed(app)
    const schema = { tags: ['queries'], params: named }
    routes.post(
      '/api/queries/:name/list',
      { schema: { ...schema, body: listRequest } },
      async (request) => {
        const query = readable(request)
        const from = query.source.isReport === true ? reports : database
        const companies = await query.source.companiesOf?.(database, request.session)
        const options = queryOptions(query, request.session, request.body, database, companies)
        return success(await readList(from, { ...options, sizeMax }))
      },
    )
    routes.post(
      '/api/queries/:name/export',
      { schema: { ...schema, body: exportRequest } },
      async (request, reply) => {
        const query = readable(request)
        const { session, body } = request
        const companies = await query.source.companiesOf?.(database, session)
        const options = queryOptions(query, session, body, database, companies)
        return exportList(
          reports,
          session,
          options,
          { ...options.request, columns: body.columns },
          query.definition.label,
          wordsOf(query.definition),
          unitFields(query.definition.fields),
          reply,
        )
      },
    )
  }
}

/** The labels of coded columns, for the workbook. */
function wordsOf({ fields, states = {} }: AnyQuery): Record<string, Record<string, Label>> {
  const words: Record<string, Record<string, Label>> = {}
  for (const [name, { choices }] of Object.entries(fields)) if (choices) words[name] = choices
  for (const [name, known] of Object.entries(states))
    if (known)
      words[name] = Object.fromEntries(
        Object.entries(known).map(([state, { label }]) => [state, label]),
      )
  return words
}
