import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { Row } from '../platform/database/database.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { fillMasters } from './testing.ts'

const password = 'Kufang@2026'

export type MasterAnswer = {
  status: number
  datas: Row & FailureData & { rows: Row[]; total: number }
}

/** The small organisation with the application, and tokens of its users. */
export interface MastersTest {
  server: TestServer
  /** Keeper of plant 1011, with every master page. */
  keeper: string
  admin: string
  supplier: string
  /** Requests goods for one picking unit, restricted to one material group; has no master page. */
  requester: string
  call: (
    token: string,
    method: 'POST' | 'PUT',
    url: string,
    payload: object,
    key?: string,
  ) => Promise<MasterAnswer>
  /** The codes found by a search, in order. */
  codes: (token: string, master: string, payload: object) => Promise<unknown[]>
  close: () => Promise<void>
}

const codeOf: Record<string, string> = {
  material: 'materialNo',
  'picking-unit': 'pickingUnit',
  'storage-location': 'storageLocation',
  supplier: 'supplierNo',
  user: 'account',
}

export async function startMastersTest(): Promise<MastersTest> {
  const files = await createTestDatabase()
  const server = await startTestServer(files.connectionString)
  const { database } = server
  await fillMasters(database)
  const roles = ['HWGL', 'WLZSJ', 'CLML', 'LLDW', 'LLR']
  const roleOf = (path: string) => cataloguePage(path).role
  const plants = [{ companyCode: '1010' }]
  const people = [
    {
      account: 'keeper',
      userName: '保管员',
      roles,
      plants: [{ companyCode: '1010', plant: '1011' }],
    },
    { account: 'root', userName: '管理员', roles: ['admin'] },
    {
      account: 'supplier',
      userName: '供应商',
      roles: [roleOf('/deliverManager/supplierCreate')],
      supplierNo: '600001',
      plants,
    },
    {
      account: 'requester',
      userName: '领料人',
      roles: [roleOf('/pickings/picking')],
      plants,
      pickingUnits: [{ companyCode: '1010', pickingUnit: 'LY01' }],
      materialGroups: ['V01'],
    },
  ]
  for (const person of people) await ensureUser(database, { ...wholeCompany, ...person, password })
  const tokenOf = (account: string) => server.tokenOf(account, password)
  let requests = 0
  const call: MastersTest['call'] = async (
    token,
    method,
    url,
    payload,
    key = `masters-test-${++requests}`,
  ) => {
    const response = await server.app.inject({
      method,
      url: `/api/masters/${url}`,
      payload,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    })
    return {
      status: response.statusCode,
      datas: (response.json() as { datas: MasterAnswer['datas'] }).datas,
    }
  }
  return {
    server,
    keeper: await tokenOf('keeper'),
    admin: await tokenOf('root'),
    supplier: await tokenOf('supplier'),
    requester: await tokenOf('requester'),
    call,
    async codes(token, master, payload) {
      const { status, datas } = await call(token, 'POST', `${master}/search`, payload)
      if (status !== 200) throw new Error(`search of ${master}: ${status} ${JSON.stringify(datas)}`)
      return (datas as unknown as Row[]).map((row) => row[codeOf[master] ?? master])
    },
    async close() {
      await server.close()
      await files.drop()
    },
  }
}
