import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { ensureUser } from './ensure-user.ts'
import { openSignInKey } from './sign-in-key.ts'

const password = 'Kufang@2026'
let made: TestDatabase
let server: TestServer

beforeAll(async () => {
  made = await createTestDatabase()
  server = await startTestServer(made.connectionString)
  await ensureUser(server.database, { account: 'keeper', userName: '库管员', password, roles: [] })
})
afterAll(async () => {
  await server.close()
  await made.drop()
})

const readKey = async () =>
  (await server.call<{ publicKey: string; nonce: string }>('GET', '/api/oauth/publicKey')).body
    .datas
const signIn = (payload: object) =>
  server.call<FailureData & { access_token: string }>('POST', '/api/oauth/token', { payload })

async function encrypt(text: string): Promise<string> {
  const { publicKey } = await readKey()
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = createPublicKey(publicKey)
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}

test('an encrypted password is taken once, with a nonce of the server or without', async () => {
  const answerTo = async (cipher: string) => {
    const { status, body } = await signIn({ username: 'keeper', password: `rsa:${cipher}` })
    return [status, body.datas.code]
  }
  const plain = await encrypt(password)
  const { nonce: given } = await readKey()
  const sealed = await encrypt(`n1:${given}:${password}`)
  for (const cipher of [plain, sealed]) {
    expect(await answerTo(cipher)).toEqual([200, undefined])
    expect(await answerTo(cipher)).toEqual([400, 'password-replayed'])
    // Other spellings of the same base64.
    expect(await answerTo(`${cipher}\n`)).toEqual([400, 'password-replayed'])
  }
  // The same nonce in another cipher text, by another form and by a wrong password.
  expect(await answerTo(await encrypt(`n1:${given}:${password}`))).toEqual([
    400,
    'password-replayed',
  ])
  const wrong = await encrypt('Wrong#Guess1')
  expect((await signIn({ username: 'nobody-here', password: `rsa:${wrong}` })).status).toBe(401)
  expect(await answerTo(wrong)).toEqual([400, 'password-replayed'])
  for (const forged of [`${given.slice(0, -1)}${given.endsWith('A') ? 'Q' : 'A'}`, 'A'.repeat(27)])
    expect(await answerTo(await encrypt(`n1:${forged}:${password}`))).toEqual([
      400,
      'password-nonce-lapsed',
    ])
})

test('a nonce is taken for five minutes', async () => {
  let now = Date.now()
  const key = await openSignInKey(server.context.dataFolder, 2048, () => now)
  const sealed = await encrypt(`n1:${key.nonce()}:${password}`)
  now += 299_000
  expect(key.decrypt(sealed).password).toBe(password)
  now += 2000
  expect(() => key.decrypt(sealed)).toThrow(/password-nonce-lapsed/)
})
