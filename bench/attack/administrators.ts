import { addAll } from '@kufang/kernel/add-all.ts'
import { ensureUser } from '../../server/src/identity/ensure-user.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { Api } from './api.ts'
import type { Found } from './strangers.ts'

const password = 'Kufang@2026'
const chosen = 'Chosen#2026'
const reason = 'attack'

interface Victim {
  id: string
  account: string
  version: number
}

/** What decides who signs in with an account, and what he may do. */
const rightsOf = (database: Database, ids: readonly string[]) =>
  database.query<{ account: string; rights: string }>(
    `select u.account, concat_ws('|', u.password_hash, u.email, u.status, u.supplier_no, u.tenant_id, u.user_type,
       (select string_agg(role_code, ',' order by role_code) from user_role r where r.user_id = u.id),
       (select string_agg(function_code, ',' order by function_code) from user_function f where f.user_id = u.id),
       (select string_agg(company_code || '/' || plant, ',' order by company_code, plant) from user_plant p
          where p.user_id = u.id and p.valid_to is null)) as rights
     from app_user u where u.id = any($1::uuid[]) order by u.account`,
    [ids],
  )

/**
 * One administrator alone against the second person: password, mail address, enabling, data scope in between, an account of
 * his own making, the rules themselves. Nothing of any account that has sensitive rights may change.
 */
export async function byOneAdministrator(api: Api, database: Database): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const everywhere = { plants: [{ companyCode: '1010' }], storageLocations: [], materialGroups: [] }
  const make = (account: string, rest: object) =>
    ensureUser(database, {
      account,
      userName: account,
      password,
      roles: [],
      ...everywhere,
      ...rest,
    })
  await make('admin-alone', { roles: ['admin'] })
  await make('admin-other', { roles: ['admin'], email: 'other@plant.example' })
  await make('checker', { roles: ['CKSH', 'SHSH'], email: 'checker@plant.example' })
  await make('resting', { roles: ['CKSH'] })
  await make('plain', { plants: [{ companyCode: '1010', plant: '0001' }] })
  await database.query(`update app_user set status = 'disabled' where account = 'resting'`)
  const token = await api.signIn('admin-alone', password)
  const other = await api.signIn('admin-other', password)
  const post = (path: string, body: object, as = token) =>
    api.send({ method: 'POST', path, token: as, body })
  const victims = await database.query<Victim>(
    `select id, account, version from app_user where account in ('admin-other', 'checker', 'resting', 'shiftleader') order by account`,
  )
  const before = await rightsOf(
    database,
    victims.map(({ id }) => id),
  )
  for (const { id, account, version } of victims) {
    const user = `/api/system/users/${id}`
    await post(`${user}/reset-password`, { password: chosen })
    await post(`${user}/reset-password`, { reason })
    await post(user, { version, userName: account, email: 'mine@elsewhere.example', reason })
    await post(`${user}/enable`, { reason })
    await post(`${user}/unlock`, {})
    await post(`${user}/functions`, { version, functions: ['GRXX', 'ZCDSP'], reason })
  }
  const plain = await userOf(database, 'plain')
  await post(`/api/system/users/${plain.id}/roles`, {
    version: plain.version,
    roles: ['CKGZ', 'RKGZ'],
    reason,
  })
  // What waits is approved by nobody but the other administrator, and the scope stays what it was.
  const [narrow] = await rightsOf(database, [plain.id])
  for (const companyCode of ['1010', '1020'])
    await post('/api/system/relations/plant/add', {
      userId: plain.id,
      values: [{ companyCode, plant: '*' }],
    })
  if ((await rightsOf(database, [plain.id]))[0]!.rights !== narrow!.rights)
    problems.push('the scope of an account grows alone while a request for its roles waits')
  const waiting = (await api.send({ method: 'GET', path: '/api/system/rights/changes', token }))
    .datas as { id: string; rule: string; subjectNo: string }[]
  if (waiting.length < victims.length) problems.push(`only ${waiting.length} requests wait`)
  for (const { id, rule, subjectNo } of waiting)
    for (const act of ['approve', 'carryOut']) {
      const { status } = await post(`/api/system/rights/changes/${id}/${act}`, { remark: reason })
      if (status < 400) problems.push(`${rule} of ${subjectNo}: ${act} by the requester: ${status}`)
    }
  const after = await rightsOf(
    database,
    victims.map(({ id }) => id),
  )
  for (const [index, { account, rights }] of before.entries())
    if (after[index]!.rights !== rights) problems.push(`${account} is not what it was`)
  await api
    .send({
      method: 'POST',
      path: '/api/oauth/token',
      body: { username: 'checker', password: chosen },
    })
    .then(({ status }) => {
      if (status < 400) problems.push('signs in as the checker with a password of his choice')
    })
  addAll(problems, await withPuppet(api, database, post, other))
  await database.query(`update app_user set status = 'disabled' where account = any($1)`, [
    ['admin-alone', 'admin-other', 'puppet'],
  ])
  return { calls: api.calls - calls, problems }
}

/** An account of his own making, to which the other administrator gives roles in good faith, is not his second person. */
async function withPuppet(
  api: Api,
  database: Database,
  post: (path: string, body: object, as?: string) => ReturnType<Api['send']>,
  other: string,
): Promise<string[]> {
  const problems: string[] = []
  await post('/api/system/users', { account: 'puppet', userName: 'puppet', password: chosen })
  const puppet = await userOf(database, 'puppet')
  const asked = await post(`/api/system/users/${puppet.id}/roles`, {
    version: puppet.version,
    roles: ['admin'],
    reason,
  })
  const { waiting } = asked.datas as { waiting: { id: string } | null }
  const given = await post(`/api/system/rights/changes/${waiting?.id}/approve`, {}, other)
  if (given.status !== 200) problems.push(`the roles of puppet are not approved: ${given.status}`)
  const first = await api.signIn('puppet', chosen)
  await post(
    '/api/user/uouseraccount/editPswByAccount',
    { account: 'puppet', psw: chosen, newPsw: 'Changed#2026', newPswConfirm: 'Changed#2026' },
    first,
  )
  const second = await api.signIn('puppet', 'Changed#2026')
  const { version, id } = await userOf(database, 'plain')
  const mine = await post(`/api/system/users/${id}/functions`, {
    version,
    functions: ['ZCDSP'],
    reason,
  })
  const request = (mine.datas as { waiting?: { id: string } | null }).waiting
  if (request == null) problems.push(`no request to be approved by puppet: ${mine.code}`)
  const { status, code } = await post(
    `/api/system/rights/changes/${request?.id}/approve`,
    {},
    second,
  )
  if (status < 400) problems.push('approves his own request with an account of his own making')
  if (code !== 'password-known') problems.push(`puppet is refused by ${code}`)
  return problems
}

async function userOf(database: Database, account: string): Promise<Victim> {
  const [found] = await database.query<Victim>(
    'select id, account, version from app_user where account = $1',
    [account],
  )
  return found!
}

/** Names that look like somebody else's, or like two lines. */
export async function attackNames(api: Api, database: Database, account: string): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const token = await api.signIn(account, password)
  const [administrator] = await database.query<{ userName: string }>(
    `select user_name from app_user where account = 'admin'`,
  )
  const name = administrator!.userName
  const photo = `/api/file/photo/${'0'.repeat(64)}.png`
  for (const userName of [
    name,
    `${name} `,
    `${name.slice(0, 1)} ${name.slice(1)}`,
    `${name}\u202E`,
    `${name}\u200B`,
    'a\nb{"level":50}',
    'a\u2028b',
    'a\u0007b',
  ]) {
    const { status, text } = await api.send({
      method: 'POST',
      path: '/api/user/uouser/updateUserInfo',
      token,
      body: {
        userId: account,
        userName,
        email: 'x@example.com',
        mobile: '13900001003',
        address: 'x',
        photo,
      },
    })
    if (status < 400)
      problems.push(`takes the name ${JSON.stringify(userName)}: ${text.slice(0, 80)}`)
  }
  return { calls: api.calls - calls, problems }
}
