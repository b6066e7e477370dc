import { addAll } from '@kufang/kernel/add-all.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { amountRoles } from '@kufang/contract/document/visible.ts'
import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import { todayIn } from '@kufang/kernel/local-date.ts'
import readExcelFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../platform/session/session.ts'
import { isList } from '../../platform/list/column-type.ts'
import { listDocuments, listOptions } from '../list/list.ts'
import { aboutWords } from '../list/summary-columns.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, type Subject } from './subject.ts'

type Level = 'header' | 'line'

/**
 * Lists: every column filters and sorts, pages add up to the whole, exports can be read back, amounts need the amounts
 * role.
 */
export function testLists(subject: Subject): void {
  const { definition, table } = subject
  const levels: readonly Level[] = ['header', 'line']
  let viewer: Session
  let docNos: string[]
  let ids: string[]
  const list = (request: ListRequest, session = viewer): Promise<ListResponse> =>
    listDocuments(subject.world.database, session, table, request)
  const idOf = (row: Record<string, unknown>) =>
    `${row['id'] as string}/${(row['lineNo'] as number | undefined) ?? ''}`

  describe('lists', () => {
    beforeAll(async () => {
      // Several states, so that filters distinguish rows; in storage locations of their own.
      const states = [...new Set([definition.initial, ...Object.keys(definition.states)])].slice(
        0,
        4,
      )
      ids = []
      subject.moveOn()
      for (const state of states) ids.push(await subject.bring(state, 2))
      ids.push(await subject.make(2))
      subject.moveOn()
      const made = await Promise.all(ids.map((id) => subject.world.read(subject.name, id)))
      docNos = made.map(({ header }) => header.docNo).sort()
      const storageLocations = made.map(
        ({ header, lines }) =>
          `0001/${String(table.definition.lines['storageLocation'] ? lines[0]!['storageLocation'] : header.storageLocation)}`,
      )
      viewer = person('查询员', [...rolesForReading(definition), ...amountRoles(definition)], {
        storageLocations,
      })
    })

    if (table.hasGoods)
      test('by header, each document says on request what it is about: its first line, its number of lines, and the amount to who may see it', async () => {
        const { rows } = await list({ level: 'header', withGoods: true })
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
        const hasAmount = amountRoles(definition).length > 0 && 'amount' in table.lineFields
        for (const row of rows) {
          const { lines } = await subject.world.read(subject.name, row['id'] as string)
          const { materialNo, description, quantity, unit } = lines[0]!
          const goods = { materialNo, description, quantity, unit, lineCount: lines.length }
          expect(row['goods']).toEqual(goods)
          const amounts = lines.map(({ amount }) => (hasAmount ? (amount ?? null) : null))
          const sum = amounts.includes(null)
            ? null
            : amounts.reduce<number>((total, amount) => total + Number(amount), 0)
          expect(row['goodsAmount'] === null ? null : Number(row['goodsAmount'])).toBe(sum)
        }
        const others = await list(
          { level: 'header', withGoods: true },
          { ...viewer, roles: new Set(rolesForReading(definition)) },
        )
        expect(others.rows.map(({ goodsAmount }) => goodsAmount)).toEqual(rows.map(() => null))
        const [plain] = (await list({ level: 'header' })).rows
        expect(plain).not.toHaveProperty('goods')
      })

    if (!table.hasGoods)
      test('without goods, each document says on request what its first line is about', async () => {
        const about = definition.about!
        const { rows } = await list({ level: 'header', withGoods: true })
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
        for (const row of rows) {
          const { lines } = await subject.world.read(subject.name, row['id'] as string)
          const name = about.find((field) => (lines[0]![field] ?? '') !== '')!
          const words = aboutWords(definition, name, String(lines[0]![name]))
          const goods = { about: words, materialNo: '', description: '', quantity: null, unit: '' }
          expect(row['goods']).toEqual({ ...goods, lineCount: lines.length })
        }
      })

    for (const level of levels) {
      test(`by ${level}, sorted by any column either way, pages follow each other without gap or repetition`, async () => {
        const columns = Object.keys(listOptions(table, viewer, { level }).columns)
        expect(columns.length).toBeGreaterThan(level === 'line' ? 20 : 10)
        const all = (await list({ level, size: 500 })).rows.map(idOf).sort()
        expect(new Set(all.map((id) => id.split('/')[0])).size).toBe(docNos.length)
        const directions = ['asc', 'desc'] as const
        for (const [index, field] of columns.entries()) {
          for (const direction of subject.isReference ? directions : [directions[index % 2]!]) {
            const sort = [{ field, direction }]
            const paged: string[] = []
            const size = subject.isReference ? 3 : Math.ceil(all.length / 2)
            let cursor: string | null = null
            do {
              const page: ListResponse = await list({ level, sort, size, cursor })
              expect(page.rows.length).toBeLessThanOrEqual(size)
              addAll(paged, page.rows.map(idOf))
              cursor = page.nextCursor
            } while (cursor !== null)
            expect(paged.toSorted(), `${field} ${direction}`).toEqual(all)
            if (!subject.isReference) continue
            const whole = (await list({ level, sort, size: 500 })).rows.map(idOf)
            expect(paged, `${field} ${direction}`).toEqual(whole)
          }
        }
        if (level === 'header') return
        const { rows } = await list({ level, sort: [{ field: 'docNo', direction: 'desc' }] })
        for (const lines of Map.groupBy(rows, ({ id }) => id).values()) {
          const numbers = lines.map(({ lineNo }) => Number(lineNo))
          expect(numbers, 'lines of a document').toEqual(numbers.toSorted((a, b) => a - b))
        }
      })

      test(`by ${level}, filtered by any column, what is shown is what was asked for`, async () => {
        const { columns } = listOptions(table, viewer, { level })
        const all = (await list({ level, size: 500 })).rows
        for (const [field, column] of Object.entries(columns)) {
          const find = async (operator: 'eq' | 'empty' | 'notEmpty', value?: unknown) =>
            (await list({ level, size: 500, filters: [{ field, operator, value }] })).rows
              .map(idOf)
              .sort()
          const empty = await find('empty')
          const filled = await find('notEmpty')
          expect([...empty, ...filled].sort(), field).toEqual(all.map(idOf).sort())
          const wanted = all.find(
            (row) => row[field] !== null && row[field] !== '' && filled.includes(idOf(row)),
          )?.[field]
          if (wanted === undefined || isList(column)) continue
          // A timestamp is filtered by its date in China.
          const asked =
            column.kind === 'instant'
              ? todayIn(companyTimeZone, new Date(wanted as string))
              : wanted
          const isSame = (value: unknown) =>
            column.kind === 'instant'
              ? value !== null && todayIn(companyTimeZone, new Date(value as string)) === asked
              : value === wanted
          const same = all
            .filter((row) => isSame(row[field]))
            .map(idOf)
            .sort()
          expect(await find('eq', asked), field).toEqual(same)
        }
        expect(
          await codesOf(list({ level, filters: [{ field: 'nothing', operator: 'empty' }] })),
        ).toEqual(['column-unknown'])
      })

      test(`by ${level}, count and totals are those of the whole list`, async () => {
        const all = (await list({ level, size: 500 })).rows
        const first = await list({ level, size: 1, withTotals: true })
        expect(first.total).toBe(all.length)
        for (const [field, total] of Object.entries(first.totals ?? {})) {
          const cents = (value: unknown) => Math.round(Number(value ?? 0) * 1000)
          expect(cents(total), field).toBe(all.reduce((sum, row) => sum + cents(row[field]), 0))
        }
      })

      test(`by ${level}, the export opens again with all rows and all columns`, async () => {
        const columns = Object.keys(listOptions(table, viewer, { level }).columns)
        const app = await documentCalls(subject.world.database, viewer)
        const reply = await app.inject({
          method: 'POST',
          url: `/api/documents/${subject.name}/export`,
          payload: {
            level,
            columns: columns.map((field) => ({ field, title: `列 ${field}` })),
            sort: [{ field: 'docNo', direction: 'asc' }],
          },
        })
        expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
        const sheets = (await readExcelFile(reply.rawPayload, { trim: false })) as unknown as {
          data: unknown[][]
        }[]
        const [titles, ...rows] = sheets[0]!.data
        expect(titles).toEqual(columns.map((field) => `列 ${field}`))
        const all = (await list({ level, size: 500, sort: [{ field: 'docNo', direction: 'asc' }] }))
          .rows
        expect(rows.map((row) => row[columns.indexOf('docNo')])).toEqual(
          all.map((row) => row['docNo']),
        )
        await app.close()
      })
    }

    test('every filter and column a page names is one of its list', async () => {
      for (const [path, page] of Object.entries(definition.pages)) {
        const columns = listOptions(table, viewer, { level: page.level ?? 'header' }).columns
        for (const field of page.columns ?? [])
          expect(Object.keys(columns), `${path} shows ${field}`).toContain(field)
        for (const field of page.filters ?? []) {
          // A header list also filters by fields of its lines.
          const line = listOptions(table, viewer, { level: 'line' }).columns
          expect(
            Object.keys({ ...columns, ...(page.level === 'line' ? line : {}) }),
            `${path} filters by ${field}`,
          ).toContain(field)
        }
      }
    })
  })
}
