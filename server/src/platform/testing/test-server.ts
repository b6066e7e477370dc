import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { newId } from '@kufang/kernel/identifier.ts'
import { ensureUser } from '../../identity/ensure-user.ts'
import { issueToken } from '../../identity/issue-token.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'
import { openReportDatabase } from '../replica/report-database.ts'
import type { Settings } from '../settings.ts'
import { peopleLimits, readSettings } from '../settings.ts'
import { createApp } from '../http/app.ts'
import type { ServerContext } from '../http/context.ts'
import { createLogger } from '../http/logger.ts'
import { areaRoutes } from '../../routes.ts'

export interface TestAnswer<T = unknown> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: {
    resp_code: 0 | 1
    resp_msg: string
    resp_detail_msg?: string
    datas: T
  }
  text: string
}

export interface TestServer {
  app: FastifyInstance
  context: ServerContext
  database: Database
  /** The whole log. */
  logged(): string
  /** A request without a network; objects are sent as JSON. */
  call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    options?: {
      token?: string
      payload?: InjectOptions['payload']
      headers?: Record<string, string>
    },
  ): Promise<TestAnswer<T>>
  /** The description of the API as somebody without any role reads it; `gzip` asks for it compressed. */
  described(
    path: `/api/${'openapi.json' | 'docs'}${string}`,
    headers?: Record<string, string>,
  ): Promise<TestAnswer & { raw: Buffer }>
  /** Signs in with a plain password and returns the token. */
  tokenOf(account: string, password: string): Promise<string>
  close(): Promise<void>
}

/** A token of an account without any role. */
async function readerOf(database: Database): Promise<string> {
  const account = 'reader-of-the-api'
  const { userId: id } = await ensureUser(database, {
    account,
    userName: account,
    password: 'Kufang@2026',
    roles: [],
  })
  const origin = { address: '127.0.0.1', userAgent: '', requestId: newId(), device: '' }
  return database.transaction((tx) =>
    issueToken(tx, { id, account, userName: account }, origin, { hours: 1, signedInBy: 'saml' }),
  )
}

/** The whole application on a test database; several may use one database, like several processes. */
export async function startTestServer(
  connectionString: string,
  settings: Partial<Settings> = {},
  around?: (app: FastifyInstance, context: ServerContext) => void,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-data-'))
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const all: Settings = {
    ...readSettings({ DATABASE_URL: connectionString, KUFANG_DATA: folder, PORT: '0' }),
    ...settings,
  }
  const database = openDatabase({
    connectionString,
    connectionsMax: 5,
    people: peopleLimits(all),
    onError: (error) => log.error({ err: error }, 'the database pool broke'),
  })
  const reports =
    all.reportDatabaseUrl === null
      ? undefined
      : await openReportDatabase({
          database,
          connectionString: all.reportDatabaseUrl,
          lagMaxSeconds: all.reportLagSeconds,
          connectionsMax: 2,
          log,
        })
  const context: ServerContext = {
    database,
    ...(reports === undefined ? {} : { reports: reports.database }),
    settings: all,
    log,
    erpUrl: all.erpUrl,
    dataFolder: all.dataFolder,
    demonstration: all.demonstration,
  }
  const app = await createApp(context, [...areaRoutes, ...(around === undefined ? [] : [around])])

  let reader: string | undefined
  const call: TestServer['call'] = async (method, url, options = {}) => {
    const headers = { ...options.headers }
    if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`
    const request: InjectOptions = { method, url, headers }
    if (options.payload !== undefined) request.payload = options.payload
    const response = await app.inject(request)
    const isJson = /json/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : { resp_code: 1, resp_msg: '', datas: null },
      text: response.body,
    }
  }
  return {
    app,
    context,
    database,
    logged: () => lines.join(''),
    call,
    async described(url, headers = {}) {
      reader ??= await readerOf(database)
      const sent = { ...headers, authorization: `Bearer ${reader}` }
      const {
        statusCode,
        headers: given,
        body,
        rawPayload,
      } = await app.inject({ url, headers: sent })
      const answer = { resp_code: 0 as const, resp_msg: '', datas: {} }
      return { status: statusCode, headers: given, body: answer, text: body, raw: rawPayload }
    },
    async tokenOf(account, password) {
      const answer = await call<{ access_token: string }>('POST', '/api/oauth/token', {
        payload: { username: account, password },
      })
      if (answer.status !== 200) throw new Error(`sign-in of ${account}: ${answer.text}`)
      return answer.body.datas.access_token
    },
    async close() {
      await app.close()
      await reports?.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
