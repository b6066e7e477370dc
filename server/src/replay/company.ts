import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { settleDocument } from '../document/act/settle.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { seedCompany } from '../document/testing/small-company.ts'
import type { World } from '../document/testing/world.ts'
import { erpOf } from '../erp.ts'
import { interfaceCodes } from '../erp/interface-settings.ts'
import { startErpSender, type ErpSender } from '../erp/sender.ts'
import { type StandIn, standInPassword, startStandIn } from '../erp/testing/stand-in.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import type { Database } from '../platform/database/database.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { analyze } from './analyze.ts'

export const companyCode = '1010'
export const supplierNo = '100001'
const password = 'Kufang@2026'

/** The roles of these pages and of their menu groups. */
const rolesOf = (...paths: string[]): string[] => [
  ...new Set(paths.flatMap((path) => [cataloguePage(path).groupRole, cataloguePage(path).role])),
]

/** The pages of each account: those of its job, and no others. */
const pagesOf = {
  supplier: [
    '/deliverManager/supplierCreate',
    '/deliverManager/supplierMaintain',
    '/deliverManager/queryDelivery',
  ],
  buyer: [
    '/deliverManager/deliveryWriteOff',
    '/deliverManager/problemDocument',
    '/deliverManager/queryDelivery',
    '/dataCenter/purchaseOrderSearch',
    '/dataCenter/purchaseRequestSearch',
    // Sees prices and amounts of orders and receipts.
    '/priceManage/arrivalRecordAmount',
  ],
  keeper: [
    '/deliverManager/deliverAffirm',
    '/receive/arrivalAffirm',
    '/receive/receivingGoodsWarehouse',
    '/receive/reversalArrivalRecord',
    '/receive/receiveRecordRow',
    '/Stock/stockSearch',
    '/Stock/sapStockSearch',
    '/checkForm/checkFormResult',
  ],
  leader: [
    '/receive/auditReceive',
    '/receive/receiveWriteoffAudit',
    '/checkForm/checkFormCreate',
    '/checkForm/checkFormDifferDealwith',
  ],
  poster: [
    '/receive/receivePosting',
    '/receive/receiveWriteoff',
    '/checkForm/checkFormDifferDealwith',
  ],
  director: ['/checkForm/checkFormDifferDealwith'],
  supervisor: [
    '/preQualityInspectionNotice/preQualityInspectionNoticeMaintenance',
    '/preQualityInspectionNotice/unpackingTimeConfirmation',
    '/preQualityInspectionNotice/qualityInspectorConfirm',
    '/preQualityInspectionNotice/preQualityInspectionOrders',
  ],
  inspector: [
    '/preQualityInspectionNotice/preQualityInspectionOrders',
    '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
  ],
} as const

/** What some accounts have besides: the supplier's number, and what only the director may do with counts. */
const moreOf: Readonly<Record<string, object>> = {
  supplier: { userType: 'EXU', supplierNo },
  director: { functions: ['PDCYSH', 'PDCYZRSP'] },
}

/** An account of the company. */
export type Account = keyof typeof pagesOf

/** The product refused a call, as a person sees it. */
export class Refused extends Error {
  readonly codes: readonly string[]
  constructor(who: string, what: string, failure: FailureData) {
    super(`${who}: ${what}: ${failure.zh ?? ''} ${JSON.stringify(failure.details ?? failure)}`)
    this.codes = (failure.details ?? []).map(({ code }) => code)
  }
}

interface Made {
  id: string
  docNo: string
  version: number
}

interface Read {
  header: Record<string, unknown> & { version: number; state: string; erpState: string }
  lines: (Record<string, unknown> & { lineNo: number })[]
}

/** The product with accounts that sign in, and the stand-in as its ERP: two databases that only the interface connects. */
export interface Company {
  database: Database
  standIn: StandIn
  connections: ReturnType<typeof erpOf>['connections']
  /** Where goods are received first, and another storage location. */
  places: Record<'first' | 'second', Place>
  /** A call of the API by an account; throws `Refused`. */
  call<T>(who: Account, method: 'GET' | 'POST', url: string, payload?: object): Promise<T>
  create(who: Account, name: string, request: object): Promise<Made>
  /** Acts on the current version. */
  act(
    who: Account,
    name: string,
    id: string,
    action: string,
    input?: Record<string, unknown>,
    lines?: readonly object[],
  ): Promise<void>
  read(who: Account, name: string, id: string): Promise<Read>
  list<Row = Record<string, unknown>>(
    who: Account,
    url: string,
    filters: readonly { field: string; operator: string; value: unknown }[],
    more?: object,
  ): Promise<Row[]>
  /** Sets a business parameter of the company from now on. */
  configure(name: string, value: string): Promise<void>
  /** Gives the database statistics of what is there by now. */
  analyze(): Promise<void>
  /** Sends postings until none is due. */
  send(): Promise<void>
  close(): Promise<void>
}

/** Starts the company: database, stand-in, server and accounts. */
// oxlint-disable-next-line max-lines-per-function -- one start: its calls share server, tokens and sender
export async function startCompany(): Promise<Company> {
  const test = await createTestDatabase()
  const standIn = await startStandIn()
  const server = await startTestServer(test.connectionString, {
    erpUrl: standIn.url,
    demonstration: true,
  })
  const { database } = server
  await seedCompany(database)
  const world = { database, companyCode } as World
  const places = { first: await newPlace(world), second: await newPlace(world) }
  const tokens = new Map<string, string>()
  const admit = async (account: string, roles: readonly string[], more: object = {}) => {
    const plants = [{ companyCode }]
    const user = { account, userName: account, password, roles, ...wholeCompany, plants, ...more }
    await ensureUser(database, user)
    tokens.set(account, await server.tokenOf(account, password))
  }
  await admit('admin', ['admin'])
  for (const [account, pages] of Object.entries(pagesOf))
    await admit(account, rolesOf(...pages), moreOf[account])
  const ask = async <T>(
    who: string,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ): Promise<T> => {
    const answer = await server.call<T | FailureData>(method, url, {
      token: tokens.get(who)!,
      headers: { 'idempotency-key': newId() },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.status !== 200)
      throw new Refused(who, `${method} ${url}`, answer.body.datas as FailureData)
    return answer.body.datas as T
  }
  for (const code of interfaceCodes)
    await ask('admin', 'PUT', `/api/erp/interfaces/${code}`, {
      account: 'KUFANG',
      secret: standInPassword,
      sapClient: '100',
      timeoutMs: 20_000,
      retryDelaySeconds: 0,
    })
  const { secrets, connections } = erpOf(server.context)
  const problems: unknown[] = []
  const sender: ErpSender = startErpSender({
    database,
    secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => problems.push(error),
    log: () => undefined,
    onSettled: settleDocument,
    pollMs: 3_600_000,
    lookFirstBefore: new Date(0),
  })
  const read: Company['read'] = (who, name, id) => ask(who, 'GET', `/api/documents/${name}/${id}`)
  return {
    database,
    standIn,
    connections,
    places,
    call: ask,
    create: (who, name, request) => ask(who, 'POST', `/api/documents/${name}`, request),
    async act(who, name, id, action, input, lines) {
      const { header } = await read(who, name, id)
      await ask(who, 'POST', `/api/documents/${name}/${id}/actions/${action}`, {
        version: header.version,
        ...(input === undefined ? {} : { input }),
        ...(lines === undefined ? {} : { lines }),
      })
    },
    read,
    async list(who, url, filters, more = {}) {
      const { rows } = await ask<{ rows: never[] }>(who, 'POST', url, {
        filters,
        size: 200,
        ...more,
      })
      return rows
    },
    async configure(name, value) {
      await database.query(
        `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
         values ($1, gen_random_uuid(), $2, to_jsonb($3::text), '2020-01-01', gen_random_uuid(), '测试')`,
        [companyCode, name, value],
      )
    },
    analyze: () => analyze(database),
    async send() {
      await sender.drain()
      if (problems.length > 0) throw new AggregateError(problems.splice(0), 'the sender broke')
    },
    async close() {
      await sender.stop()
      await server.close()
      await standIn.stop()
      await test.drop()
    },
  }
}
