import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { amountPages } from '@kufang/contract/document/catalogue/amount-pages.ts'
import { seesAmounts } from '@kufang/contract/document/visible.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../erp-stand-in/src/server.ts'
import { openStandIn } from '../../../erp-stand-in/src/system.ts'
import { clock } from '../document/public.ts'
import { unlikeDescribed, type Answered } from '../document/openapi/testing/described-answers.ts'
import { toSnake } from '../platform/database/case.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { startTestServer } from '../platform/testing/test-server.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { runProofs } from '../ledger/proofs.ts'
import { demonstrationAccounts } from './accounts.ts'
import { makeCompany } from './company.ts'
import { openStage } from './stage.ts'
import { derivedStories, stories } from './stories.ts'
import { prepareDemonstration } from './prepare.ts'
import { chosenReaders } from './testing/chosen-readers.ts'
import { testToldDemands } from './testing/told-demands.ts'
import {
  plantAmounts,
  plantedAmount,
  readingsOf,
  withoutAnswer,
  wordsOf,
  type Reading,
} from './testing/readings.ts'

let files: TestDatabase
let server: TestServer
let folder: string
let standIn: ReturnType<typeof openStandIn>
let erp: Awaited<ReturnType<typeof serve>>
const said: string[] = []

beforeAll(async () => {
  files = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kufang-demonstration-'))
  standIn = openStandIn(folder, false)
  erp = await serve(standIn, '127.0.0.1', 0)
  server = await startTestServer(files.connectionString, {
    erpUrl: erp.url,
    demonstration: true,
    exportsPerMinute: 10_000,
  })
  await prepareDemonstration(server.context, (line) => said.push(line))
}, 240_000)

afterAll(async () => {
  await server?.close()
  await erp?.close()
  standIn?.close()
  await files?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const count = async (table: string): Promise<number> =>
  (await server.database.query<{ total: number }>(`select count(*) as total from ${table}`))[0]!
    .total

test('the company is there, and every story was told', async () => {
  expect(said.filter((line) => line.includes('未能'))).toEqual([])
  const masters = ['company', 'plant', 'storage_location', 'bin', 'material', 'material_group']
  const total = await Promise.all([...masters, 'supplier'].map(count))
  expect(total).toEqual([2, 3, 14, 659, 303, 30, 20])
  expect(
    await Promise.all(
      [
        'purchase_order',
        'purchase_request',
        'reservation',
        'sales_order',
        'stock_initialisation',
      ].map(count),
    ),
  ).toEqual([200, 60, 105, 30, 12])
  const [told] = await server.database.query(
    `select count(*) as total from demonstration_step where step = any($1)`,
    [stories.map(({ name }) => name)],
  )
  expect(told).toEqual({ total: stories.length })
})

test('what the ERP does not know of a material, a group or a supplier survived its synchronisation', async () => {
  const [material] = await server.database.query(
    `select m.hazard_class, m.shelf_life_days, m.version, g.name as group_name from material m join material_group g using (material_group) where material_no = '31020001'`,
  )
  expect(material).toMatchObject({ hazardClass: '3', shelfLifeDays: 730, groupName: '溶剂与油品' })
  expect(
    await server.database.query(`select name from supplier where supplier_no = '600001'`),
  ).toEqual([{ name: '沃岭阀门制造有限公司' }])
})

test('motors, transmitters and safety valves are received, rejected and issued by piece, in both books', async () => {
  const [pieces] = await server.database.query<Record<string, number>>(
    `select
       (select count(*)::int from goods_receipt_line l, unnest(l.serial_numbers) where l.stock_category = 'UU') as received,
       (select count(*)::int from goods_receipt_line l, unnest(l.serial_numbers) where l.stock_category = 'BL') as rejected,
       (select count(*)::int from goods_issue_line l, unnest(l.serial_numbers)) as issued,
       (select count(*)::int from stock_serial_number where key_id is not null) as in_stock`,
  )
  for (const part of ['received', 'rejected', 'issued', 'inStock'])
    expect(pieces![part], part).toBeGreaterThan(0)
  const inErp = standIn.database.table('API_MATERIAL_DOCUMENT_SRV.A_SerialNumberMaterialDocument')
  const posted = await server.database.query<{ materialDocument: string; count: number }>(
    `select p.material_document, count(*)::int as count
     from goods_issue h join goods_issue_line l on l.company_code = h.company_code and l.document_id = h.id
       cross join lateral unnest(l.serial_numbers)
       join erp_posting p on p.company_code = h.company_code and p.document_id = h.id and p.direction = 'post'
     where p.state = 'posted' group by 1`,
  )
  expect(posted.length).toBeGreaterThan(0)
  for (const { materialDocument, count: wanted } of posted)
    expect(inErp.where('MaterialDocument', materialDocument)).toHaveLength(wanted)
})

test('documents of the core flow are there in every state', async () => {
  for (const name of [
    'delivery-note',
    'goods-receipt',
    'requisition',
    'goods-issue',
    'inspection-notice',
    'document-handover',
    'customs-clearance',
  ] as const) {
    const rows = await server.database.query<{ state: string }>(
      `select distinct state from ${toSnake(name)}`,
    )
    const found = new Set(rows.map((row) => row.state))
    // These states are passed through: receipts and issues are created and executed at once, and the others have no
    // story.
    const passing = new Set([
      'goods-receipt/draft',
      'goods-issue/draft',
      'goods-issue/picked',
      'inspection-notice/qualified',
      'inspection-notice/unqualified',
      'inspection-notice/inspecting',
      'inspection-notice/cancelled',
    ])
    const missing = Object.keys(documents[name].states).filter(
      (state) => !found.has(state) && !passing.has(`${name}/${state}`),
    )
    expect([name, missing]).toEqual([name, []])
  }
  for (const table of ['goods_receipt', 'goods_issue']) {
    const rows = await server.database.query<{ erpState: string }>(
      `select distinct erp_state from ${table}`,
    )
    expect(rows.map((row) => row.erpState)).toEqual(
      expect.arrayContaining(['unposted', 'posted', 'reversed']),
    )
  }
})

test('every page of a document shows rows in its states', async () => {
  const { password } = demonstrationAccounts[0]!
  const token = await server.tokenOf('admin', password)
  const empty: string[] = []
  let pages = 0
  for (const [name, { pages: own }] of Object.entries<AnyDocument>(documents))
    for (const [page, { kind, states }] of Object.entries(own)) {
      if (kind === 'create') continue
      pages++
      const payload = { page, level: 'header', size: 200 }
      const answer = await server.call<{ rows: { state: string }[] }>(
        'POST',
        `/api/documents/${name}/list`,
        { token, payload },
      )
      const { rows } = answer.body.datas
      if (!rows.some(({ state }) => states?.includes(state) ?? true)) empty.push(`${name} ${page}`)
    }
  expect(empty).toEqual([])
  expect(pages).toBeGreaterThan(20)
})

test.each([
  ['goods-receipt', 'received'],
  ['goods-issue', 'issued'],
  ['stocktaking', 'counted'],
])('a story of the %s that nobody wrote begins where its chain does', async (name, point) => {
  const { database } = server
  const before = await count(toSnake(name))
  const users = await database.query<{ account: string; id: string }>(
    'select account, id from app_user',
  )
  const today = clock().today
  const stage = openStage(`derived-${name}`, {
    database,
    today,
    company: makeCompany(today),
    users: new Map(users.map(({ account, id }) => [account, id])),
    settle: () => Promise.resolve(),
    cancelInErp: () => Promise.resolve(),
    changeDemandInErp: () => Promise.resolve(),
    deliverInErp: () => Promise.resolve(''),
  })
  const derived = derivedStories(name)
  expect(derived.map((story) => story.name)).toContain(
    `${name}-${documents[name as 'stocktaking'].initial}`,
  )
  await derived.find((story) => story.name === `${name}-${point}`)!.tell(stage)
  expect(await count(toSnake(name))).toBe(before + 1)
})

test('special stock went from its order to its issue, a refused receipt was put right, and SAP cancelled one of ours', async () => {
  const { database } = server
  expect(
    await database.query(
      `select l.special_stock, min(h.erp_state) as erp_state from goods_issue h join goods_issue_line l on l.company_code = h.company_code and l.document_id = h.id
       where l.special_stock <> '' group by 1 order by 1`,
    ),
  ).toEqual([
    { specialStock: 'K', erpState: 'posted' },
    { specialStock: 'Q', erpState: 'posted' },
  ])
  const corrected = await database.query(
    `select erp_state from goods_receipt where acts ? 'resubmit' and acts ? 'review'`,
  )
  expect(corrected).toEqual([{ erpState: 'posted' }])
  const cancelled = await database.query(
    `select h.doc_no, a.message_zh like '%LIUYANG%' and a.message_zh like '%' || h.doc_no || '%' as is_named,
       a.resolved_at is null as is_open
     from goods_receipt h cross join erp_alarm a where h.erp_state = 'cancelledInErp' and a.kind = 'cancelled-in-erp'`,
  )
  expect(cancelled).toMatchObject([{ isNamed: true, isOpen: true }])
})

testToldDemands(() => server)

test('the proofs return no row, and nothing waits for the ERP', async () => {
  for (const { name, rows } of await runProofs(server.database))
    expect([name, rows]).toEqual([name, []])
  const open = await server.database.query(
    `select document_no, state from erp_posting where state <> 'posted'`,
  )
  expect(open).toEqual([])
})

test('what the ERP has received of every order is what was posted', async () => {
  const token = await server.tokenOf('admin', demonstrationAccounts[0]!.password)
  const headers = { 'idempotency-key': newId() }
  const read = await server.call('POST', '/api/external-documents/purchase-order/synchronise', {
    token,
    payload: {},
    headers,
  })
  expect(read.status).toBe(200)
  const received = await server.database.query(
    `select 1 from purchase_order_line where received_quantity > 0 and done_quantity > 0`,
  )
  expect(received.length).toBeGreaterThan(3)
  const different = await server.database.query(
    `select concerned_nos from problem_document where cause in ('orderBelowPosted', 'receiptBelowPosted')`,
  )
  expect(different).toEqual([])
})

test('everyone can sign in', async () => {
  expect(new Set(demonstrationAccounts.map(({ account }) => account)).size).toBeGreaterThanOrEqual(
    10,
  )
  for (const { account, password } of demonstrationAccounts)
    expect(await server.tokenOf(account, password)).toMatch(/./)
})

test('a second start finds everything done and writes nothing', async () => {
  const before = await count('audit_entry')
  said.length = 0
  await prepareDemonstration(server.context, (line) => said.push(line))
  expect(said).toEqual([])
  expect(await count('audit_entry')).toBe(before)
})

test('a start that was broken off repeats no intent', async () => {
  const before = await count('delivery_note')
  await server.database.query(
    `delete from demonstration_step where step in ('inbound-posted', 'outbound-posted', 'opening-1101')`,
  )
  await prepareDemonstration(server.context, (line) => said.push(line))
  expect(said).toHaveLength(3)
  expect(said.filter((line) => line.includes('未能'))).toEqual([])
  expect([await count('delivery_note'), await count('stock_initialisation')]).toEqual([before, 12])
})

/** Performs every reading call as this account: keeps answers, counts calls, and finds amounts the account must not see. */
async function readEverythingAs(
  readings: readonly Reading[],
  account: string,
  roles: readonly string[],
) {
  const { password } = demonstrationAccounts.find((one) => one.account === account)!
  const token = await server.tokenOf(account, password)
  const reader = { roles: new Set(roles), isAdmin: roles.includes('admin') }
  const answers: Answered[] = []
  const leaks: string[] = []
  let answered = 0
  let withAmounts = 0
  const silent = new Set(readings.map(({ method, path }) => `${method} ${path}`))
  for (const { method, path, url, payload, subject } of readings) {
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `read ${account} ${url}` },
      ...(payload === undefined ? {} : { payload }),
    })
    const { statusCode: status, headers, body } = answer
    if (String(headers['content-type']).startsWith('application/json'))
      answers.push({ method: method.toLowerCase(), path: url.split('?')[0]!, status, body })
    if (status === 200) {
      answered++
      silent.delete(`${method} ${path}`)
    }
    if (!wordsOf(answer.rawPayload).includes(plantedAmount)) continue
    withAmounts++
    if (subject === null || !seesAmounts(subject, reader))
      leaks.push(`${account}: ${method} ${url}`)
  }
  return { answers, leaks, answered, withAmounts, silent: [...silent].toSorted() }
}

/** Reads everything once with planted amounts, as one account of each kind. */
async function readByAllKinds() {
  await plantAmounts(files.connectionString)
  const amounts = pageCatalogue
    .filter(({ path }) => amountPages.includes(path))
    .map(({ role }) => role)
  const others = pageCatalogue.map(({ role }) => role).filter((role) => !amounts.includes(role))
  const stock = [...others, 'KCCXJE']
  // Two additional permissions: one account with all roles except amounts, one with the amounts of stock only.
  for (const [account, roles] of [
    ['inspector', others],
    ['shiftleader', stock],
  ] as const)
    await server.database.query(
      `insert into user_role (user_id, role_code, granted_by) select u.id, role, u.id from app_user u, unnest($2::text[]) role
       where u.account = $1 and role <> '' on conflict do nothing`,
      [account, roles],
    )
  const readers = demonstrationAccounts.map(({ account, roles }) => ({
    account,
    roles: account === 'inspector' ? others : account === 'shiftleader' ? stock : roles,
  }))
  const chosen = chosenReaders(amounts, readers)
  // Beside the administrator: a supplier, people of both companies and of each, of one unit, and who sees some amounts.
  expect(chosen.length).toBeGreaterThanOrEqual(9)
  const calls = await readingsOf(server)
  const read = new Map<string, Awaited<ReturnType<typeof readEverythingAs>>>()
  for (const { account, roles } of chosen)
    read.set(account, await readEverythingAs(calls, account, roles))
  return read
}

let readings: ReturnType<typeof readByAllKinds> | undefined
const readOnce = () => (readings ??= readByAllKinds())

test('no amount reaches who does not hold the role of its subject, whatever is read, and by whom', async () => {
  const read = await readOnce()
  expect([...read.values()].flatMap(({ leaks }) => leaks)).toEqual([])
  const answered = [...read.values()].reduce((sum, one) => sum + one.answered, 0)
  expect(answered).toBeGreaterThan(1500)
  expect(read.get('inspector')!.answered).toBeGreaterThan(200)
  // Amounts are visible to permitted accounts: all of them for administrators, those of stock for its reader.
  const { admin, inspector, shiftleader } = Object.fromEntries(read)
  expect(admin!.withAmounts).toBeGreaterThan(40)
  // A call that is not answered proves nothing.
  expect(admin!.silent).toEqual(withoutAnswer)
  expect(shiftleader!.withAmounts).toBeGreaterThan(5)
  expect(shiftleader!.withAmounts).toBeLessThan(admin!.withAmounts)
  expect(inspector!.withAmounts).toBe(0)
}, 480_000)

test('what is read is answered, or refused, as the description of the API says', async () => {
  const { text } = await server.described('/api/openapi.json')
  const read = await readOnce()
  // Who reads everything, who reads everything without amounts, and who is refused most.
  const answers = ['admin', 'inspector', 'supplier'].flatMap(
    (account) => read.get(account)!.answers,
  )
  expect(answers.length).toBeGreaterThan(1000)
  expect(answers.filter(({ status }) => status === 403 || status === 404).length).toBeGreaterThan(
    100,
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(unlikeDescribed(text, answers)).toEqual([])
}, 480_000)
