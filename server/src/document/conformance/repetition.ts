import { personActions } from '@kufang/contract/document/decide.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { createDocument } from '../service/service.ts'
import { codesOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'

/** Double clicks, repeated requests, and concurrent users. */
export function testRepetition(subject: Subject): void {
  const { definition } = subject

  const audits = async (id: string): Promise<number> => {
    const [row] = await subject.world.database.query<{ total: number }>(
      `select count(*)::int as total from audit_entry where subject_type = $1 and subject_id = $2`,
      [subject.name, id],
    )
    return row!.total
  }

  const actions = Object.keys(personActions(definition))
  if (actions.length === 0 && !subject.isMadeByPeople) return
  describe('repetition', () => {
    for (const action of actions) {
      test(`${action} asked for twice at once is done once, and answers alike`, async () => {
        const id = await subject.waiting(action)
        const actor = subject.world.actorFor(subject.name, action)
        const { header } = await subject.world.read(subject.name, id)
        const before = await audits(id)
        const key = newId()
        // A repeated request is the same request, also where the journey's input follows from what the act changes.
        const given = await subject.given(id, action)
        const once = () => subject.actAs(actor, id, action, { key, version: header.version, given })
        const [first, second] = await Promise.all([once(), once()])
        expect(second).toEqual(first)
        expect(await once()).toEqual(first)
        expect(await audits(id)).toBe(before + 1)
        expect((await subject.world.read(subject.name, id)).header.version).toBe(header.version + 1)
      })

      test(`${action} on what another person changed meanwhile is refused`, async () => {
        const id = await subject.waiting(action)
        const { version } = (await subject.world.read(subject.name, id)).header
        const before = await everything(subject.world)
        const actor = subject.world.actorFor(subject.name, action)
        for (const stale of [version - 1, version + 1]) {
          expect(await codesOf(subject.actAs(actor, id, action, { version: stale }))).toEqual([
            'version-stale',
          ])
        }
        expect(await everything(subject.world)).toEqual(before)
      })

      if (!subject.isReference) continue
      test(`${action} by two people at once is done by one of them; the other is told what changed`, async () => {
        const id = await subject.waiting(action)
        const { version } = (await subject.world.read(subject.name, id)).header
        const attempts = await Promise.allSettled(
          [0, 1].map(() =>
            subject.actAs(subject.world.actorFor(subject.name, action), id, action, { version }),
          ),
        )
        expect(attempts.map((attempt) => attempt.status).sort()).toEqual(['fulfilled', 'rejected'])
        const lost = attempts.find((attempt) => attempt.status === 'rejected')!
        expect(await codesOf(Promise.reject(lost.reason as Error))).toEqual(['version-stale'])
      })
    }

    if (subject.isMadeByPeople) {
      test('made twice at once under one key, there is one', async () => {
        const request = await subject.request()
        const actor = subject.world.actorFor(subject.name, 'create')
        const key = newId()
        const make = () => createDocument(subject.world.database, actor, subject.name, request, key)
        const [first, second] = await Promise.all([make(), make()])
        expect(second).toEqual(first)
        expect(await audits(first.id)).toBe(1)
        const other = { ...request, header: { ...request.header, remark: '另一内容' } }
        expect(
          await codesOf(createDocument(subject.world.database, actor, subject.name, other, key)),
        ).toEqual(['idempotency-key-reused'])
      })
    }
  })
}
