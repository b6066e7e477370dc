import { setTimeout as pause } from 'node:timers/promises'
import type { CallLog } from '../../tools/demo/call-log.ts'
import type { Team } from '../../tools/demo/team.ts'
import type { ActBook } from './act-book.ts'
import type { Dice } from './dice.ts'
import type { Gate } from './gate.ts'
import { TickingPerson } from './press.ts'
import { StubbornClient } from './stubborn-client.ts'

const password = 'Kufang@2026'
const roles = {
  admin: 'admin',
  buyer: 'buyer',
  shiftLeader: 'shiftleader',
  inspector: 'inspector',
  qualitySupervisor: 'qualitysupervisor',
  requester: 'requester',
  unitHead: 'unithead',
  poster: 'poster',
  materialEngineer: 'engineer',
  materialChief: 'chief',
} as const

/** The users of the demonstration company, with clients that repeat requests without response. */
export async function gatherPeople(options: {
  address: string
  log: CallLog
  book: ActBook
  gate: Gate
  dice: Dice
}): Promise<Team> {
  const person = async (account: string) =>
    new TickingPerson(
      new StubbornClient({ ...options, account, token: await signIn(options.address, account) }),
    )
  const entries = await Promise.all(
    Object.entries(roles).map(async ([role, account]) => [role, await person(account)] as const),
  )
  const keepers = new Map([
    ['1010', await person('storekeeper')],
    ['1020', await person('storekeeper2')],
  ])
  return {
    ...(Object.fromEntries(entries) as unknown as Omit<Team, 'storekeeperOf'>),
    storekeeperOf(companyCode) {
      const keeper = keepers.get(companyCode)
      if (keeper === undefined) throw new Error(`company ${companyCode} has no storekeeper`)
      return keeper
    },
  }
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
