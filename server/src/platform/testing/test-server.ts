import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
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
  /** Signs in with a plain password and returns the token. */
  tokenOf(account: string, password: string): Promise<string>
  close(): Promise<void>
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
