import { importRowsMax, type MasterImport } from '@kufang/contract/document/master-record.ts'
import { z } from 'zod'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { checkImport, importMasters } from './import-masters.ts'
import { masterHistory, masterUses } from './master-record.ts'
import { allowedMaster, askedApproval, masterNamed, writeMaster } from './route-parts.ts'

const keyed = z.object({ key: z.record(z.string().max(60), z.unknown()) })
const table = z.object({
  rows: z
    .array(
      z.object({
        line: z.number().int().min(1).max(10_000_000),
        values: z.record(z.string().max(60), z.unknown()),
      }),
    )
    .min(1)
    .max(importRowsMax),
})
const wholeTable = table.extend({ onRefusal: z.enum(['stop', 'skip']), approval: askedApproval })

/** An import that has changed nothing: not even the key of its request is kept. */
class NothingImported extends Error {
  readonly answer: MasterImport

  constructor(answer: MasterImport) {
    super('nothing is imported')
    this.answer = answer
  }
}

const changesSomething = ({ isImported, newCount, changedCount, requestedCount }: MasterImport) =>
  isImported && newCount + changedCount + requestedCount > 0

/** The routes of all masters beside their rows: import of a table, and what is known of one row. */
export const masterRecordRoutes: AreaRoutes = (app, context) => {
  const routes = typed(app)
  const { database } = context
  const schema = { tags: ['masters'], params: masterNamed }

  routes.post(
    '/api/masters/:name/import/check',
    { config: { takesRows: true }, schema: { ...schema, body: table } },
    async (request) => {
      const definition = allowedMaster(request, 'edit')
      return success(await checkImport(database, request.session, definition, request.body.rows))
    },
  )
  routes.post(
    '/api/masters/:name/import',
    { config: { takesRows: true }, schema: { ...schema, body: wholeTable } },
    async (request) => {
      const definition = allowedMaster(request, 'edit')
      const { rows, onRefusal, approval: asked = { reason: '' } } = request.body
      try {
        return await writeMaster(context, request, definition, 'import', async (tx) => {
          const options = { onRefusal, asked }
          const answer = await importMasters(tx, request.session, definition, rows, options)
          if (!changesSomething(answer)) throw new NothingImported(answer)
          return answer
        })
      } catch (error) {
        if (error instanceof NothingImported) return success(error.answer)
        throw error
      }
    },
  )
  routes.post(
    '/api/masters/:name/history',
    { schema: { ...schema, body: keyed } },
    async (request) => {
      const definition = allowedMaster(request, 'read')
      return success(await masterHistory(database, request.session, definition, request.body.key))
    },
  )
  routes.post(
    '/api/masters/:name/uses',
    { schema: { ...schema, body: keyed } },
    async (request) => {
      const definition = allowedMaster(request, 'read')
      return success(await masterUses(database, request.session, definition, request.body.key))
    },
  )
}
