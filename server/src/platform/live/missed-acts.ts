import type { Queryable } from '../database/database.ts'

/** Acts of one company looked at in one round, latest first: whoever missed more is told of the latest. */
const lookedAtMax = 2000

interface Act {
  companyCode: string
  subjectType: string
  userId: string
  ageMs: number
}

/**
 * Announcements are hints: a process that dies between its commit and its announcement takes it along, and
 * what is written past the product is never announced. Acts stand in the audit log, so a slow round finds
 * those of which nothing was heard.
 */
export class MissedActs {
  readonly #roundMs: number
  readonly #heardAt = new Map<string, number>()
  readonly #startedAt = Date.now()

  /** @param roundMs how often `find` is called */
  constructor(roundMs: number) {
    this.#roundMs = roundMs
  }

  /** Something was heard: `parts` of a notice of the kind `entity`. */
  hear(parts: readonly string[]): void {
    this.#heardAt.set(parts.join('|'), Date.now())
  }

  /** Parts of the notices that should have been heard in the last two rounds; each is found once. */
  async find(queryable: Queryable): Promise<string[][]> {
    const spanMs = this.#roundMs * 2
    // Announcements of the last moments may still be on their way.
    const wayMs = Math.min(this.#roundMs / 2, 2000)
    const acts = await queryable.query<Act>(
      `select a.company_code, a.subject_type, a.user_id, min(extract(epoch from clock_timestamp() - a.at) * 1000)::integer as age_ms
       from (select company_code from company union all select '') c
       cross join lateral (
         select * from audit_entry e where e.company_code = c.company_code
           and e.at > clock_timestamp() - $1::integer * interval '1 millisecond'
           and e.at < clock_timestamp() - $2::integer * interval '1 millisecond'
         order by e.at desc limit ${lookedAtMax}) a
       group by 1, 2, 3`,
      [spanMs, Math.round(wayMs)],
    )
    const now = Date.now()
    for (const [act, at] of this.#heardAt) if (at < now - spanMs) this.#heardAt.delete(act)
    const missed: string[][] = []
    for (const { companyCode, subjectType, userId, ageMs } of acts) {
      const parts = [companyCode, subjectType, userId]
      const wroteAt = now - ageMs
      if (wroteAt < this.#startedAt) continue
      if ((this.#heardAt.get(parts.join('|')) ?? 0) >= wroteAt) continue
      missed.push(parts)
      this.hear(parts)
    }
    return missed
  }
}
