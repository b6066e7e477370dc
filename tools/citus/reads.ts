import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import { isHistoryItem } from '@kufang/contract/history-items.ts'
import { registry } from '@kufang/contract/registry.ts'
import type { Site } from '../../bench/faults/site.ts'
import { listsOfPages, type AskedList } from '../../bench/pages/asks.ts'
import { asksOf } from '../../bench/pages/measure.ts'
import { signIn, type Caller } from '../../bench/server.ts'
import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import { anyParameters } from './any-parameters.ts'

/** A call that failed, with the message of the database. */
export interface FailedRead {
  page: string
  what: string
  account: string
  message: string
}

type Row = Record<string, unknown>

/** Parts of a document besides its detail. */
const parts = ['flow', 'moves', 'log', 'erp', 'next']

/**
 * Everything that people read: all lists of all pages with filters, orders, totals, groupings, details and exports, by a
 * person of one company and by one of two, and what is read beside lists.
 * @returns how much was asked, and what failed
 */
export async function readEverything(
  site: Site,
  wanted: readonly string[],
): Promise<{ asked: number; failed: FailedRead[] }> {
  await site.serve(0)
  await site.serve(1, { KUFANG_EXPORTS: '10000' })
  const address = site.address.replace(/\/$/, '')
  const log = new ErrorLog(join(site.folder, 'log/server.log'))
  const callers = new Map<string, Promise<Caller>>()
  const callerFor = (account: string, password: string): Promise<Caller> => {
    const known = callers.get(account) ?? signIn(address, account, password)
    callers.set(account, known)
    return known
  }
  const failed: FailedRead[] = []
  let asked = 0
  const attempt = async (
    at: Omit<FailedRead, 'message'>,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    asked += 1
    log.skip()
    try {
      await work()
    } catch (error) {
      failed.push({ ...at, message: log.next() ?? (error as Error).message })
    }
  }
  for (const list of [...listsOfPages(100), ...listsWithoutPage()]) {
    if (wanted.length > 0 && !wanted.some((word) => `${list.page} ${list.name}`.includes(word)))
      continue
    for (const { account, password } of readersOf(list)) {
      const caller = await callerFor(account, password)
      const at = { page: `${list.page} ${list.name}`, account }
      let asks: Awaited<ReturnType<typeof asksOf>> = []
      await attempt({ ...at, what: 'default list with totals' }, async () => {
        asks = await asksOf(caller, list, true)
      })
      for (const ask of asks) await attempt({ ...at, what: ask.what }, () => ask.run())
      for (const ask of moreOf(caller, list)) await attempt({ ...at, what: ask.what }, ask.run)
      for (const part of await partsOf(caller, list))
        await attempt({ ...at, what: `${part} of a document` }, () => caller.get(part))
    }
  }
  if (wanted.length === 0)
    for (const path of besideLists) {
      const { account, password } = administrator
      const caller = await callerFor(account, password)
      await attempt({ page: path, what: 'get', account }, () => caller.get(path))
    }
  await site.serve(0)
  return { asked, failed }
}

const administrator = demonstrationAccounts.find(({ roles }) => roles.includes('admin'))!

const besideLists = ['/api/stock/proofs', '/api/stock/periods', '/api/stock/going-live']

/** Queries that are opened from other pages only. */
function listsWithoutPage(): AskedList[] {
  return Object.values<AnyQuery>(registry.queries)
    .filter(({ pages }) => Object.keys(pages).length === 0)
    .map(({ name, fields, sort, parameters = {} }) => ({
      page: '',
      role: 'admin',
      subject: 'queries',
      name,
      address: `/api/queries/${name}`,
      method: 'list',
      fixed: {
        size: 100,
        parameters: anyParameters({ parameters }),
      },
      columns: fields,
      states: new Set<string>(),
      filters: Object.keys(fields),
      lastFirst: [{ field: sort.field, direction: sort.direction === 'asc' ? 'desc' : 'asc' }],
      oldestFirst: [{ field: sort.field, direction: sort.direction === 'asc' ? 'desc' : 'asc' }],
      isReport: false,
    }))
}

/** Of those who have the page: one of one company, one of several, one limited to a plant, and a supplier's user. */
function readersOf(list: AskedList) {
  const readers = demonstrationAccounts.filter(({ roles }) => roles.includes(list.role))
  const companies = ({ plants = [] }: (typeof readers)[number]) =>
    new Set(plants.map(({ companyCode }) => companyCode)).size
  const found = [
    readers.find((reader) => companies(reader) === 1),
    readers.find((reader) => companies(reader) > 1),
    readers.find(({ plants = [] }) => plants.some(({ plant }) => plant !== undefined)),
    readers.find(({ supplierNo }) => supplierNo !== undefined),
  ].filter((reader) => reader !== undefined)
  // The administrator has every page.
  return new Set(found.length > 0 ? found : [...readers, administrator].slice(0, 1))
}

/** Orders by each column, and the groupings of a query. */
function moreOf(caller: Caller, list: AskedList) {
  const url = `${list.address}/${list.method}`
  const ask = (what: string, more: ListRequest) => ({
    what,
    run: () => caller.post<ListResponse<Row>>(url, { ...list.fixed, ...more }),
  })
  const orders = list.filters
    .filter((field) => field in list.columns)
    .map((field) => ask(`order by ${field}`, { sort: [{ field, direction: 'desc' }] }))
  const { groupings = {} } =
    list.subject === 'queries' ? (registry.queries as Record<string, AnyQuery>)[list.name]! : {}
  return [
    ...orders,
    ...Object.keys(groupings).map((grouping) =>
      ask(`grouping ${grouping}`, { grouping, withTotals: true }),
    ),
  ]
}

/** The addresses of the parts of a document of a list. */
async function partsOf(caller: Caller, list: AskedList): Promise<string[]> {
  if (list.subject !== 'documents' || list.method !== 'list') return []
  try {
    const { rows } = await caller.post<ListResponse<Row>>(`${list.address}/list`, list.fixed)
    const id = rows[0]?.['id']
    const own = isHistoryItem(list.name) ? [...parts, 'history'] : parts
    return typeof id === 'string' ? own.map((part) => `${list.address}/${id}/${part}`) : []
  } catch {
    // Its failure is already known.
    return []
  }
}

/** The errors in the log of the servers. */
class ErrorLog {
  readonly #file: string
  #read = 0

  constructor(file: string) {
    this.#file = file
  }

  skip(): void {
    this.#read = statSync(this.#file).size
  }

  /** The message of the first error since the last call. */
  next(): string | undefined {
    const file = openSync(this.#file, 'r')
    try {
      const buffer = Buffer.alloc(fstatSync(file).size - this.#read)
      readSync(file, buffer, 0, buffer.length, this.#read)
      this.#read += buffer.length
      for (const line of buffer.toString().split('\n')) {
        if (!line.startsWith('{')) continue
        const { level, err } = JSON.parse(line) as { level: number; err?: { message: string } }
        if (level >= 50 && err !== undefined) return err.message
      }
      return undefined
    } finally {
      closeSync(file)
    }
  }
}
