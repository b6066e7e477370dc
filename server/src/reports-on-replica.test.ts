import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { purchaseOrder } from '@kufang/contract/external-documents/purchase-order.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import pg from 'pg'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureUser, wholeCompany } from './identity/ensure-user.ts'
import { backUp } from './launch/backup.ts'
import { writeAudit } from './platform/audit/audit.ts'
import { migrate } from './platform/database/migrate.ts'
import type { EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { ensureDatabase } from './platform/embedded-postgres/ensure-database.ts'
import type { FailureData } from './platform/http/envelope.ts'
import type { TestServer } from './platform/testing/test-server.ts'
import { startTestServer } from './platform/testing/test-server.ts'
import { systemSession } from './platform/session/session.ts'
import { copyUnusedCluster } from './platform/testing/unused-cluster.ts'

/*
 * A real streaming replica: a base backup of the running primary with `standby.signal`. The content of a report shows
 * where it was read: a replica with paused replay lacks later changes.
 */

const password = 'Kufang@2026'
const lagSeconds = 3
const isAway = 'reports are read from the primary: the replica is away'
const isBehind = 'reports are read from the primary: the replica is too far behind'
const isGood = 'reports are read from the replica'

let folder: string
let primary: EmbeddedPostgres
let replica: EmbeddedPostgres
let primaryAddress: string
let server: TestServer
const tokens: Record<string, string> = {}

const at = (connectionString: string, port = new URL(connectionString).port) => {
  const address = new URL(connectionString)
  address.pathname = '/kufang'
  address.port = port
  return address.href
}

async function startReplica(wanted?: string): Promise<void> {
  const { username, password: secret, port } = new URL(primary.connectionString)
  replica = await startEmbeddedPostgres({
    dataFolder: join(folder, 'copy/database'),
    forTests: true,
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${secret}`,
      wal_retrieve_retry_interval: '200ms',
      // At the port the server expects, like a machine with a fixed address.
      ...(wanted === undefined ? {} : { port: wanted }),
    },
  })
}

let replicaPort: string

async function onReplica(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: at(replica.connectionString, replicaPort) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function replayed(): Promise<void> {
  const [row] = await server.database.query<{ position: string }>(
    'select pg_current_wal_lsn()::text as position',
  )
  const reached = async () =>
    (await onReplica(`select pg_last_wal_replay_lsn() >= '${row!.position}' as is`))[0]!['is']
  await expect.poll(reached, { timeout: 20_000 }).toBe(true)
}

const said = (words: string) => server.logged().split(words).length - 1
async function saidMore(words: string, before: number): Promise<void> {
  await expect.poll(() => said(words), { timeout: 20_000 }).toBeGreaterThan(before)
}

async function act(subjectNo: string, companyCode = '1000'): Promise<void> {
  await server.database.transaction((tx) =>
    writeAudit(tx, systemSession([], 'request-1'), [
      { companyCode, subjectType: 'thing', subjectId: newId(), subjectNo, action: 'post' },
    ]),
  )
}

async function order(docNo: string): Promise<void> {
  await server.database.query(
    `insert into purchase_order (company_code, id, doc_no, state, document_date, created_by, created_by_name)
     values ('1000', $1, $2, 'synced', '2026-11-21', $1, 'x')`,
    [newId(), docNo],
  )
}

/** A column of the exported workbook. */
async function exported(url: string, field: string, request: object): Promise<unknown[]> {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${tokens['keeper']!}` },
    payload: { ...request, columns: [{ field, title: field }] },
  })
  expect([answer.statusCode, answer.body.slice(0, 2)]).toEqual([200, 'PK'])
  const sheets = (await readExcelFile(answer.rawPayload)) as unknown as { data: unknown[][] }[]
  return sheets[0]!.data.slice(1).map(([value]) => value)
}

async function report(who = 'keeper'): Promise<unknown[]> {
  const answer = await server.call<ListResponse>('POST', '/api/queries/operation/list', {
    token: tokens[who]!,
    payload: {
      size: 200,
      withTotals: true,
      filters: [{ field: 'subjectType', operator: 'eq', value: 'thing' }],
      sort: [{ field: 'subjectNo', direction: 'asc' }],
    },
  })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return answer.body.datas.rows.map((row) => row['subjectNo'])
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kufang-replica-'))
  copyUnusedCluster(join(folder, 'data/database'))
  primary = await startEmbeddedPostgres({
    dataFolder: join(folder, 'data/database'),
    forTests: true,
    // Commits must be flushed, because `replayed` compares with the flushed WAL position.
    settings: { wal_keep_size: '512MB', synchronous_commit: 'on' },
  })
  primaryAddress = await ensureDatabase(primary.connectionString, 'kufang')
  await migrate(primaryAddress)
  await backUp(join(folder, 'data'), join(folder, 'copy'))
  writeFileSync(join(folder, 'copy/database/cluster/standby.signal'), '')
  await startReplica()
  replicaPort = new URL(replica.connectionString).port
  server = await startTestServer(primaryAddress, {
    reportDatabaseUrl: at(replica.connectionString),
    reportLagSeconds: lagSeconds,
  })
  await server.database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  const [orderPage] = Object.keys(purchaseOrder.pages)
  const orderRole = cataloguePage(orderPage!).role
  const users = {
    keeper: { roles: ['CZRZCX', orderRole], plants: [{ companyCode: '1000' }] },
    other: { roles: ['CZRZCX'], plants: [{ companyCode: '2000' }] },
    without: { roles: ['KCCX'], plants: [{ companyCode: '1000' }] },
  }
  for (const [account, user] of Object.entries(users)) {
    await ensureUser(server.database, {
      account,
      userName: account,
      password,
      ...wholeCompany,
      ...user,
    })
    tokens[account] = await server.tokenOf(account, password)
  }
  await act('A')
  await act('B', '2000')
  await order('4500000001')
})

afterAll(async () => {
  await server?.close()
  await replica?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the metrics say of the pool that reads the replica. */
async function replicaConnections(): Promise<{ max: number; idle: number }> {
  const text = await server.app.metrics.text()
  const value = (sample: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))!
        .split(' ')[1],
    )
  return {
    max: value('kufang_database_connections_max{pool="replica"}'),
    idle: value('kufang_database_connections{pool="replica",state="idle"}'),
  }
}

/** What was said until the replay was paused: on a busy machine the replica may be behind at the start, too. */
let beforePause: Record<'behind' | 'away', number>

test('reports and exports are read on the replica, with the same rights and scope', async () => {
  await replayed()
  await saidMore(isGood, 0)
  beforePause = { behind: said(isBehind), away: said(isAway) }
  await onReplica('select pg_wal_replay_pause()')
  await act('C')
  await order('4500000002')
  // Within the permitted lag, and without rows the replica lacks.
  expect(await report()).toEqual(['A'])
  expect(await report('other')).toEqual(['B'])
  const refused = await server.call<FailureData>('POST', '/api/queries/operation/list', {
    token: tokens['without']!,
    payload: {},
  })
  expect([refused.status, refused.body.datas.code]).toEqual([403, 'role-missing'])
  const thing = { filters: [{ field: 'subjectType', operator: 'eq', value: 'thing' }] }
  expect(await exported('/api/queries/operation/export', 'subjectNo', thing)).toEqual(['A'])
  const orders = '/api/documents/purchase-order'
  expect(await exported(`${orders}/export`, 'docNo', { level: 'header' })).toEqual(['4500000001'])
  const { max, idle } = await replicaConnections()
  expect(max).toBeGreaterThan(0)
  expect(idle).toBeGreaterThan(0)
  // Worklists are read from the primary.
  const list = await server.call<ListResponse>('POST', `${orders}/list`, {
    token: tokens['keeper']!,
    payload: { level: 'header' },
  })
  expect(list.body.datas.rows).toHaveLength(2)
})

test('a replica too far behind is not read, until it has caught up; the log says each once', async () => {
  const good = said(isGood)
  await saidMore(isBehind, beforePause.behind)
  expect(await report()).toEqual(['A', 'C'])
  await onReplica('select pg_wal_replay_resume()')
  await saidMore(isGood, good)
  await replayed()
  expect(await report()).toEqual(['A', 'C'])
  expect([said(isBehind), said(isGood), said(isAway)]).toEqual([
    beforePause.behind + 1,
    good + 1,
    beforePause.away,
  ])
})

test('a replica that hangs in the middle of a report costs seconds and no answer', async () => {
  const hanging = (await onReplica(
    `select pid from pg_stat_activity where application_name in ('kufang', 'kufang replica check')`,
  )) as { pid: number }[]
  expect(hanging.length).toBeGreaterThan(1)
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of hanging) process.kill(pid, name)
  }
  const [before, good] = [said(isAway), said(isGood)]
  signal('SIGSTOP')
  try {
    expect(await report()).toEqual(['A', 'C'])
    expect(said(isAway)).toBe(before + 1)
  } finally {
    signal('SIGCONT')
  }
  await saidMore(isGood, good)
})

test('a replica that is stopped is done without, and used again when it is back', async () => {
  const [away, good] = [said(isAway), said(isGood)]
  await replica.stop()
  await act('D')
  expect(await report()).toEqual(['A', 'C', 'D'])
  await saidMore(isAway, away)
  expect(await replicaConnections()).toEqual({ max: 0, idle: 0 })
  expect(await report()).toEqual(['A', 'C', 'D'])
  expect(said(isAway)).toBe(away + 1)
  await startReplica(replicaPort)
  await saidMore(isGood, good)
  await onReplica('select pg_wal_replay_pause()')
  await act('E')
  expect(await report()).toEqual(['A', 'C', 'D'])
  await onReplica('select pg_wal_replay_resume()')
  await replayed()
  expect(await report()).toEqual(['A', 'C', 'D', 'E'])
})
