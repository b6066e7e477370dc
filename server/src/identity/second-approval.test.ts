import { describe, expect, test } from 'vitest'
import type { RightsChange } from '@kufang/contract/identity/rights-change.ts'
import type { ParameterRow } from '@kufang/contract/system/business-parameters.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { expireRuleChanges } from '../platform/approval/apply-rule-changes.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { password } from './testing/administration.ts'
import { reason, useRights } from './testing/use-rights.ts'
import type { UserRecord } from './user-record.ts'

const { server, tokens, ids, person, post, user, give, rolesOf, decide, waiting } = useRights()
const setPolicy = async (value: string) => {
  const url = '/api/settings/business'
  const headers = () => ({ 'idempotency-key': newId() })
  const token = tokens['root']!
  const read = await server().call<ParameterRow[]>('GET', url, { token })
  const name = 'rights.secondApproval'
  const { version } = read.body.datas.find((row) => row.name === name)!
  const asked = await server().call<ParameterRow>('PUT', url, {
    token,
    payload: { name, value, version, validFrom: companyToday(), remark: '内控要求' },
    headers: headers(),
  })
  const [change] = asked.body.datas.changes
  const path = `${url}/changes/${change!.id}/approve`
  const approval = { token: tokens['second']!, payload: {}, headers: headers() }
  expect((await server().call('POST', path, approval)).status).toBe(200)
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
    const log = await server().database.query(
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
    const plants = await server().database.query(
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
    expect(await expireRuleChanges(server().database)).toBe(0)
    expect(await expireRuleChanges(server().database, addDays(companyToday(), 15))).toBe(1)
    expect((await decide('second', third.id, 'approve')).body.datas.code).toBe('wrong-state')
    const fourth = await ask()
    await server().database.query(`update rule_change set expires_on = $2 where id = $1`, [
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
    expect(await server().tokenOf('admin', password)).toBeTruthy()
    await server().database.query(`update app_user set status = 'disabled' where account = 'admin'`)
  })

  test('is told to those who may approve it', async () => {
    await person('told')
    await give('root', 'told', ['CKSH'])
    const receivers = await server().database.query(
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
    const others = await server().database.query<{ id: string }>(
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
    const alarmed = await server().database.query<{ account: string }>(
      `select u.account from message m join message_receiver r on r.message_id = m.id join app_user u on u.id = r.user_id
       where m.event = 'rights-emergency' order by 1`,
    )
    expect(alarmed.map(({ account }) => account)).toEqual(['auditor', 'manager', 'root'])
    await server().database.query(`update app_user set status = 'active' where id = any($1)`, [
      others.map((row) => row.id),
    ])
    tokens['second'] = await server().tokenOf('second', password)
  })
})

describe('the parameter', () => {
  test('asks a second person for all rights or for none', async () => {
    await person('configured')
    await setPolicy('all')
    expect((await give('root', 'configured', ['KCCX'])).body.datas.waiting).not.toBeNull()
    await server().database.query('delete from rule_change')
    await setPolicy('none')
    expect((await give('root', 'configured', ['CKSH'], null)).body.datas).toMatchObject({
      roles: ['CKSH'],
      waiting: null,
    })
    await setPolicy('sensitive')
  })
})
