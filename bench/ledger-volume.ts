import type { Database } from '../server/src/platform/database/database.ts'
import { analyze } from './analyze.ts'
import { bench } from './company.ts'

/**
 * Fills the ledger with past moves, distributed over all keys of the bench company and two years, and computes the
 * balances. Row checks and triggers are disabled while loading: the rows are correct by construction, and the caller
 * runs the proofs.
 */
export async function fillMoves(
  database: Database,
  moves: number,
  say: (text: string) => void,
  /** SQL expression for the time of move number n. */
  at = `now() - (n % 63072000) * interval '1 second'`,
): Promise<void> {
  const step = 500_000
  for (let done = 0; done < moves; done += step) {
    const count = Math.min(step, moves - done)
    await database.transaction(async (tx) => {
      await tx.query('reset role')
      await tx.query(`set local session_replication_role = replica`)
      await tx.query(`
        insert into stock_move (company_code, id, moved_at, document_type, document_id, document_no, line_no, from_key, to_key, material_no, quantity, movement_type, posts_to_erp, idempotency_key, amount, amount_source, user_id)
        select '${bench.companyCode}', uuidv7(), ${at}, 'goods-receipt', gen_random_uuid(), 'PAST' || (n / 10), n % 10 + 1,
          k.supplier_key, k.id, k.material_no, 1, '', false, 'past:' || n, n % 900 + 1, 'order-price', '00000000-0000-0000-0000-000000000000'
        from generate_series(${done}, ${done + count - 1}) n
        join lateral (select * from bench_key where no = n % (select count(*) from bench_key)) k on true`)
      await tx.query(`
        update stock_balance b set quantity = b.quantity + g.count from (
          select k.id, count(*) as count from generate_series(${done}, ${done + count - 1}) n
          join bench_key k on k.no = n % (select count(*) from bench_key) group by k.id) g
        where b.company_code = '${bench.companyCode}' and b.key_id = g.id`)
      await tx.query('set role kufang_app')
    })
    say(`${done + count} of ${moves} moves`)
  }
  await analyze(database)
}

/** Keys and balances of the bench company: one per material and bin. */
export async function makeKeys(database: Database, count: number): Promise<void> {
  const { companyCode, plant, storageLocation } = bench
  const perMaterial = Math.ceil(count / bench.materials)
  await database.query(`insert into stock_key (company_code, place, plant, material_no)
    select '${companyCode}', 'supplier', '${plant}', 'B' || lpad(n::text, 6, '0') from generate_series(1, ${bench.materials}) n on conflict do nothing`)
  await database.query(`insert into stock_key (company_code, place, plant, storage_location, bin, material_no, stock_category, batch)
    select '${companyCode}', 'stock', '${plant}', '${storageLocation}', 'B' || lpad((b % ${bench.bins} + 1)::text, 4, '0'), 'B' || lpad(n::text, 6, '0'), 'UU',
      case when b <= ${bench.bins} then '' else 'X' || b end
    from generate_series(1, ${bench.materials}) n, generate_series(1, ${perMaterial}) b on conflict do nothing`)
  await database.query(`insert into stock_balance (company_code, key_id, quantity, plant, storage_location, bin, material_no, batch, stock_category, special_stock, special_stock_reference, book, material_group, last_move_at)
    select k.company_code, k.id, 0, k.plant, k.storage_location, k.bin, k.material_no, k.batch, k.stock_category, '', '', 'ERP', m.material_group, now()
    from stock_key k join material m on m.material_no = k.material_no where k.company_code = '${companyCode}' and k.place = 'stock' on conflict do nothing`)
  await database.transaction(async (tx) => {
    // The application's role may not create tables.
    await tx.query('reset role')
    await tx.query(`create unlogged table bench_key as
      select (row_number() over (order by k.id) - 1)::int as no, k.id, k.material_no, s.id as supplier_key
      from stock_key k join stock_key s on s.company_code = k.company_code and s.material_no = k.material_no and s.place = 'supplier'
      where k.company_code = '${companyCode}' and k.place = 'stock'`)
    await tx.query('create index bench_key_no on bench_key (no)')
    await tx.query('set role kufang_app')
  })
  await analyze(database)
}
