import { addDays } from '../../packages/kernel/src/local-date.ts'
import { companyToday } from '../../packages/kernel/src/company-day.ts'
import { issueTechnicalToken } from '../../server/src/identity/technical-tokens.ts'
import { readUser } from '../../server/src/identity/user-record.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { systemSession } from '../../server/src/platform/session/session.ts'
import type { Api } from './api.ts'

/** As many as an account may have. */
const requestsPerMinute = 60_000

/** Gives the token of an account: persons sign in with the password, for programs a token is issued. */
export function signInAs(
  api: Api,
  database: Database,
  password: string,
): (account: string) => Promise<string> {
  let issued = 0
  return async (account) => {
    const [program] = await database.query<{ id: string }>(
      `update app_user set requests_per_minute = $2 where account = $1 and is_technical returning id`,
      [account, requestsPerMinute],
    )
    if (program === undefined) return api.signIn(account, password)
    issued += 1
    const [administrator] = await database.query<{ userId: string; userName: string }>(
      `select id as user_id, user_name from app_user where account = 'admin'`,
    )
    const session = { ...systemSession([], ''), ...administrator! }
    return database.transaction(async (tx) =>
      issueTechnicalToken(tx, session, await readUser(tx, program.id), {
        name: `attack ${issued} ${performance.now()}`,
        expiresOn: addDays(companyToday(), 1),
      }),
    )
  }
}
