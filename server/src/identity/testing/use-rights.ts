import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { RightsChange } from '@kufang/contract/identity/rights-change.ts'
import type { FailureData } from '../../platform/http/envelope.ts'
import { ensureUser, type WantedUser } from '../ensure-user.ts'
import type { UserRecord } from '../user-record.ts'
import { password, startAdministration, type Administration } from './administration.ts'

export const reason = '接替王工审核出库'

export type Answer = UserRecord & FailureData & { waiting: RightsChange | null; added: number }

/** Two administrators, `root` and `second`, and the calls with which rights are given, for a file of tests. */
export function useRights() {
  let administration: Administration
  const server = () => administration.server
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    administration = await startAdministration()
    tokens['root'] = administration.root
    ids['root'] = administration.rootId
    await person('second', { roles: ['admin'] })
  })
  beforeEach(async () => {
    await server().database.query(`delete from rule_change`)
    await server().database.query(`delete from message_receiver`)
    await server().database.query(`delete from message`)
  })
  afterAll(() => administration?.close())

  async function person(account: string, rights: Partial<WantedUser> = {}): Promise<string> {
    const plants = [{ companyCode: '1000', plant: '1010' }]
    const wanted = { account, userName: account, password, roles: [], plants, ...rights }
    const { userId } = await ensureUser(server().database, wanted)
    ids[account] = userId
    tokens[account] = await server().tokenOf(account, password)
    return userId
  }
  const post = <T = Answer>(who: string, url: string, payload: object = {}) =>
    server().call<T>('POST', url, { token: tokens[who]!, payload })
  const user = async (account: string) =>
    (
      await server().call<UserRecord>('GET', `/api/system/users/${ids[account]}`, {
        token: tokens['root']!,
      })
    ).body.datas
  const give = async (
    who: string,
    account: string,
    roles: string[],
    why: string | null = reason,
  ) => {
    const { version } = await user(account)
    return post(who, `/api/system/users/${ids[account]}/roles`, {
      version,
      roles,
      ...(why === null ? {} : { reason: why }),
    })
  }
  const rolesOf = async (account: string) => (await user(account)).roles
  const decide = (who: string, id: string, act: string, remark = '') =>
    post<RightsChange & FailureData>(who, `/api/system/rights/changes/${id}/${act}`, { remark })
  const waiting = async (who: string) =>
    (
      await server().call<RightsChange[]>('GET', '/api/system/rights/changes', {
        token: tokens[who]!,
      })
    ).body.datas
  return { server, tokens, ids, person, post, user, give, rolesOf, decide, waiting }
}
