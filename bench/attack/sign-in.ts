import { sessionCookie } from '@kufang/contract/identity/session-names.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { Api } from './api.ts'
import type { Found } from './strangers.ts'

const password = 'Kufang@2026'

/** Checks storage of passwords, cookies, ends of sessions, limits of failed sign-ins. */
export async function attackSignIn(
  api: Api,
  behindProxy: Api,
  database: Database,
  victim: string,
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const expect = (holds: boolean, what: string) => {
    if (!holds) problems.push(what)
  }

  const hashes = await database.query<{ account: string; hash: string }>(
    `select account, password_hash as hash from app_user where not is_technical`,
  )
  for (const { account, hash } of hashes) {
    const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash) ?? []
    expect(
      Number(memory) >= 19_456 && Number(time) >= 2 && Number(lanes) >= 1,
      `the password of ${account} is kept weaker than OWASP asks: ${hash.slice(0, 30)}`,
    )
  }
  const [stored] = await database.query<{ count: number }>(
    `select count(*)::int as count from user_token where token_hash !~ '^[0-9a-f]{64}$'`,
  )
  expect(stored!.count === 0, 'tokens are kept as they are given')

  const answer = await api.send({
    method: 'POST',
    path: '/api/oauth/token',
    body: { username: victim, password, grant_type: 'password' },
  })
  const cookies = answer.headers.getSetCookie()
  expect(cookies.length > 0, 'the sign-in sets no cookie')
  for (const cookie of cookies) {
    const name = cookie.split('=')[0]!
    expect(/;\s*samesite=(lax|strict)/i.test(cookie), `cookie ${name} is sent from other sites`)
    // The identifier of the session gives no access; pages read it.
    if (name !== sessionCookie)
      expect(/;\s*httponly/i.test(cookie), `cookie ${name} can be read by scripts`)
  }
  const secure = await api.send({
    method: 'POST',
    path: '/api/oauth/token',
    headers: { 'x-forwarded-proto': 'https' },
    body: { username: victim, password, grant_type: 'password' },
  })
  expect(secure.status === 200, `sign-in behind a proxy: ${secure.status}`)

  await passwordChangeEndsSessions(api, victim, expect)
  await guessesAreCounted(api, expect)
  await guessesFromOneNetwork(behindProxy, expect)
  return { calls: api.calls - calls, problems }
}

type Expect = (holds: boolean, what: string) => void

async function passwordChangeEndsSessions(
  api: Api,
  account: string,
  expect: Expect,
): Promise<void> {
  const [first, second] = [await api.signIn(account, password), await api.signIn(account, password)]
  const next = 'Neues#Passwort1'
  const changed = await api.send({
    method: 'POST',
    path: '/api/user/uouseraccount/editPswByAccount',
    token: first,
    body: { account, psw: password, newPsw: next, newPswConfirm: next },
  })
  expect(
    changed.status === 200,
    `the password cannot be changed: ${changed.status} ${changed.text.slice(0, 200)}`,
  )
  const other = await api.send({ method: 'POST', path: '/api/todos/list', token: second, body: {} })
  expect(other.status === 401, `another session outlives a change of password: ${other.status}`)
  const old = await api.send({
    method: 'POST',
    path: '/api/oauth/token',
    body: { username: account, password, grant_type: 'password' },
  })
  expect(old.status >= 400, 'the old password still signs in')
  const out = await api.send({ method: 'POST', path: '/api/oauth/remove/token', token: first })
  expect(out.status < 400, `signing out: ${out.status}`)
  const after = await api.send({ method: 'POST', path: '/api/todos/list', token: first, body: {} })
  expect(after.status === 401, `a session outlives signing out: ${after.status}`)
}

/** Of one IPv6 network every address is the same client. */
async function guessesFromOneNetwork(api: Api, expect: Expect): Promise<void> {
  let refused = 0
  for (let host = 1; host <= 75; host += 1) {
    const { status } = await api.send({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'x-forwarded-for': `2001:db8:1:1::${host.toString(16)}` },
      body: { username: `six-${host}`, password: 'Wrong#Guess1', grant_type: 'password' },
    })
    if (status === 429) refused += 1
  }
  expect(refused > 0, 'guesses from the addresses of one IPv6 network are not slowed')
}

/** Failed sign-ins close the account for a while, and slow down the client's address regardless of the account. */
async function guessesAreCounted(api: Api, expect: Expect): Promise<void> {
  const guess = (username: string) =>
    api.send({
      method: 'POST',
      path: '/api/oauth/token',
      body: { username, password: 'Wrong#Guess1', grant_type: 'password' },
    })
  const known: string[] = []
  for (let attempt = 0; attempt < 7; attempt += 1) known.push((await guess('inspector')).code)
  const unknown: string[] = []
  for (let attempt = 0; attempt < 7; attempt += 1)
    unknown.push((await guess('no-such-person')).code)
  expect(known.at(-1) !== 'sign-in-failed', `guesses do not close an account: ${known.join(' ')}`)
  expect(
    JSON.stringify(known) === JSON.stringify(unknown),
    `a stranger learns which accounts exist: ${known.join(' ')} against ${unknown.join(' ')}`,
  )
  let limited = false
  for (let attempt = 0; attempt < 80 && !limited; attempt += 1) {
    limited = (await guess(`guess-${attempt}`)).status === 429
  }
  expect(limited, 'guesses from one address are not slowed')
}
