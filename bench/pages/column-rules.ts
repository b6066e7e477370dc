import type { Transaction } from '../../server/src/platform/database/database.ts'

// How the columns of a table become those of its n-th copy. Nothing is known of single tables: the rules follow from the
// catalogue and from what the rows contain, so that a new table is copied without a line written for it.

/** How a column is copied. */
type Rule =
  | 'keep'
  | 'id'
  | 'ids'
  | 'number'
  | 'material'
  | 'bin'
  | 'stockKey'
  | 'instant'
  | 'date'
  | 'acts'
  | 'suffix'
  | 'digits'

export interface CopiedColumn {
  name: string
  rule: Rule
  /** Of a code that consists of digits only. */
  digits?: number
}

export interface CopiedTable {
  name: string
  rows: number
  columns: CopiedColumn[]
  /** A copy has a material of its own; otherwise copies share materials, some of them often. */
  isByMaterial: boolean
  /** The identity column is copied too, because others refer to it. */
  keepsIdentity: boolean
}

interface Attribute {
  name: string
  type: string
  isWritten: boolean
  isStockKey: boolean
}

/** Rules whose values differ from copy to copy whatever the row has. */
const distinct: readonly Rule[] = ['id', 'number', 'suffix', 'digits']
const byMaterial: readonly Rule[] = ['material', 'stockKey']

/**
 * The rules for a table; null if its rows cannot be told apart by a copy, as those of settings.
 * @param rows its rows before copying
 */
export async function rulesOf(
  tx: Transaction,
  name: string,
  rows: number,
): Promise<CopiedTable | null> {
  const attributes = await attributesOf(tx, name)
  const columns: CopiedColumn[] = []
  for (const attribute of attributes)
    if (attribute.isWritten) columns.push(await ruleOf(tx, name, attribute))
  const ruleNamed = (column: string) => columns.find((one) => one.name === column)
  let isByMaterial = false
  for (const { names } of await uniqueIndexesOf(tx, name)) {
    const rules = names.map((column) => ruleNamed(column)?.rule)
    // An identity that the database draws is distinct.
    if (rules.some((rule) => rule === undefined || distinct.includes(rule))) continue
    if (rules.some((rule) => byMaterial.includes(rule!))) {
      isByMaterial = true
      continue
    }
    const last = await lastTextOf(tx, name, names, attributes)
    if (last === undefined) return null
    Object.assign(ruleNamed(last)!, await ruleOfCode(tx, name, last))
  }
  const keepsIdentity = attributes.some(({ isStockKey, isWritten }) => isStockKey && !isWritten)
  if (keepsIdentity) columns.push({ name: 'id', rule: 'stockKey' })
  return { name, rows, columns, isByMaterial: isByMaterial || keepsIdentity, keepsIdentity }
}

async function attributesOf(tx: Transaction, table: string): Promise<Attribute[]> {
  const rows = await tx.query<Attribute>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       a.attgenerated = '' and a.attidentity = '' as "isWritten",
       (a.attrelid = 'stock_key'::regclass and a.attname = 'id') or exists (
         select from pg_constraint c cross join unnest(c.conkey, c.confkey) as pair (own, other)
         join pg_attribute k on k.attrelid = c.confrelid and k.attnum = pair.other
         where c.conrelid = a.attrelid and c.confrelid = 'stock_key'::regclass and pair.own = a.attnum
           and k.attname = 'id') as "isStockKey"
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return rows
}

async function ruleOf(
  tx: Transaction,
  table: string,
  { name, type, isStockKey }: Attribute,
): Promise<CopiedColumn> {
  if (isStockKey) return { name, rule: 'stockKey' }
  const isWithin = async (values: string) => {
    const rows = await tx.query<{ known: boolean }>(
      `select count(*) > 0 and bool_and(exists (${values})) as known
       from (select distinct ${name}::text as value from ${table} where nullif(${name}::text, '') is not null limit 200) given`,
    )
    return rows[0]!.known === true
  }
  switch (type) {
    case 'uuid':
      return {
        name,
        rule: (await isWithin('select from bench.person p where p.id::text = given.value'))
          ? 'keep'
          : 'id',
      }
    case 'uuid[]':
      return { name, rule: 'ids' }
    case 'timestamp with time zone':
      return { name, rule: 'instant' }
    case 'date':
      return { name, rule: 'date' }
    case 'jsonb':
      return { name, rule: name === 'acts' ? 'acts' : 'keep' }
    case 'text':
      if (await isWithin('select from bench.document_number d where d.no = given.value'))
        return { name, rule: 'number' }
      if (await isWithin('select from material m where m.material_no = given.value'))
        return { name, rule: 'material' }
      if (await isWithin('select from bin b where b.bin = given.value'))
        return { name, rule: 'bin' }
      if (await isNumberOfPaper(tx, table, name)) return { name, rule: 'suffix' }
      return { name, rule: 'keep' }
    default:
      return { name, rule: 'keep' }
  }
}

/** Whether each document has its own number of a paper of others, such as an inspection report. */
async function isNumberOfPaper(tx: Transaction, table: string, column: string): Promise<boolean> {
  if (!column.endsWith('_no')) return false
  const [header] = await tx.query(`select 1 from document_tables() where header = $1`, [table])
  if (header === undefined) return false
  const rows = await tx.query<{ isDistinct: boolean }>(
    `select count(*) > 1 and count(*) = count(distinct ${column}) as "isDistinct" from ${table} where nullif(${column}, '') is not null`,
  )
  return rows[0]!.isDistinct
}

async function uniqueIndexesOf(tx: Transaction, table: string): Promise<{ names: string[] }[]> {
  const rows = await tx.query<{ names: string[] }>(
    `select array_agg(a.attname::text order by k.place) as names
     from pg_index i cross join unnest(i.indkey::int[]) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisunique group by i.indexrelid`,
    [table],
  )
  return rows
}

/** How a code is told apart from that of its original: by a suffix, or by its number where a check wants digits. */
async function ruleOfCode(
  tx: Transaction,
  table: string,
  column: string,
): Promise<Omit<CopiedColumn, 'name'>> {
  const [check] = await tx.query<{ digits: number }>(
    `select substring(pg_get_constraintdef(oid) from '\\(${column} ~ ''\\^\\[0-9\\]\\{(?:\\d+,)?(\\d+)\\}\\$''')::integer as digits
     from pg_constraint where conrelid = $1::regclass and contype = 'c'
       and pg_get_constraintdef(oid) ~ '\\(${column} ~ ''\\^\\[0-9\\]\\{(?:\\d+,)?\\d+\\}\\$'''`,
    [table],
  )
  return check === undefined ? { rule: 'suffix' } : { rule: 'digits', digits: check.digits }
}

/** The last text column of a unique index that no check restricts to a list of words; none in one by month. */
async function lastTextOf(
  tx: Transaction,
  table: string,
  names: readonly string[],
  attributes: readonly Attribute[],
): Promise<string | undefined> {
  const rows = await tx.query<{ name: string; isMonth: boolean }>(
    `select a.attname as name, pg_get_constraintdef(c.oid) !~ 'ANY \\(' as "isMonth" from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.conrelid = $1::regclass and c.contype = 'c' and pg_get_constraintdef(c.oid) ~ 'ANY \\(|\\(0\\[1-9\\]\\|1\\[0-2\\]\\)'`,
    [table],
  )
  // What is recorded once a month, by a job that runs at night, has a row a month whatever the volume.
  if (rows.some(({ name, isMonth }) => isMonth && names.includes(name))) return undefined
  const checked = new Set(rows.map(({ name }) => name))
  return names.findLast(
    (name) =>
      name !== 'company_code' &&
      !checked.has(name) &&
      attributes.some((one) => one.name === name && one.type === 'text' && one.isWritten),
  )
}
