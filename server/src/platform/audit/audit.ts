import { newId } from '@kufang/kernel/identifier.ts'
import { writeTo, type Queryable } from '../database/database.ts'
import { numberOrDrawn } from '../database/drawn-number.ts'
import { liveChannel } from '../live/live-channel.ts'
import { currentTraceId } from '../operation/trace.ts'
import type { Session } from '../session/session.ts'

/** An act to be recorded. */
export interface AuditEntry {
  /** The company of the subject; '' for subjects without a company (users, configuration). */
  companyCode: string
  /** Type of the subject: a document type, `user`, `configuration` ... */
  subjectType: string
  subjectId: string
  /** The displayed number of the subject; null for the number drawn in this transaction. */
  subjectNo?: string | null
  action: string
  /** State before and after as plain data, never passwords or secrets. */
  before?: unknown
  after?: unknown
  /** The document whose act caused this one, if different; without `no` it is the number drawn in this transaction. */
  cause?: { type: string; no: string | null }
}

/** The actor as recorded; every session is one. */
export type Actor = Pick<Session, 'userId' | 'userName' | 'requestId'>

/**
 * Writes audit entries with one statement in the caller's transaction, so that an act and its entry are committed
 * together, and announces which lists are stale.
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
    `insert into audit_entry (company_code, id, user_id, user_name, request_id, trace_id,
       subject_type, subject_id, subject_no, action, before, after)
     select company_code, id, $1, $2, $3, $14, subject_type, subject_id, ${numberOrDrawn('subject_no')}, action, before::jsonb,
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
      currentTraceId(),
    ],
  )
  for (const { companyCode, subjectType } of entries)
    tx.announce(liveChannel, `entity|${companyCode}|${subjectType}|${session.userId}`)
}
