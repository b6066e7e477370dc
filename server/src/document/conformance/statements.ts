import { personActions } from '@kufang/contract/document/decide.ts'
import { describe, expect, test } from 'vitest'
import { effectsOf } from '../effects/effects.ts'
import { documentCalls } from '../testing/http.ts'
import type { Subject } from './subject.ts'

/**
 * Statements that one call may have more than another, whatever the number of lines: two for ledger keys not yet cached in
 * this process, whose storage locations are locked before, and one for movement rules, which are read again once a minute.
 */
const cachedMax = 3

function expectConstant(counts: readonly number[]): void {
  const least = Math.min(...counts)
  for (const count of counts) expect(count, counts.join()).toBeLessThanOrEqual(least + cachedMax)
}

/** Whether a document of the type bears this action, so that the process has done what it does only the first time. */
async function isPerformed({ world, table }: Subject, action: string): Promise<boolean> {
  const found = await world.database.query(`select from ${table.header} where acts ? $1 limit 1`, [
    action,
  ])
  return found.length > 0
}

/**
 * Documents of one size on which actions were counted: the next action continues with one that is in its state, so that
 * the way there is not gone again for each action.
 */
class CountedDocuments {
  readonly #left: { id: string; size: number }[] = []
  readonly #subject: Subject

  constructor(subject: Subject) {
    this.#subject = subject
  }

  async ready(action: string, size: number): Promise<string> {
    const { world, name, definition } = this.#subject
    const state = this.#subject.stateFor(action)
    const erpStates: readonly string[] = definition.actions[action]!.erpFrom ?? ['unposted']
    for (const [index, one] of this.#left.entries()) {
      if (one.size !== size) continue
      const { header } = await world.read(name, one.id)
      if (header.state !== state || !erpStates.includes(header.erpState)) continue
      this.#left.splice(index, 1)
      await this.#subject.bringErpFor(one.id, action)
      return one.id
    }
    // Use new predecessors: the first posting of an arrival's receipt, for example, also posts the arrival.
    this.#subject.standApart()
    return this.#subject.ready(action, size)
  }

  leave(id: string, size: number): void {
    this.#left.push({ id, size })
  }
}

/** The number of statements does not grow with the number of lines. */
export function testStatements(subject: Subject): void {
  const wanted = subject.isReference ? [1, 10, 100] : [2, 8]
  const sizes = [...new Set(wanted.map((size) => subject.linesAtMost(size)))]
  const actions = Object.keys(personActions(subject.definition))
  if (actions.length === 0) return
  const documents = new CountedDocuments(subject)
  describe('statements', () => {
    for (const action of actions) {
      test(`${action} takes as many statements for ${sizes.at(-1)} lines as for fewer`, async () => {
        // Fill caches of the process (movement rules, bins of a kind) before counting, unless an earlier part has.
        if (!(await isPerformed(subject, action)))
          await subject.act(await subject.waiting(action), action)
        const counts: number[] = []
        for (const size of sizes) {
          const id = await documents.ready(action, size)
          expect((await subject.world.read(subject.name, id)).lines.length).toBe(size)
          const actor = subject.world.actorFor(subject.name, action)
          const { version } = (await subject.world.read(subject.name, id)).header
          counts.push(
            await subject.world.statements(() => subject.actAs(actor, id, action, { version })),
          )
          documents.leave(id, size)
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

    if (subject.definition.source === undefined || !effectsOf(subject.name).prefill) return
    test(`a proposal takes as many statements for ${sizes.at(-1)} lines as for fewer`, async () => {
      const { session } = subject.world.actorFor(subject.name, 'create')
      const app = await documentCalls(subject.world.database, session)
      const counts: number[] = []
      for (const size of [sizes[0]!, ...sizes]) {
        const { lines } = await subject.request(size)
        const sources = lines.flatMap((line) => (line.source ? [line.source] : []))
        expect(sources.length).toBe(size)
        const url = `/api/documents/${subject.name}/prefill`
        counts.push(
          await subject.world.statements(async () => {
            const reply = await app.inject({ method: 'POST', url, payload: { sources } })
            expect(reply.statusCode, reply.body).toBe(200)
          }),
        )
      }
      // The first call fills caches of the process.
      expectConstant(counts.slice(1))
      expect(counts[1]).toBeGreaterThan(0)
      await app.close()
    })
  })
}
