import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import {
  isOfPage,
  variantFields,
  variantOfDocument,
} from '@kufang/contract/document/page-variants.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { toSnake } from '../../platform/database/case.ts'
import { findByNumber } from '../list/find-number.ts'
import { listDocuments } from '../list/list.ts'
import { createDocument, updateDocument } from '../service/service.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'

/**
 * Pages that are variants of one type (`where`): the roles of one variant must not permit reading or changing documents
 * of another, through any call.
 */
export function testVariants(subject: Subject): void {
  const { definition, name, table } = subject
  if (variantFields(definition).length === 0) return
  const pages = Object.entries(definition.pages)
  const conditioned = pages.filter(([, page]) => page.where !== undefined)
  const open = pages.filter(([, page]) => page.where === undefined)

  describe('variants', () => {
    /** One document per variant page. */
    const ids = new Map<string, string>()
    const others = (path: string) =>
      conditioned.filter(
        ([, other]) => !isOfPage(definition.pages[path]!, other.where as Record<string, unknown>),
      )

    beforeAll(async () => {
      for (const [path, { where = {} }] of conditioned) {
        const id = await subject.make()
        for (const [field, value] of Object.entries(where))
          await subject.world.database.query(
            `update ${table.header} set ${toSnake(field)} = $2 where id = $1`,
            [id, value],
          )
        ids.set(path, id)
      }
    })

    for (const [path, page] of conditioned) {
      const { role } = cataloguePage(path)
      const holder = person('一类', [role])

      test(`the role of ${path} reads the documents of its variant and no others`, async () => {
        expect(others(path).length).toBeGreaterThan(0)
        const app = await documentCalls(subject.world.database, holder)
        const { database } = subject.world
        for (const request of [{}, { page: path }]) {
          for (const level of ['header', 'line'] as const) {
            const { rows } = await listDocuments(database, holder, table, {
              ...request,
              level,
              size: 500,
            })
            expect(rows.map((row) => row['id'])).toContain(ids.get(path))
            for (const row of rows) expect(row).toMatchObject(page.where!)
          }
        }
        const opened = async (id: string, rest = '') =>
          (await app.inject({ method: 'GET', url: `/api/documents/${name}/${id}${rest}` }))
            .statusCode
        expect(await opened(ids.get(path)!)).toBe(200)
        for (const [other] of others(path)) {
          const id = ids.get(other)!
          for (const rest of ['', '/log', '/flow', '/moves', '/erp'])
            expect(await opened(id, rest), `${other} ${rest}`).toBe(404)
          const { header } = await subject.world.read(name, id)
          expect(await findByNumber(database, holder, header.docNo)).toEqual([])
        }
        await app.close()
      })

      test(`a list asked for on ${path} shows its variant alone, to who reads them all too`, async () => {
        const everyone = person('全部', rolesForReading(definition))
        const { rows } = await listDocuments(subject.world.database, everyone, table, {
          page: path,
          size: 500,
        })
        expect(rows.length).toBeGreaterThan(0)
        for (const row of rows) expect(row).toMatchObject(page.where!)
        const all = await listDocuments(subject.world.database, everyone, table, { size: 500 })
        for (const id of ids.values()) expect(all.rows.map((row) => row['id'])).toContain(id)
        const without = person(
          '别处',
          rolesForReading(definition).filter((one) => one !== role),
        )
        expect(
          await codesOf(listDocuments(subject.world.database, without, table, { page: path })),
        ).toEqual(['role-missing'])
      })

      test(`the role of ${path} changes and acts on no document of another variant`, async () => {
        const before = await everything(subject.world)
        const actions = [...(page.actions ?? []), page.actionAfterCreate ?? []].flat()
        for (const [other] of others(path)) {
          const id = ids.get(other)!
          const { header, lines } = await subject.world.read(name, id)
          // A reader with a query page that offers none of these actions.
          const [reading] = open.filter(
            ([, one]) =>
              !actions.some((action) => one.actions?.includes(action)) && one.kind === 'query',
          )
          const reader = reading && person('旁观', [role, cataloguePage(reading[0]).role])
          for (const action of actions) {
            const codes = new Set([definition.actions[action]!.functionCode ?? ''])
            expect(
              await codesOf(
                subject.actAs({ session: holder, functionCodes: codes }, id, action, {
                  version: header.version,
                }),
              ),
            ).toEqual(['not-found'])
            if (reader)
              expect(
                await codesOf(subject.actAs({ session: reader, functionCodes: codes }, id, action)),
              ).toEqual(['role-missing'])
          }
          if (reader)
            expect(
              await codesOf(
                updateDocument(
                  subject.world.database,
                  { session: reader, functionCodes: new Set() },
                  name,
                  id,
                  { version: header.version, header: {}, lines: lines.map(() => ({})) },
                  newId(),
                ),
              ),
            ).toEqual(['role-missing'])
        }
        expect(await everything(subject.world)).toEqual(before)
      })

      if (page.kind === 'create' || page.creates)
        test(`what is made on ${path} is of its variant, and nobody says otherwise`, async () => {
          const [field, value] = Object.entries(page.where!)[0]!
          const attempt = createDocument(
            subject.world.database,
            { session: holder, functionCodes: new Set() },
            name,
            { page: path, header: { [field]: value }, lines: [{}] },
            newId(),
          )
          expect(await codesOf(attempt)).toContain('column-unknown')
          const [other] = others(path).find(([, one]) => one.kind === 'create' || one.creates) ?? []
          if (other)
            expect(
              await codesOf(
                createDocument(
                  subject.world.database,
                  { session: holder, functionCodes: new Set() },
                  name,
                  { page: other, header: {}, lines: [{}] },
                  newId(),
                ),
              ),
            ).toEqual(['role-missing'])
        })
    }

    test('documents of the type come from what the page of their variant says', () => {
      const said = Object.entries(definition.pages).filter(([, page]) => page.source !== undefined)
      const sourceOf = (name: string | null) =>
        name === null ? undefined : definition.sources![name]
      expect(
        said.map(([path, { where = {} }]) => [path, variantOfDocument(definition, where).source]),
      ).toEqual(said.map(([path, { source }]) => [path, sourceOf(source!)]))
    })
  })
}
