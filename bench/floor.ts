import type { Database, Transaction } from '../server/src/platform/database/database.ts'
import { bench } from './company.ts'

// The floor set by PostgreSQL: the rows of one posted receipt of ten lines, written by one prepared statement. Every
// row is a copy of a row the product wrote for a real receipt, with new keys: same tables, width, indexes, triggers and
// constraints.

type Overrides = Record<string, string>

const company = `'${bench.companyCode}'`

/** Columns a statement may write, in order. */
async function columnsOf(tx: Transaction, table: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = '' order by attnum`,
    [table],
  )
  return rows.map((row) => row.name)
}

/** `insert into … select` of a template's row, with some columns replaced. */
async function copyOf(
  tx: Transaction,
  table: string,
  overrides: Overrides,
  from: string,
): Promise<string> {
  const columns = await columnsOf(tx, table)
  const values = columns.map((column) => overrides[column] ?? `t.${column}`)
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} t ${from}`
}

/**
 * The floor's script for pgbench, based on one receipt that was created, reviewed and posted over HTTP.
 *
 * @param template id of that receipt
 */
export async function floorScript(database: Database, template: string): Promise<string> {
  return database.transaction(async (tx) => {
    // The application's role may not create tables.
    await tx.query('reset role')
    await tx.query('drop table if exists bench_arrival')
    await tx.query(`create unlogged table bench_arrival as
      select row_number() over () as no, id from (select id from arrival where company_code = ${company} order by id limit 200) a`)
    await tx.query('create index bench_arrival_no on bench_arrival (no)')
    await tx.query('analyze bench_arrival')
    const [arrivals] = await tx.query<{ count: number }>(
      'select count(*) as count from bench_arrival',
    )
    const own = (column: string) =>
      `where t.company_code = ${company} and t.${column} = '${template}'`
    const parts = {
      header: await copyOf(
        tx,
        'goods_receipt',
        { id: 'uuidv7()', doc_no: `'FL202611' || number.last_sequence`, created_at: 'now()' },
        `cross join number ${own('id')}`,
      ),
      line: await copyOf(
        tx,
        'goods_receipt_line',
        { document_id: 'header.id', material_no: 'key.material_no', source_id: 'picked.id' },
        `cross join header cross join picked join key on key.n = t.line_no ${own('document_id')}`,
      ),
      link: await copyOf(
        tx,
        'document_link',
        { from_id: 'picked.id', to_id: 'header.id', created_at: 'now()' },
        `cross join header cross join picked ${own('to_id')} and t.to_type = 'goods-receipt'`,
      ),
      move: await copyOf(
        tx,
        'stock_move',
        {
          id: 'uuidv7()',
          moved_at: 'now()',
          document_id: 'header.id',
          document_no: 'header.doc_no',
          from_key: 'key.supplier_key',
          to_key: 'key.id',
          material_no: 'key.material_no',
          idempotency_key: `header.id::text || ':' || key.n`,
        },
        `cross join header join key on key.n = t.line_no ${own('document_id')} and t.document_type = 'goods-receipt'`,
      ),
      audit: await copyOf(
        tx,
        'audit_entry',
        { id: 'uuidv7()', at: 'now()', subject_id: 'header.id::text', subject_no: 'header.doc_no' },
        `cross join header ${own('subject_id')} and t.subject_type = 'goods-receipt'`,
      ),
      request: await copyOf(
        tx,
        'action_request',
        { idempotency_key: 'uuidv7()::text', created_at: 'now()' },
        `where t.company_code = ${company} and t.response -> 'value' ->> 'id' = '${template}'`,
      ),
      todo: await copyOf(
        tx,
        'todo',
        {
          id: 'uuidv7()',
          document_id: 'header.id',
          document_no: 'header.doc_no',
          created_at: 'now()',
        },
        `cross join header ${own('document_id')}`,
      ),
      posting: await copyOf(
        tx,
        'erp_posting',
        {
          id: 'uuidv7()',
          document_id: 'header.id',
          document_no: 'header.doc_no',
          posting_key: `'F' || upper(substr(replace(header.id::text, '-', ''), 18, 15))`,
          created_at: 'now()',
        },
        `cross join header ${own('document_id')}`,
      ),
      item: await copyOf(
        tx,
        'erp_posting_item',
        { posting_id: 'posting.id', move_id: 'uuidv7()' },
        `cross join posting where t.company_code = ${company} and t.posting_id = (select id from erp_posting p where p.company_code = ${company} and p.document_id = '${template}' limit 1)`,
      ),
    }
    const history = await copyOf(
      tx,
      'item_history',
      { document_id: 'header.id', document_no: 'header.doc_no', at: 'now()', recorded_at: 'now()' },
      `cross join header ${own('document_id')} and t.document_type = 'goods-receipt'`,
    )
    // Selected by content, which has no index: copied into separate tables to avoid scans.
    for (const table of ['action_request', 'todo'] as const) {
      await tx.query(`drop table if exists bench_${table}`)
      await tx.query(
        table === 'todo'
          ? `create unlogged table bench_todo as select * from todo t ${own('document_id')}`
          : `create unlogged table bench_action_request as select * from action_request t where t.company_code = ${company} and t.response -> 'value' ->> 'id' = '${template}'`,
      )
    }
    const request = parts.request.replace('from action_request t', 'from bench_action_request t')
    const todo = parts.todo.replace('from todo t', 'from bench_todo t')
    await tx.query('grant select on bench_arrival, bench_action_request, bench_todo to kufang_app')
    await tx.query('set role kufang_app')
    return `\\set first random(0, ${bench.materials - 11})
\\set arrival random(1, ${arrivals!.count})
with number as (
  insert into document_number as n (company_code, prefix, period, last_sequence) values (${company}, 'FL', '202611', 1)
  on conflict (company_code, prefix, period) do update set last_sequence = n.last_sequence + 1 returning last_sequence
), picked as materialized (
  select id from bench_arrival where no = :arrival
), header as (
  ${parts.header} returning id, doc_no
), key as materialized (
  select k.id, k.material_no, row_number() over (order by k.id) as n, (select o.id from stock_key o where o.company_code = ${company} and o.material_no = k.material_no and o.plant = '${bench.plant}' and o.place = 'supplier' limit 1) as supplier_key
  from generate_series(1, 10) g
  cross join lateral (select id, material_no from stock_key k where k.company_code = ${company} and k.material_no = 'B' || lpad((:first + g)::text, 6, '0')
    and k.plant = '${bench.plant}' and k.storage_location = '${bench.storageLocation}' and k.bin = 'B0002' and k.place = 'stock' offset 0) k
), line as (
  ${parts.line} returning 1
), link as (
  ${parts.link} returning 1
), taken as (
  update arrival_line l set done_quantity = l.done_quantity + 5 from picked where l.company_code = ${company} and l.document_id = picked.id returning 1
), progress as (
  update arrival h set state = 'partlyReceived', version = h.version + 1, updated_at = now() from picked where h.company_code = ${company} and h.id = picked.id returning 1
), move as (
  ${parts.move} returning 1
), balance as (
  update stock_balance b set quantity = b.quantity + 5, last_move_at = now() from key where b.company_code = ${company} and b.key_id = key.id returning 1
), audit as (
  ${parts.audit} returning 1
), request as (
  ${request} returning 1
), todo as (
  ${todo} returning 1
), posting as (
  ${parts.posting} returning id
), item as (
  ${parts.item} returning 1
), history as (
  ${history} returning 1
)
select (select count(*) from line) as lines, (select count(*) from link) as links, (select count(*) from taken) as taken, (select count(*) from move) as moves,
  (select count(*) from balance) as balances, (select count(*) from audit) as audits, (select count(*) from request) as requests, (select count(*) from todo) as todos,
  (select count(*) from item) as items, (select count(*) from history) as history, (select count(*) from progress) as arrivals;
`
  })
}
