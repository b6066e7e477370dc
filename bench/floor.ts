import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bench } from './company.ts'

/** pgbench of this machine, or null: a machine without it gets no floor, and the run says so. */
export function findPgbench(): string | null {
  for (const folder of ['/usr/bin', '/usr/local/bin', ...debianFolders()]) {
    const path = join(folder, 'pgbench')
    // Debian's /usr/bin/pgbench is a wrapper that needs a version installed: only one that answers counts.
    if (existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  }
  return null
}

function debianFolders(): string[] {
  const base = '/usr/lib/postgresql'
  return existsSync(base)
    ? readdirSync(base)
        .sort()
        .reverse()
        .map((version) => join(base, version, 'bin'))
    : []
}

/**
 * The floor PostgreSQL sets: the rows one posted receipt of ten lines writes (document, 10 lines, 10 moves, 10
 * balances, audit, outbox), by one prepared set-based statement per document.
 */
function floorScript(): string {
  const { companyCode, plant, storageLocation } = bench
  return `\\set first random(0, ${bench.materials - 11})
with number as (
  insert into document_number as n (company_code, prefix, period, last_sequence) values ('${companyCode}', 'FL', '202611', 1)
  on conflict (company_code, prefix, period) do update set last_sequence = n.last_sequence + 1 returning last_sequence
), header as (
  insert into goods_receipt (company_code, id, doc_no, state, erp_state, plant, storage_location, document_date, created_by, created_by_name, supplier_no)
  select '${companyCode}', uuidv7(), 'FL202611' || last_sequence, 'audited', 'posting', '${plant}', '${storageLocation}', current_date, '00000000-0000-0000-0000-000000000000', 'floor', '900001' from number
  returning id, doc_no
), key as (
  select k.id, k.material_no, row_number() over (order by k.id) as n, (select o.id from stock_key o where o.company_code = '${companyCode}' and o.material_no = k.material_no and o.place = 'supplier' limit 1) as supplier_key
  from stock_key k where k.company_code = '${companyCode}' and k.place = 'stock' and k.bin = 'B0002'
    and k.material_no in (select 'B' || lpad((:first + g)::text, 6, '0') from generate_series(1, 10) g)
), line as (
  insert into goods_receipt_line (company_code, document_id, line_no, material_no, description, unit, quantity, stock_category, bin)
  select '${companyCode}', header.id, key.n, key.material_no, '基准物料', 'EA', 5, 'UU', 'B0002' from header, key returning 1
), move as (
  insert into stock_move (company_code, id, moved_at, document_type, document_id, document_no, line_no, from_key, to_key, material_no, quantity, movement_type, posts_to_erp, idempotency_key, amount_source, user_id)
  select '${companyCode}', uuidv7(), now(), 'goods-receipt', header.id, header.doc_no, key.n, key.supplier_key, key.id, key.material_no, 5, '101', true, header.id::text || ':' || key.n, 'none', '00000000-0000-0000-0000-000000000000' from header, key returning 1
), balance as (
  update stock_balance b set quantity = b.quantity + 5, last_move_at = now() from key where b.company_code = '${companyCode}' and b.key_id = key.id returning 1
), audit as (
  insert into audit_entry (company_code, id, user_id, user_name, subject_type, subject_id, subject_no, action, after)
  select '${companyCode}', uuidv7(), '00000000-0000-0000-0000-000000000000', 'floor', 'goods-receipt', id::text, doc_no, 'receive', '{"state":"received"}'::jsonb from header returning 1
)
insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, posting_date, document_date, goods_movement_code, payload, user_id, state, next_attempt_at)
select '${companyCode}', uuidv7(), 'goods-receipt', id, doc_no, 1, 'post', 'F' || upper(substr(replace(id::text, '-', ''), 18, 15)), current_date, current_date, '01', '{}'::jsonb, '00000000-0000-0000-0000-000000000000', 'closed', now() from header;
`
}

export interface PgbenchRun {
  transactionsPerSecond: number
  /** Of single transactions, milliseconds. */
  latencies: number[]
}

/** Runs a script with pgbench's prepared protocol. */
export function runPgbench(
  pgbench: string,
  connectionString: string,
  script: string,
  clients: number,
  seconds: number,
): PgbenchRun {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-bench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const output = execFileSync(
    pgbench,
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${clients}`,
      `--jobs=${Math.min(clients, 2)}`,
      `--time=${seconds}`,
      '--log',
      `--log-prefix=${join(folder, 'log')}`,
      `--file=${file}`,
      connectionString,
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PGOPTIONS: '-c synchronous_commit=on' },
    },
  )
  const found = /tps = ([\d.]+) \(without initial/.exec(output) ?? /tps = ([\d.]+)/.exec(output)
  if (!found) throw new Error(`pgbench said no tps: ${output}`)
  const latencies = readLogs(folder)
  return { transactionsPerSecond: Number(found[1]), latencies }
}

function readLogs(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) =>
      execFileSync('cat', [join(folder, name)], { encoding: 'utf8', maxBuffer: 1 << 30 })
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Number(line.split(' ')[2]) / 1000),
    )
}

export { floorScript }
