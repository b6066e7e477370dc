import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RightsChange } from '@kufang/contract/identity/rights-change.ts'
import type { ParameterRow } from '@kufang/contract/system/business-parameters.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { expireRuleChanges } from '../platform/approval/apply-rule-changes.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { ensureUser, type WantedUser } from './ensure-user.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'
import type { UserRecord } from './user-record.ts'

let administration: Administration
let server: Administration['server']
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}
const reason = '接替王工审核出库'

beforeAll(async () => {
  administration = await startAdministration()
  server = administration.server
  tokens['root'] = administration.root
  ids['root'] = administration.rootId
  await person('second', { roles: ['admin'] })
})

beforeEach(async () => {
  await server.database.query(`delete from rule_change`)
  await server.database.query(`delete from message_receiver`)
  await server.database.query(`delete from message`)
})

afterAll(() => administration?.close())

type Answer = UserRecord & FailureData & { waiting: RightsChange | null; added: number }

async function person(account: string, rights: Partial<WantedUser> = {}): Promise<string> {
  const plants = [{ companyCode: '1000', plant: '1010' }]
  const wanted = { account, userName: account, password, roles: [], plants, ...rights }
  const { userId } = await ensureUser(server.database, wanted)
  ids[account] = userId
  tokens[account] = await server.tokenOf(account, password)
  return userId
}
const post = <T = Answer>(who: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token: tokens[who]!, payload })
const user = async (account: string) =>
  (
    await server.call<UserRecord>('GET', `/api/system/users/${ids[account]}`, {
      token: tokens['root']!,
    })
  ).body.datas
const give = async (who: string, account: string, roles: string[], why: string | null = reason) => {
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
  (await server.call<RightsChange[]>('GET', '/api/system/rights/changes', { token: tokens[who]! }))
    .body.datas
const setPolicy = async (value: string) => {
  const url = '/api/settings/business'
  const headers = () => ({ 'idempotency-key': newId() })
  const token = tokens['root']!
  const read = await server.call<ParameterRow[]>('GET', url, { token })
  const name = 'rights.secondApproval'
  const { version } = read.body.datas.find((row) => row.name === name)!
  const asked = await server.call<ParameterRow>('PUT', url, {
    token,
    payload: { name, value, version, validFrom: companyToday(), remark: '内控要求' },
    headers: headers(),
  })
  const [change] = asked.body.datas.changes
  const path = `${url}/changes/${change!.id}/approve`
  const approval = { token: tokens['second']!, payload: {}, headers: headers() }
  expect((await server.call('POST', path, approval)).status).toBe(200)
}

describe('a sensitive right', () => {
  test('is given only once another person approves, and the audit log names both', async () => {
    await person('keeper')
    const asked = await give('root', 'keeper', ['KCCX', 'CKSH'])
    expect(asked.body.datas).toMatchObject({
      roles: [],
      waiting: {
        subjectNo: 'keeper',
        state: 'requested',
        before: { roles: [] },
        after: { roles: ['CKSH', 'KCCX'] },
        reason,
        requestedByName: '管理',
        approvers: ['second'],
      },
    })
    const { id } = asked.body.datas.waiting!
    for (const act of ['approve', 'refuse'])
      expect((await decide('root', id, act, '不')).body.datas.code).toBe('rule-change-own')
    expect(await rolesOf('keeper')).toEqual([])
    expect((await decide('second', id, 'approve')).body.datas).toMatchObject({
      state: 'effective',
      requestedByName: '管理',
      decidedByName: 'second',
    })
    expect(await rolesOf('keeper')).toEqual(['CKSH', 'KCCX'])
    expect((await decide('second', id, 'approve')).body.datas.code).toBe('wrong-state')
    const log = await server.database.query(
      `select action, user_name from audit_entry where subject_type = 'user' and subject_id = $1 and action <> 'signIn' order by at, id`,
      [ids['keeper']],
    )
    expect(log).toEqual([
      { action: 'request-change', userName: '管理' },
      { action: 'approve-change', userName: 'second' },
      { action: 'give-roles', userName: 'second' },
    ])
  })

  test('needs a reason, and one that is not sensitive needs nobody else', async () => {
    await person('reader')
    const bare = await give('root', 'reader', ['CKSH'], null)
    expect(bare.body.datas).toMatchObject({ code: 'rights-reason-required', field: 'reason' })
    expect((await give('root', 'reader', ['KCCX'], null)).body.datas).toMatchObject({
      roles: ['KCCX'],
      waiting: null,
    })
  })

  test('is taken away at once, also together with others that wait', async () => {
    await person('turner', { roles: ['RKGZ', 'KCCX'] })
    const { body } = await give('root', 'turner', ['KCCX', 'CKSH'])
    expect(body.datas.waiting?.after).toEqual({ roles: ['CKSH', 'KCCX'] })
    expect(await rolesOf('turner')).toEqual(['KCCX'])
    const second = await give('root', 'turner', ['KCCX', 'SHSH'])
    expect(second.body.datas.code).toBe('rule-change-open')
  })

  test('may be a button right, a wider data scope, a supplier or an account enabled again', async () => {
    await person('poster', { roles: ['CKGZ'], supplierNo: '100001', userType: 'EXU' })
    const url = `/api/system/users/${ids['poster']}`
    const version = async () => (await user('poster')).version
    const asked: [string, object, object][] = [
      [`${url}/functions`, { functions: ['ZCDSP'] }, { functions: ['ZCDSP'] }],
      [
        '/api/system/relations/plant/add',
        { userId: ids['poster'], values: [{ companyCode: '1000', plant: '1020' }] },
        { plant: ['1000/1010/*', '1000/1020/*'] },
      ],
      [
        url,
        { userName: '改名', supplierNo: '', userType: 'EMP' },
        { userType: ['EMP'], supplierNo: [''] },
      ],
    ]
    for (const [path, payload, after] of asked) {
      const current = path.includes('relations') ? {} : { version: await version() }
      const { body } = await post('root', path, { ...payload, ...current, reason })
      expect([path, body.datas.waiting?.after]).toEqual([path, after])
    }
    expect(await user('poster')).toMatchObject({
      userName: '改名',
      supplierNo: '100001',
      functions: [],
    })
    await post('root', `${url}/disable`)
    const enabled = await post('root', `${url}/enable`, { reason })
    expect([enabled.body.datas.status, enabled.body.datas.waiting?.after]).toEqual([
      'disabled',
      { status: ['active'] },
    ])
    for (const { id } of await waiting('second'))
      expect((await decide('second', id, 'approve')).status).toBe(200)
    expect(await user('poster')).toMatchObject({
      status: 'active',
      supplierNo: '',
      functions: ['ZCDSP'],
    })
    const plants = await server.database.query(
      `select plant from user_plant where user_id = $1 and valid_to is null order by 1`,
      [ids['poster']],
    )
    expect(plants).toEqual([{ plant: '1010' }, { plant: '1020' }])
  })

  test('is neither approved by who gains it nor by who could not give it', async () => {
    await person('climber', { roles: ['JSFP', 'YHGL', 'admin'] })
    await person('modest', { roles: ['JSFP'] })
    const asked = await give('root', 'climber', ['JSFP', 'YHGL', 'admin', 'CKSH'])
    const { id, approvers } = asked.body.datas.waiting!
    expect(approvers).toEqual(['second'])
    expect((await decide('climber', id, 'approve')).body.datas.code).toBe('rights-gainer')
    const byModest = await decide('modest', id, 'approve')
    expect(byModest.body.datas.code).toBe('administrator-only')
    await decide('root', id, 'withdraw')

    await person('plain')
    const plain = (await give('root', 'plain', ['CKSH'])).body.datas.waiting!
    const refused = await decide('modest', plain.id, 'approve')
    expect(refused.body.datas).toMatchObject({
      code: 'rights-beyond-own',
      params: { value: 'CKSH' },
    })
    expect(await rolesOf('plain')).toEqual([])
    await post('root', `/api/system/users/${ids['climber']}/disable`)
  })

  test('is refused with a reason, withdrawn by who asked, and lapses after its last day', async () => {
    await person('waiter')
    const ask = async () => (await give('root', 'waiter', ['CKSH'])).body.datas.waiting!
    const first = await ask()
    expect((await decide('second', first.id, 'refuse')).body.datas).toMatchObject({
      code: 'field-required',
      field: 'remark',
    })
    expect((await decide('second', first.id, 'refuse', '岗位不符')).body.datas).toMatchObject({
      state: 'refused',
      decisionRemark: '岗位不符',
    })
    expect((await decide('root', (await ask()).id, 'withdraw')).body.datas.state).toBe('withdrawn')
    const third = await ask()
    expect(third.expiresOn).toBe(addDays(companyToday(), 14))
    expect(await expireRuleChanges(server.database)).toBe(0)
    expect(await expireRuleChanges(server.database, addDays(companyToday(), 15))).toBe(1)
    expect((await decide('second', third.id, 'approve')).body.datas.code).toBe('wrong-state')
    const fourth = await ask()
    await server.database.query(`update rule_change set expires_on = $2 where id = $1`, [
      fourth.id,
      addDays(companyToday(), -1),
    ])
    expect((await decide('second', fourth.id, 'approve')).body.datas.code).toBe(
      'rule-change-expired',
    )
    expect(await rolesOf('waiter')).toEqual([])
  })

  test('of a new account waits: an administrator makes no second one for himself', async () => {
    const made = await post<{ user: UserRecord }>('root', '/api/system/users', {
      account: 'shadow',
      userName: '影子',
      password,
    })
    ids['shadow'] = made.body.datas.user.id
    expect((await give('root', 'shadow', ['admin'])).body.datas.waiting).not.toBeNull()
    expect(await rolesOf('shadow')).toEqual([])
    // This account is an administrator by its name.
    const named = await post<{ user: UserRecord; waiting: RightsChange | null } & FailureData>(
      'root',
      '/api/system/users',
      { account: 'admin', userName: '内置管理员', password, reason },
    )
    expect(named.body.datas.user.status).toBe('disabled')
    expect(named.body.datas.waiting?.after).toEqual({ status: ['active'] })
    await decide('second', named.body.datas.waiting!.id, 'approve')
    expect(await server.tokenOf('admin', password)).toBeTruthy()
    await server.database.query(`update app_user set status = 'disabled' where account = 'admin'`)
  })

  test('is told to those who may approve it', async () => {
    await person('told')
    await give('root', 'told', ['CKSH'])
    const receivers = await server.database.query(
      `select u.account, m.event, m.handle_url from message m join message_receiver r on r.message_id = m.id
       join app_user u on u.id = r.user_id order by 1`,
    )
    expect(receivers).toEqual([
      { account: 'second', event: 'rights-requested', handleUrl: '/system/roleAssign' },
    ])
  })

  test('shared with everybody in an application is approved by another administrator', async () => {
    const share = (roles: string[]) =>
      post('root', '/api/system/shared-roles/application/4517', { roles, reason })
    expect((await share(['KCCX'])).body.datas).toEqual(['KCCX'])
    expect((await share(['KCCX', 'CKSH'])).body.datas).toEqual(['KCCX'])
    const [change] = await waiting('second')
    expect(change).toMatchObject({ rule: 'shared-roles', subjectNo: 'application/4517' })
    expect((await decide('second', change!.id, 'approve')).status).toBe(200)
    expect((await share(['CKSH'])).body.datas).toEqual(['CKSH'])
    expect((await share([])).body.datas).toEqual([])
  })
})

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
    server.database.query<{ account: string }>(
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
      expect(await server.tokenOf(account, password)).toBeTruthy()
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
    const first = await server.tokenOf('checker', given)
    await server.call('POST', '/api/user/uouseraccount/editPswByAccount', {
      token: first,
      payload: { account: 'checker', psw: given, newPsw: changed, newPswConfirm: changed },
    })
    tokens['checker'] = await server.tokenOf('checker', changed)
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
    await server.database.query(
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
    await server.database.query(
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
    await server.database.query(`update app_user set tenant_id = 'T-1' where id = $1`, [
      ids['kept'],
    ])
    expect((await decide('second', asked.body.datas.waiting!.id, 'approve')).status).toBe(200)
    expect(await user('kept')).toMatchObject({ supplierNo: '', tenantId: 'T-1', userType: 'EMP' })
  })
})

describe('where nobody else could approve', () => {
  test('the requester carries it out with a reason, and administrators and auditors are alarmed', async () => {
    await person('auditor', { roles: ['CZRZCX'] })
    await person('lonely')
    const { id } = (await give('root', 'lonely', ['CKSH'])).body.datas.waiting!
    const tried = await decide('root', id, 'carryOut', '仅一名管理员')
    expect(tried.body.datas).toMatchObject({
      code: 'rights-others-may-approve',
      params: { people: 'second（second）' },
    })
    const others = await server.database.query<{ id: string }>(
      `update app_user u set status = 'disabled' where u.id <> $1 and u.status = 'active' and exists
         (select from user_role r where r.user_id = u.id and r.role_code in ('admin')) returning id`,
      [ids['root']],
    )
    const [shown] = await waiting('root')
    expect(shown!.approvers).toEqual([])
    expect((await decide('root', id, 'carryOut')).body.datas).toMatchObject({
      code: 'field-required',
      field: 'remark',
    })
    expect((await decide('root', id, 'carryOut', '仅一名管理员')).body.datas).toMatchObject({
      state: 'effective',
      isEmergency: true,
      decidedByName: '管理',
    })
    expect(await rolesOf('lonely')).toEqual(['CKSH'])
    const alarmed = await server.database.query<{ account: string }>(
      `select u.account from message m join message_receiver r on r.message_id = m.id join app_user u on u.id = r.user_id
       where m.event = 'rights-emergency' order by 1`,
    )
    expect(alarmed.map(({ account }) => account)).toEqual(['auditor', 'manager', 'root'])
    await server.database.query(`update app_user set status = 'active' where id = any($1)`, [
      others.map((row) => row.id),
    ])
    tokens['second'] = await server.tokenOf('second', password)
  })
})

describe('the parameter', () => {
  test('asks a second person for all rights or for none', async () => {
    await person('configured')
    await setPolicy('all')
    expect((await give('root', 'configured', ['KCCX'])).body.datas.waiting).not.toBeNull()
    await server.database.query('delete from rule_change')
    await setPolicy('none')
    expect((await give('root', 'configured', ['CKSH'], null)).body.datas).toMatchObject({
      roles: ['CKSH'],
      waiting: null,
    })
    await setPolicy('sensitive')
  })
})
