import { addAll } from '@kufang/kernel/add-all.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { legacyImportPath } from '@kufang/contract/legacy-documents/legacy-document.ts'
import type {
  LegacyCheck,
  LegacyFile,
  LegacyImported,
} from '@kufang/contract/legacy-documents/legacy-import.ts'
import type { LegacyMapping } from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { seedCompany } from '../../document/testing/small-company.ts'
import { ensureUser, wholeCompany, type WantedUser } from '../../identity/ensure-user.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { uploader } from '../../platform/files/testing/send-parts.ts'
import type { FailureData } from '../../platform/http/envelope.ts'
import { startTestServer, type TestAnswer } from '../../platform/testing/test-server.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'

const password = 'Kufang@2026'
export const companyCode = '1010'
export const importRole = cataloguePage(legacyImportPath).role

type Answer<T> = TestAnswer<T & FailureData>

/** The small company with the application, and the calls of the import by accounts that sign in. */
export interface LegacyCompany {
  database: Database
  admit(account: string, wanted: Partial<WantedUser>): Promise<void>
  call<T>(
    account: string,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
  ): Promise<Answer<T>>
  /** Uploads a file as the browser does, and returns the id of the upload. */
  upload(account: string, fileName: string, content: string | Buffer): Promise<string>
  read(account: string, uploadId: string): Promise<LegacyFile>
  check(account: string, uploadId: string, mapping: LegacyMapping): Promise<LegacyCheck>
  /** Imports a file; the answer may be a refusal. */
  import(
    account: string,
    uploadId: string,
    mapping: LegacyMapping,
    more?: { mappingName?: string; onRefusal?: 'stop' | 'skip'; companyCode?: string },
  ): Promise<Answer<LegacyImported>>
  takeBack(account: string, id: string): Promise<Answer<{ removed: number; restored: number }>>
  /** All legacy documents that an account sees, page by page. */
  documents(account: string, filters?: readonly object[]): Promise<Row[]>
  close(): Promise<void>
}

/** Starts it with one account, `chief`, who may import and sees amounts. */
export async function startLegacyCompany(): Promise<LegacyCompany> {
  const test = await createTestDatabase()
  const server = await startTestServer(test.connectionString)
  const { database } = server
  await seedCompany(database)
  const tokens = new Map<string, string>()
  const admit: LegacyCompany['admit'] = async (account, wanted) => {
    const plants = [{ companyCode }]
    const user = { account, userName: account, roles: [], ...wholeCompany, plants, ...wanted }
    await ensureUser(database, { ...user, password })
    tokens.set(account, await server.tokenOf(account, password))
  }
  await admit('chief', { roles: [importRole, 'DHJLCXJE', 'CZRZCX'] })
  const call: LegacyCompany['call'] = (account, method, url, payload) =>
    server.call(method, url, {
      token: tokens.get(account)!,
      headers: { 'idempotency-key': newId() },
      ...(payload === undefined ? {} : { payload }),
    })
  const answered = async <T>(...asked: Parameters<LegacyCompany['call']>): Promise<T> => {
    const { status, body, text } = await call<T>(...asked)
    if (status !== 200) throw new Error(`${asked[2]}: ${text}`)
    return body.datas
  }
  return {
    database,
    admit,
    call,
    async upload(account, fileName, content) {
      const bytes = Buffer.from(content)
      const { begin, part, merge } = uploader(server, tokens.get(account)!)
      const { body } = await begin(fileName, bytes, newId())
      const { uploadId, partCount } = body.datas
      for (let partNo = 1; partNo <= partCount; partNo += 1) await part(body.datas, bytes, partNo)
      const merged = await merge(uploadId)
      if (merged.status !== 200) throw new Error(merged.text)
      return uploadId
    },
    read: (account, uploadId) =>
      answered(account, 'POST', '/api/legacy-documents/read', { uploadId }),
    check: (account, uploadId, mapping) =>
      answered(account, 'POST', '/api/legacy-documents/check', { companyCode, uploadId, mapping }),
    import: (account, uploadId, mapping, more = {}) =>
      call(account, 'POST', '/api/legacy-documents/imports', {
        companyCode,
        uploadId,
        mapping,
        mappingName: '',
        onRefusal: 'stop',
        ...more,
      }),
    takeBack: (account, id) =>
      call(account, 'POST', `/api/legacy-documents/imports/${id}/take-back`, {
        companyCode,
        reason: '文件取错',
      }),
    async documents(account, filters = []) {
      const found: Row[] = []
      let cursor: string | null = null
      do {
        const page: { rows: Row[]; nextCursor: string | null } = await answered(
          account,
          'POST',
          '/api/queries/legacy-document/list',
          { filters, size: 500, cursor },
        )
        addAll(found, page.rows)
        cursor = page.nextCursor
      } while (cursor !== null)
      return found
    },
    async close() {
      await server.close()
      await test.drop()
    },
  }
}
