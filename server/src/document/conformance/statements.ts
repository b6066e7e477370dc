import { personActions } from '@kufang/contract/document/decide.ts'
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.ts'

/** One more at most, for ledger keys this process has not met yet: of one new material or of a hundred. */
function expectConstant([few, ...more]: readonly number[]): void {
  for (const count of more) expect([few, few! + 1], more.join()).toContain(count)
}

/** The number of statements does not grow with the number of lines (architecture section 8). */
export function testStatements(subject: Subject): void {
  const sizes = subject.isReference ? [1, 10, 100] : [2, 20]
  const actions = Object.keys(personActions(subject.definition))
  if (actions.length === 0) return
  describe('statements', () => {
    for (const action of actions) {
      test(`${action} takes as many statements for ${sizes.at(-1)} lines as for fewer`, async () => {
        // What a process learns once (movement rules, bins of a kind) is learnt before counting.
        await subject.act(await subject.waiting(action), action)
        const counts: number[] = []
        for (const size of sizes) {
          // Of predecessors of its own: a posting, say, takes the arrival's along where that is the first.
          subject.moveOn()
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

    if (!subject.isMadeByPeople) return
    test(`making one takes as many statements for ${sizes.at(-1)} lines as for fewer`, async () => {
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
