import type { RuleChange, RuleChangeAct } from '@kufang/contract/document/rule-change.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database, Transaction } from '../database/database.ts'
import { success } from '../http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../http/idempotency.ts'
import type { ApprovedRule } from './rule-changes.ts'

/** `…/changes/:id/:act` of rules. */
export const decisionParams = z.object({
  id: z.uuid(),
  act: z.enum(['approve', 'refuse', 'withdraw']),
})
export const decisionBody = z.object({ remark: z.string().trim().max(200).default('') }).nullish()

/** What of a request decides a change. */
type DecisionRequest = Pick<FastifyRequest, 'session' | 'headers'> & {
  params: z.output<typeof decisionParams>
  body?: z.output<typeof decisionBody>
}

/** Decides a change of a rule once per key of the request, in a transaction of its own. */
export async function answerDecision(
  database: Database,
  request: DecisionRequest,
  { rule }: Pick<ApprovedRule, 'rule'>,
  decide: (
    tx: Transaction,
    given: { id: string; act: RuleChangeAct; remark: string },
  ) => Promise<RuleChange>,
) {
  const { id, act } = request.params
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
  const remark = request.body?.remark ?? ''
  const fingerprint = fingerprintOf(`${rule}.${act}`, id, { remark })
  return success(
    await database.transaction((tx) =>
      withIdempotency(tx, request.session, '', key, fingerprint, () =>
        decide(tx, { id, act, remark }),
      ),
    ),
  )
}
