import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser, wholeCompany } from '../../identity/ensure-user.ts'
import { startTestServer, type TestServer } from '../../platform/testing/test-server.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'
import { seedCompany } from '../testing/small-company.ts'
import { unlikeDescribed, type Answered } from './testing/described-answers.ts'
import { inRepository, runProgram } from './testing/programs.ts'

const password = 'Kufang@2026'

let testDatabase: TestDatabase
let server: TestServer
const answers: Answered[] = []

/** One person per job; the codes are those of the pages of the job. */
const people = {
  supplier: ['SHDCJGYS', 'SHDWHGYS', 'SHDCX'],
  keeper: ['SHDQRCGY', 'DHQR', 'DKSH', 'RKCX', 'ZTCK', 'KCCX', 'HWGL'],
  leader: ['SHSH', 'CKSH'],
  inspector: ['QZKXSJQR', 'ZJZYQR', 'QZZJDWH', 'QZZJTZDTZ'],
  requester: ['LLDCJXQJH', 'LLDBJ', 'LLDCX'],
  head: ['LLDCX'],
  poster: ['RKGZ', 'RKCX', 'CKGZ', 'CKCX'],
}

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  server = await startTestServer(testDatabase.connectionString, {}, (app) => {
    app.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload === 'string' && payload.startsWith('{'))
        answers.push({
          method: request.method.toLowerCase(),
          path: request.url.split('?')[0]!,
          status: reply.statusCode,
          body: payload,
        })
      return payload
    })
  })
  await seedCompany(server.database)
  for (const [account, roles] of Object.entries(people))
    await ensureUser(server.database, {
      account,
      userName: account,
      password,
      roles,
      plants: [{ companyCode: '1010' }],
      ...wholeCompany,
      ...(account === 'supplier' ? { supplierNo: '100001', userType: 'EXU' as const } : {}),
      ...(account === 'head' ? { functions: ['LLDSP'] } : {}),
    })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await server?.close()
  await testDatabase?.drop()
})

test('a program with a generated client does the main job without a cast, and gets what the description says', async () => {
  const { text } = await server.described('/api/openapi.json')
  const folder = inRepository('node_modules/.cache/typed-client')
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/openapi.json`, text)
  const generated = await runProgram(
    'node_modules/openapi-typescript/bin/cli.js',
    `${folder}/openapi.json`,
    `--output=${folder}/kufang-api.d.ts`,
  )
  expect(generated.code, generated.output).toBe(0)
  const checked = await runProgram(
    'node_modules/typescript7/bin/tsc',
    '-p',
    inRepository('server/typed-client'),
  )
  expect(checked.output).toBe('')
  expect(checked.code).toBe(0)

  const address = server.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  const outcome = await runProgram(
    'server/typed-client/main-job.ts',
    `http://127.0.0.1:${address.port}`,
    password,
  )
  expect(outcome.code, outcome.output).toBe(0)
  expect(JSON.parse(outcome.output)).toEqual({
    inspection: 'partlyQualified',
    receipt: 'posting',
    refusedForOwn: 'role-missing',
    issue: 'reviewed',
    erpState: 'unposted',
    recipient: '张三',
    issued: ['30'],
    left: '70',
    flow: 3,
    moves: ['30'],
    log: ['create', 'issue', 'review'],
    next: ['post'],
    undo: ['requestReversal', 'approveReversal', 'reversePhysical'],
    // The arrival is posted with its receipt.
    erp: ['pending', 'pending', 'pending'],
    bins: ['A-01', 'A-02'],
  })
  const own = answers.filter(({ path }) => path !== '/api/openapi.json')
  expect(own.length).toBeGreaterThan(30)
  expect(unlikeDescribed(text, own)).toEqual([])
}, 240_000)
