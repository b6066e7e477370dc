import { applySeed } from './apply-seed.ts'
import { documentsByInventory, documentsByKey, isKeyField } from './document-counts.ts'
import type { KeyField } from './document-counts.ts'
import type { FaultRule } from './faults.ts'
import { changePurchaseOrder } from './external-documents/change-purchase-order.ts'
import type { PurchaseOrderChange } from './external-documents/change-purchase-order.ts'
import { ODataError } from './protocol/odata-error.ts'
import { textReply } from './protocol/reply.ts'
import type { Row } from './protocol/edm.ts'
import type { Reply } from './protocol/reply.ts'
import type { StandInRequest } from './protocol/request.ts'
import type { StandInSeed } from './seed.ts'
import { changeSettings } from './settings.ts'
import { setPostingPeriod } from './stock/periods.ts'
import type { PostingPeriod } from './stock/periods.ts'
import { postDocument } from './stock/post-document.ts'
import { reverseDocument } from './stock/reverse-document.ts'
import type { StandIn } from './system.ts'

/** A handler of the control API; returns plain JSON. */
type Handler = (system: StandIn, request: StandInRequest) => unknown

/** A cancellation by a user of the ERP, as in its own screen. */
interface DirectCancellation {
  user: string
  year: string
  document: string
  /** 'yyyy-MM-dd'; today by default. */
  postingDate?: string
}

interface DirectItem {
  [column: string]: Row[string] | readonly Row[]
}

/** A goods movement entered by a user of the ERP, in the fields of API_MATERIAL_DOCUMENT_SRV. */
interface DirectDocument {
  user: string
  header: Row
  items: readonly DirectItem[]
}

const handlers: Record<string, Handler> = {
  'GET /stand-in/state': state,
  'POST /stand-in/seed': (system, request) => ({
    seeded: applySeed(system, body<StandInSeed>(request)),
  }),
  'GET /stand-in/faults': (system) => system.faults.list(),
  'POST /stand-in/faults': (system, request) => {
    const sent = body<FaultRule | readonly FaultRule[]>(request)
    system.faults.add(Array.isArray(sent) ? (sent as readonly FaultRule[]) : [sent as FaultRule])
    return system.faults.list()
  },
  'DELETE /stand-in/faults': (system) => {
    system.faults.clear()
    return []
  },
  'GET /stand-in/settings': (system) => system.settings,
  'POST /stand-in/settings': (system, request) => {
    changeSettings(system.settings, body<Record<string, unknown>>(request))
    return system.settings
  },
  'GET /stand-in/duplicates': (system, request) =>
    documentsByKey(system, keyField(request)).filter((each) => each.documents > 1),
  'GET /stand-in/documents-by-key': (system, request) => documentsByKey(system, keyField(request)),
  'GET /stand-in/documents-by-inventory': documentsByInventory,
  'POST /stand-in/purchase-orders/change': (system, request) =>
    changePurchaseOrder(system.database, body<PurchaseOrderChange>(request)),
  'POST /stand-in/material-documents/cancel': (system, request) => {
    const { user, year, document, postingDate } = body<DirectCancellation>(request)
    const context = { ...system, user, language: 'EN' }
    return reverseDocument(context, {
      year,
      document,
      item: null,
      postingDate: postingDate ?? null,
    }).header
  },
  'POST /stand-in/material-documents': (system, request) => {
    const { user, header, items } = body<DirectDocument>(request)
    const rows = items.map(({ to_SerialNumbers: serialNumbers = [], ...row }) => ({
      row: row as Row,
      serialNumbers: serialNumbers as readonly Row[],
    }))
    return postDocument({ ...system, user, language: 'EN' }, { header, items: rows })
  },
  'POST /stand-in/periods': (system, request) => {
    const sent = body<PostingPeriod | readonly PostingPeriod[]>(request)
    const list = Array.isArray(sent) ? (sent as readonly PostingPeriod[]) : [sent as PostingPeriod]
    system.database.transact((transaction) => {
      for (const period of list) setPostingPeriod(transaction, checkPeriod(period))
    })
    return { periods: list.length }
  },
  'GET /stand-in/orders-file': ordersFile,
}

/** The stand-in's control API; only for local callers. */
export function handleControlRequest(system: StandIn, request: StandInRequest): Reply {
  if (!/^(::1|127\.|::ffff:127\.)/.test(request.remoteAddress)) {
    return reply(403, { error: 'only from this machine' })
  }
  const handler = handlers[`${request.method} ${request.path.replace(/\/$/, '')}`]
  if (handler === undefined) return reply(404, { error: `no ${request.method} ${request.path}` })
  try {
    return reply(200, handler(system, request))
  } catch (problem) {
    return reply(400, problemOf(problem))
  }
}

function problemOf(problem: unknown): { error: string; details?: unknown } {
  if (problem instanceof ODataError) return { error: problem.message, details: problem.details }
  return { error: problem instanceof Error ? problem.message : String(problem) }
}

function reply(status: number, json: unknown): Reply {
  return textReply(status, 'application/json', JSON.stringify(json))
}

function body<T>(request: StandInRequest): T {
  return JSON.parse(request.body) as T
}

function keyField(request: StandInRequest): KeyField {
  const field = request.options.get('field') ?? 'MaterialDocumentHeaderText'
  if (!isKeyField(field)) throw new Error(`no key field ${field}`)
  return field
}

function checkPeriod(period: PostingPeriod): PostingPeriod {
  const { companyCode, current } = period
  if (typeof companyCode !== 'string' || companyCode === '') throw new Error('companyCode missing')
  if (current !== null && !/^\d{4}(0[1-9]|1[0-2])$/.test(current)) {
    throw new Error(`current must be 'yyyyMM' or null: ${String(current)}`)
  }
  return { companyCode, current, previousIsOpen: period.previousIsOpen }
}

function state(system: StandIn): unknown {
  const tables = system.database.allTables().map((table) => [table.name, table.size] as const)
  return {
    tables: Object.fromEntries(tables),
    sessions: system.sessions.size,
    faults: system.faults.list(),
    settings: system.settings,
  }
}

function ordersFile(system: StandIn, request: StandInRequest): unknown {
  const all = system.database.table('OrdersFileLine').all()
  const skip = Number(request.options.get('skip') ?? '0')
  const top = Number(request.options.get('top') ?? '100')
  if (!Number.isInteger(skip) || !Number.isInteger(top))
    throw new Error('skip and top are whole numbers')
  return { total: all.length, lines: all.slice(skip, skip + top) }
}
