import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { Database, Queryable, Row } from '../database/database.ts'
import type { ListOptions } from './list-options.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { buildList, countLimit, type BuiltList } from './build-list.ts'
import { assertSortable, refuseUnsorted, sortsAllRows } from './sorted-rows.ts'

/** Reads a page of a list, with count and totals from the same snapshot if requested. */
export async function readList(database: Database, options: ListOptions): Promise<ListResponse> {
  const response = await readWhole(database, options)
  if (options.grouping === undefined) await options.complete?.(database, response.rows)
  return response
}

/** The response, except for the columns that `complete` sets. */
async function readWhole(database: Database, options: ListOptions): Promise<ListResponse> {
  if (options.gathered !== undefined) return readGatheredList(database, options, options.gathered)
  const built = buildList(options)
  const sortsAll = sortsAllRows(options)
  if (options.request.withTotals !== true && !sortsAll)
    return built.readPage(await database.query(built.text, built.values, built.planning))
  return database.snapshot(async (tx) => {
    if (sortsAll) await assertSortable(tx, options)
    if (options.request.withTotals !== true)
      return built.readPage(await tx.query(built.text, built.values, built.planning))
    const { planning } = built
    const [rows, [count]] = await Promise.all([
      tx.query(built.text, built.values, planning),
      tx.query<Count>(built.countText, built.countValues, planning),
    ])
    const countMax = options.countMax ?? countLimit
    // More rows than are counted are not added up.
    const [sums] =
      built.totalled.length > 0 && count!.total <= countMax
        ? await tx.query<Count>(built.totalsText, built.countValues, planning)
        : [count]
    return { ...built.readPage(rows), ...counted(built, sums!, countMax) }
  })
}

/** The row of `countText`. */
interface Count extends Row {
  total: number
}

/** What a response says about all rows; more rows than the limit are not added up. */
function counted(
  { totalled }: BuiltList,
  count: Count,
  limit: number,
): Pick<ListResponse, 'total' | 'totalIsCapped' | 'totals'> {
  const { total, ...sums } = count
  if (total > limit) return { total: limit, totalIsCapped: true }
  return {
    total,
    totalIsCapped: false,
    ...(totalled.length > 0 && { totals: sums as Record<string, string> }),
  }
}

/** So many rows are counted that a filter finds by what has to be computed of each row. */
const foundByComputingMax = 1000

/**
 * A list whose rows are computed: see `ListOptions.gathered`. Rows are counted without what only some columns need, unless a
 * filter does; a page that has all rows needs no count.
 */
async function readGatheredList(
  database: Database,
  options: ListOptions,
  { rowsMax, inOrderOf, totalsMax = rowsMax, apart }: NonNullable<ListOptions['gathered']>,
): Promise<ListResponse> {
  const { gathered: _gathered, grouping, ...single } = options
  const { request } = options
  const [first] = request.sort ?? []
  const needsAll =
    grouping !== undefined || (first !== undefined && !inOrderOf.includes(first.field))
  const isFoundByComputing =
    apart !== undefined &&
    (request.filters ?? []).some(({ field }) => apart.test(options.columns[field]?.sql ?? ''))
  const isCountedApart = apart !== undefined && !isFoundByComputing
  const countMax = isFoundByComputing && !needsAll ? foundByComputingMax : rowsMax
  return database.snapshot(async (tx) => {
    const built = buildList(options)
    const { countText, totalsText, countValues, totalled, planning } = buildList({
      ...single,
      countMax,
    })
    const count = async (text: string) =>
      firstOf(await tx.query<Count>(text, countValues, planning))
    const known = needsAll ? await count(isCountedApart ? countText : totalsText) : undefined
    if (known !== undefined && known.total > rowsMax)
      throw refuseUnsorted(grouping === undefined ? 'sort' : 'grouping', rowsMax)
    const page = built.readPage(await tx.query(built.text, built.values, built.planning))
    if (request.withTotals !== true) return page
    if (grouping !== undefined) {
      const groups = firstOf(
        await tx.query<Count>(built.totalsText, built.countValues, built.planning),
      )
      return { ...page, ...counted(built, groups, countLimit) }
    }
    const isAll = (request.cursor ?? null) === null && page.nextCursor === null
    if (isAll && totalled.length === 0)
      return { ...page, total: page.rows.length, totalIsCapped: false }
    if (!isCountedApart)
      return { ...page, ...counted(built, known ?? (await count(totalsText)), countMax) }
    const { total } = known ?? (await count(countText))
    if (total > totalsMax || totalled.length === 0)
      return { ...page, total: Math.min(total, countMax), totalIsCapped: total > countMax }
    return { ...page, ...counted(built, await count(totalsText), countMax) }
  })
}

/** Refuses an export of more rows than the limit before the response begins. */
export async function assertExportable(
  queryable: Queryable,
  options: Omit<ListOptions, 'sizeMax'>,
  rowsMax: number,
): Promise<void> {
  const built = buildList({
    ...options,
    sizeMax: 1,
    countMax: rowsMax,
    request: { ...options.request, cursor: null, size: 1 },
  })
  const [count] = await queryable.query<{ total: number }>(
    built.countText,
    built.countValues,
    built.planning,
  )
  if ((count?.total ?? 0) > rowsMax)
    throw refuse('export-too-large', { count: `>${rowsMax}`, limit: rowsMax })
}

/**
 * Reads all rows of a list in its order in batches, for exports, with constant memory. Pass an open snapshot if the
 * rows must be consistent.
 */
export async function* readAllRows(
  queryable: Queryable,
  options: Omit<ListOptions, 'sizeMax'>,
): AsyncGenerator<Row> {
  const blockSize = 1000
  let cursor: string | null = null
  do {
    const built = buildList({
      ...options,
      sizeMax: blockSize,
      request: { ...options.request, size: blockSize, cursor },
    })
    const page = built.readPage(await queryable.query(built.text, built.values, built.planning))
    if (options.grouping === undefined) await options.complete?.(queryable, page.rows)
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}
