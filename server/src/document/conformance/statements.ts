import { personActions } from '@kufang/contract/document/decide.ts'
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.ts'

/** One more at most, for ledger keys this process has not met yet: of ten new materials or of a hundred. */
function expectConstant([one, ten, hundred]: readonly number[]): void {
  expect(hundred).toBe(ten)
  expect([one, one! + 1]).toContain(ten)
}

/** The number of statements does not grow with the number of lines (architecture section 8). */
export function testStatements(subject: Subject): void {
  const sizes = [1, 10, 100]
  const actions = Object.keys(personActions(subject.definition))
  if (actions.length === 0) return
  describe('statements', () => {
    for (const action of actions) {
      test(`${action} takes as many statements for 100 lines as for 10 and 1`, async () => {
        // What a process learns once (movement rules, bins of a kind) is learnt before counting.
        await subject.act(await subject.ready(action), action)
        const counts: number[] = []
        for (const size of sizes) {
          const id = await subject.ready(action, size)
          expect((await subject.world.read(subject.name, id)).lines.length).toBe(size)
          const actor = subject.world.actorFor(subject.name, action)
          const { version } = (await subject.world.read(subject.name, id)).header
          counts.push(
            await subject.world.statements(() => subject.actAs(actor, id, action, { version })),
          )
        }
        expectConstant(counts)
        expect(counts[0]).toBeGreaterThan(3)
      })
    }

    if (!subject.fixture.request) return
    test('making one takes as many statements for 100 lines as for 10 and 1', async () => {
      await subject.make()
      const counts: number[] = []
      for (const size of sizes) {
        const request = await subject.request(size)
        counts.push(
          await subject.world.statements(() => subject.world.create(subject.name, request)),
        )
      }
      expectConstant(counts)
    })
  })
}
