import type { ListResponse } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser, wholeCompany, type WantedUser } from '../../identity/ensure-user.ts'
import type { FailureData } from '../../platform/http/envelope.ts'
import { startTestServer } from '../../platform/testing/test-server.ts'
import type { TestAnswer, TestServer } from '../../platform/testing/test-server.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'

const password = 'Kufang@2026'

/** A server with its own database, and the users who call it. */
export interface StockServer extends TestServer {
  /** Creates a signed-in user and returns the id. */
  addUser(
    account: string,
    user: Omit<WantedUser, 'account' | 'userName' | 'password'>,
  ): Promise<string>
  /** The token of a created user. */
  tokenFor(account: string): string
  /** A writing call as this user, with a new idempotency key each time. */
  post<T = ListResponse & FailureData>(
    account: string,
    url: string,
    payload?: object,
  ): Promise<TestAnswer<T>>
}

export async function openStockServer(): Promise<StockServer> {
  const test = await createTestDatabase()
  const server = await startTestServer(test.connectionString)
  const tokens = new Map<string, string>()
  const tokenFor = (account: string) => tokens.get(account)!
  return {
    ...server,
    tokenFor,
    async addUser(account, user) {
      const { userId } = await ensureUser(server.database, {
        account,
        userName: `人员${account}`,
        password,
        ...wholeCompany,
        ...user,
      })
      tokens.set(account, await server.tokenOf(account, password))
      return userId
    },
    post: (account, url, payload = {}) =>
      server.call('POST', url, {
        token: tokenFor(account),
        payload,
        headers: { 'idempotency-key': newId() },
      }),
    async close() {
      await server.close()
      await test.drop()
    },
  }
}
