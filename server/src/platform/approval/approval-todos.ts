import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../database/database.ts'
import { liveChannel } from '../live/live-channel.ts'
import { readRights, type Rights } from '../session/rights.ts'
import { holdersOf } from '../session/role-holders.ts'
import type { Session } from '../session/session.ts'

/** Who may approve a change, for the to-do it makes. */
export interface Approvers {
  /** The roles that permit it, each with the page on which it is done; a person sees it once. */
  steps: readonly { role: string; path: string }[]
  /** The plant of the rule; '' for all of its company. */
  plant?: string
  /** Whether a holder of one of the roles may approve it, by company and plant. */
  mayApprove: (holder: { userId: string; rights: Rights }) => boolean
}

/** The change as a to-do: its kind is the document type, its number the rule. */
const action = 'approve'

/**
 * Opens a to-do for each role that may approve a change. Those who may not are barred: who requested it, who gains, who
 * is limited to other places, and whoever holds the role of a to-do before. Holders of the role to come see it.
 */
export async function openApprovalTodos(
  tx: Transaction,
  session: Session,
  rule: string,
  change: Pick<RuleChange, 'companyCode' | 'id' | 'subjectNo' | 'requestedBy' | 'gainerId'>,
  { steps, plant = '', mayApprove }: Approvers,
): Promise<void> {
  const { companyCode, id, subjectNo } = change
  const people = await holdersOf(
    tx,
    steps.map(({ role }) => role),
    [],
  )
  const rights = await readRights(
    tx,
    people.map(({ userId }) => userId),
  )
  const holders = people.map(({ userId }) => ({ userId, rights: entryOf(rights, userId) }))
  const barred = steps.map((_step, index) =>
    holders
      .filter((holder) => {
        const { userId, rights: held } = holder
        const seesBefore = steps
          .slice(0, index)
          .some(({ role }) => held.isAdmin || held.roles.has(role))
        const isParty = userId === change.requestedBy || userId === change.gainerId
        return seesBefore || isParty || !mayApprove(holder)
      })
      .map(({ userId }) => userId),
  )
  const opened = await tx.query<{ id: string }>(
    `insert into todo (company_code, id, role_code, plant, document_type, document_id, document_no, action, handle_url, barred_users, created_by)
     select $1, s.id, s.role, $2, $3, $4, $5, '${action}', s.path, s.barred::uuid[], $6
     from unnest($7::uuid[], $8::text[], $9::text[], $10::text[]) as s (id, role, path, barred) returning id`,
    [
      companyCode,
      plant,
      rule,
      id,
      subjectNo,
      session.userId,
      steps.map(() => newId()),
      steps.map(({ role }) => role),
      steps.map(({ path }) => path),
      barred.map((ids) => `{${ids.join()}}`),
    ],
  )
  for (const todo of opened) tx.announce(liveChannel, `todo|${companyCode}|${todo.id}`)
}

/** Closes the to-dos of changes that nobody can approve any more. */
export async function closeApprovalTodos(
  tx: Transaction,
  changes: readonly Pick<RuleChange, 'companyCode' | 'id'>[],
): Promise<void> {
  if (changes.length === 0) return
  const closed = await tx.query<{ companyCode: string; roleCode: string }>(
    `update todo t set done_at = now()
     from unnest($1::text[], $2::uuid[]) as c (company_code, id)
     where t.company_code = c.company_code and t.document_id = c.id and t.action = '${action}' and t.done_at is null
     returning t.company_code, t.role_code`,
    [changes.map(({ companyCode }) => companyCode), changes.map(({ id }) => id)],
  )
  for (const { companyCode, roleCode } of closed)
    tx.announce(liveChannel, `done|${companyCode}|${roleCode}`)
}
