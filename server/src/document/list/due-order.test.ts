import { addAll } from '@kufang/kernel/add-all.ts'
import { describe, expect, test } from 'vitest'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { statesByDue } from '@kufang/contract/document/usual-order.ts'
import { documents } from '@kufang/contract/registry.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { toSnake } from '../../platform/database/case.ts'
import { buildList } from '../../platform/list/build-list.ts'
import { tableByName } from '../storage/table.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { tradeOf, useWorld } from '../testing/trade.ts'
import { listDocuments, listOptions, listSources } from './list.ts'

// Worklists of documents with a due date open with what is due first, and an index has this order.

const definitions = Object.values<AnyDocument>(documents)
const sources = definitions.flatMap(sourcesOf)
const withDue = definitions.filter((definition) => statesByDue(definition, sources).size > 0)
const world = useWorld()
const today = companyToday()

interface Index {
  definition: string
  predicate: string | null
}

const indexesOf = (table: string): Promise<Index[]> =>
  world().database.query<Index & Record<string, unknown>>(
    `select pg_get_indexdef(indexrelid) as definition, pg_get_expr(indpred, indrelid) as predicate
     from pg_index where indrelid = $1::regclass`,
    [table],
  )

describe('in the order of the due date', () => {
  test.each(withDue.map((definition) => [definition.name, definition] as const))(
    '%s has an index of what waits, and one of everything',
    async (name, definition) => {
      const column = toSnake(definition.due!.by)
      const indexes = (await indexesOf(toSnake(name))).filter(({ definition: text }) =>
        text.includes(`(company_code, ${column}, created_at, id)`),
      )
      expect(indexes.filter(({ predicate }) => predicate === null).length).toBe(1)
      const [waiting] = indexes.filter(({ predicate }) => predicate !== null)
      const states = [...(waiting?.predicate?.matchAll(/'(\w+)'/g) ?? [])].map(([, state]) => state)
      expect(new Set(states)).toEqual(statesByDue(definition, sources))
    },
  )

  test('a worklist reads what waits from its index, without sorting it', async () => {
    const path = '/shippingManagement/shippingSupplement'
    const table = tableByName('emergency-issue')
    const { states } = table.definition.pages[path]!
    const built = buildList({
      ...listOptions(table, world().onlooker, {
        page: path,
        filters: [{ field: 'state', operator: 'in', value: states }],
      }),
      partition: { sql: 'h.company_code', values: ['1010'] },
      sizeMax: 50,
    })
    const plan = await world().database.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      await tx.query('set local enable_sort = off')
      const rows = await tx.query<Record<string, string>>(
        `explain ${built.text}`,
        built.values,
        'anew',
      )
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
    expect(plan).toContain('emergency_issue_due_first')
    expect(plan).not.toContain('Sort')
  })
})

describe('a worklist', () => {
  const path = '/pickings/materialApplicationOut'
  const trade = tradeOf(world, 'requisition')

  /** Approved requisitions whose goods are needed after so many days; without a day there is none, as of old ones. */
  async function needed(days: readonly (number | null)[]): Promise<string[]> {
    const numbers: string[] = []
    for (const day of days) {
      const id = await trade.make(await newPlace(world()), 'approved', goods(1, materials.bolt))
      const on: LocalDate | null = day === null ? null : addDays(today, day)
      await world().database.query('update requisition set required_date = $2 where id = $1', [
        id,
        on,
      ])
      numbers.push((await trade.header(id)).docNo)
    }
    return numbers
  }
  const numbersOf = async (request: ListRequest): Promise<string[]> => {
    const table = tableByName('requisition')
    const read: string[] = []
    let cursor: string | null = null
    do {
      const answer = await listDocuments(world().database, world().onlooker, table, {
        ...request,
        cursor,
        size: 2,
      })
      addAll(
        read,
        answer.rows.map((row) => String(row['docNo'])),
      )
      cursor = answer.nextCursor
    } while (cursor !== null)
    return read
  }

  test('opens with what is due first, then what is due at no time, page by page; a search with the newest', async () => {
    const numbers = await needed([9, null, -3, 1, 1])
    const [later, never, overdue, soon, alsoSoon] = numbers
    const ofThem = { filters: [{ field: 'docNo', operator: 'in' as const, value: numbers }] }
    expect(await numbersOf({ ...ofThem, page: path })).toEqual([
      overdue,
      soon,
      alsoSoon,
      later,
      never,
    ])
    expect(await numbersOf({ ...ofThem, page: '/pickings/materialApplicationQuery' })).toEqual([
      alsoSoon,
      soon,
      overdue,
      never,
      later,
    ])
    const offered = await listSources(
      world().database,
      world().onlooker,
      tableByName('goods-issue'),
      { ...ofThem, size: 10 },
    )
    expect(offered.rows.map((row) => row['docNo'])).toEqual([overdue, soon, alsoSoon, later, never])
  })
})
