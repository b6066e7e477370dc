import {
  personActions,
  rolesFor,
  rolesForDrafts,
  rolesForReading,
} from '@kufang/contract/document/decide.ts'
import { cataloguePage, pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { rolesForAmounts } from '@kufang/contract/document/visible.ts'
import { isOfPage } from '@kufang/contract/document/page-variants.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { listDocuments } from '../list/list.ts'
import { createDocument, previewAction, updateDocument } from '../service/service.ts'
import type { DocumentHeader } from '../storage/document.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, refusalsOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'
import { successorsOf } from './successors.ts'

const allRoles = [...new Set(pageCatalogue.map((page) => page.role))]

/** Permissions: roles, function codes, four eyes, and the roles of pages. */
export function testPeople(subject: Subject): void {
  const { definition } = subject
  const successors = successorsOf(definition.name).map((successor) => successor.definition)
  const without = (roles: readonly string[]) => allRoles.filter((role) => !roles.includes(role))

  /** Roles of the pages that offer the action for this document. */
  const rolesOfPages = (header: DocumentHeader, action: string) =>
    rolesFor(definition, action).filter((role) =>
      Object.entries(definition.pages).some(
        ([path, page]) =>
          cataloguePage(path).role === role &&
          isOfPage(page, header) &&
          (page.actions?.includes(action) || page.actionAfterCreate === action),
      ),
    )

  describe('people', () => {
    for (const [action, declared] of Object.entries(personActions(definition))) {
      test(`${action} is for the holders of its role`, async () => {
        const roles = rolesFor(definition, action)
        expect(roles.length, `${action} is on no page`).toBeGreaterThan(0)
        const id = await subject.waiting(action)
        const before = await everything(subject.world)
        const codes = declared.functionCode ? [declared.functionCode] : []
        const stranger = { session: person('外人', without(roles)), functionCodes: new Set(codes) }
        expect(await codesOf(subject.actAs(stranger, id, action))).toEqual(['role-missing'])
        if (declared.functionCode) {
          const bare = { session: person('无按钮', roles), functionCodes: new Set<string>() }
          expect(await codesOf(subject.actAs(bare, id, action))).toEqual(['function-missing'])
        }
        const { header } = await subject.world.read(subject.name, id)
        for (const earlier of declared.notBy ?? []) {
          const act = header.acts[earlier]
          if (!act) continue
          const same = {
            session: { ...person(act.userName, roles), userId: act.userId },
            functionCodes: new Set(codes),
          }
          expect(await codesOf(subject.actAs(same, id, action)), `after ${earlier}`).toEqual([
            'separation-of-duties',
          ])
        }
        // The same attempt with each permitted role alone, to prove that the refusals above were caused by the role.
        for (const role of rolesOfPages(header, action)) {
          const { account } = subject.world.actorFor(subject.name, action).session
          const amounts = rolesForAmounts(definition, action)
          const session = { ...person('有权人', [role, ...amounts]), account }
          const holder = { session, functionCodes: new Set(codes) }
          await previewAction(subject.world.database, holder, subject.name, id, action, {
            version: header.version,
            ...(await subject.given(id, action)),
          })
        }
        expect(await everything(subject.world)).toEqual(before)
      })
    }

    if (subject.isMadeByPeople && definition.editable.includes(definition.initial)) {
      for (const [action, declared] of Object.entries(personActions(definition))) {
        if (!declared.notBy?.includes('create')) continue
        test(`${action} is for nobody who edited the draft`, async () => {
          // Two lines where there may be: the amount of one may be within the limit of a level.
          const lines = Math.min(2, definition.linesMax ?? 2)
          const request = await subject.request(lines, subject.courseFor(action))
          const { id } = await subject.world.create(subject.name, request)
          const editors = ['先改的人', '后改的人'].map((name) =>
            person(name, [
              ...rolesForDrafts(definition, 'edit'),
              ...rolesForAmounts(definition, 'edit'),
            ]),
          )
          for (const session of editors) {
            const { version } = (await subject.world.read(subject.name, id)).header
            const editor = { session, functionCodes: new Set<string>() }
            const change = { version, header: request.header, lines: request.lines }
            await updateDocument(subject.world.database, editor, subject.name, id, change, newId())
          }
          await subject.prepare(id, action)
          const before = await everything(subject.world)
          const functionCodes = new Set(declared.functionCode ? [declared.functionCode] : [])
          for (const { userId, userName } of editors) {
            const session = { ...person(userName, rolesFor(definition, action)), userId }
            expect(
              await refusalsOf(subject.actAs({ session, functionCodes }, id, action)),
            ).toMatchObject([
              { code: 'separation-of-duties', params: { act: '修改', user: userName } },
            ])
          }
          expect(await everything(subject.world)).toEqual(before)
          await subject.act(id, action)
        })
      }
    }

    if (subject.isMadeByPeople) {
      test('is made by the holders of a role that makes it', async () => {
        const request = await subject.request()
        const stranger = {
          session: person('外人', without(rolesForDrafts(definition, 'create'))),
          functionCodes: new Set<string>(),
        }
        const before = await everything(subject.world)
        expect(
          await codesOf(
            createDocument(subject.world.database, stranger, subject.name, request, newId()),
          ),
        ).toEqual(['role-missing'])
        expect(await everything(subject.world)).toEqual(before)
        expect((await subject.world.create(subject.name, request)).state).toBe(definition.initial)
      })
    }

    test('each of its pages opens under its role and lists it to no other', async () => {
      const readers = rolesForReading(definition)
      for (const [path, page] of Object.entries(definition.pages)) {
        const catalogued = pageCatalogue.filter((one) => one.path === path)
        expect(catalogued.map((one) => one.path)).toEqual([path])
        const { role } = catalogued[0]!
        expect(readers).toContain(role)
        await listDocuments(subject.world.database, person('读者', [role]), subject.table, {
          level: page.level ?? 'header',
          size: 1,
        })
        for (const action of page.actions ?? [])
          expect(rolesFor(definition, action)).toContain(role)
      }
    })

    test('who has no page of it or of its successors cannot list it', async () => {
      // Creating successors requires reading their source, so those roles may read too.
      const reading = new Set<string>()
      for (const role of allRoles) {
        try {
          await listDocuments(subject.world.database, person('某人', [role]), subject.table, {
            size: 1,
          })
          reading.add(role)
        } catch (error) {
          expect(error).toMatchObject({ code: 'role-missing' })
        }
      }
      const wanted = [definition, ...successors].flatMap((one) => [...rolesForReading(one)])
      expect([...reading].sort()).toEqual([...new Set(wanted)].sort())
      expect(reading.size).toBeLessThan(allRoles.length / 3)
    })
  })
}
