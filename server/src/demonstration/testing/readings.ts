import { limitOfStock } from '@kufang/contract/document/declare/define-document.ts'
import { inflateRawSync } from 'node:zlib'
import { documentDefinition, registry } from '@kufang/contract/registry.ts'
import { makesDrafts, variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { amountFields, type Subject } from '@kufang/contract/document/visible.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import pg from 'pg'
import { masterDefinition } from '@kufang/contract/masters/declarations.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Database } from '../../platform/database/database.ts'
import { pastTriggers } from '../../platform/testing/past-triggers.ts'
import type { TestServer } from '../../platform/testing/test-server.ts'

/** The recognisable planted amount. */
export const plantedAmount = '987654.32'

/**
 * Writes the planted amount to all amounts in the database: columns, audit entries and logged ERP texts.
 * @param connectionString of the owner, because moves, months and audit entries cannot be changed otherwise
 */
export async function plantAmounts(connectionString: string): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    await pastTriggers(owner, plant)
  } finally {
    await owner.end()
  }
}

async function plant(owner: pg.ClientBase): Promise<void> {
  const { rows: columns } = await owner.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
       join pg_tables t on t.tablename = c.table_name and t.schemaname = c.table_schema
       where c.table_schema = 'public' and c.data_type = 'numeric' and c.column_name ~ '(amount|value|price)$'`,
  )
  for (const { table, column } of columns)
    await owner.query(
      // Ledger amounts have a source; rows without an amount stay unchanged.
      `update ${table} set ${column} = $1 where ${column} is not null or '${table}' !~ '^stock_(move|period)'`,
      [plantedAmount],
    )
  const names = Object.values(subjects).flatMap((subject) => [...amountFields(subject)])
  for (const column of ['before', 'after'])
    await owner.query(
      `update audit_entry set ${column} = regexp_replace(${column}::text, $1, $2, 'g')::jsonb`,
      [
        `"(${[...new Set(names)].join('|')})": ("[^"]*"|[-.0-9]+|null)`,
        `"\\1": "${plantedAmount}"`,
      ],
    )
  await owner.query(`update erp_call_log set reply = regexp_replace(reply, $1, $2, 'g')`, [
    '"(NetPriceAmount|GdsMvtExtAmtInCoCodeCrcy|AmountInCompanyCodeCurrency)": ?"[^"]*"',
    `"\\1":"${plantedAmount}"`,
  ])
}

const subjects: Readonly<Record<string, Subject>> = {
  ...registry.documents,
  ...registry.masters,
  ...registry.queries,
}

/** A reading call and the subject whose amounts its response may contain; null: none. */
export interface Reading {
  /** The path as documented, with its parameters. */
  path: string
  method: 'GET' | 'POST'
  url: string
  payload?: object
  subject: Subject | null
}

/** A call with its parameters filled in. */
type Filled = Omit<Reading, 'path'>

/** POST routes with these endings write; all other documented calls are read. */
const writes =
  /(undo|\{name\}|\{id\}|\{act\}|print|\{action\}|attachments|from-upload|remove|uploads|file_upload|mergeFile|shared-views|disable|enable|unblock|test|periods|synchronise|retry|ignore|close|resolve|update\w+|notices|resend|token|saml|acs|roles|functions|add|users|unlock|confirm-person|revoke-tokens|reset-password|loginUpdateAccount|editPswByAccount|technical-accounts|access|tokens|revoke|receivers|secret|delete|import|imports|take-back)$/

/** All documented reading calls, with parameters from the existing data. */
export async function readingsOf(server: TestServer): Promise<Reading[]> {
  const { paths } = JSON.parse((await server.described('/api/docs/json')).text) as {
    paths: Record<string, Record<string, unknown>>
  }
  const found = await Promise.all(
    Object.entries(paths).flatMap(([path, methods]) => {
      const reads = path.startsWith('/api/oauth/') ? [] : Object.keys(methods)
      return reads
        .filter((method) => method === 'get' || (method === 'post' && !writes.test(path)))
        .map(async (method) => {
          const filled = await fill(server.database, method === 'get' ? 'GET' : 'POST', path)
          return filled.map((reading) => ({ path, ...reading }))
        })
    }),
  )
  return found.flat()
}

async function fill(
  database: Database,
  method: Reading['method'],
  path: string,
): Promise<Filled[]> {
  const kind = /^\/api\/(documents|queries|masters)\/\{name\}/.exec(path)?.[1]
  if (kind !== undefined) {
    const names = Object.keys(registry[kind as 'documents' | 'queries' | 'masters'])
    const readings = names.map((name) =>
      ofKind(database, method, path.replace('{name}', name), name),
    )
    return (await Promise.all(readings)).flat()
  }
  if (path === '/api/logs/operations/{id}' || path === '/api/erp/calls/{id}') {
    const rows = await database.query<{ id: string; subject: string }>(
      path.startsWith('/api/logs')
        ? `select id, subject_type as subject from (select id, subject_type, row_number() over (partition by subject_type, action order by after::text like '%${plantedAmount}%' desc, id) as n
             from audit_entry where before::text like '%${plantedAmount}%' or after::text like '%${plantedAmount}%') e where n = 1`
        : `select c.id, coalesce(p.document_type, c.interface_code) as subject from erp_call_log c
             left join erp_posting p on p.company_code = c.company_code and p.id = c.posting_id
             where c.reply like '%${plantedAmount}%' order by c.at limit 40`,
    )
    return rows.map(({ id, subject }) => ({
      method,
      url: path.replace('{id}', id),
      subject: subjects[subject] ?? null,
    }))
  }
  if (aboutUsers.has(path)) {
    const rows = await database.query<{ userId: string }>(
      'select id as user_id from app_user order by account limit 3',
    )
    const url = path.replace('{kind}', 'plant')
    return rows.map((payload) => ({ method, url, payload, subject: null }))
  }
  const records = recordsOf[path]
  if (records !== undefined) {
    const rows = await database.query<Record<string, string>>(records)
    return rows.map((row) => ({
      method,
      url: `${path.replace(/\{(\w+)\}/g, (_all, name: string) => row[name]!)}${row['asked'] ?? ''}`,
      subject: null,
    }))
  }
  const url = path
    .replace(/\{(id|uploadId)\}/, '019a0000-0000-7000-8000-000000000000')
    .replace(/\{(\w+)\}/, (_all, name: string) => ({ kind: 'plant' })[name] ?? 'x')
  const subject = path.startsWith('/api/stock/') ? stockQuery : null
  if (method === 'GET') return [{ method, url, subject }]
  return [{ method, url, payload: bodies[path] ?? {}, subject }]
}

const bodies: Readonly<Record<string, object>> = {
  '/api/stock/erp': { plant: '1011' },
  '/api/stock/erp-reading': { plant: '1011', storageLocation: '1101' },
  '/api/stock/going-live/compare': { plant: '1011', storageLocation: '1101' },
  '/api/finding/documents': { text: 'RK20' },
  '/api/finding/masters': { text: '阀门' },
  '/api/finding/material-units': { materialNos: ['11010001'] },
  '/api/stock/holds': { companyCode: '1010', keyId: 1 },
  '/api/stock/bin-choices': {
    companyCode: '1010',
    plant: '1011',
    storageLocation: '1104',
    materialNo: '31020001',
  },
  '/api/stocktake/bin-map': { companyCode: '1010', plant: '1011', storageLocation: '1101' },
  '/api/stocktake/bin-map/find': {
    companyCode: '1010',
    plant: '1011',
    storageLocation: '1101',
    text: 'A-01',
  },
  '/api/safe-stock/proposals': { plant: '1011', storageLocation: '1101', materials: [] },
  '/api/transfer/gathering': { plant: '1011', storageLocation: '1101' },
  '/api/finding/serial-numbers': { text: '2' },
  '/api/classification/tree': { parent: '' },
  '/api/classification/proposals': { classCode: '40000000' },
  '/api/duplicates/compare': { materialNos: ['11010001'] },
  '/api/finding/chain': { text: 'RK20', documentType: 'goods-receipt' },
}

/** Calls about a user, who is named in the body. */
const aboutUsers = new Set(['/api/finding/seen-by', '/api/system/relations/{kind}/board'])

/** The records to read by paths that need one. */
const recordsOf: Readonly<Record<string, string>> = {
  '/api/messages/{type}/{id}': `(select 'agency' as type, id from todo order by id limit 20)
    union all (select 'notice' as type, id from message order by id limit 20)`,
  '/api/messages/departments': `select '?companyCode=1010' as asked`,
  '/api/system/shared-roles/{kind}/{id}': `select 'tenant' as kind, '1010' as id`,
  '/api/system/technical-accounts/{id}/tokens': 'select id from app_user where is_technical',
  '/api/system/users/{id}/alone': 'select id from app_user order by account limit 3',
  '/api/issue/gate-pass/{document}/{id}': `(select 'goods-issue' as document, id from goods_issue order by id limit 3)
    union all (select 'emergency-issue' as document, id from emergency_issue order by id limit 3)`,
  '/api/system/users/{id}': 'select id from app_user order by account limit 3',
  '/api/delivery/stock-first/{id}': `select id from request_delivery where state = 'submitted' order by id limit 3`,
  '/api/attachments': `select '?documentType=goods-receipt&companyCode=' || company_code || '&documentId=' || id as asked
    from goods_receipt order by id limit 3`,
}

/**
 * Reading calls that answer administrators nothing in the demonstration: what people uploaded or shared, what was sent to
 * programs, the preview of a new document, which needs a whole one and answers like the preview of an action, a gate pass
 * without its printed token, a file of an old system, and the home page of a supplier, which is read by the supplier's account.
 */
export const withoutAnswer: readonly string[] = [
  'GET /api/attachments/{id}/content',
  'GET /api/file/photo/{name}',
  'GET /api/file/uploads/{uploadId}/content',
  'GET /api/hand-over/rule',
  'GET /api/shared-views/{id}',
  'GET /api/stocktake/investigation/{id}',
  'GET /api/webhooks/deliveries/{companyCode}/{id}',
  'POST /api/documents/{name}/preview',
  'POST /api/issue/gate-pass/check',
  'POST /api/legacy-documents/check',
  'POST /api/legacy-documents/read',
  'POST /api/stocktake/plan',
  'POST /api/stocktake/sheets',
  'POST /api/supplier-portal/home',
]

/** Maximum number of documents per type, latest first. */
const documentsMax = 2

async function ofKind(
  database: Database,
  method: Reading['method'],
  path: string,
  name: string,
): Promise<Filled[]> {
  const subject = subjects[name]!
  const definition = documentDefinition(name)
  // Stock at a point in time requires a parameter.
  const asked = name === 'stock-as-of' ? { parameters: { at: '2099-01-01T00:00:00Z' } } : {}
  if (path.includes('{id}')) {
    const rows = await database.query<{ id: string; version: number }>(
      `select id, version from ${toSnake(name)} order by updated_at desc limit ${documentsMax}`,
    )
    const actions = path.includes('{action}') ? Object.keys(definition!.actions) : ['']
    return rows.flatMap(({ id, version }) =>
      actions.map((action) => ({
        method,
        url: path.replace('{id}', id).replace('{action}', action),
        ...(method === 'POST' ? { payload: { version } } : {}),
        subject,
      })),
    )
  }
  const key = masterDefinition(name)?.key
  if (key !== undefined && /\/(history|uses|import\/check)$/.test(path)) {
    const columns = key.map((part) => `"${toSnake(part)}"`).join(', ')
    // Users have no rows of their own here.
    const rows =
      name === 'user' ? [] : await database.query(`select ${columns} from ${toSnake(name)} limit 1`)
    return rows.map((row) => ({
      method,
      url: path,
      payload: path.endsWith('check') ? { rows: [{ line: 2, values: row }] } : { key: row },
      subject,
    }))
  }
  // Source lists show lines of the predecessor of each page that creates the document.
  const sourcesByPage = Object.entries(definition?.pages ?? {}).flatMap(([page, one]) => {
    const source = makesDrafts(one) ? variantOnPage(definition!, one).source : undefined
    return source === undefined ? [] : [{ page, source }]
  })
  if (path.endsWith('/sources/list'))
    return sourcesByPage.map(({ page, source }) => ({
      method,
      url: path,
      payload: { page, size: 200, withTotals: true },
      subject: subjects[source.document]!,
    }))
  if (path.endsWith('/prefill')) {
    return Promise.all(
      sourcesByPage.map(async ({ page, source }) => {
        const table = toSnake(source.document)
        const sources = await database.query(
          `select h.id, l.line_no as "lineNo" from ${table} h join ${table}_line l on l.company_code = h.company_code and l.document_id = h.id limit 20`,
        )
        return { method, url: path, payload: { page, sources }, subject }
      }),
    )
  }
  if (path.endsWith('/stock-lines')) {
    if (definition === undefined || limitOfStock(definition) === null) return []
    const balances = await database.query(
      `select material_no as "materialNo", bin, batch from stock_balance where plant = '1011' and has_stock limit 20`,
    )
    const header = { plant: '1011', storageLocation: '1101' }
    return [
      { method, url: path, payload: { companyCode: '1010', header, lines: balances }, subject },
    ]
  }
  if (path.endsWith('/export')) {
    const columns = [...Object.keys(subject.fields ?? {}), ...Object.keys(subject.header ?? {})]
    const own = [...amountFields(subject)].map((field) => ({ field, title: field }))
    const all = [...columns, ...Object.keys(subject.lines ?? {})]
      .filter((field) => !amountFields(subject).has(field))
      .slice(0, 60)
      .map((field) => ({ field, title: field }))
    const level = subject.lines === undefined ? {} : { level: 'line' }
    return [own, all]
      .filter((wanted) => wanted.length > 0)
      .map((wanted) => ({
        method,
        url: path,
        payload: { ...asked, ...level, columns: wanted },
        subject,
      }))
  }
  if (path.endsWith('/list'))
    return (
      subject.lines === undefined ? [{}] : [{ level: 'header', withGoods: true }, { level: 'line' }]
    ).map((level) => ({
      method,
      url: path,
      payload: { ...asked, ...level, size: 200, withTotals: true },
      subject,
    }))
  const payload = path.endsWith('/search') ? { text: '' } : { header: {}, lines: [] }
  return [{ method, url: path, payload, subject }]
}

/**
 * The text of a response; of a workbook the files it consists of. They contain every cell as text, and reading them as
 * a workbook took a tenth of the time of all calls.
 */
export function wordsOf(body: Buffer): string {
  if (body.subarray(0, 2).toString('latin1') !== 'PK') return body.toString('utf8')
  return unpacked(body).join('\n')
}

/** The files of a zip archive without a comment, as text, by its directory. */
function unpacked(archive: Buffer): string[] {
  const end = archive.length - 22
  const files: string[] = []
  for (let at = archive.readUInt32LE(end + 16); at < end;) {
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
    const file = archive.readUInt32LE(at + 42)
    const start = file + 30 + archive.readUInt16LE(file + 26) + archive.readUInt16LE(file + 28)
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    files.push(inflateRawSync(packed).toString('utf8'))
    at += 46 + name! + extra! + comment!
  }
  if (files.length !== archive.readUInt16LE(end + 10)) throw new Error('not all files were read')
  return files
}
