import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { settleDocument } from '../document/public.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { postingStateWords } from '@kufang/contract/document/posting-state.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { closeWithNumber, ignorePosting, retryPosting } from '../erp/person-actions.ts'
import type { PostingDirection, PostingState } from '../erp/posting-model.ts'
import type { PostingChange, PostingView } from '../erp/person-actions.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { checkNumber } from './check-number.ts'
import { postingScope } from './posting-list.ts'

const identified = z.object({ id: z.uuid() })
const reason = z.string().trim().max(200)
const companyCode = z.string().max(10).optional()
const retry = z.object({ companyCode })
const ignore = z.object({ companyCode, reason })
const close = z.object({
  companyCode,
  reason,
  materialDocument: z.string().regex(/^\d{1,10}$/),
  year: z.string().regex(/^(19|20)\d{2}$/),
})

interface FoundPosting {
  companyCode: string
  postingKey: string
  documentNo: string
  state: PostingState
  direction: PostingDirection
  /** Who requested it. */
  userId: string
  isLeased: boolean
}

/** States in which a posting cannot be closed with a number, as `closeWithNumber` decides. */
const endedStates: readonly PostingState[] = ['posted', 'closed']

/** Routes for ERP postings including dead ones, and actions of persons on them (/log/messageLogQuery). */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const postingRoutes: AreaRoutes = (app, context) => {
  const { database } = context
  const routes = typed(app)
  const config = { roles: [cataloguePage('/log/messageLogQuery').role] }
  const schema = { tags: ['logs'] }

  routes.post(
    '/api/erp/postings/:id/retry',
    { config, schema: { ...schema, params: identified, body: retry } },
    async (request) =>
      act(request, request.params.id, 'retry', '', (tx, posting) =>
        retryPosting(tx, posting, settleDocument),
      ),
  )
  routes.post(
    '/api/erp/postings/:id/ignore',
    { config, schema: { ...schema, params: identified, body: ignore } },
    async (request) => {
      const { reason } = request.body
      return act(request, request.params.id, 'ignore', reason, (tx, posting) =>
        ignorePosting(tx, { ...posting, reason }, settleDocument),
      )
    },
  )
  routes.post(
    '/api/erp/postings/:id/close',
    { config, schema: { ...schema, params: identified, body: close } },
    async (request) => {
      const { reason, materialDocument, year } = request.body
      const { session, params } = request
      const { userId, state, ...posting } = await findPosting(database, session, params.id)
      // Four eyes: whoever requested the posting does not say himself that the ERP has it.
      if (userId === session.userId) throw refuse('number-by-requester', { no: posting.documentNo })
      if (!endedStates.includes(state))
        await checkNumber(context, { ...posting, postingId: params.id, materialDocument, year })
      return act(request, request.params.id, 'close', reason, (tx, posting) =>
        closeWithNumber(tx, { ...posting, materialDocument, year, reason }, settleDocument),
      )
    },
  )

  /** Performs an action on one posting, once per key, with its audit entry. */
  async function act(
    request: FastifyRequest,
    id: string,
    action: 'retry' | 'ignore' | 'close',
    reason: string,
    work: (
      tx: Transaction,
      posting: { companyCode: string; postingId: string; userId: string },
    ) => Promise<PostingChange | undefined>,
  ) {
    const { session } = request
    if (action !== 'retry' && reason === '')
      throw refuse('reason-required', {}, { field: 'reason' })
    const key = idempotencyKeyOf(request)
    const fingerprint = fingerprintOf(`posting.${action}`, id, request.body)
    return success(
      await database.transaction(async (tx) => {
        const found = await findPosting(tx, session, id)
        return withIdempotency<PostingView>(
          tx,
          session,
          found.companyCode,
          key,
          fingerprint,
          async () => {
            const change = await work(tx, {
              companyCode: found.companyCode,
              postingId: id,
              userId: session.userId,
            })
            if (change === undefined) throw notPossible(await findPosting(tx, session, id))
            await writeAudit(tx, session, [
              {
                companyCode: found.companyCode,
                subjectType: 'erp-posting',
                subjectId: id,
                subjectNo: found.documentNo,
                action,
                before: change.before,
                after: { ...change.after, reason },
              },
            ])
            return change.after
          },
        )
      }),
    )
  }
}

async function findPosting(tx: Queryable, session: Session, id: string): Promise<FoundPosting> {
  const scope = postingScope(session.scope, 2)
  const [found] = await tx.query<FoundPosting>(
    `select p.company_code, p.posting_key, p.document_no, p.state, p.direction, p.user_id, coalesce(p.leased_until > now(), false) as is_leased
     from erp_posting p where p.id = $1 and ${scope.sql}`,
    [id, ...scope.values],
  )
  if (found === undefined)
    throw refuse('not-found', { subject: 'ERP 消息', subjectEn: 'ERP message', no: id })
  return found
}

/** In progress: its outcome is pending; otherwise its state does not permit the action. */
function notPossible({ documentNo, postingKey, state, isLeased }: FoundPosting) {
  return isLeased || state === 'sending' || state === 'unknown'
    ? refuse('posting-in-flight', { no: documentNo, ...postingStateWords(state) })
    : refuse('posting-not-retryable', { key: postingKey, ...postingStateWords(state) })
}
