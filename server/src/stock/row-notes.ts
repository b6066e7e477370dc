import type { Transaction } from '../platform/database/database.ts'
import type { StockKey } from './ledger/key.ts'
import { fromWantedKeys, wantedKeys } from './queries/wanted-keys.ts'

/**
 * Makes the last standing note of these rows of the stock again from the notes on them (`stock_row_note`). Called after the
 * state of a note is written. Two statements.
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
  await tx.query(
    `with standing as (
       select k.id as key_id, h.id, h.doc_no, h.note_text, h.created_at, h.created_by_name, h.relevant_until,
         max(coalesce(h.relevant_until, 'infinity')) over (partition by k.id) as matters_until,
         count(*) over (partition by k.id) as note_count,
         row_number() over (partition by k.id order by h.created_at desc, h.id desc) as place
       from stock_key k
       join stock_note_line l on l.company_code = k.company_code and l.material_no = k.material_no
         and coalesce(l.bin, '') = k.bin and coalesce(l.batch, '') = k.batch and l.stock_category = k.stock_category
         and coalesce(l.special_stock, '') = k.special_stock
         and coalesce(l.special_stock_reference, '') = k.special_stock_reference
       join stock_note h on h.company_code = l.company_code and h.id = l.document_id and h.plant = k.plant
         and h.storage_location = k.storage_location and h.state = 'standing'
       where k.company_code = $1 and k.id = any($2::bigint[])
     ), gone as (
       delete from stock_row_note n where n.company_code = $1 and n.key_id = any($2::bigint[])
         and n.key_id not in (select key_id from standing)
     )
     insert into stock_row_note (company_code, key_id, note_id, note_no, note_text, noted_at, noted_by_name, relevant_until,
       matters_until, note_count)
     select $1, key_id, id, doc_no, note_text, created_at, created_by_name, relevant_until, matters_until, note_count
     from standing where place = 1
     on conflict (company_code, key_id) do update set note_id = excluded.note_id, note_no = excluded.note_no,
       note_text = excluded.note_text, noted_at = excluded.noted_at, noted_by_name = excluded.noted_by_name,
       relevant_until = excluded.relevant_until, matters_until = excluded.matters_until, note_count = excluded.note_count`,
    [companyCode, ids],
  )
}
