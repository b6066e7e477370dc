import type { LocalDate } from '@kufang/kernel/local-date.ts'
import pg from 'pg'
import '../effects.ts'
import '../journeys.ts'
import { clock, settleDocument } from '../document/public.ts'
import { synchroniseAll } from '../external-documents/public.ts'
import { ensureUser } from '../identity/ensure-user.ts'
import { ErpConnections } from '../erp/gateway.ts'
import { listInterfaces, saveInterface } from '../erp/interface-settings.ts'
import { startErpSender } from '../erp/sender.ts'
import { watchCompany } from '../erp/watch-company.ts'
import type { Database } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import { systemSession } from '../platform/session/session.ts'
import { demonstrationAccounts } from './accounts.ts'
import { beginStock } from './begin-stock.ts'
import { changingDemandIn, deliveringIn } from './demand-stories.ts'
import { findMaterialPairs } from '../masters/public.ts'
import type { DemonstrationCompany } from './company.ts'
import { makeCompany } from './company.ts'
import { sessionOf } from './people.ts'
import { writeLegacyDocuments } from './legacy-documents.ts'
import { writePrograms } from './programs.ts'
import { writeQuotaMasters } from './quota-masters.ts'
import { writeRules } from './rules.ts'
import { storePlacePicture, writeSafetySheets } from './safety-sheets.ts'
import { stories } from './stories.ts'
import { callStandIn, seedErp } from './seed-for-erp.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'
import { writeCompany } from './write-company.ts'

/** Reports progress; the supervisor displays lines that begin with `progress `. */
export type Say = (line: string) => void

const systemUserId = systemSession([], 'demonstration').userId

const sayProgress: Say = (line) => process.stdout.write(`progress ${line}\n`)

/**
 * Fills an empty demonstration database: masters, accounts, the ERP stand-in, mirrors, initial stock, and documents in
 * every state. Each step is recorded and executed once, so an interrupted start continues, and a later start does
 * nothing. Without an ERP it ends after the accounts.
 */
export async function prepareDemonstration(
  context: ServerContext,
  say: Say = sayProgress,
): Promise<void> {
  const { database, erpUrl } = context
  const { today, done } = await readSteps(context)
  const company = makeCompany(today)
  const step = async (name: string, title: string, work: () => Promise<void>) => {
    if (done.has(name)) return
    say(title)
    await work()
    await database.query(
      'insert into demonstration_step (step, founded_on) values ($1, $2) on conflict do nothing',
      [name, today],
    )
    done.add(name)
  }
  await step('masters', '演示公司：写入主数据', async () => {
    await database.transaction((tx) => writeCompany(tx, company))
    await findMaterialPairs(database)
  })
  const users = await prepareAccounts(context, step)
  const sessionFor = (name: string) => {
    const account = demonstrationAccounts.find((one) => one.account === name)!
    return sessionOf(account, users.get(name)!)
  }
  await step('rules', '演示公司：申请并批准规则', () => writeRules(database, sessionFor))
  await step('quota-masters', '演示公司：登记安全库存维护人和库龄', () =>
    writeQuotaMasters(database, sessionFor('admin')),
  )
  await step('safety-data-sheets', '演示公司：登记安全技术说明书', () =>
    writeSafetySheets(context, sessionFor('engineer'), company, today),
  )
  await step('place-picture', '演示公司：存入现场照片', () =>
    storePlacePicture(context, sessionFor('storekeeper')),
  )
  await step('legacy-documents', '演示公司：导入历史单据', () =>
    writeLegacyDocuments(database, sessionFor('chief'), company, today),
  )
  await step('programs', '演示公司：登记外部程序', () =>
    writePrograms(
      database,
      openSecretBox({
        dataFolder: context.dataFolder,
        environmentKey: context.settings.secretKey,
      }),
      sessionFor('admin'),
    ),
  )
  if (erpUrl === null) {
    say('演示公司：未连接 ERP，跳过单据')
    return
  }
  const remaining = [
    ...stories.map(({ name }) => name),
    ...company.opening.map(openingStep),
    'mirrors',
    'signatures',
  ]
  if (remaining.every((name) => done.has(name))) return
  await step('interfaces', '演示公司：配置 ERP 接口', () => signInToErp(context))
  await step('erp', '演示公司：向 ERP 替身写入订单', () => seedErp(erpUrl, company))
  await withErp(context, async (connections, settle) => {
    await step('mirrors', '演示公司：同步 ERP 单据', async () => {
      await synchroniseAll({ database, connections })
      await analyze(context)
    })
    const inErp = {
      cancelInErp: cancellingIn(erpUrl, database, connections),
      changeDemandInErp: changingDemandIn(erpUrl, database, connections, company),
      deliverInErp: deliveringIn(erpUrl, database, connections),
    }
    const stage = (name: string) =>
      openStage(name, { database, company, today, users, settle, ...inErp })
    await openStocks(company, step, stage)
    await settle()
    await analyze(context)
    await tellStories(context, step, stage, say)
  })
}

/** Which hand-overs must be signed for from now on, as JSON; null: as the product has it. */
async function setSignatureRule(database: Database, value: string): Promise<void> {
  await database.query(
    `insert into business_parameter (id, name, value, valid_from, changed_by, changed_by_name)
     values (gen_random_uuid(), 'handover.signature', $1::jsonb, '2000-01-01', $2::uuid, '系统')`,
    [value, systemUserId],
  )
}

type Step = (name: string, title: string, work: () => Promise<void>) => Promise<void>

const openingStep = (opening: { storageLocation: string }) => `opening-${opening.storageLocation}`

async function readSteps({
  database,
}: ServerContext): Promise<{ today: LocalDate; done: Set<string> }> {
  const rows = await database.query<{ step: string; foundedOn: LocalDate }>(
    'select step, founded_on from demonstration_step order by done_at',
  )
  return { today: rows[0]?.foundedOn ?? clock().today, done: new Set(rows.map((row) => row.step)) }
}

/** Creates the accounts once; later starts only read them, so that changes by administrators persist. */
async function prepareAccounts(
  { database }: ServerContext,
  step: Step,
): Promise<Map<string, string>> {
  await step('accounts', '演示公司：创建账号', async () => {
    for (const { roleZh: _role, ...account } of demonstrationAccounts)
      await ensureUser(database, account)
  })
  const rows = await database.query<{ account: string; id: string }>(
    'select account, id from app_user where account = any($1)',
    [demonstrationAccounts.map(({ account }) => account)],
  )
  return new Map(rows.map((row) => [row.account, row.id]))
}

/** Configures the account of the ERP stand-in; interfaces already configured stay unchanged. */
async function signInToErp({ database, dataFolder }: ServerContext): Promise<void> {
  const secrets = openSecretBox({ dataFolder })
  const change = { account: 'KUFANG', secret: 'Kufang@2026', sapClient: '100' }
  await database.transaction(async (tx) => {
    for (const { companyCode, interfaceCode, account } of await listInterfaces(tx)) {
      if (account === '')
        await saveInterface(tx, secrets, {
          companyCode,
          interfaceCode,
          change,
          userId: systemUserId,
        })
    }
  })
}

/** Sends postings while `work` runs, because the server's own sender is not running yet. */
async function withErp(
  { database, dataFolder, erpUrl, log }: ServerContext,
  work: (connections: ErpConnections, settle: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'the demonstration met a fault of the ERP')
  const access = {
    database,
    secrets: openSecretBox({ dataFolder }),
    defaultBaseUrl: erpUrl,
    onError,
  }
  const sender = startErpSender({
    ...access,
    log: (message, facts) => log.debug(facts, message),
    onSettled: settleDocument,
  })
  try {
    await work(new ErpConnections(access), () => sender.drain())
  } finally {
    await sender.stop()
  }
}

/** A user of the stand-in cancels the last document that one of ours has posted, and the product looks for it. */
export function cancellingIn(
  erpUrl: string,
  database: Database,
  connections: ErpConnections,
): Stage['cancelInErp'] {
  return async (name, id, user) => {
    const [posted] = await database.query<{ companyCode: string; year: string; document: string }>(
      `select company_code, material_document_year as year, material_document as document from erp_posting
       where document_type = $1 and document_id = $2 and direction = 'post' and state = 'posted' order by id desc limit 1`,
      [name, id],
    )
    if (posted === undefined) throw new Error(`${name} ${id} has no document in the ERP`)
    const { companyCode, ...cancelled } = posted
    await callStandIn(erpUrl, 'material-documents/cancel', { ...cancelled, user })
    const access = { database, connections, onSettled: settleDocument }
    await watchCompany(access, companyCode, new Date().toISOString())
  }
}

async function openStocks(
  company: DemonstrationCompany,
  step: Step,
  stage: (name: string) => Stage,
): Promise<void> {
  for (const [index, opening] of company.opening.entries()) {
    const name = openingStep(opening)
    await step(name, `演示公司：期初库存 ${index + 1}/${company.opening.length}`, () =>
      beginStock(stage(name), opening),
    )
  }
}

/** A failed story is logged and repeated at the next start; the product works without it. */
async function tellStories(
  { database, log }: ServerContext,
  step: Step,
  stage: (name: string) => Stage,
  say: Say,
): Promise<void> {
  // What happened before the company signed on the screen; from now on it does where the product asks for it.
  await step('signatures-later', '演示公司：历史单据免签', () =>
    setSignatureRule(database, '"optional"'),
  )
  for (const [index, story] of stories.entries()) {
    const { name } = story
    try {
      await step(name, `演示公司：业务单据 ${index + 1}/${stories.length}`, () =>
        story.tell(stage(name)),
      )
    } catch (error) {
      log.error({ err: error, story: name }, 'a story of the demonstration could not be told')
      say(`演示公司：业务单据 ${name} 未能生成（见日志）`)
    }
  }
  await step('signatures', '演示公司：紧急出库须签名', () => setSignatureRule(database, 'null'))
}

/** Without statistics, plans on freshly filled tables are bad; only the owner may analyse the tables. */
async function analyze({ database }: ServerContext): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
