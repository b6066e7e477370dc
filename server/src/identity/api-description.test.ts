import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

interface Media {
  example?: unknown
  schema: { examples?: unknown[] }
}
interface Operation {
  summary?: string
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

let test: TestDatabase
let server: TestServer

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startTestServer(test.connectionString)
})

afterAll(async () => {
  await server?.close()
  await test?.drop()
})

/** Session and profile calls of product.md section 7, with their parameters. */
const calls: [method: 'get' | 'post', path: string, query: string[], body: string[]][] = [
  ['post', '/api/oauth/token', ['username', 'password', 'grant_type', 'tenantId'], []],
  ['post', '/api/oauth/jwt/user/token', ['username', 'password', 'appId'], []],
  ['post', '/api/oauth/user/token', ['username', 'password'], []],
  ['post', '/api/oauth/remove/token', ['token'], []],
  ['get', '/api/oauth/getTokenBySamlUser', ['code'], []],
  ['get', '/api/user/uouser/getCurUserInfo', [], []],
  ['post', '/api/user/uouser/getUserRoleAuthByUserCenter', [], ['appId']],
  ['post', '/api/user/uouser/getUserRoleByUserCenterApp', [], ['appId']],
  ['post', '/api/shcwms/user/getUserAppRoleAuth', [], ['appId']],
  ['post', '/api/user/uouseraccount/loginUpdateAccount', [], ['accountId', 'lastLoginTime']],
  [
    'post',
    '/api/user/uouseraccount/updateAccountLastLoginTime',
    [],
    ['accountId', 'lastLoginTime'],
  ],
  ['post', '/api/user/uouseraccount/getPswConfigure', [], []],
  ['get', '/api/user/uouser/getPersonInfoByCurUserId', [], []],
  [
    'post',
    '/api/user/uouser/updateUserInfo',
    [],
    ['userId', 'userName', 'email', 'idCard', 'mobile', 'telephone', 'address', 'photo'],
  ],
  [
    'post',
    '/api/user/uouseraccount/editPswByAccount',
    [],
    ['account', 'psw', 'newPsw', 'newPswConfirm'],
  ],
]

const exampleOf = (content: Record<string, Media> | undefined) => {
  const media = content?.['application/json']
  return (media?.example ?? media?.schema.examples?.[0]) as Record<string, unknown> | undefined
}

it('describes every session and profile call with examples of what goes and what comes', async () => {
  const { status, text } = await server.described('/api/docs/json')
  expect(status).toBe(200)
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
  for (const [method, path, query, body] of calls) {
    const operation = paths[path]?.[method]
    expect([path, typeof operation?.summary]).toEqual([path, 'string'])
    const parameters = operation?.parameters ?? []
    for (const name of query) {
      const parameter = parameters.find((known) => known.in === 'query' && known.name === name)
      expect([path, name, typeof parameter?.example]).toEqual([path, name, 'string'])
    }
    const sent = exampleOf(operation?.requestBody?.content)
    expect([path, ...Object.keys(sent ?? {})]).toEqual([path, ...body])
    const answer = exampleOf(operation?.responses['200']?.content)
    expect([path, answer?.['resp_code'], answer !== undefined && 'datas' in answer]).toEqual([
      path,
      0,
      true,
    ])
  }
})
