import type { Transaction } from '../platform/database/database.ts'
import type { StockKey } from '../ledger/public.ts'
import { fromWantedKeys, wantedKeys } from '../ledger/public.ts'

/** What is kept of a row with standing notes. */
interface RowNote {
  keyId: number
  noteId: string
  noteNo: string
  noteText: string
  notedAt: string
  notedByName: string
  relevantUntil: string | null
  mattersUntil: string
  noteCount: number
}

/**
 * Makes the last standing note of these rows of the stock again from the notes on them (`stock_row_note`). Called after the
 * state of a note is written. Four statements at most.
 */
export async function refreshRowNotes(
  tx: Transaction,
  companyCode: string,
  keys: readonly StockKey[],
): Promise<void> {
  const wanted = wantedKeys(companyCode, keys)
  const rows = await tx.query<{ keyId: number }>(
    `select known.id as key_id ${fromWantedKeys}`,
    wanted,
  )
  const ids = rows.map(({ keyId }) => keyId)
  // The notes on a key are found by its material; those that stand are few.
  const standing = await tx.query<RowNote>(
    `select distinct on (k.id) k.id as key_id, h.id as note_id, h.doc_no as note_no, h.note_text, h.created_at as noted_at,
       h.created_by_name as noted_by_name, h.relevant_until,
       (max(coalesce(h.relevant_until, 'infinity')) over (partition by k.id))::text as matters_until,
       (count(*) over (partition by k.id))::integer as note_count
     from stock_key k
     join stock_note_line l on l.company_code = k.company_code and l.material_no = k.material_no
       and coalesce(l.bin, '') = k.bin and coalesce(l.batch, '') = k.batch and l.stock_category = k.stock_category
       and coalesce(l.special_stock, '') = k.special_stock
       and coalesce(l.special_stock_reference, '') = k.special_stock_reference
     join stock_note h on h.company_code = l.company_code and h.id = l.document_id and h.plant = k.plant
       and h.storage_location = k.storage_location and h.state = 'standing'
     where k.company_code = $1 and k.id = any($2::bigint[])
     order by k.id, h.created_at desc, h.id desc`,
    [companyCode, ids],
  )
  await tx.query(
    'delete from stock_row_note where company_code = $1 and key_id = any($2::bigint[])',
    [companyCode, ids],
  )
  if (standing.length === 0) return
  const column = (name: keyof RowNote) => standing.map((row) => row[name])
  await tx.query(
    `insert into stock_row_note (company_code, key_id, note_id, note_no, note_text, noted_at, noted_by_name, relevant_until,
       matters_until, note_count)
     select $1, n.* from unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::date[],
       $9::date[], $10::integer[]) n`,
    [
      companyCode,
      column('keyId'),
      column('noteId'),
      column('noteNo'),
      column('noteText'),
      column('notedAt'),
      column('notedByName'),
      column('relevantUntil'),
      column('mattersUntil'),
      column('noteCount'),
    ],
  )
}
