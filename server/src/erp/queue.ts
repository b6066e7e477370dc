import { randomUUID } from 'node:crypto'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { dependenciesOf, isBehindRefusedSql, type PostingRow } from './posting-row.ts'

/** The interface row for a posting's company: its own, else the default. */
const interfaceOf = `lateral (
  select is_on, is_simulated, blocked_at, timeout_ms, unknown_wait_seconds, parallel_max from erp_interface f
  where f.interface_code = p.interface_code and f.company_code in ('', p.company_code)
  order by f.company_code desc limit 1)`

/**
 * Postings whose sender died during a call, so that their lease expired. It is unknown whether the ERP has them; they
 * are looked up after its work process must have ended.
 */
export async function recoverAbandoned(queryable: Queryable): Promise<number> {
  const rows = await queryable.query(
    `update erp_posting q set state = 'unknown', leased_by = '', leased_until = null, look_ups = 0, is_outcome_open = true,
       sap_code = 'abandoned', sap_message_zh = '发送进程中断，稍后按业务键查询结果',
       sap_message_en = 'the sending process ended; the outcome will be looked up by key',
       next_attempt_at = greatest(now(), coalesce(q.sent_at, now()) + i.unknown_wait_seconds * interval '1 second'), updated_at = now()
     from erp_posting p cross join ${interfaceOf} i
     where q.company_code = p.company_code and q.id = p.id and q.state = 'sending' and q.leased_until <= now()
       and p.state = 'sending' and p.leased_until <= now()
     returning q.id`,
  )
  return rows.length
}

/** The number of oldest open postings examined first; sufficient unless most of them are stuck. */
const firstWindow = 300
const wholeWindow = 1_000_000

/**
 * Leases up to `limit` postings that can be processed now. A row waits while an earlier one with the same company,
 * plant and material is unsettled, or one of its dependencies is not posted; servers never lease the same row. Rows to
 * be sent become `sending` with an open outcome: from here on a crash means "unknown".
 */
export async function takeDue(queryable: Queryable, limit: number): Promise<PostingRow[]> {
  const open = await openCompanies(queryable)
  if (open === null) return []
  const taken = await takeWithin(queryable, limit, firstWindow, open)
  if (taken.length === limit) return taken
  const beyond = firstOf(
    await queryable.query<{ isThere: boolean }>(
      `select exists (select from erp_posting where state in ('pending', 'sending', 'unknown')
       and (company_code = any ($2)) = $3 order by sequence offset $1) as is_there`,
      [firstWindow, open.named, open.areNamed],
    ),
  )
  if (!beyond.isThere) return taken
  return [...taken, ...(await takeWithin(queryable, limit - taken.length, wholeWindow, open))]
}

/** Companies whose postings may be sent: the named ones, or all except them. */
interface OpenCompanies {
  named: string[]
  areNamed: boolean
}

/**
 * Null if nothing may be sent, so that a growing backlog is not searched. A lane belongs to one company, so rows of
 * other companies do not delay each other.
 */
async function openCompanies(queryable: Queryable): Promise<OpenCompanies | null> {
  const interfaces = await queryable.query<{ companyCode: string; isOpen: boolean }>(
    `select company_code, is_on and blocked_at is null as is_open from erp_interface
     where interface_code = 'material-document'`,
  )
  const isOpenByDefault = interfaces.some((one) => one.companyCode === '' && one.isOpen)
  const named = interfaces
    .filter(({ companyCode, isOpen }) => companyCode !== '' && isOpen !== isOpenByDefault)
    .map(({ companyCode }) => companyCode)
  if (!isOpenByDefault && named.length === 0) return null
  return { named, areNamed: !isOpenByDefault }
}

/**
 * The window contains the first open rows in order, so every row that could delay another one is in it: the first rows
 * of all their lanes are found by one aggregation.
 */
async function takeWithin(
  queryable: Queryable,
  limit: number,
  window: number,
  { named, areNamed }: OpenCompanies,
): Promise<PostingRow[]> {
  return queryable.query<PostingRow>(
    `with open as materialized (
       select company_code, id, sequence, state, material_plants, depends_on, depends_on_companies from erp_posting
       where state in ('pending', 'sending', 'unknown') and (company_code = any ($4)) = $5
       order by sequence limit $3),
     -- One that was refused keeps its place when it is requested again. If it now waits for a later one, it must not hold
     -- that one back: both would wait for ever, and with them their lane. Nor does one hold its lane that waits for a
     -- person, behind one that was refused.
     lane as (
       select o.id, o.sequence, unnest(o.material_plants) as lane from open o
       where o.depends_on = '{}' or not ${isBehindRefusedSql('o')} and not exists (
         select from ${dependenciesOf('o')}
         join erp_posting d on d.company_code = need.company_code and d.id = need.id
         where d.state in ('pending', 'sending', 'unknown') and d.sequence > o.sequence)),
     held_back as (
       select distinct id from (select id, sequence, min(sequence) over (partition by lane) as first from lane) l
       where sequence > first),
     due as (
       select p.company_code, p.id, i.timeout_ms
       from open o join erp_posting p on p.company_code = o.company_code and p.id = o.id
       cross join ${interfaceOf} i
       where p.state in ('pending', 'unknown') and p.next_attempt_at <= now()
         and (p.leased_until is null or p.leased_until <= now())
         and i.is_on and i.blocked_at is null
         and (p.state = 'unknown' or (
           (not i.is_simulated or p.sap_code <> 'simulated')
           and not exists (select from held_back h where h.id = o.id)
           and not exists (
             select from ${dependenciesOf('p')}
             left join erp_posting d on d.company_code = need.company_code and d.id = need.id
             -- One that is not there is not done.
             where d.id is null or d.state not in ('posted', 'closed'))))
       order by o.sequence
       limit $1
       for update of p skip locked)
     update erp_posting p set
       state = case p.state when 'pending' then 'sending' else p.state end,
       attempts = p.attempts + case p.state when 'pending' then 1 else 0 end,
       sent_at = case p.state when 'pending' then now() else p.sent_at end,
       look_ups = case p.state when 'pending' then 0 else p.look_ups end,
       is_outcome_open = true,
       leased_by = $2,
       -- Longest way: token, call, token again, call again, read back or look up, and read the value.
       leased_until = now() + due.timeout_ms * 7 * interval '1 millisecond' + interval '30 seconds',
       updated_at = now()
     from due where p.company_code = due.company_code and p.id = due.id
     returning p.*`,
    [limit, randomUUID(), window, named, areNamed],
  )
}

/** Returns a row to the queue without an attempt: the sender stops, or only simulates. */
export async function giveBack(queryable: Queryable, row: PostingRow, sapCode = ''): Promise<void> {
  await queryable.query(
    `update erp_posting set state = 'pending', attempts = attempts - 1, is_outcome_open = false, leased_by = '',
       leased_until = null, sap_code = $4, updated_at = now()
     where company_code = $1 and id = $2 and leased_by = $3 and state = 'sending'`,
    [row.companyCode, row.id, row.leasedBy, sapCode],
  )
}

/** How often what was not read back is asked for: about a week, as accounting may be late by days. */
const readBacksMax = 40

/** Posted rows whose items, or the values of which, were not yet read back, oldest first. */
export async function takeToReadBack(queryable: Queryable, limit: number): Promise<PostingRow[]> {
  return queryable.query<PostingRow>(
    `with due as (
       select p.company_code, p.id, i.timeout_ms from erp_posting p cross join ${interfaceOf} i
       where p.state = 'posted' and p.read_back_at is null and p.read_back_attempts < ${readBacksMax} and p.next_attempt_at <= now()
         and (p.leased_until is null or p.leased_until <= now()) and i.is_on and i.blocked_at is null and not i.is_simulated
       order by p.settled_at limit $1 for update of p skip locked)
     update erp_posting p set read_back_attempts = read_back_attempts + 1, leased_by = $2,
       leased_until = now() + due.timeout_ms * 3 * interval '1 millisecond' + interval '30 seconds',
       next_attempt_at = now() + least(interval '10 seconds' * power(1.5, p.read_back_attempts), interval '6 hours')
     from due where p.company_code = due.company_code and p.id = due.id returning p.*`,
    [limit, randomUUID()],
  )
}
