import { personActions } from '@kufang/contract/document/decide.ts'
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.ts'

/** Allows one more statement for ledger keys not yet cached in this process, whatever their number. */
function expectConstant([few, ...more]: readonly number[]): void {
  for (const count of more) expect([few, few! + 1], more.join()).toContain(count)
}

/** The number of statements does not grow with the number of lines. */
export function testStatements(subject: Subject): void {
  const sizes = subject.isReference ? [1, 10, 100] : [2, 20]
  const actions = Object.keys(personActions(subject.definition))
  if (actions.length === 0) return
  describe('statements', () => {
    for (const action of actions) {
      test(`${action} takes as many statements for ${sizes.at(-1)} lines as for fewer`, async () => {
        // Fill caches of the process (movement rules, bins of a kind) before counting.
        await subject.act(await subject.waiting(action), action)
        const counts: number[] = []
        for (const size of sizes) {
          // Use new predecessors: the first posting of an arrival's receipt, for example, also posts the arrival.
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
