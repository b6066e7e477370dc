import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import { systemSession } from '../session/session.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { writeAudit } from './audit.ts'
import type { OperationFilters } from './operation-log.ts'
import { listOperations } from './operation-log.ts'

let test: TestDatabase
let database: Database
const session = { ...systemSession(['1000', '2000'], 'request-1'), isAdmin: false }
const all = { pageSize: 200 }
const list = (filters: Partial<OperationFilters>, who = session) =>
  listOperations(database, who, { ...all, ...filters })

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ connectionString: test.connectionString })
  const companies = ['1000', '2000', '3000', '']
  // Three transactions of entries at the same moment each: the id must order within them.
  for (const round of [1, 2, 3]) {
    await writeAudit(
      database,
      { ...session, userName: `人员${round}%` },
      Array.from({ length: 20 }, (_, index) => ({
        companyCode: companies[index % 4]!,
        subjectType: 'goodsReceipt',
        subjectId: `${round}-${index}`,
        subjectNo: `RK20261100${round}`,
        action: index < 10 ? 'post' : 'reverse',
        before: { state: 'a' },
        after: { state: 'b' },
      })),
    )
  }
})

afterAll(async () => {
  await database?.close()
  await test?.drop()
})

describe('the operation log', () => {
  it('shows the companies of the session only, and entries of none to administrators', async () => {
    const { rows } = await list({})
    expect(new Set(rows.map((row) => row.companyCode))).toEqual(new Set(['1000', '2000']))
    expect(rows).toHaveLength(30)
    const admin = await list({}, { ...session, isAdmin: true })
    expect(admin.rows).toHaveLength(45)
  })

  it('goes through everything once, newest first, page by page', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ pageSize: 7, cursor })
      seen.push(...page.rows.map((row) => row.subjectId))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(30)
    expect(seen).toHaveLength(30)
    expect(seen.map((id) => id[0])).toEqual([...'333333333322222222221111111111'])
  })

  it('filters by number, person, action and time, taking signs literally', async () => {
    expect((await list({ subjectNo: 'RK202611002' })).rows).toHaveLength(10)
    expect((await list({ userName: '员3%' })).rows).toHaveLength(10)
    expect((await list({ userName: '员%3' })).rows).toHaveLength(0)
    expect((await list({ action: 'rev', subjectNo: 'RK202611001' })).rows).toHaveLength(4)
    expect((await list({ from: '2999-01-01T00:00:00Z' })).rows).toHaveLength(0)
    expect(
      (await list({ to: '2999-01-01T00:00:00+08:00', requestId: 'request-1' })).rows,
    ).toHaveLength(30)
  })

  it('refuses a cursor that is none', async () => {
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'input-invalid',
      field: 'cursor',
    })
  })

  it('cannot be changed', async () => {
    await expect(database.query(`update audit_entry set user_name = $1`, ['x'])).rejects.toThrow(
      'append-only',
    )
  })
})
