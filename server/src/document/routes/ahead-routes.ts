import { z } from 'zod'
import { holdsAny, rolesFor } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import type { Session } from '../../platform/session/session.ts'
import { readNextSteps } from '../ahead/next.ts'
import { readUndoPlan, undoChain } from '../ahead/undo.ts'
import { assertWhole } from '../act/whole-document.ts'
import { assertMayRead } from '../list/list.ts'
import { tableByName } from '../storage/table.ts'
import { loadVisible } from '../storage/store.ts'
import { actorOf, identified } from './requests.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'

const undoRequest = z.object({ reason: z.string().trim().min(1).max(200) })

/** Only persons with a role in undoing the document may ask others to undo. */
function assertMayUndo(definition: AnyDocument, session: Session): void {
  const undoing = Object.entries(definition.actions).filter(([, action]) => action.isUndo === true)
  const roles = [...new Set(undoing.flatMap(([name]) => rolesFor(definition, name)))]
  if (holdsAny(session, roles)) return
  throw refuse('role-missing', { action: '撤销', actionEn: 'Undo', roles: roles.join('/') })
}

/** The next steps of a document, and undoing it together with its successors. */
export const documentAheadRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const schema = { tags: ['documents'], params: identified }

  routes.get('/api/documents/:name/:id/next', { schema }, async (request) => {
    const { table, loaded } = await visible(request)
    return success(await readNextSteps(database, actorOf(request), table, loaded))
  })
  routes.get('/api/documents/:name/:id/undo', { schema }, async (request) => {
    const { subject } = await visible(request)
    return success((await readUndoPlan(database, actorOf(request), subject)).plan)
  })
  routes.post(
    '/api/documents/:name/:id/undo',
    { schema: { ...schema, body: undoRequest } },
    async (request) => {
      const { subject, table, loaded } = await visible(request)
      assertMayUndo(table.definition, request.session)
      assertWhole(loaded)
      const { reason } = request.body
      const key = idempotencyKeyOf(request)
      return success(await undoChain(database, actorOf(request), subject, reason, key))
    },
  )

  async function visible(request: FastifyRequest) {
    const { name, id } = request.params as { name: string; id: string }
    const table = tableByName(name)
    assertMayRead(table, request.session)
    const loaded = await loadVisible(database, table, request.session, id)
    const { label } = table.definition
    if (!loaded) throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: id })
    const subject = { companyCode: loaded.header.companyCode, type: name, id }
    return { table, loaded, subject }
  }
}
