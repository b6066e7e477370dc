import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../database/database.ts'
import type { Session } from '../session/session.ts'

export interface OperationFilters {
  subjectType?: string | undefined
  /** Number or the beginning of it. */
  subjectNo?: string | undefined
  subjectId?: string | undefined
  /** Any part of the person's name. */
  userName?: string | undefined
  /** Action or the beginning of it. */
  action?: string | undefined
  requestId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** What the page before gave as `nextCursor`. */
  cursor?: string | undefined
  pageSize: number
}

export interface Operation {
  companyCode: string
  id: string
  at: string
  userName: string
  subjectType: string
  subjectId: string
  subjectNo: string
  action: string
  before: unknown
  after: unknown
  requestId: string
}

export interface OperationPage {
  rows: Operation[]
  nextCursor: string | null
}

/**
 * One page of the operation log, newest first, of the companies of the session; entries of no
 * company (users, configuration) are for administrators. Pages by position in time, so it stays fast
 * on any length of log: one index walk per company, then a merge of at most a page each.
 */
export async function listOperations(
  database: Queryable,
  session: Session,
  filters: OperationFilters,
): Promise<OperationPage> {
  const values: unknown[] = [
    session.isAdmin ? ['', ...session.scope.companyCodes] : session.scope.companyCodes,
    filters.pageSize + 1,
  ]
  const conditions: string[] = []
  const where = (condition: (place: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const like = (text: string) => text.replace(/[\\%_]/g, '\\$&')
  if (filters.subjectType) where((at) => `e.subject_type = ${at}`, filters.subjectType)
  if (filters.subjectId) where((at) => `e.subject_id = ${at}`, filters.subjectId)
  if (filters.subjectNo) where((at) => `e.subject_no like ${at}`, `${like(filters.subjectNo)}%`)
  if (filters.userName) where((at) => `e.user_name ilike ${at}`, `%${like(filters.userName)}%`)
  if (filters.action) where((at) => `e.action like ${at}`, `${like(filters.action)}%`)
  if (filters.requestId) where((at) => `e.request_id = ${at}`, filters.requestId)
  if (filters.from) where((at) => `e.at >= ${at}::timestamptz`, filters.from)
  if (filters.to) where((at) => `e.at < ${at}::timestamptz`, filters.to)
  if (filters.cursor) {
    const [instant, id] = readCursor(filters.cursor)
    values.push(instant, id)
    const [at, after] = [`$${values.length - 1}::timestamptz`, `$${values.length}::uuid`]
    conditions.push(`e.at <= ${at} and (e.at < ${at} or e.id > ${after})`)
  }
  const rows = await database.query<Operation & { position: string }>(
    `select found.*, found.at::text as position
     from unnest($1::text[]) as scope (company)
     cross join lateral (
       select e.company_code, e.id, e.at, e.user_name, e.subject_type, e.subject_id, e.subject_no,
         e.action, e.before, e.after, e.request_id
       from audit_entry e
       where e.company_code = scope.company ${conditions.map((text) => `and ${text}`).join(' ')}
       order by e.at desc, e.id
       limit $2
     ) found
     order by found.at desc, found.id
     limit $2`,
    values,
  )
  const page = rows.slice(0, filters.pageSize)
  const last = page.at(-1)
  return {
    rows: page.map(({ position: _position, ...row }) => row),
    nextCursor: rows.length > page.length && last ? writeCursor(last.position, last.id) : null,
  }
}

function writeCursor(instant: string, id: string): string {
  return Buffer.from(`${instant}|${id}`).toString('base64url')
}

/** The instant keeps PostgreSQL's microseconds, which a JavaScript date would lose. */
function readCursor(cursor: string): [instant: string, id: string] {
  const match = /^(\d{4}-[\d:. +-]{10,40})\|([0-9a-f-]{36})$/.exec(
    Buffer.from(cursor, 'base64url').toString('utf8'),
  )
  if (match === null) {
    throw refuse('input-invalid', { field: 'cursor', problem: 'unreadable' }, { field: 'cursor' })
  }
  return [match[1]!, match[2]!]
}
