import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../database/database.ts'

export type AlarmKind =
  /** More than one ERP document carries the key of one posting. */
  | 'duplicate-documents'
  /** The ERP's items differ from what was asked. */
  | 'items-differ'
  /** Somebody cancelled the document in the ERP itself. */
  | 'cancelled-in-erp'
  /** Tries used up. */
  | 'dead'
  /** A configuration fault stopped the interface. */
  | 'blocked'
  /** A proof of the stock found rows; `interfaceCode` names the proof. */
  | 'proof'

export interface Alarm {
  companyCode: string
  kind: AlarmKind
  interfaceCode?: string
  postingId?: string
  documentNo?: string
  message: { zh: string; en: string }
  /** What to do about it, for the page's button. */
  proposal?: unknown
}

/** Raises an alarm; the same fault of the same posting or interface that still stands is not raised twice. */
export async function raiseAlarm(queryable: Queryable, alarm: Alarm): Promise<void> {
  await queryable.query(
    `insert into erp_alarm (company_code, id, kind, interface_code, posting_id, document_no, message_zh, message_en, proposal)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) on conflict do nothing`,
    [
      alarm.companyCode,
      newId(),
      alarm.kind,
      alarm.interfaceCode ?? '',
      alarm.postingId ?? null,
      alarm.documentNo ?? '',
      alarm.message.zh,
      alarm.message.en,
      JSON.stringify(alarm.proposal ?? {}),
    ],
  )
}

/** A person has dealt with it. Returns whether it was still open. */
export async function resolveAlarm(
  tx: Queryable,
  resolve: { companyCode: string; alarmId: string; userId: string; resolution: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update erp_alarm set resolved_at = now(), resolved_by = $3, resolution = $4
     where company_code = $1 and id = $2 and resolved_at is null returning id`,
    [resolve.companyCode, resolve.alarmId, resolve.userId, resolve.resolution],
  )
  return rows.length > 0
}
