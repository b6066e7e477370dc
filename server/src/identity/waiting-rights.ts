import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Rights } from '../platform/session/rights.ts'
import type { RightsAct } from './rights-acts.ts'
import { codesGained } from './rights-gain.ts'
import { stored, type RightsInput } from './rights-request.ts'
import { scopeWords } from './scope-words.ts'
import type { UserRecord } from './user-record.ts'
import { beyondOwn } from './within-own.ts'

// Requests for rights of an account that wait for a second person: each is approved as it was made.

/** Whether a change of the account's rights waits. */
export async function hasOpenRequest(queryable: Queryable, userId: string): Promise<boolean> {
  const found = await queryable.query(
    `select 1 as found from rule_change where gainer_id = $1 and state = 'requested' and input is not null limit 1`,
    [userId],
  )
  return found.length > 0
}

/** Refuses what would be held once a request is carried out, if it is more than what was requested. */
export function refuseWider({ account }: UserRecord, approved: Rights, now: Rights): void {
  if (beyondOwn(approved, now) === null && (approved.isAdmin || !now.isAdmin)) return
  const words = (rights: Rights, language: 'zh' | 'en') =>
    [...codesGained(approved, rights), scopeWords(rights.scope)[language]].join('、')
  throw refuse('rights-changed-since', {
    account,
    now: words(now, 'zh'),
    approved: words(approved, 'zh'),
  })
}

/** Takes back what was carried out to see what the account would have. */
class Undone extends Error {
  readonly after: Rights

  constructor(after: Rights) {
    super('undone')
    this.after = after
  }
}

/**
 * Notes with the other requests of the account what was just approved, so that each of them is compared with what another
 * person has approved and nothing else.
 * @param carryOut carries out a request and returns what the account then has
 */
export async function renewOpenRequests(
  tx: Transaction,
  { id: userId }: UserRecord,
  carryOut: (wanted: RightsAct) => Promise<Rights>,
): Promise<void> {
  const open = await tx.query<{ companyCode: string; id: string; input: RightsInput }>(
    `select company_code, id, input from rule_change where gainer_id = $1 and state = 'requested' and input is not null`,
    [userId],
  )
  for (const { companyCode, id, input } of open) {
    const { wanted } = input
    if (wanted.act === 'shared') continue
    // oxlint-disable-next-line no-await-in-loop -- one transaction; few wait at a time
    const after = await tried(tx, () => carryOut(wanted))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await tx.query(`update rule_change set input = $3::jsonb where company_code = $1 and id = $2`, [
      companyCode,
      id,
      JSON.stringify({ wanted, after: stored(after) } satisfies RightsInput),
    ])
  }
}

/** What the account would have after a request, which is not carried out. */
async function tried(tx: Transaction, carryOut: () => Promise<Rights>): Promise<Rights> {
  try {
    return await tx.attempt(async () => {
      throw new Undone(await carryOut())
    })
  } catch (error) {
    if (error instanceof Undone) return error.after
    throw error
  }
}
