import type { Queryable } from '../database/database.ts'

/** Maximum number of acts per company and search, latest first; if more were missed, only these are announced. */
const lookedAtMax = 2000

interface Act {
  companyCode: string
  subjectType: string
  userId: string
  ageMs: number
}

/**
 * Finds acts without an announcement. Announcements are hints: they are lost if a process dies between commit and
 * announcement, and writes outside the product are never announced. Every act is in the audit log, so a periodic search
 * finds them.
 */
export class MissedActs {
  readonly #roundMs: number
  readonly #heardAt = new Map<string, number>()
  readonly #startedAt = Date.now()

  /** @param roundMs interval between calls of `find` */
  constructor(roundMs: number) {
    this.#roundMs = roundMs
  }

  /** Records a received notice of the kind `entity` with these `parts`. */
  hear(parts: readonly string[]): void {
    this.#heardAt.set(parts.join('|'), Date.now())
  }

  /** Parts of the notices missing in the last two intervals; each is returned once. */
  async find(queryable: Queryable): Promise<string[][]> {
    const spanMs = this.#roundMs * 2
    // The latest announcements may still be in transit.
    const wayMs = Math.min(this.#roundMs / 2, 2000)
    // statement_timestamp() is the same for all rows, so the index of the log leads to these acts; clock_timestamp() is not,
    // and the whole log would be read.
    const acts = await queryable.query<Act>(
      `select a.company_code, a.subject_type, a.user_id, min(extract(epoch from statement_timestamp() - a.at) * 1000)::integer as age_ms
       from (select company_code from company union all select '') c
       cross join lateral (
         select * from audit_entry e where e.company_code = c.company_code
           and e.at > statement_timestamp() - $1::integer * interval '1 millisecond'
           and e.at < statement_timestamp() - $2::integer * interval '1 millisecond'
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
