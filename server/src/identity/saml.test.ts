import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'
import type { AnswerOptions, TestProvider } from './testing/identity-provider.ts'
import { startProvider } from './testing/identity-provider.ts'
import { selfSigned } from './testing/self-signed.ts'

const password = 'Kufang@2026'
const publicUrl = 'https://kufang.example.com'
const providerKeys = selfSigned('login.example.com')
const ownKeys = selfSigned('kufang.example.com')
const configuration = {
  isOn: true,
  entityId: `${publicUrl}/saml`,
  publicUrl: `${publicUrl}/`,
  providerEntityId: 'https://login.example.com/metadata',
  signInUrl: 'https://login.example.com/sso',
  providerCertificates: providerKeys.certificate,
  certificate: ownKeys.certificate,
  privateKey: ownKeys.privateKey,
  clockSkewSeconds: 0,
  version: 0,
}

let test: TestDatabase
let server: TestServer
let other: TestServer
let root: string
let provider: TestProvider

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString, { secretKey: 'k'.repeat(40) })
  other = await startTestServer(test.connectionString, { secretKey: 'k'.repeat(40) })
  await ensureUser(server.database, { account: 'root', userName: '管', password, roles: ['admin'] })
  await ensureUser(server.database, {
    account: 'keeper',
    userName: '保管员',
    password,
    roles: ['KCCX'],
    mustChangePassword: true,
  })
  root = await server.tokenOf('root', password)
})

afterAll(async () => {
  await other?.close()
  await server?.close()
  await test?.drop()
})

const set = (change: object) =>
  server.call<FailureData & { version: number; hasPrivateKey: boolean }>(
    'POST',
    '/api/system/saml',
    { token: root, payload: { ...configuration, ...change } },
  )

interface Beginning {
  /** The provider's URL with the request. */
  address: string
  cookie: string
}

async function begin(redirect = ''): Promise<Beginning> {
  const { status, headers } = await server.call(
    'GET',
    `/api/oauth/saml/login?redirect=${encodeURIComponent(redirect)}`,
  )
  expect(status).toBe(303)
  return {
    address: String(headers['location']),
    cookie: String(headers['set-cookie']).split(';')[0]!,
  }
}

/** Posts a response and returns the URL of the redirect. */
async function post(samlResponse: string, on = server): Promise<URL> {
  const answer = await on.call('POST', '/api/oauth/saml/acs', {
    payload: new URLSearchParams({ SAMLResponse: samlResponse }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(303)
  const location = String(answer.headers['location'])
  expect(location.startsWith(`${publicUrl}/#/`)).toBe(true)
  return new URL(location.slice(location.indexOf('#') + 1), publicUrl)
}

const exchange = (code: string, cookie: string, on = server) =>
  on.call<FailureData & { access_token: string; forceEditPwdFlag: string; idp_token: string }>(
    'GET',
    `/api/oauth/getTokenBySamlUser?code=${encodeURIComponent(code)}`,
    { headers: { cookie } },
  )

/** Posts a response to a new request and returns the resulting page. */
async function tried(options: Partial<AnswerOptions>): Promise<[string, string | null]> {
  const { address } = await begin()
  const led = await post(await provider.answer({ account: 'keeper', request: address, ...options }))
  return [led.pathname, led.searchParams.get('reason')]
}

describe('setting up', () => {
  it('is refused where nothing is set up, and is for administrators', async () => {
    const off = await server.call<FailureData>('GET', '/api/oauth/saml/login')
    expect([off.status, off.body.datas.code]).toEqual([404, 'saml-off'])
    const deployment = await server.call('GET', '/api/oauth/deployment')
    expect(deployment.body.datas).toMatchObject({ samlLabel: null, applicationId: '4517' })
    await ensureUser(server.database, {
      account: 'plain',
      userName: '人',
      password,
      roles: ['KCCX'],
    })
    const token = await server.tokenOf('plain', password)
    const foreign = await server.call('POST', '/api/system/saml', { token, payload: configuration })
    expect(foreign.status).toBe(403)
  })

  it('refuses certificates and keys that cannot work, each on its field', async () => {
    const cases: [object, string][] = [
      [{ providerCertificates: 'nothing' }, 'providerCertificates'],
      [
        { providerCertificates: selfSigned('old', { from: -10, until: -1 }).certificate },
        'providerCertificates',
      ],
      [{ privateKey: selfSigned('another').privateKey }, 'certificate'],
      [{ privateKey: 'nothing' }, 'privateKey'],
    ]
    for (const [change, field] of cases) {
      const { status, body } = await set(change)
      expect([status, body.datas.code, body.datas.field]).toEqual([
        422,
        'saml-configuration-invalid',
        field,
      ])
    }
  })

  it('keeps the private key sealed, shows only that there is one, and audits without it', async () => {
    const made = await set({})
    expect(made.status).toBe(200)
    expect(made.body.datas).toMatchObject({ hasPrivateKey: true, version: 1 })
    const { privateKey: _left, ...without } = configuration
    const again = await server.call<{ hasPrivateKey: boolean }>('POST', '/api/system/saml', {
      token: root,
      payload: { ...without, version: 1 },
    })
    expect(again.body.datas.hasPrivateKey).toBe(true)
    expect((await set({ version: 1 })).body.datas.code).toBe('version-stale')
    const secretLine = ownKeys.privateKey.split('\n')[3]!
    const rows = await server.database.query<{ row: string }>(
      `select to_jsonb(c)::text as row from saml_configuration c
       union all select to_jsonb(a)::text from audit_entry a where subject_type = 'saml-configuration'`,
    )
    expect(rows).toHaveLength(3)
    for (const { row } of rows) expect(row).not.toContain(secretLine)
    expect(made.text + again.text + server.logged()).not.toContain(secretLine)
  })

  it('gives metadata that a provider understands', async () => {
    const { status, text } = await server.call('GET', '/api/oauth/saml/metadata')
    expect(status).toBe(200)
    expect(text).toContain(`entityID="${publicUrl}/saml"`)
    expect(text).toContain(`Location="${publicUrl}/api/oauth/saml/acs"`)
    provider = startProvider(providerKeys, text)
  })
})

describe('signing in at the provider', () => {
  it('leads back with a code that gives a token once, to the browser that asked', async () => {
    const { address, cookie } = await begin('/stockSearch?plant=1010')
    expect(address.startsWith('https://login.example.com/sso?SAMLRequest=')).toBe(true)
    expect(new URL(address).searchParams.has('Signature')).toBe(true)
    // The response may reach another process than the one that sent the request.
    const led = await post(await provider.answer({ account: ' Keeper ', request: address }), other)
    expect([led.pathname, led.searchParams.get('redirect')]).toEqual([
      '/auth-redirect',
      '/stockSearch?plant=1010',
    ])
    const code = led.searchParams.get('code')!
    const stolen = await exchange(code, 'kufang-saml=another')
    expect([stolen.status, stolen.body.datas.code]).toEqual([401, 'sign-in-code-invalid'])
    const exchanged = await exchange(code, cookie)
    expect(exchanged.status).toBe(200)
    // A forced change applies to the password, which was not used.
    expect(exchanged.body.datas.forceEditPwdFlag).toBe('N')
    const me = await server.call('POST', '/api/shcwms/user/getUserAppRoleAuth', {
      token: exchanged.body.datas.access_token,
      payload: {},
    })
    expect(me.body.datas).toMatchObject({ account: 'keeper', roles: ['KCCX'] })
    const full = await server.call('GET', '/api/system/applications', {
      token: exchanged.body.datas.access_token,
    })
    expect(full.status).toBe(200)
    expect((await exchange(code, cookie)).body.datas.code).toBe('sign-in-code-invalid')
  })

  it('refuses what the provider did not say, or said to somebody else', async () => {
    const refused = ['/error', 'saml-refused']
    expect(await tried({})).toEqual(['/auth-redirect', null])
    expect(await tried({ signedWith: selfSigned('thief') })).toEqual(refused)
    expect(await tried({ audience: 'https://other.example.com/saml' })).toEqual(refused)
    expect(await tried({ recipient: 'https://other.example.com/acs' })).toEqual(refused)
    expect(await tried({ issuer: 'https://thief.example.com' })).toEqual(refused)
    expect(await tried({ lifeSeconds: -1 })).toEqual(refused)
    expect(await tried({ inResponseTo: '_nobody-asked' })).toEqual(refused)
    const logged = server.logged()
    for (const problem of [
      'signature',
      'audience mismatch',
      'not confirmed',
      'issuer',
      'no valid subject confirmation',
      'InResponseTo',
    ]) {
      expect(logged.toLowerCase()).toContain(problem.toLowerCase())
    }
  })

  it('refuses an answer that was changed on its way', async () => {
    const { address } = await begin()
    const answer = await provider.answer({ account: 'keeper', request: address })
    const changed = Buffer.from(answer, 'base64').toString('utf8').replace('>keeper<', '>root<')
    const led = await post(Buffer.from(changed).toString('base64'))
    expect(led.searchParams.get('reason')).toBe('saml-refused')
    expect((await post('no xml at all')).searchParams.get('reason')).toBe('saml-refused')
    expect(await server.app.metrics.text()).toMatch(
      /^kufang_sign_in_failures_total\{reason="saml"\} [1-9]/m,
    )
  })

  it('is not fooled by comments, wrapped assertions or entities', async () => {
    const text = (answer: string) => Buffer.from(answer, 'base64').toString('utf8')
    const sent = async (xml: string) => {
      const led = await post(Buffer.from(xml).toString('base64'))
      return led.searchParams.get('reason')
    }
    const answer = async (account: string) => {
      const { address } = await begin()
      return text(await provider.answer({ account, request: address }))
    }
    // Comments are not signed: keeper.thief must not become keeper.
    const commented = (await answer('keeper.thief')).replace('keeper.', 'keeper<!---->.')
    expect(commented).toContain('<!---->')
    expect(await sent(commented)).toBe('saml-account-unknown')
    // Only the assertion is signed: place a forged one before the signed one, and move the signed one aside.
    const read = await server.call<{ version: number }>('GET', '/api/system/saml', { token: root })
    const { version } = read.body.datas
    expect((await set({ version, isResponseSigned: false })).status).toBe(200)
    const genuine = await answer('keeper')
    const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(genuine) ?? []
    expect(assertion).not.toBe('')
    const forged = assertion
      .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>|<Signature[\s\S]*?<\/Signature>/, '')
      .replace(/ID="[^"]+"/, 'ID="_forged"')
      .replace('>keeper<', '>root<')
    expect(forged).not.toContain('SignatureValue')
    expect(await sent(genuine.replace(assertion, forged + assertion))).toBe('saml-refused')
    const aside = `<samlp:Extensions>${assertion}</samlp:Extensions>${forged}`
    expect(await sent(genuine.replace(assertion, aside))).toBe('saml-refused')
    expect(await sent(genuine.replace(assertion, forged))).toBe('saml-refused')
    expect(await sent(genuine)).toBeNull()
    expect((await set({ version: version + 1 })).status).toBe(200)
    const entities = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`
    expect(await sent(`${entities}<r>${'&b;'.repeat(1000)}</r>`)).toBe('saml-refused')
  })

  it('takes an answer once, also when it comes twice at the same moment', async () => {
    const { address } = await begin()
    const answer = await provider.answer({ account: 'keeper', request: address })
    const led = await Promise.all([post(answer), post(answer, other), post(answer)])
    expect(led.filter((url) => url.pathname === '/auth-redirect')).toHaveLength(1)
    expect((await post(answer)).searchParams.get('reason')).toBe('saml-refused')
    // The same assertion for another request, as in a replay attack.
    const assertionId = '_same'
    expect(await tried({ assertionId })).toEqual(['/auth-redirect', null])
    expect(await tried({ assertionId })).toEqual(['/error', 'saml-refused'])
  })

  it('tells who is unknown, disabled or past the last day', async () => {
    expect(await tried({ account: 'nobody' })).toEqual(['/error', 'saml-account-unknown'])
    for (const account of ['gone', 'ended']) {
      await ensureUser(server.database, { account, userName: account, password, roles: ['KCCX'] })
    }
    await server.database.query(`update app_user set status = 'disabled' where account = 'gone'`)
    await server.database.query(
      `update app_user set valid_until = '2026-01-31' where account = 'ended'`,
    )
    expect(await tried({ account: 'gone' })).toEqual(['/error', 'account-disabled'])
    expect(await tried({ account: 'ended' })).toEqual(['/error', 'account-expired'])
  })

  it('lets a code and a request run out', async () => {
    const { address, cookie } = await begin()
    const led = await post(await provider.answer({ account: 'keeper', request: address }))
    await server.database.query(`update sign_in_code set expires_at = now()`)
    const late = await exchange(led.searchParams.get('code')!, cookie)
    expect(late.body.datas.code).toBe('sign-in-code-invalid')
    const second = await begin()
    await server.database.query(`update saml_request set expires_at = now()`)
    const led2 = await post(await provider.answer({ account: 'keeper', request: second.address }))
    expect(led2.searchParams.get('reason')).toBe('saml-refused')
  })

  it('leaves neither code nor assertion in the log', async () => {
    const { address, cookie } = await begin()
    const answer = await provider.answer({ account: 'keeper', request: address })
    const code = (await post(answer)).searchParams.get('code')!
    await exchange(code, cookie)
    const logged = server.logged()
    expect(logged).toContain('/api/oauth/saml/acs')
    for (const secret of [code, answer.slice(100, 160), cookie.split('=')[1]!]) {
      expect(logged).not.toContain(secret)
    }
  })
})
