import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable, Row } from '../database/database.ts'
import { buildList } from './build-list.ts'
import type { ListOptions } from './list-options.ts'
import { orderName, refuseInput } from './refuse-input.ts'

/** Sorting so many rows takes a fraction of a second; a person reads no more of them in any order. */
export const sortedMax = 50_000

/** Whether all rows must be read to bring them into the requested order. */
export function sortsAllRows(options: ListOptions): boolean {
  const [wanted] = options.request.sort ?? []
  if (wanted === undefined || options.grouping !== undefined || options.gathered !== undefined)
    return false
  const [usual] = options.defaultSort
  const inOrder = [usual?.field, options.key[0], ...(options.inOrderOf ?? [])]
  return !inOrder.includes(wanted.field)
}

/**
 * Refuses to sort more rows than `sortedMax`: one person who sorts a million rows takes a processor from all others for
 * seconds. Reads at most one row more.
 * @throws `input-invalid` at `sort`
 */
export async function assertSortable(queryable: Queryable, options: ListOptions): Promise<void> {
  const limit = options.sortedMax ?? sortedMax
  const built = buildList({
    ...options,
    countMax: limit,
    request: { ...options.request, withTotals: false, cursor: null },
  })
  const count = firstOf(
    await queryable.query<Row & { total: number }>(
      built.countText,
      built.countValues,
      built.planning,
    ),
  )
  if (count.total > limit) throw refuseUnsorted('sort', limit)
}

/** Refuses an order or a summary of more rows than the limit. */
export function refuseUnsorted(what: 'sort' | 'grouping', limit: number): Error {
  return refuseInput(
    what,
    `超过 ${limit} 行，请先缩小筛选再排序或汇总`,
    `more than ${limit} rows: narrow the filters before sorting or summarizing`,
    what === 'sort' ? orderName : { zh: '汇总', en: 'Summary' },
  )
}
