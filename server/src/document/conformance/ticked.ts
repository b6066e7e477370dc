import { personActions } from '@kufang/contract/document/decide.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { actOnEach, type Outcome, type TickedDocument } from '../service/act-on-each.ts'
import { effectsOf, isBatchable } from '../effects/effects.ts'
import type { Actor } from '../service/service.ts'
import { codesOf, type Subject } from './subject.ts'

/** One action applied to several selected documents. */
export function testTicked(subject: Subject): void {
  const { definition, name } = subject

  const ticked = async (id: string, action: string): Promise<TickedDocument> => {
    const { header } = await subject.world.read(name, id)
    const { lines } = await subject.given(id, action)
    return {
      id,
      version: header.version,
      idempotencyKey: newId(),
      ...(lines === undefined ? {} : { lines }),
    }
  }
  const press = async (actor: Actor, action: string, documents: readonly TickedDocument[]) =>
    actOnEach(
      subject.world.database,
      actor,
      { name, action, input: (await subject.given(documents[0]!.id, action)).input },
      documents,
      (error) => {
        throw error
      },
    )
  const done = (outcome: Outcome) => ('done' in outcome ? outcome.done : outcome.error)

  /** The result of an act, without user, time and id. */
  const left = async (id: string, action: string) => {
    const { header, lines } = await subject.world.read(name, id)
    const { database } = subject.world
    return {
      state: header.state,
      erpState: header.erpState,
      version: header.version,
      acts: Object.keys(header.acts).sort(),
      lines: lines.map((line) => [
        line.quantity,
        line.openQuantity,
        line.progress,
        line.lineErpState,
      ]),
      audits: await database.query(
        `select action, before, (select array_agg(k order by k) from jsonb_object_keys(after) k) as after
         from audit_entry where subject_type = $1 and subject_id = $2 and action = $3 order by at`,
        [name, id, action],
      ),
      todos: await database.query(
        `select role_code, action, done_at is null as is_open from todo where document_type = $1 and document_id = $2 order by 1, 2, 3`,
        [name, id],
      ),
    }
  }

  for (const action of Object.keys(personActions(definition))) {
    const isTogether = isBatchable(effectsOf(name), action)
    // One by one is the frame's own path; only batchable actions depend on the document.
    if (!isTogether && !subject.isReference) continue
    describe(`${action} of several ticked documents`, () => {
      test('leaves of each what it leaves of one, once for its key', async () => {
        const alone = await subject.ready(action)
        await subject.act(alone, action)
        const expected = await left(alone, action)
        const ids = [await subject.ready(action), await subject.ready(action)]
        const documents = await Promise.all(ids.map((id) => ticked(id, action)))
        const actor = subject.world.actorFor(name, action)
        const outcomes = await press(actor, action, documents)
        expect(outcomes.map((outcome) => outcome.id)).toEqual(ids)
        for (const [index, outcome] of outcomes.entries())
          expect(done(outcome)).toMatchObject({
            id: ids[index],
            version: documents[index]!.version + 1,
          })
        for (const id of ids) expect(await left(id, action)).toEqual(expected)
        // Repeated, as after a lost response.
        expect(await press(actor, action, documents)).toEqual(outcomes)
        for (const id of ids) expect(await left(id, action)).toEqual(expected)
        const [acts] = await subject.world.database.query<{ transactions: number }>(
          `select count(distinct at)::int as transactions from audit_entry where subject_type = $1 and subject_id = any($2) and action = $3`,
          [name, ids, action],
        )
        expect(acts!.transactions).toBe(isTogether ? 1 : 2)
      })

      if (!subject.isReference) return
      test('is done to the others where one was changed meanwhile, and that one says so', async () => {
        const ids = [
          await subject.ready(action),
          await subject.ready(action),
          await subject.ready(action),
        ]
        const [first, stale, last] = await Promise.all(ids.map((id) => ticked(id, action)))
        stale!.version += 1
        const outcomes = await press(subject.world.actorFor(name, action), action, [
          first!,
          stale!,
          last!,
        ])
        expect(outcomes.map((outcome) => 'done' in outcome)).toEqual([true, false, true])
        expect(await codesOf(Promise.reject(done(outcomes[1]!) as Error))).toEqual([
          'version-stale',
        ])
      })

      test('by two people at once, in different orders, is done to each once', async () => {
        const ids = [
          await subject.ready(action),
          await subject.ready(action),
          await subject.ready(action),
        ]
        const documents = await Promise.all(ids.map((id) => ticked(id, action)))
        const another = documents.map((document) => ({ ...document, idempotencyKey: newId() }))
        const presses = await Promise.all([
          press(subject.world.actorFor(name, action), action, documents),
          press(subject.world.actorFor(name, action), action, another.toReversed()),
        ])
        const outcomes = presses.flat()
        expect(outcomes.filter((outcome) => 'done' in outcome)).toHaveLength(3)
        for (const outcome of outcomes.filter((one) => 'error' in one))
          expect(await codesOf(Promise.reject(outcome.error as Error))).toEqual(['version-stale'])
        for (const { id, version } of documents)
          expect((await subject.world.read(name, id)).header.version).toBe(version + 1)
      })
    })
  }
}
