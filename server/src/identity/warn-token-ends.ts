import { tokenWarningDays } from '@kufang/contract/identity/technical-token.ts'
import { companyTimeZone, companyToday } from '@kufang/kernel/company-day.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { isAccountLive } from '../platform/session/load-session.ts'

/** A token of a program that ends soon. */
export interface EndingToken {
  companyCode: string
  account: string
  userName: string
  name: string
  /** Its last day (yyyy-MM-dd). */
  expiresOn: string
  /** Days until then, 0 on the last day. */
  days: number
  lastUsedAt: string | null
}

/**
 * Warns of tokens of programs that end soon, once for each of `tokenWarningDays`; a warning that was missed is made up
 * for by the next one. Tokens of accounts that cannot be used are not warned of.
 * @param tell sends the warning, in the transaction that records it
 * @param today for tests
 * @returns the number of warnings
 */
export async function warnOfTokenEnds(
  database: Database,
  tell: (tx: Transaction, token: EndingToken) => Promise<void>,
  today: string = companyToday(),
): Promise<number> {
  // Apart: Citus would look for the users where the companies are, on every machine.
  const [first] = await database.query<{ companyCode: string | null }>(
    'select min(company_code) as company_code from company',
  )
  let count = 0
  // The shortest first: one warning is enough for a token that is issued for two days.
  for (const days of tokenWarningDays.toSorted((left, right) => left - right)) {
    count += await database.transaction(async (tx) => {
      const ending = await tx.query<EndingToken>(
        `with ending as (
           select t.token_hash, (t.expires_at at time zone '${companyTimeZone}')::date - 1 as expires_on
           from user_token t join app_user u on u.id = t.user_id
           where t.signed_in_by = 'issued' and t.revoked_at is null and t.expires_at > now() and ${isAccountLive}
             and (t.warned_days is null or t.warned_days > $1)
           for update of t skip locked)
         update user_token t set warned_days = $1
         from ending e, app_user u
         where t.token_hash = e.token_hash and u.id = t.user_id and e.expires_on between $2::date and $2::date + $1
         returning u.account, u.user_name, t.name, e.expires_on::text, e.expires_on - $2::date as days, t.last_used_at,
           coalesce(nullif(u.owning_company, ''), $3) as company_code`,
        [days, today, first?.companyCode ?? ''],
      )
      for (const token of ending) await tell(tx, token)
      return ending.length
    })
  }
  return count
}
