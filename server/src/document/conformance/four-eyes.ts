import { decide, rolesFor, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { Decided } from '@kufang/contract/document/decide.ts'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { codesOf, type Subject } from './subject.ts'

/** List rows contain enough for the browser to disable buttons for four eyes, with the same reason as the server. */
export function testFourEyes(subject: Subject): void {
  const { definition, name } = subject
  const separated = Object.entries(definition.actions).filter(([, { notBy }]) => notBy?.length)

  describe('four eyes in lists', () => {
    for (const [action, { notBy = [], functionCode }] of separated) {
      test(`${action} is refused in the list to who is refused it by the server, and to nobody else`, async () => {
        const id = await subject.ready(action)
        const { header } = await subject.world.read(name, id)
        const roles = [...rolesForReading(definition), ...rolesFor(definition, action)]
        const codes = new Set(functionCode === undefined ? [] : [functionCode])
        const doers = notBy.flatMap((act) => header.acts[act] ?? [])
        expect(doers.length).toBeGreaterThan(0)
        for (const { userId, userName } of doers) {
          const doer = { ...person(userName, roles), userId }
          for (const level of ['header', 'line']) {
            const row = await rowOf(doer, id, level)
            const refusal = decide(definition, action, { ...doer, functionCodes: codes }, row)
            expect(refusal).toMatchObject({
              code: 'separation-of-duties',
              params: { user: userName },
            })
          }
          expect(
            await codesOf(subject.actAs({ session: doer, functionCodes: codes }, id, action)),
          ).toEqual(['separation-of-duties'])
        }
        const other = person('另一人', roles)
        const row = await rowOf(other, id, 'header')
        expect(row.acts).toEqual({})
        expect(decide(definition, action, { ...other, functionCodes: codes }, row)).toBeNull()
      })
    }

    if (separated.length === 0)
      test('a type without four eyes sends nothing of who did what', async () => {
        const id = await subject.make()
        expect(
          await rowOf(person('查询员', rolesForReading(definition)), id, 'header'),
        ).not.toHaveProperty('acts')
      })

    /** The row of the document as a worklist receives it over HTTP. */
    async function rowOf(
      session: ReturnType<typeof person>,
      id: string,
      level: string,
    ): Promise<Decided> {
      const app = await documentCalls(subject.world.database, session)
      const { header } = await subject.world.read(name, id)
      const reply = await app.inject({
        method: 'POST',
        url: `/api/documents/${name}/list`,
        payload: { level, filters: [{ field: 'docNo', operator: 'eq', value: header.docNo }] },
      })
      await app.close()
      const { datas } = JSON.parse(reply.body) as { datas: ListResponse }
      expect(datas.rows[0]).toBeDefined()
      return datas.rows[0] as unknown as Decided
    }
  })
}
