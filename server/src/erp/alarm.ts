import type { AlarmKind } from '@kufang/contract/logs/alarm-query.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../platform/database/database.ts'

export interface Alarm {
  companyCode: string
  kind: AlarmKind
  interfaceCode?: string
  postingId?: string
  documentNo?: string
  /** What it is about, if neither a posting nor an interface: `number/year` of an ERP document. */
  subject?: string
  message: { zh: string; en: string }
  /** A proposed remedy for the button of the page. */
  proposal?: unknown
}

/** Raises an alarm; an unresolved alarm of the same kind for the same posting, interface and subject is not raised again. */
export async function raiseAlarm(queryable: Queryable, alarm: Alarm): Promise<void> {
  await queryable.query(
    `insert into erp_alarm (company_code, id, kind, interface_code, posting_id, document_no, message_zh, message_en, proposal, subject)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10) on conflict do nothing`,
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
      alarm.subject ?? '',
    ],
  )
}

/** Marks an alarm as handled. Returns the number of its document ('' for none); undefined if no such alarm is open. */
export async function resolveAlarm(
  tx: Queryable,
  resolve: { companyCode: string; alarmId: string; userId: string; resolution: string },
): Promise<string | undefined> {
  const [resolved] = await tx.query<{ documentNo: string }>(
    `update erp_alarm set resolved_at = now(), resolved_by = $3, resolution = $4
     where company_code = $1 and id = $2 and resolved_at is null returning document_no`,
    [resolve.companyCode, resolve.alarmId, resolve.userId, resolve.resolution],
  )
  return resolved?.documentNo
}
