import type { TestServer } from '../../platform/testing/test-server.ts'
import { startTestServer } from '../../platform/testing/test-server.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { ensureUser } from '../ensure-user.ts'
import type { UserRecord } from '../user-record.ts'

export const password = 'Kufang@2026'

/** A server with two companies, an administrator, and a rights manager restricted to one plant. */
export interface Administration {
  server: TestServer
  /** Tokens. */
  root: string
  manager: string
  rootId: string
  managerId: string
  /** Creates a user without rights, as administrator. */
  create: (account: string) => Promise<UserRecord>
  close: () => Promise<void>
}

export async function startAdministration(): Promise<Administration> {
  const test = await createTestDatabase()
  const server = await startTestServer(test.connectionString)
  const { database } = server
  const { userId: rootId } = await ensureUser(database, {
    account: 'root',
    userName: '管理',
    password,
    roles: ['admin'],
  })
  const { userId: managerId } = await ensureUser(database, {
    account: 'manager',
    userName: '权限员',
    password,
    roles: ['YHGL', 'JSFP', 'YHYGCBMGX', 'CZRZCX', 'RZGL'],
    functions: ['KGSCK'],
    plants: [{ companyCode: '1000', plant: '1010' }],
  })
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1010', '一厂'), ('1000', '1020', '二厂'), ('2000', '2010', '三厂')`,
  )
  const root = await server.tokenOf('root', password)
  return {
    server,
    root,
    manager: await server.tokenOf('manager', password),
    rootId,
    managerId,
    async create(account) {
      const { body } = await server.call<{ user: UserRecord }>('POST', '/api/system/users', {
        token: root,
        payload: { account, userName: '某人', password, owningCompany: '1000' },
      })
      return body.datas.user
    },
    async close() {
      await server.close()
      await test.drop()
    },
  }
}
