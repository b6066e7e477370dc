import { registry } from '@kufang/contract/registry.ts'
import type { Database, Transaction } from '../../server/src/platform/database/database.ts'
import { asOwner } from './as-owner.ts'
import { toSnake } from '../../server/src/platform/database/case.ts'
import { rulesOf, type CopiedColumn, type CopiedTable } from './column-rules.ts'

/** Rows to fill the database with; each table has at least as many as before. */
export interface PageVolume {
  moves: number
  balances: number
  /** Lines of the three document types that have most of them. */
  largestLines: number
  /** Documents of each other type, rows of each other table. */
  others: number
  /** The copies happened within so many days until today. */
  days: number
}

/** Of which a company has few, or which are settings of the installation and its people. */
const few: ReadonlySet<string> = new Set([
  'company',
  'plant',
  'storage_location',
  'picking_unit',
  'picking_unit_storage_location',
  'picking_unit_plant',
  'delivery_place',
  'distribution_catalogue',
  'construction_contract',
  'external_code',
  'inspection_unit',
  'receiving_unit',
  'department',
  'unit',
  'material_group',
  'valuation_type',
  'vehicle',
  'driver',
  // Stored once per content; copies of attachments lead to the same file.
  'stored_content',
  'inspection_characteristic',
  'stock_place',
  'stock_book',
  'document_number',
  // Queues, which are short whatever a company has.
  'audit_unlinked',
  'accounting_period',
  // Bins, areas and storage locations held at the moment.
  'stock_place_hold',
  // The standard has 78 of them.
  'hazardous_substance',
  // Who is responsible for the quotas of a storage location.
  'safe_stock_maintainer',
  'safe_stock_requester',
  'business_parameter',
  'erp_interface',
  'erp_movement_rule',
  'erp_sync_state',
  'message_template',
  'message_channel',
  'application',
  'shared_role',
  'schema_migration',
  'demonstration_step',
])
/** People, their rights and their devices. */
const isOfPeople = (table: string): boolean =>
  /^(app_user|user_|sign_in|known_network|used_ciphertext|saml_)/.test(table)

const stepRows = 500_000
/** Tables copied at the same time: PostgreSQL works on each with one core. */
const lanes = 2
/** Numbers of keys of the demonstration are smaller; those of copies begin with the number of the variant. */
const keysOfVariant = 1_000_000

/**
 * Copies the rows of the demonstration company until every table has its volume: each story is told again with other
 * numbers, on another day of the last year, with other goods. References among copied rows lead to rows of the same copy.
 * Checks of rows hold; triggers, foreign keys and sums over tables (balances beside moves) do not.
 */
export async function multiply(
  database: Database,
  volume: PageVolume,
  say: (text: string) => void,
): Promise<void> {
  const { tables, variants } = await asOwner(database, async (tx) => {
    for (const statement of preparation) await tx.query(statement)
    const found = await copiedTables(tx, say)
    const balances = found.find(({ name }) => name === 'stock_balance')!
    const count = Math.ceil(volume.balances / balances.rows)
    const bins = copiesByTable(found, volume, count)(found.find(({ name }) => name === 'bin')!)
    for (const statement of functionsFor(count, bins, volume.days)) await tx.query(statement)
    return { tables: found, variants: count }
  })
  const copiesOf = copiesByTable(tables, volume, variants)
  const cost = (table: CopiedTable) => table.rows * copiesOf(table) * table.columns.length
  // No table is read for another; the largest begin, so that all lanes end together.
  const waiting = [...tables].sort((a, b) => cost(a) - cost(b))
  const lane = async () => {
    for (let table = waiting.pop(); table !== undefined; table = waiting.pop())
      await copyTable(database, table, copiesOf(table), say)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Of the code that tells copies apart. */
const digitsOf = (copies: number): number => copies.toString(36).length

const headerTables = Object.keys(registry.documents).map(toSnake)

const preparation = [
  'create schema bench',
  `create table bench.person as
    select id from app_user union select '00000000-0000-0000-0000-000000000000' union select user_id from audit_entry`,
  `create table bench.document_number as
    ${headerTables.map((table) => `select doc_no as no from ${table}`).join(' union ')}`,
  'create index on bench.person (id)',
  'create index on bench.document_number (no)',
]

/**
 * Distribution of copies: many in the last weeks, a few goods that move often, and goods of each variant in bins of a copy
 * of their bin. Codes are short, as the ERP's are.
 * @param bins how often bins are copied
 */
const functionsFor = (variants: number, bins: number, days: number) => [
  `create function bench.id(id uuid, n integer) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(id::text || '/' || n) placing '4' from 13) placing '8' from 17)::uuid $$`,
  `create function bench.code(n integer, digits integer) returns text language sql immutable parallel safe
    as $$ select string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (n / (36 ^ place)::integer) % 36 + 1, 1), '' order by place desc)
      from generate_series(0, digits - 1) place $$`,
  `create function bench.variant(n integer) returns bigint language sql immutable parallel safe
    as $$ select floor(${variants} * power((n::bigint * 7919 % 100003) / 100003.0, 3))::bigint $$`,
  `create function bench.bin(bin text, variant bigint) returns text language sql immutable parallel safe
    as $$ select case when bin = '' or variant % ${bins + 1} = 0 then bin
      else bin || '-' || bench.code((variant % ${bins + 1})::integer, ${digitsOf(bins)}) end $$`,
  `create function bench.back(n integer) returns interval language sql immutable parallel safe
    as $$ select (${days * 1440} * power((n::bigint * 104729 % 100003) / 100003.0, 1.5))::integer * interval '1 minute' $$`,
  `create function bench.acts(acts jsonb, n integer) returns jsonb language sql stable parallel safe
    as $$ select coalesce(jsonb_object_agg(key, value || jsonb_build_object('at', (value ->> 'at')::timestamptz - bench.back(n))), '{}')
      from jsonb_each(acts) $$`,
]

async function copiedTables(tx: Transaction, say: (text: string) => void): Promise<CopiedTable[]> {
  const rows = await tx.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: CopiedTable[] = []
  for (const { name } of rows) {
    if (few.has(name) || isOfPeople(name)) continue
    const [counted] = await tx.query<{ rows: number }>(
      `select count(*)::integer as rows from ${name}`,
    )
    const own = counted!.rows
    if (own === 0) say(`${name}: the demonstration has no rows`)
    const rules = own === 0 ? null : await rulesOf(tx, name, own)
    if (own > 0 && rules === null) say(`${name}: rows cannot be told apart, left as they are`)
    if (rules !== null) found.push(rules)
  }
  return found
}

/** How often each table is copied; header and lines of a document equally often. */
function copiesByTable(
  tables: readonly CopiedTable[],
  volume: PageVolume,
  variants: number,
): (table: CopiedTable) => number {
  const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]))
  const lineTables = headerTables.map((header) => `${header}_line`)
  const largest = new Set(
    lineTables
      .filter((name) => rowsOf.has(name))
      .sort((a, b) => rowsOf.get(b)! - rowsOf.get(a)!)
      .slice(0, 3),
  )
  return ({ name, rows, isByMaterial }) => {
    if (isByMaterial) return variants - 1
    if (name === 'stock_move') return Math.ceil(volume.moves / rows)
    if (name.startsWith('stock_move')) return Math.ceil(volume.moves / rowsOf.get('stock_move')!)
    const header = headerTables.find((one) => name === one || name === `${one}_line`)
    if (header === undefined)
      return Math.ceil((name === 'document_link' ? volume.largestLines : volume.others) / rows)
    const lines = `${header}_line`
    return largest.has(lines)
      ? Math.ceil(volume.largestLines / rowsOf.get(lines)!)
      : Math.ceil(volume.others / rowsOf.get(header)!)
  }
}

/** The indexes of a table that no constraint needs: built after the rows are there, which takes a fraction of the time. */
const indexesOf = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index
  where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`

async function copyTable(
  database: Database,
  table: CopiedTable,
  copies: number,
  say: (text: string) => void,
): Promise<void> {
  const { name, rows, columns, isByMaterial, keepsIdentity } = table
  const variant = isByMaterial ? 'n::bigint' : 'bench.variant(n)'
  const step = Math.max(1, Math.floor(stepRows / rows))
  const digits = digitsOf(copies)
  const began = performance.now()
  await asOwner(database, async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('set local synchronous_commit = off')
    await tx.query(`set local maintenance_work_mem = '512MB'`)
    const indexes = await tx.query<{ name: string; definition: string }>(indexesOf, [name])
    for (const index of indexes) await tx.query(`drop index ${index.name}`)
    await tx.query(`create temporary table original on commit drop as
      select *, row_number() over () - 1 as bench_place, count(*) over () as bench_rows from ${name}`)
    for (let first = 1; first <= copies; first += step)
      await tx.query(
        `insert into ${name} (${columns.map((column) => column.name).join(', ')})
         ${keepsIdentity ? 'overriding system value' : ''}
         select ${columns.map((column) => valueOf(column, variant, digits)).join(', ')}
         from original t cross join generate_series(${first}, ${Math.min(first + step - 1, copies)}) n`,
      )
    for (const { definition } of indexes) await tx.query(definition)
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  say(`${name}: ${rows * (copies + 1)} rows, ${seconds} s`)
}

/**
 * The value of a column in copy `n` of a row `t`.
 * @param digits of the largest `n` to the base of 36
 */
function valueOf(
  { name, rule, digits: digitsOfCode }: CopiedColumn,
  variant: string,
  digits: number,
): string {
  const own = `t.${name}`
  switch (rule) {
    case 'keep':
      return own
    case 'id':
      return `bench.id(${own}, n)`
    case 'ids':
      return `array(select bench.id(one, n) from unnest(${own}) one)`
    case 'number':
      return `case when ${own} = '' then '' else ${own} || '-' || n end`
    case 'suffix':
      return `${own} || '-' || bench.code(n, ${digits})`
    case 'digits':
      // Smaller than the codes of the originals, which do not begin with 0.
      return `lpad((n * t.bench_rows + t.bench_place)::text, ${digitsOfCode}, '0')`
    case 'material':
      return `case when ${own} = '' or ${variant} = 0 then ${own} else ${own} || '-' || ${variant} end`
    case 'bin':
      return `bench.bin(${own}, ${variant})`
    case 'stockKey':
      return `${own} + ${variant} * ${keysOfVariant}`
    case 'acts':
      return `bench.acts(${own}, n)`
    case 'instant':
      return `${own} - bench.back(n)`
    case 'date':
      return `(${own} - bench.back(n))::date`
  }
}
