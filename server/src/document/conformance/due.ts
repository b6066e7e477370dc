import { stockPlaces, type StockPlaceDeclaration } from '@kufang/contract/document/stock-places.ts'
import { isZero } from '@kufang/kernel/quantity.ts'
import { describe, expect, test } from 'vitest'
import { toSnake } from '../../platform/database/case.ts'
import { dueTimeSql } from '../storage/due.ts'
import { lastStates } from './goods.ts'
import type { Subject } from './subject.ts'

/** Places where somebody has goods that are to come back. */
const placesWithHolder = Object.entries<StockPlaceDeclaration>(stockPlaces).flatMap(
  ([place, { reference, keepsBalance }]) => (reference && keepsBalance ? [place] : []),
)

/**
 * To-dos are due as declared (`due`) in every state, not only in the one that a test of the trade looks at; and goods that
 * somebody has are asked for on a day.
 */
export function testDue(subject: Subject): void {
  const { definition, name, table } = subject
  const { due } = definition
  if (due === undefined && !table.hasGoods) return
  const last = lastStates(definition)

  /** How many to-dos of the document there are, and how many of them are due at its time, or before. */
  const dueOf = async (id: string): Promise<{ all: number; then: number; by: number }> => {
    const at = due && dueTimeSql(definition.header[due.by]!, `h.${toSnake(due.by)}`)
    const [found] = await subject.world.database.query<{ all: number; then: number; by: number }>(
      `select count(*)::int as all, count(*) filter (where t.due_at = ${at ?? 'null'})::int as then,
         count(*) filter (where t.due_at <= ${at ?? 'null'})::int as by
       from ${table.header} h join todo t on t.company_code = h.company_code and t.document_id = h.id
       where h.id = $1 and t.done_at is null`,
      [id],
    )
    return found!
  }

  /** The quantity that the document has brought to somebody, and that is still there. */
  const away = async (id: string): Promise<boolean> => {
    const found = await subject.world.database.query(
      `select k.id from stock_move m join stock_key k on k.company_code = m.company_code and k.id in (m.to_key, m.from_key)
       where m.document_type = $1 and m.document_id = $2 and k.place = any($3)
       group by k.id having sum(case when m.to_key = k.id then m.quantity else -m.quantity end) > 0`,
      [name, id, placesWithHolder],
    )
    return found.length > 0
  }

  describe('due', () => {
    test('its to-dos are due as declared in every state, and goods that somebody has are asked for', async () => {
      for (const state of Object.keys(definition.states)) {
        const id = await subject.standing(state)
        const { header, lines } = await subject.world.read(name, id)
        const isDue = due !== undefined && header[due.by as keyof typeof header] !== null
        const { all, then, by } = await dueOf(id)
        if (last.includes(state) && !due?.states.includes(state))
          expect(all, `${state}: nothing leads out of it`).toBe(0)
        if (isDue && due.states.includes(state)) expect([state, then]).toEqual([state, all])
        if (isDue && due.before?.includes(state)) expect([state, by]).toEqual([state, all])
        // Successors that took a line moved its goods on.
        const isTaken = lines.every(({ openQuantity }) => isZero(openQuantity))
        if (isTaken || !(await away(id))) continue
        expect(due?.states, `${state}: somebody has its goods, and no day is due`).toContain(state)
        expect(all, `${state}: somebody has its goods, and nobody has a to-do`).toBeGreaterThan(0)
      }
    })
  })
}
