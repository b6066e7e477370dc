import { setTimeout as pause } from 'node:timers/promises'
import type { CallLog } from '../../tools/demo/call-log.ts'
import { gatherTeam, type Team } from '../../tools/demo/team.ts'
import type { ActBook } from './act-book.ts'
import type { Dice } from './dice.ts'
import type { Gate } from './gate.ts'
import { TickingPerson } from './press.ts'
import { StubbornClient } from './stubborn-client.ts'

const password = 'Kufang@2026'

/**
 * The users of the demonstration company, with clients that repeat requests without response. The version that a run
 * begins with may not have the account of a job that came later: such a client has no token, and whoever uses it is refused.
 */
export function gatherPeople(options: {
  address: string
  log: CallLog
  book: ActBook
  gate: Gate
  dice: Dice
  say: (line: string) => void
}): Promise<Team> {
  return gatherTeam(
    async (account) =>
      new TickingPerson(
        new StubbornClient({
          ...options,
          account,
          token: await signIn(options.address, account).catch((error: unknown) => {
            options.say(`  without ${String(error)}`)
            return ''
          }),
        }),
      ),
  )
}

/** The token of a demonstration account. */
export async function signIn(address: string, account: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(new URL('/api/oauth/token', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: account, password, grant_type: 'password' }),
    })
    const { datas, resp_msg } = (await response.json()) as {
      datas: { access_token?: string }
      resp_msg: string
    }
    if (datas?.access_token !== undefined) return datas.access_token
    if (attempt === 5) throw new Error(`${account} cannot sign in: ${resp_msg}`)
    await pause(500)
  }
}
