import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { ensureUser, type WantedUser } from './ensure-user.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'
import type { UserRecord } from './user-record.ts'

let administration: Administration
let server: TestServer
let root: string
let rootId: string
let manager: string
let managerId: string
let create: Administration['create']

beforeAll(async () => {
  administration = await startAdministration()
  ;({ server, root, rootId, manager, managerId, create } = administration)
})

afterAll(() => administration?.close())

const post = <T = UserRecord & FailureData>(token: string, url: string, payload: object = {}) =>
  server.call<T>('POST', url, { token, payload })
const codeOf = async (token: string, url: string, payload: object = {}) => {
  const { status, body } = await post(token, url, payload)
  return status === 200 ? 'done' : body.datas.code
}
let count = 0
const person = async (rights: Partial<WantedUser>) => {
  const account = `person${++count}`
  const plants = [{ companyCode: '1000', plant: '1010' }]
  const wanted = { account, userName: '某人', password, roles: [], plants, ...rights }
  return (await ensureUser(server.database, wanted)).userId
}

describe('a manager', () => {
  it('acts on an account only if all its rights lie within his own', async () => {
    const beyond: [string, Partial<WantedUser>, string?][] = [
      ['CKSH', { roles: ['CKSH'] }],
      ['ZCDSP', { functions: ['ZCDSP'] }],
      ['1020', { plants: [{ companyCode: '1000', plant: '1020' }] }],
      ['*', { plants: [{ companyCode: '1000' }] }],
      ['*', { storageLocations: 'all' }],
      ['0101', { materialGroups: ['0101'] }],
      ['LL01', { pickingUnits: [{ companyCode: '1000', pickingUnit: 'LL01' }] }],
    ]
    for (const [value, rights] of beyond) {
      const id = await person(rights)
      const { body } = await post(manager, `/api/system/users/${id}/reset-password`)
      expect([value, body.datas.code, body.datas.params['value']]).toEqual([
        value,
        'rights-beyond-own',
        value,
      ])
    }
    const id = await person({ roles: ['CKSH'] })
    const { version } = (
      await server.call<UserRecord>('GET', `/api/system/users/${id}`, { token: root })
    ).body.datas
    const acts: [string, object?][] = [
      [`/api/system/users/${id}`, { version, userName: '改名' }],
      [`/api/system/users/${id}/disable`],
      [`/api/system/users/${id}/unlock`],
      [`/api/system/users/${id}/revoke-tokens`],
      [`/api/system/users/${id}/roles`, { version, roles: [] }],
      [`/api/system/users/${id}/functions`, { version, functions: [] }],
      [
        '/api/system/relations/plant/add',
        { userId: id, values: [{ companyCode: '1000', plant: '1010', department: '库' }] },
      ],
    ]
    const listed = await post<{ rows: (UserRecord & { barrier: { zh: string } | null })[] }>(
      manager,
      '/api/system/users/list',
      { pageSize: 500 },
    )
    const barrierOf = (user: string) =>
      listed.body.datas.rows.find((row) => row.id === user)?.barrier
    expect(barrierOf(id)?.zh).toContain('CKSH 超出您自己的权限')
    expect(barrierOf(managerId)).toBeNull()
    for (const [url, payload] of acts)
      expect([url, await codeOf(manager, url, payload)]).toEqual([url, 'rights-beyond-own'])
    expect(
      await codeOf(
        manager,
        `/api/system/users/${await person({ roles: ['CZRZCX'], functions: ['KGSCK'] })}/disable`,
      ),
    ).toBe('done')
  })

  it('gives roles and function codes of his own only', async () => {
    const { id, version } = await create('receiver')
    const roles = await post(manager, `/api/system/users/${id}/roles`, {
      version,
      roles: ['CZRZCX', 'CKSH'],
    })
    expect(roles.body.datas).toMatchObject({ code: 'rights-beyond-own', params: { value: 'CKSH' } })
    const functions = await post(manager, `/api/system/users/${id}/functions`, {
      version,
      functions: ['ZCDSP'],
    })
    expect(functions.body.datas).toMatchObject({
      code: 'rights-beyond-own',
      params: { value: 'ZCDSP' },
    })
    expect(
      await codeOf(manager, `/api/system/users/${id}/roles`, { version, roles: ['CZRZCX'] }),
    ).toBe('done')
    const byRoot = await post<{ functions: string[]; waiting: object | null }>(
      root,
      `/api/system/users/${id}/functions`,
      { version: version + 1, functions: ['ZCDSP'], reason: '转储审批' },
    )
    expect(byRoot.body.datas).toMatchObject({ functions: [], waiting: { state: 'requested' } })
  })

  it('neither sees nor changes accounts of another company, or of none', async () => {
    for (const [account, owningCompany] of [
      ['nobodys', ''],
      ['others', '2000'],
    ] as const) {
      const { userId } = await ensureUser(server.database, {
        account,
        userName: '某人',
        password,
        roles: [],
        owningCompany,
      })
      const found = await post<{ total: number }>(manager, '/api/system/users/list', { account })
      expect([account, found.body.datas.total]).toEqual([account, 0])
      expect([account, await codeOf(manager, `/api/system/users/${userId}/disable`)]).toEqual([
        account,
        'account-of-other-company',
      ])
    }
  })

  it('makes accounts of his companies only', async () => {
    const foreign = await post(manager, '/api/system/users', {
      account: 'theirs',
      userName: '某人',
      owningCompany: '2000',
    })
    expect(foreign.body.datas).toMatchObject({ code: 'outside-scope', field: 'owningCompany' })
  })
})

describe('identity number and address', () => {
  it('are shown and changed by who needs them only, and masked for others', async () => {
    const { id } = await create('citizen')
    const personal = { idCard: '110101199003078515', address: '一号路 1 号' }
    const save = (token: string, version: number, fields: object) =>
      post(token, `/api/system/users/${id}`, { userName: '某人', version, ...fields })
    expect((await save(root, 1, personal)).body.datas).toMatchObject(personal)
    const url = `/api/system/users/${id}`
    const shown = async () => {
      const one = await server.call<UserRecord>('GET', url, { token: manager })
      const list = await post<{ rows: UserRecord[] }>(manager, '/api/system/users/list', {
        account: 'citizen',
      })
      return [one.body.datas, list.body.datas.rows[0]]
    }
    const hidden = { idCard: '***', address: '***' }
    expect(await shown()).toMatchObject([hidden, hidden])
    expect((await save(manager, 2, { address: '二号路' })).body.datas).toMatchObject({
      code: 'personal-data-only',
      field: 'address',
    })
    expect((await save(manager, 2, { mobile: '13800138000' })).body.datas).toMatchObject(hidden)
    await server.database.query(
      `insert into user_function (user_id, function_code, granted_by) values ($1, 'GRXX', $1)`,
      [managerId],
    )
    manager = await server.tokenOf('manager', password)
    expect(await shown()).toMatchObject([personal, personal])
  })
})

describe('supplier, tenant and kind', () => {
  it('are written by administrators, and by nobody for himself', async () => {
    const versionOf = async (id: string) =>
      (await server.call<UserRecord>('GET', `/api/system/users/${id}`, { token: root })).body.datas
        .version
    const change = async (token: string, id: string, field: string, value: string) => {
      const body = { version: await versionOf(id), userName: '某人', [field]: value }
      const answer = await post(token, `/api/system/users/${id}`, body)
      return answer.status === 200 ? 'done' : `${answer.body.datas.code} ${answer.body.datas.field}`
    }
    const id = await person({})
    for (const [field, value] of [
      ['supplierNo', '100001'],
      ['tenantId', 'T1'],
      ['userType', 'EXU'],
      ['email', 'thief@elsewhere.example'],
      ['owningCompany', '2000'],
    ] as const)
      expect(await change(manager, id, field, value)).toBe(`field-of-administrators ${field}`)
    for (const [field, value] of [
      ['supplierNo', '100001'],
      ['tenantId', 'T1'],
      ['userType', 'EXU'],
    ] as const)
      for (const [token, own] of [
        [manager, managerId],
        [root, rootId],
      ] as const)
        expect(await change(token, own, field, value)).toBe(`own-rights ${field}`)
    expect(await change(root, id, 'supplierNo', '100001')).toBe('done')
    expect(
      await codeOf(manager, '/api/system/users', {
        account: 'supplied',
        userName: '某人',
        supplierNo: '100001',
        password,
      }),
    ).toBe('field-of-administrators')
  })

  it('keep their values where a change leaves them out', async () => {
    const id = await person({})
    const save = (body: object) =>
      post(root, `/api/system/users/${id}`, { userName: '某人', ...body })
    expect((await save({ version: 1, tenantId: 'T1', mobile: '13800138000' })).status).toBe(200)
    expect((await save({ version: 2, userName: '新名' })).body.datas).toMatchObject({
      userName: '新名',
      tenantId: 'T1',
      mobile: '13800138000',
    })
  })
})
