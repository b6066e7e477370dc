import { newId } from '@kufang/kernel/identifier.ts'
import { writeTo, type Queryable } from '../database/database.ts'
import { numberOrDrawn } from '../database/drawn-number.ts'
import { liveChannel } from '../live/live-channel.ts'
import type { Session } from '../session/session.ts'

/** One thing a person did. */
export interface AuditEntry {
  /** The company the subject belongs to; '' for what belongs to none (users, configuration). */
  companyCode: string
  /** Kind of subject: a document type, `user`, `configuration` ... */
  subjectType: string
  subjectId: string
  /** The number a person knows the subject by; null for the one drawn in this transaction. */
  subjectNo?: string | null
  action: string
  /** State before and after, as plain data; never passwords or secrets. */
  before?: unknown
  after?: unknown
  /** The document whose act caused it, where that is another one; no number means the one drawn in this transaction. */
  cause?: { type: string; no: string | null }
}

/** Who acts, as far as the trace needs it; every session is one. */
export type Actor = Pick<Session, 'userId' | 'userName' | 'requestId'>

/**
 * Writes audit entries with one statement, in the caller's transaction, so that an act and its
 * trace stand or fall together; processes are told which lists are stale.
 */
export async function writeAudit(
  tx: Queryable,
  session: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  await writeTo(
    tx,
    `insert into audit_entry (company_code, id, user_id, user_name, request_id,
       subject_type, subject_id, subject_no, action, before, after)
     select company_code, id, $1, $2, $3, subject_type, subject_id, ${numberOrDrawn('subject_no')}, action, before::jsonb,
       case when cause_type is null then after::jsonb
         else after::jsonb || jsonb_build_object('causeType', cause_type, 'causeNo', ${numberOrDrawn('cause_no')}) end
     from unnest($4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
       as entry (company_code, id, subject_type, subject_id, subject_no, action, before, after, cause_type, cause_no)`,
    [
      session.userId,
      session.userName,
      session.requestId,
      entries.map((entry) => entry.companyCode),
      entries.map(() => newId()),
      entries.map((entry) => entry.subjectType),
      entries.map((entry) => entry.subjectId),
      entries.map((entry) => (entry.subjectNo === undefined ? '' : entry.subjectNo)),
      entries.map((entry) => entry.action),
      entries.map((entry) => text(entry.before)),
      entries.map((entry) => text(entry.after)),
      entries.map((entry) => entry.cause?.type ?? null),
      entries.map((entry) => entry.cause?.no ?? null),
    ],
  )
  for (const { companyCode, subjectType } of entries)
    tx.announce(liveChannel, `entity|${companyCode}|${subjectType}|${session.userId}`)
}
