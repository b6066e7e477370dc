import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { startTestServer, type TestServer } from '../platform/testing/test-server.ts'
import { ensureUser } from './ensure-user.ts'
import { profileExample } from './profile.ts'

const password = 'Kufang@2026'
let files: TestDatabase
let server: TestServer

beforeAll(async () => {
  files = await createTestDatabase()
  server = await startTestServer(files.connectionString)
})

afterAll(async () => {
  await server?.close()
  await files?.drop()
})

test('the name of a person is one visible line, and not that of somebody who checks or administers', async () => {
  await ensureUser(server.database, {
    account: 'leader',
    userName: '班长 王强',
    password,
    roles: ['CKSH'],
  })
  await ensureUser(server.database, {
    account: 'engineer',
    userName: '工程师',
    password,
    roles: ['KCCX'],
  })
  const token = await server.tokenOf('engineer', password)
  const rename = async (userName: string) => {
    const { userId: _id, ...rest } = profileExample
    const { email, mobile, address } = rest
    const photo = `/api/file/photo/${'0'.repeat(64)}.png`
    const payload = { userId: 'engineer', userName, email, mobile, address, photo }
    const { status, body } = await server.call<FailureData>(
      'POST',
      '/api/user/uouser/updateUserInfo',
      { token, payload },
    )
    return status === 200 ? 'renamed' : `${body.datas.code} ${body.datas.field}`
  }
  for (const name of ['a\nb', '王\u202E强', '王\u200B强'])
    expect([name, await rename(name)]).toEqual([name, 'input-invalid userName'])
  for (const name of ['班长 王强', '班长王强', '班长·王强 '])
    expect([name, await rename(name)]).toEqual([name, 'name-taken userName'])
  expect(await rename('工程师 李四')).toBe('renamed')
})
