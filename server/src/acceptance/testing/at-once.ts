import { isRefusal } from '@kufang/kernel/refusal.ts'
import { expect } from 'vitest'
import type { World } from '../../document/testing/world.ts'

/** A document that acts wait for. */
interface Awaited {
  table: 'inspection_notice' | 'purchase_order'
  docNo: string
}

/**
 * Performs acts that need the same inspection notice, or another document, at the same moment: all of them have begun and
 * wait for it before any of them may go on.
 * @returns the code of each refusal, or 'done'
 */
export async function atOnce(
  { database }: World,
  awaited: string | Awaited,
  acts: readonly (() => Promise<unknown>)[],
): Promise<string[]> {
  let outcomes: Promise<string>[] = []
  await database.transaction(async (tx) => {
    if (typeof awaited === 'string')
      await tx.query(
        `select id from inspection_notice where company_code = '1010' and id = $1 for update`,
        [awaited],
      )
    else
      await tx.query(
        `select id from ${awaited.table} where company_code = '1010' and doc_no = $1 for update`,
        [awaited.docNo],
      )
    outcomes = acts.map((act) =>
      act().then(
        () => 'done',
        (error: unknown) => (isRefusal(error) ? error.code : String(error)),
      ),
    )
    await expect
      .poll(
        async () => {
          const [row] = await database.query<{ waiting: number }>(
            `select count(distinct l.pid)::integer as waiting from pg_locks l join pg_stat_activity a on a.pid = l.pid
             where not l.granted and a.datname = current_database()`,
          )
          return row!.waiting
        },
        { timeout: 5_000 },
      )
      .toBe(acts.length)
  })
  return Promise.all(outcomes)
}
