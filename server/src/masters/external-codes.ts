import { masterOfKind, type ExternalCodeKind } from '@kufang/contract/masters/external-code.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { itemAt, lastOf } from '@kufang/kernel/present.ts'
import type { Queryable, Row, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { columnOf, masterSource, validOn } from './master-table.ts'

/** Our code for a code of another system, as that system writes it; undefined if it is not mapped today. */
export type ExternalCodes = (kind: ExternalCodeKind, code: string) => string | undefined

/** The codes of a system that are mapped today; one statement. */
export async function readExternalCodes(
  queryable: Queryable,
  externalSystem: string,
): Promise<ExternalCodes> {
  const rows = await queryable.query<{ kind: string; externalCode: string; ownCode: string }>(
    `select kind, external_code, own_code from external_code e
     where external_system = $1 and own_code <> '' and is_active and ${validOn('e', '$2::date')}`,
    [externalSystem, companyToday()],
  )
  const codes = new Map(
    rows.map(({ kind, externalCode, ownCode }) => [`${kind} ${externalCode}`, ownCode]),
  )
  return (kind, code) => codes.get(`${kind} ${code}`)
}

/** Keeps codes of a system that mean nothing here, so that they are seen and mapped; known ones stay as they are. */
export async function noteExternalCodes(
  tx: Transaction,
  session: Pick<Session, 'userName'>,
  externalSystem: string,
  codes: readonly { kind: ExternalCodeKind; code: string }[],
): Promise<void> {
  const kept = codes.filter(({ code }) => code !== '' && code.length <= 60)
  if (externalSystem === '' || kept.length === 0) return
  await tx.query(
    `insert into external_code (external_system, kind, external_code, updated_by_name)
     select $1, given.*, $2 from unnest($3::text[], $4::text[]) as given (kind, code) on conflict do nothing`,
    [externalSystem, session.userName, kept.map(({ kind }) => kind), kept.map(({ code }) => code)],
  )
}

/** Rows that are mapped to a code that the master of their kind does not have, by index; one statement for each kind. */
export async function unknownOwnCodes(
  queryable: Queryable,
  rows: readonly { row: Row; names: readonly string[] }[],
): Promise<{ index: number; detail: RefusalDetail }[]> {
  const found: { index: number; detail: RefusalDetail }[] = []
  for (const [kind, master] of Object.entries(masterOfKind)) {
    const given = rows.flatMap(({ row, names }, index) =>
      row['kind'] === kind && names.includes('ownCode') && textOf(row['ownCode']) !== ''
        ? [{ index, code: textOf(row['ownCode']) }]
        : [],
    )
    if (given.length === 0) continue
    const definition: AnyMaster = masters[master]
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const missing = await queryable.query<{ at: number }>(
      `select wanted.at::integer as "at" from unnest($1::text[]) with ordinality as wanted (code, at)
       where not exists (select 1 from ${masterSource(definition)}
         where m.is_active and ${columnOf(lastOf(definition.key))} = wanted.code) order by wanted.at`,
      [given.map(({ code }) => code)],
    )
    const { zh, en } = definition.label
    for (const { at } of missing) {
      const { index, code } = itemAt(given, at - 1)
      const params = { master: zh, masterEn: en, value: code }
      found.push({ index, detail: { code: 'master-unknown', params, field: 'ownCode' } })
    }
  }
  return found
}
