import { documentDefinition } from '@kufang/contract/registry.ts'
import { documentTable } from '../storage/table.ts'
import type { World } from '../testing/world.ts'
import type { Subject } from './subject.ts'

/** A snapshot of balances and holds, without numbers and times. */
export async function goodsSnapshot(world: World): Promise<Record<string, unknown>> {
  const query = (text: string) => world.database.query(text)
  return {
    ledger: await query(
      `select k.*, sum(m.quantity) as quantity, sum(m.second_quantity) as second_quantity from (
         select to_key as key, quantity, second_quantity from stock_move
         union all select from_key, -quantity, -second_quantity from stock_move) m
       join stock_key k on k.id = m.key group by k.company_code, k.id having sum(m.quantity) <> 0 order by k.id`,
    ),
    balances: await query(
      `select key_id, quantity, second_quantity, reserved, frozen from stock_balance where quantity <> 0 or reserved <> 0 or frozen <> 0 order by 1`,
    ),
    holds: await query(
      `select key_id, document_id, line_no, open_quantity from stock_hold where released_at is null and open_quantity > 0 order by 1, 2, 3`,
    ),
  }
}

/** A snapshot of goods, ERP books and predecessors. */
export async function snapshot(world: World, subject: Subject): Promise<Record<string, unknown>> {
  const source = subject.definition.source?.document
  const sourceTable = source === undefined ? undefined : documentTable(documentDefinition(source)!)
  const query = (text: string) => world.database.query(text)
  return {
    ...(await goodsSnapshot(world)),
    books: await query(
      `select plant, storage_location, material_no, stock_category, quantity from erp_book where quantity <> 0 order by 1, 2, 3, 4`,
    ),
    sources: sourceTable
      ? await query(
          `select document_id, line_no, done_quantity, closed_quantity, open_quantity, progress from ${sourceTable.line} order by 1, 2`,
        )
      : [],
    sourceStates: sourceTable
      ? await query(`select id, state from ${sourceTable.header} order by 1`)
      : [],
    held: await query(
      `select document_id, line_no, reserved_quantity from requisition_line order by 1, 2`,
    ),
  }
}
