import { amountPages } from '@kufang/contract/document/catalogue/amount-pages.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { personActions, rolesForReading } from '@kufang/contract/document/decide.ts'
import { amountFields, amountRoles, rolesForAmounts } from '@kufang/contract/document/visible.ts'
import { isHistoryItem } from '@kufang/contract/history-items.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '../service/service.ts'
import { listDocuments } from '../list/list.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, type Subject } from './subject.ts'

/** Amounts are visible only with the amounts role of this document: in lists, in the document and in its log. */
export function testAmounts(subject: Subject): void {
  const { definition, name, table } = subject
  const amounts = [...amountFields(definition)]
  if (amounts.length === 0) return
  const own = amountRoles(definition)
  const foreign = amountPages.map((path) => cataloguePage(path).role)
  const readers = rolesForReading(definition)
  /** May read everything, with the amounts roles of all other subjects. */
  const plain = person('查询员', [...readers, ...foreign.filter((role) => !own.includes(role))])
  const accountant = person('会计', [...readers, ...own])

  describe('amounts', () => {
    let id: string
    const read = async (app: FastifyInstance, path: string): Promise<string> =>
      (await app.inject({ method: 'GET', url: `/api/documents/${name}/${id}${path}` })).body
    const carried = (body: string) => amounts.filter((field) => body.includes(`"${field}":`))

    beforeAll(async () => {
      const [state] = Object.keys(definition.states).filter((one) => one !== definition.initial)
      id = await subject.bring(definition.isMirror ? definition.initial : state!, 2)
    })

    test('the role that opens them is one of the catalogue, and is not one to read it with', () => {
      expect(own.length).toBeGreaterThan(0)
      for (const role of own) expect(readers).not.toContain(role)
    })

    test('who holds the amounts roles of all other subjects sees none: in no list, filter, order or export', async () => {
      const app = await documentCalls(subject.world.database, plain)
      for (const level of ['header', 'line'] as const) {
        const columns = level === 'line' ? table.lineColumns : table.headerColumns
        const rows = async (session: typeof plain) =>
          (await listDocuments(subject.world.database, session, table, { level })).rows
        for (const field of amounts.filter((one) => one in columns)) {
          expect(Object.keys((await rows(accountant))[0]!)).toContain(field)
          expect(Object.keys((await rows(plain))[0]!)).not.toContain(field)
          const asked = (request: object) =>
            codesOf(listDocuments(subject.world.database, plain, table, { level, ...request }))
          expect(await asked({ filters: [{ field, operator: 'notEmpty' }] })).toEqual([
            'column-unknown',
          ])
          expect(await asked({ sort: [{ field, direction: 'asc' }] })).toEqual(['column-unknown'])
          const exported = await app.inject({
            method: 'POST',
            url: `/api/documents/${name}/export`,
            payload: { level, columns: [{ field, title: field }] },
          })
          expect(exported.statusCode).toBe(400)
        }
      }
      await app.close()
    })

    for (const act of ['create', ...Object.keys(personActions(definition))]) {
      if (rolesForAmounts(definition, act).length === 0) continue
      test(`${act}: who does not see an amount does not enter it`, async () => {
        const { session, functionCodes } = subject.world.actorFor(name, act)
        const roles = [...session.roles].filter((role) => !own.includes(role))
        const unseeing = { session: { ...session, roles: new Set(roles) }, functionCodes }
        const attempt = async () =>
          act === 'create'
            ? createDocument(
                subject.world.database,
                unseeing,
                name,
                await subject.request(),
                newId(),
              )
            : subject.actAs(unseeing, await subject.waiting(act), act)
        const codes = await codesOf(attempt())
        expect([...new Set(codes)]).toEqual(['field-not-visible'])
      })
    }

    test('nor in the document or its log; the holder of its own role sees them in both', async () => {
      const [without, withAmounts] = await Promise.all([
        documentCalls(subject.world.database, plain),
        documentCalls(subject.world.database, accountant),
      ])
      const ofItems = isHistoryItem(name) ? ['/history'] : []
      for (const path of ['', '/log', '/flow', '/moves', '/erp', ...ofItems]) {
        const body = await read(without, path)
        expect(body, path).toContain('"resp_code":0')
        expect(carried(body), path).toEqual([])
      }
      const declared = amounts.filter((one) => one in table.headerFields || one in table.lineFields)
      expect(carried(await read(withAmounts, ''))).toEqual(declared)
      const traces = await subject.world.database.query(
        'select before, after from audit_entry where subject_type = $1 and subject_id = $2',
        [name, id],
      )
      expect(carried(await read(withAmounts, '/log'))).toEqual(carried(JSON.stringify(traces)))
      await without.close()
      await withAmounts.close()
    })
  })
}
