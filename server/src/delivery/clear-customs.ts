import type { Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

// Imported goods (domain.md 1.2): the confirmation of their delivery note makes a customs clearance, and none of them
// arrives before that is released.

/** A delivery note as its confirmation sees it. */
interface Note {
  id: string
  companyCode: string
  plant: string | null
  isImported?: boolean | null
}

/** Whether any of these orders is in another currency than its company; one statement. */
async function isOrderedAbroad(
  queryable: Queryable,
  companyCode: string,
  orderNos: readonly (string | null)[],
): Promise<boolean> {
  const [{ isAbroad }] = (await queryable.query<{ isAbroad: boolean }>(
    `select exists (
       select from purchase_order h join company c on c.company_code = h.company_code
       where h.company_code = $1 and h.doc_no = any ($2::text[]) and h.currency <> c.currency
     ) as is_abroad`,
    [companyCode, [...new Set(orderNos)]],
  )) as [{ isAbroad: boolean }]
  return isAbroad
}

/** Whether the goods of a delivery note need the release by customs: marked, or by the rule of the plant. */
export async function needsCustoms(
  tx: Transaction,
  { companyCode, plant, isImported }: Note,
  lines: readonly { purchaseOrderNo: string | null }[],
): Promise<boolean> {
  if (isImported === true) return true
  const place = { companyCode, plant: plant ?? '' }
  if ((await readParameter(tx, 'delivery.importedGoods', place)) === 'marked') return false
  return isOrderedAbroad(
    tx,
    companyCode,
    lines.map(({ purchaseOrderNo }) => purchaseOrderNo),
  )
}

/** An order item of which imported goods are announced that customs has not released. */
export interface AwaitedRelease {
  orderNo: string
  orderLine: number
  noteNo: string
  /** '' while the note is not confirmed: its confirmation makes the clearance. */
  clearanceNo: string
}

/** The notes of imported goods of these order items that wait for their release, the oldest of each item; one statement. */
export async function awaitedReleases(
  queryable: Queryable,
  companyCode: string,
  items: readonly { no: string; line: number }[],
): Promise<AwaitedRelease[]> {
  return queryable.query<AwaitedRelease>(
    `select distinct on (w.no, w.line) w.no as order_no, w.line as order_line, h.doc_no as note_no,
       coalesce(c.doc_no, '') as clearance_no
     from unnest($2::text[], $3::int[]) as w (no, line)
     join purchase_order o on o.company_code = $1 and o.doc_no = w.no
     join document_link k on k.company_code = $1 and k.from_type = 'purchase-order' and k.from_id = o.id
       and k.from_line = w.line and k.to_type = 'delivery-note' and k.is_live
     join delivery_note h on h.company_code = $1 and h.id = k.to_id and h.is_imported
       and h.state in ('submitted', 'confirmed', 'partlyArrived')
     left join lateral (
       select c.doc_no, c.state from document_link d
       join customs_clearance c on c.company_code = $1 and c.id = d.to_id and c.state <> 'cancelled'
       where d.company_code = $1 and d.from_type = 'delivery-note' and d.from_id = h.id
         and d.to_type = 'customs-clearance' and d.is_live
     ) c on true
     where coalesce(c.state, '') not in ('released', 'arrived')
     order by w.no, w.line, h.created_at`,
    [companyCode, items.map(({ no }) => no), items.map(({ line }) => line)],
  )
}

/** The HS codes with which these materials were last declared, by material; one statement. */
async function lastCodes(
  queryable: Queryable,
  companyCode: string,
  materialNos: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryable.query<{ materialNo: string; hsCode: string }>(
    `select w.material_no, last.hs_code from (select distinct unnest($2::text[]) as material_no) w
     cross join lateral (
       select l.hs_code from customs_clearance_line l
       join customs_clearance h on h.company_code = l.company_code and h.id = l.document_id
       where l.company_code = $1 and l.material_no = w.material_no and l.hs_code is not null
       order by h.created_at desc limit 1
     ) last`,
    [companyCode, materialNos],
  )
  return new Map(rows.map(({ materialNo, hsCode }) => [materialNo, hsCode]))
}

/**
 * Makes the customs clearance of a confirmed delivery note, with the HS codes its materials had last.
 * @param replacesArrivalNo the arrival of which rejected goods went back, for the clearance of what comes for them
 */
export async function beginClearance(
  tx: Transaction,
  documents: DocumentPort,
  { id, companyCode }: Pick<Note, 'id' | 'companyCode'>,
  lines: readonly { lineNo: number; materialNo: string; quantity: Quantity }[],
  replacesArrivalNo: string | null = null,
): Promise<void> {
  const codes = await lastCodes(
    tx,
    companyCode,
    lines.map(({ materialNo }) => materialNo),
  )
  await documents.create('customs-clearance', {
    companyCode,
    header: replacesArrivalNo === null ? {} : { replacesArrivalNo },
    lines: lines.map(({ lineNo, materialNo, quantity }) => ({
      source: { id, lineNo },
      quantity,
      ...(codes.has(materialNo) ? { usualHsCode: entryOf(codes, materialNo) } : {}),
    })),
  })
}

/** Whether customs has released the goods: also after the first of them arrived. */
export const isReleased = ({ state }: { state: string }): boolean =>
  state === 'released' || state === 'arrived'
