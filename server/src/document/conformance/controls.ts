import { controlsOf } from '@kufang/contract/document/controls.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { rolesForAmounts } from '@kufang/contract/document/visible.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { updateDocument } from '../service/service.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, refusalsOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'
import { testsOf, titleOf } from '../control-tests.ts'

/** What vitest knows of a registered test and of the groups around it. */
interface Registered {
  name: string
  suite?: Registered | undefined
  tasks?: readonly Registered[]
}

const titlesWithin = (task: Registered): string[] =>
  task.tasks === undefined ? [task.name] : task.tasks.flatMap(titlesWithin)

/** The rows of the control matrix that no other part tests, and that each row has its tests in this file. */
export function testControls(subject: Subject): void {
  const { definition } = subject
  const controls = controlsOf(definition)
  if (controls.length === 0) return

  describe('controls', () => {
    for (const { act, required } of controls.filter((one) => !one.isSystem)) {
      if (required.length === 0) continue
      test(`${act} is refused without each of what must be entered`, async () => {
        const id = await subject.waiting(act)
        const before = await everything(subject.world)
        const actor = subject.world.actorFor(subject.name, act)
        const given = await subject.given(id, act)
        const { lineInput = {} } = definition.actions[act]!
        for (const { field } of required) {
          const { [field]: _left, ...input } = given.input
          const lines = (given.lines ?? []).map(({ [field]: _omitted, ...line }) => line)
          const attempt = Object.hasOwn(lineInput, field)
            ? { ...given, lines: lines as NonNullable<typeof given.lines> }
            : { ...given, input }
          const refusals = await refusalsOf(subject.actAs(actor, id, act, { given: attempt }))
          expect([...new Set(refusals.map(({ code }) => code))], field).toEqual(['field-required'])
          expect([...new Set(refusals.map((one) => one.field))]).toEqual([field])
        }
        expect(await everything(subject.world)).toEqual(before)
      })
    }

    for (const { act } of controls.filter((one) => one.isSystem)) {
      test(`${act} is for the system only`, async () => {
        const id = await subject.standing(definition.initial)
        const before = await everything(subject.world)
        const session = person('管理员', ['admin', ...pageCatalogue.map(({ role }) => role)])
        const attempt = subject.actAs({ session, functionCodes: new Set() }, id, act, { given: {} })
        expect(await codesOf(attempt)).toEqual(['action-of-system'])
        expect(await everything(subject.world)).toEqual(before)
      })
    }

    if (controls.some(({ act }) => act === 'edit'))
      test('is changed by the holders of a role that edits it', async () => {
        const request = await subject.request()
        const { id } = await subject.world.create(subject.name, request)
        const { version } = (await subject.world.read(subject.name, id)).header
        const roles = rolesForDrafts(definition, 'edit')
        const change = (held: readonly string[]) =>
          updateDocument(
            subject.world.database,
            { session: person('改单人', held), functionCodes: new Set() },
            subject.name,
            id,
            { version, header: request.header, lines: request.lines },
            newId(),
          )
        const others = pageCatalogue.map(({ role }) => role).filter((one) => !roles.includes(one))
        const before = await everything(subject.world)
        expect(await codesOf(change(others))).toEqual(['role-missing'])
        expect(await everything(subject.world)).toEqual(before)
        await change([...roles, ...rolesForAmounts(definition, 'edit')])
      })

    test('every row of the control matrix has its tests here', ({ task }) => {
      let file: Registered = task.suite as Registered
      while (file.suite !== undefined) file = file.suite
      const registered = new Set(titlesWithin(file))
      for (const control of controls) {
        const wanted = testsOf(control).map((kind) => titleOf(kind, control.act))
        expect(wanted.length, control.act).toBeGreaterThan(0)
        expect(wanted.filter((title) => !registered.has(title))).toEqual([])
      }
    })
  })
}
