import type { Filter, ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import { percentile } from '../results.ts'
import type { Caller } from '../server.ts'
import { filterFor, type AskedList } from './asks.ts'

/** One thing asked of a page. */
export interface Ask {
  /** `default list`, `filter materialNo`, `detail` … */
  what: string
  /** Milliseconds: goal of the 95th percentile, null for a figure without one. */
  goalMs: number | null
  /** It reads all rows of the list, block by block. */
  readsAll?: true
  run(): Promise<unknown>
}

export interface AskFigure {
  what: string
  /** null if only plans are read, and if it failed. */
  p95Ms: number | null
  goalMs: number | null
  holds: boolean | null
  /** Large tables read as a whole. */
  wholeTables: string[]
  /** Why it could not be answered: it does not hold. */
  failure?: string
}

const listMs = 100
const reportMs = 1000
const exportedMax = 10_000

type Row = Record<string, unknown>

/**
 * All that is asked of a list; some of it depends on the rows it has.
 * @param exports whether its export is asked too
 */
export async function asksOf(caller: Caller, list: AskedList, exports: boolean): Promise<Ask[]> {
  const goalMs = list.isReport ? reportMs : listMs
  const url = `${list.address}/${list.method}`
  const ask = (more: ListRequest) =>
    caller.post<ListResponse<Row>>(url, {
      ...list.fixed,
      ...more,
      filters: [...(list.fixed.filters ?? []), ...(more.filters ?? [])],
    })
  const first = await ask({ withTotals: true })
  // The newest rows are those of the demonstration, whose numbers are a part of those of all of their copies.
  const { rows: oldest } = await ask({ sort: list.oldestFirst })
  const sample = oldest[0] ?? first.rows[0]
  const asks: Ask[] = [
    { what: 'default list with totals', goalMs, run: () => ask({ withTotals: true }) },
    { what: 'last page', goalMs, run: () => ask({ sort: list.lastFirst }) },
    { what: 'search without hit', goalMs, run: () => ask({ search: '查无此物' }) },
  ]
  const { nextCursor } = first
  if (nextCursor !== null)
    asks.push({ what: 'next page', goalMs, run: () => ask({ cursor: nextCursor }) })
  for (const name of list.filters) {
    const filter = filterOf(list, name, sample)
    if (filter === null) continue
    asks.push({
      what: `filter ${name}`,
      goalMs,
      run: () => ask({ filters: [filter], withTotals: true }),
    })
  }
  const id = first.rows[0]?.['id']
  if (list.subject === 'documents' && list.method === 'list' && typeof id === 'string')
    asks.push({ what: 'detail', goalMs: listMs, run: () => caller.get(`${list.address}/${id}`) })
  const exported =
    exports && list.method === 'list' ? await exportOf(caller, list, ask, first) : null
  if (exported !== null) asks.push(exported)
  return asks
}

function filterOf(list: AskedList, name: string, sample: Row | undefined): Filter | null {
  const column = list.columns[name]
  if (column === undefined || sample === undefined) return null
  return filterFor(name, column, sample[name], list.states.has(name))
}

/** An export of about 10,000 rows: of all rows if they are fewer, otherwise of as many days as have them. */
async function exportOf(
  caller: Caller,
  list: AskedList,
  ask: (more: ListRequest) => Promise<ListResponse<Row>>,
  first: ListResponse<Row>,
): Promise<Ask | null> {
  // Amounts are columns of those who may see them only.
  const seen = first.rows[0] ?? {}
  const columns = Object.keys(list.columns)
    .filter((field) => field in seen)
    .slice(0, 20)
    .map((field) => ({ field, title: field }))
  if (columns.length === 0) return null
  const filters: Filter[] = []
  if (first.totalIsCapped === true) {
    const day = Object.entries(list.columns).find(
      ([, { kind }]) => kind === 'instant' || kind === 'date',
    )
    if (day === undefined) return null
    const since = await daysWith(exportedMax, day[0], day[1].kind === 'instant', ask)
    if (since === null) return null
    filters.push(since)
  }
  const body = {
    ...list.fixed,
    filters: [...(list.fixed.filters ?? []), ...filters],
    columns,
  }
  const { size: _size, withGoods: _withGoods, ...asked } = body
  return {
    what: 'export of up to 10,000 rows',
    goalMs: null,
    readsAll: true,
    run: () => caller.download(`${list.address}/export`, asked),
  }
}

/** A filter for the days since which a list has at most so many rows. */
async function daysWith(
  rowsMax: number,
  field: string,
  isInstant: boolean,
  ask: (more: ListRequest) => Promise<ListResponse<Row>>,
): Promise<Filter | null> {
  for (const days of [180, 90, 45, 20, 10, 5, 2, 1]) {
    const from = new Date(Date.now() - days * 86_400_000).toISOString()
    const filter: Filter = { field, operator: 'gte', value: isInstant ? from : from.slice(0, 10) }
    const { total = 0, totalIsCapped } = await ask({ filters: [filter], withTotals: true, size: 1 })
    if (totalIsCapped !== true && total <= rowsMax) return filter
  }
  return null
}

/** Times an ask; the first run, which plans statements, does not count. */
export async function timed(ask: Ask, runs: number): Promise<AskFigure> {
  const { what, goalMs } = ask
  const times: number[] = []
  try {
    await ask.run()
    for (let count = 0; count < runs; count += 1) {
      const began = performance.now()
      await ask.run()
      times.push(performance.now() - began)
    }
  } catch (error) {
    return failed(what, error)
  }
  const p95Ms = Number(percentile(times, 0.95).toPrecision(3))
  return { what, p95Ms, goalMs, holds: goalMs === null || p95Ms <= goalMs, wholeTables: [] }
}

/** An ask without an answer: the run goes on with the others, and does not hold. */
export const failed = (what: string, error: unknown): AskFigure => ({
  what,
  p95Ms: null,
  goalMs: null,
  holds: false,
  wholeTables: [],
  failure: error instanceof Error ? error.message : String(error),
})
