import { describe, expect, test } from 'vitest'
import { password } from './testing/administration.ts'
import { reason, useRights, type Answer } from './testing/use-rights.ts'
import type { UserRecord } from './user-record.ts'

// Who signs in with an account is an affair of two persons too, and what is approved is what was requested.

const { server, tokens, ids, person, post, user, give, rolesOf, decide, waiting } = useRights()

describe('who signs in with an account that has sensitive rights', () => {
  const act = (who: string, account: string, what: string, payload: object = { reason }) =>
    post<Answer & { temporaryPassword: string | null }>(
      who,
      `/api/system/users/${ids[account]}/${what}`,
      payload,
    )
  const edit = async (who: string, account: string, fields: object) => {
    const { version, userName } = await user(account)
    return post(who, `/api/system/users/${ids[account]}`, { userName, version, reason, ...fields })
  }
  const told = () =>
    server().database.query<{ account: string }>(
      `select u.account from message m join message_receiver r on r.message_id = m.id join app_user u on u.id = r.user_id
       where m.event = 'account-access' order by 1`,
    )

  test('is not decided by one administrator: neither password nor mail address, and others are told', async () => {
    await person('third', { roles: ['admin'] })
    await person('reviewer', { roles: ['CKSH'], email: 'reviewer@plant.example' })
    for (const account of ['second', 'reviewer']) {
      const chosen = await act('root', account, 'reset-password', { password: 'Chosen#2026' })
      expect([chosen.status, chosen.body.datas.field]).toEqual([400, 'password'])
      expect((await act('root', account, 'reset-password', {})).body.datas.code).toBe(
        'rights-reason-required',
      )
      const reset = await act('root', account, 'reset-password')
      expect(reset.body.datas).toMatchObject({ temporaryPassword: null, sentTo: null })
      expect(await server().tokenOf(account, password)).toBeTruthy()
      const moved = await edit('root', account, { email: 'mine@elsewhere.example' })
      expect(moved.body.datas.waiting?.after).toEqual({ email: ['mine@elsewhere.example'] })
      expect((await user(account)).email).not.toBe('mine@elsewhere.example')
      for (const { id, rule } of await waiting('root')) {
        const own = await decide('root', id, 'approve')
        expect([rule, own.body.datas.code]).toEqual([rule, 'rule-change-own'])
      }
    }
    expect(await told()).toEqual([])
    const open = await waiting('third')
    const ofReviewer = open.filter(({ subjectNo }) => subjectNo === 'reviewer')
    for (const { id } of ofReviewer) expect((await decide('third', id, 'approve')).status).toBe(200)
    expect((await user('reviewer')).email).toBe('mine@elsewhere.example')
    // Both acts are told to the person and to those who watch.
    const accounts = (await told()).map(({ account }) => account)
    expect(accounts.filter((account) => account === 'reviewer')).toHaveLength(2)
    expect(accounts).toContain('root')
  })

  test('is, of a password that somebody has read, nobody’s second person until another one confirms it', async () => {
    await person('checker', { roles: ['admin'] })
    const asked = await act('root', 'checker', 'reset-password')
    const { id } = asked.body.datas.waiting!
    const done = await post<{ temporaryPassword: string }>(
      'second',
      `/api/system/rights/changes/${id}/approve`,
    )
    const given = done.body.datas.temporaryPassword
    const changed = 'Changed#2026'
    const first = await server().tokenOf('checker', given)
    await server().call('POST', '/api/user/uouseraccount/editPswByAccount', {
      token: first,
      payload: { account: 'checker', psw: given, newPsw: changed, newPswConfirm: changed },
    })
    tokens['checker'] = await server().tokenOf('checker', changed)
    expect((await user('checker')).passwordKnownTo).toBe('second（second）')
    await person('newcomer')
    const wanted = (await give('second', 'newcomer', ['CKSH'])).body.datas.waiting!
    for (const decision of ['approve', 'refuse'])
      expect((await decide('checker', wanted.id, decision, '不')).body.datas.code).toBe(
        'password-known',
      )
    expect((await give('checker', 'newcomer', ['KCCX'])).body.datas.code).toBe('password-known')
    const alone = await act('second', 'checker', 'confirm-person')
    const confirmation = alone.body.datas.waiting!
    expect((await decide('second', confirmation.id, 'approve')).body.datas.code).toBe(
      'rule-change-own',
    )
    expect((await decide('root', confirmation.id, 'approve')).status).toBe(200)
    expect((await user('checker')).passwordKnownTo).toBe('')
    expect((await decide('checker', wanted.id, 'approve')).status).toBe(200)
    await server().database.query(
      `update app_user set status = 'disabled' where account in ('checker', 'third')`,
    )
  })

  test('is, of a new account with a chosen password, who has chosen it', async () => {
    const made = await post<{ user: UserRecord }>('root', '/api/system/users', {
      account: 'puppet',
      userName: '影子',
      password,
    })
    expect(made.body.datas.user.account).toBe('puppet')
    ids['puppet'] = made.body.datas.user.id
    expect((await user('puppet')).passwordKnownTo).toBe('管理（root）')
  })
})

describe('a request for rights', () => {
  const addPlant = (account: string, plant: string, why: object = { reason }) =>
    post('root', '/api/system/relations/plant/add', {
      userId: ids[account],
      values: [{ companyCode: '1000', plant }],
      ...why,
    })

  test('is approved within the scope that it was made for, and what is added meanwhile joins it', async () => {
    await person('narrow')
    const asked = (await give('root', 'narrow', ['CKGZ'])).body.datas.waiting!
    const [shown] = await waiting('second')
    expect(shown!.scope.zh).toContain('工厂 1010')
    // Nothing sensitive is held yet, so that a plant alone would need nobody.
    expect((await addPlant('narrow', '1020', {})).body.datas.code).toBe('rights-reason-required')
    const joined = (await addPlant('narrow', '1020')).body.datas.waiting!
    expect((await decide('second', asked.id, 'approve')).status).toBe(200)
    expect((await decide('second', joined.id, 'approve')).status).toBe(200)
    expect(await rolesOf('narrow')).toEqual(['CKGZ'])
  })

  test('is refused once the account would hold more than was requested', async () => {
    await person('widened')
    const { id } = (await give('root', 'widened', ['CKGZ'])).body.datas.waiting!
    // By whatever way that asks nobody.
    await server().database.query(
      `insert into user_plant (user_id, company_code, plant, created_by, created_by_name) values ($1, '1000', '1020', $1, 'x')`,
      [ids['widened']],
    )
    const refused = await decide('second', id, 'approve')
    expect([refused.status, refused.body.datas.code]).toEqual([409, 'rights-changed-since'])
    expect(refused.body.datas.params).toMatchObject({ account: 'widened' })
    expect(await rolesOf('widened')).toEqual([])
    expect((await decide('second', id, 'refuse', '范围已变')).status).toBe(200)
  })

  test('of a profile writes no field that it does not change', async () => {
    await person('kept', { roles: ['CKGZ'], supplierNo: '100001', userType: 'EXU' })
    const { version } = await user('kept')
    const url = `/api/system/users/${ids['kept']}`
    const asked = await post('root', url, {
      userName: 'kept',
      supplierNo: '',
      userType: 'EMP',
      version,
      reason,
    })
    await server().database.query(`update app_user set tenant_id = 'T-1' where id = $1`, [
      ids['kept'],
    ])
    expect((await decide('second', asked.body.datas.waiting!.id, 'approve')).status).toBe(200)
    expect(await user('kept')).toMatchObject({ supplierNo: '', tenantId: 'T-1', userType: 'EMP' })
  })
})
