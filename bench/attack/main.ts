import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureUser, wholeCompany } from '../../server/src/identity/ensure-user.ts'
import { Dice } from '../faults/dice.ts'
import { Figures } from '../faults/results.ts'
import { Site } from '../faults/site.ts'
import { Api } from './api.ts'
import { attackNames, byOneAdministrator } from './administrators.ts'
import { attackExports } from './exports.ts'
import { attackFields } from './fields.ts'
import { attackHeaders } from './headers.ts'
import { readOperations } from './operations.ts'
import { attackParsers } from './parsers.ts'
import { attackSignIn } from './sign-in.ts'
import { signInAs } from './sign-in-as.ts'
import { byOracle } from './oracle/oracle.ts'
import { byManager } from './managers.ts'
import { byLesserRoles } from './roles.ts'
import { runSqlmap } from './sqlmap.ts'
import { byOutsiders, listsByOutsiders, withoutToken } from './strangers.ts'
import type { Found } from './strangers.ts'
import { takeInventory, targetsOf } from './targets.ts'
import { attackUploads } from './uploads.ts'
import { attackWeight } from './weight.ts'
import { hostileCalls, unknownColumns } from './values.ts'

/* `npm run attack [-- --quick] [--seed N] [--only part] [--keep]`: exit code 0 if every goal is met. */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261121' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const password = 'Kufang@2026'
const startedAt = Date.now()
const say = (line: string): void => {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)
  process.stdout.write(`${seconds} s  ${line}\n`)
}
const chosen = values.only?.split(',')
const isWanted = (part: string) => chosen === undefined || chosen.includes(part)
const figures = new Figures(say)

async function part(
  name: string,
  title: string,
  work: () => Promise<Found | undefined>,
): Promise<void> {
  if (!isWanted(name)) return
  const found = await work()
  if (found === undefined) {
    say(`  ${title}: left out, its program is not installed`)
    return
  }
  for (const problem of found.problems.slice(0, chosen === undefined ? 25 : 400))
    say(`! ${title}: ${problem}`)
  figures.add(`${title}: tried`, found.calls, 'calls', { least: 1 })
  figures.add(`${title}: found`, found.problems.length, 'problems', { most: 0 })
}

async function attack(site: Site): Promise<void> {
  const server = await site.startServer({ environment: { KUFANG_LOG_LEVEL: 'debug' } })
  const { database } = site
  const api = new Api(server.address)
  // No background changes while checksums are taken.
  await database.query('update erp_interface set is_on = false')
  await addStrangers(site)
  const signIn = signInAs(api, database, password)
  const operations = await readOperations(api, await signIn('admin'))
  const inventory = await takeInventory(database)
  const all = targetsOf(operations, inventory, 1)
  const targets = values.quick ? targetsOf(operations, inventory, 3) : all
  say(`${operations.length} calls described, ${targets.length} with what is there filled in`)
  const rival = 'S-RIVAL'

  await part('parsers', 'parsers of what others wrote', () =>
    attackParsers(values.quick ? 300 : 5000),
  )
  await part('headers', 'headers, pages and paths', () => attackHeaders(api))
  await part('token', 'without a token, or with none of ours', () => withoutToken(api, all))
  await part('others', "with another company's, another supplier's, nobody's token", async () =>
    byOutsiders(
      api,
      database,
      targets,
      [
        {
          name: 'storekeeper of 1020',
          token: await signIn('storekeeper2'),
          isForeign: ({ companyCode }) => companyCode !== '1020',
        },
        {
          name: 'storekeeper of 1010',
          token: await signIn('storekeeper'),
          isForeign: ({ companyCode }) => companyCode !== '1010',
          // The exports attacked later are his: their number is limited.
          onDocumentsOnly: true,
        },
        {
          name: 'other supplier',
          token: await signIn('rival'),
          isForeign: ({ supplierNo }) => supplierNo !== rival,
        },
        { name: 'no role', token: await signIn('nobody'), isForeign: () => true },
      ],
      [...inventory.documents.values()].flat(),
    ),
  )
  await part('roles', "with a lesser role's token", () => byLesserRoles(api, database, all, signIn))
  await part('managers', 'takeovers by a manager of users', async () =>
    byManager(api, database, 'manager', await signIn('manager')),
  )
  await part('administrators', 'one administrator alone against the second person', () =>
    byOneAdministrator(api, database),
  )
  await part('names', 'names that are not the own', () => attackNames(api, database, 'engineer'))
  await part('weight', 'requests that cost the process most', async () => {
    const open = await site.startServer({ environment: { KUFANG_FAILED_SIGN_INS: '1000000' } })
    const tokens = [await signIn('supplier'), await signIn('admin')]
    return attackWeight(new Api(open.address), operations, tokens)
  })
  await part('lists', 'rows of others in lists', async () => {
    const callers = [
      { account: 'storekeeper', companies: ['1010'], supplierNo: null },
      { account: 'storekeeper2', companies: ['1020'], supplierNo: null },
      {
        account: 'supplier',
        companies: ['1010', '1020'],
        supplierNo: await supplierOf(site, 'supplier'),
      },
      { account: 'rival', companies: ['1010', '1020'], supplierNo: rival },
      { account: 'requester', companies: ['1010'], supplierNo: null },
      { account: 'nobody', companies: [], supplierNo: null },
    ]
    const signedIn = []
    for (const caller of callers)
      signedIn.push({ ...caller, name: caller.account, token: await signIn(caller.account) })
    return listsByOutsiders(api, all, signedIn)
  })
  await part('oracle', 'rows, lines and fields by the declarations', async () => {
    // Every account exports every list.
    const open = await site.startServer({ environment: { KUFANG_EXPORTS: '100000' } })
    const volume = { samples: values.quick ? 1 : 3, isEveryAccount: !values.quick }
    return byOracle(new Api(open.address), database, volume, say)
  })
  await part('columns', 'columns that do not exist', async () =>
    unknownColumns(api, all, await signIn('admin')),
  )
  const place = await plainPlace(site)
  await part('fields', "fields that are not the caller's", async () =>
    attackFields(api, database, await signIn('storekeeper'), place),
  )
  await part('uploads', 'uploads', async () => {
    const [note] = await database.query<{ companyCode: string; id: string }>(
      `select company_code, id from delivery_note where company_code = '1010' limit 1`,
    )
    const subject = {
      companyCode: note!.companyCode,
      documentType: 'delivery-note',
      documentId: note!.id,
    }
    return attackUploads(api, await signIn('buyer'), subject, site.dataFolder)
  })
  await part('exports', 'exports', async () =>
    attackExports(api, await signIn('storekeeper'), place),
  )
  await part('values', 'hostile values in every place, by an administrator', () =>
    hostileCalls(
      api,
      targets,
      () => signIn('admin'),
      new Dice(Number(values.seed)),
      values.quick ? 4000 : 60_000,
    ),
  )
  await part('sqlmap', 'sqlmap', async () => {
    // Failed sign-ins are limited: sqlmap would reach the limit instead of the statement.
    const open = await site.startServer({
      environment: { KUFANG_FAILED_SIGN_INS: '1000000', KUFANG_LOCK_AFTER: '1000000' },
    })
    // Earlier calls have failed to sign in.
    await database.query('delete from sign_in_failure')
    const token = await signIn('storekeeper')
    const list = JSON.stringify({
      size: 1,
      search: 'x*',
      filters: [{ field: 'docNo*', operator: 'eq*', value: 'x*' }],
      sort: [{ field: 'docNo*', direction: 'asc*' }],
    })
    const stock = JSON.stringify({
      size: 1,
      filters: [{ field: 'materialNo', operator: 'contains', value: 'x*' }],
    })
    const credentials = JSON.stringify({
      username: 'storekeeper*',
      password: 'x*',
      grant_type: 'password',
    })
    return runSqlmap(
      open.address,
      [
        { path: '/api/oauth/token', body: credentials },
        { path: '/api/documents/goods-receipt/list', body: list, token },
        { path: '/api/queries/stock/list', body: stock, token },
        { path: '/api/masters/material/search', body: JSON.stringify({ text: 'x*' }), token },
      ],
      values.quick ? 45 : 240,
    )
  })
  await database.query('delete from sign_in_failure')
  const posterToken = await signIn('poster')
  await part('sign-in', 'sign-in, sessions and guesses', async () => {
    const proxied = await site.startServer({ environment: { KUFANG_TRUST_PROXY: '1' } })
    return attackSignIn(api, new Api(proxied.address), database, 'victim')
  })
  await part('logs', 'secrets in the log', () => searchLog(site, posterToken))
  await part('alive', 'the product after it all', async () => {
    const { status } = await api.send({ method: 'GET', path: '/api/oauth/publicKey' })
    return { calls: 1, problems: status === 200 ? [] : [`answers ${status}`] }
  })
}

/** Creates users without access to the data under attack. */
async function addStrangers(site: Site): Promise<void> {
  const both = [{ companyCode: '1010' }, { companyCode: '1020' }]
  await site.database.query(
    `insert into supplier (supplier_no, name) values ('S-RIVAL', 'Rival') on conflict do nothing`,
  )
  const [roles] = await site.database.query<{ codes: string[] }>(
    `select array_agg(role_code) as codes from user_role r join app_user u on u.id = r.user_id where u.account = 'supplier'`,
  )
  const make = (account: string, rest: object) =>
    ensureUser(site.database, {
      account,
      userName: account,
      password,
      roles: [],
      ...wholeCompany,
      ...rest,
    })
  await make('rival', { plants: both, supplierNo: 'S-RIVAL', userType: 'EXU', roles: roles!.codes })
  await make('nobody', { plants: both })
  await make('victim', { plants: both })
  const managed = { roles: ['YHGL', 'JSFP'], storageLocations: [], materialGroups: [] }
  await make('manager', { plants: [{ companyCode: '1010' }], ...managed })
}

async function supplierOf(site: Site, account: string): Promise<string> {
  const [row] = await site.database.query<{ supplierNo: string }>(
    'select supplier_no from app_user where account = $1',
    [account],
  )
  return row!.supplierNo
}

async function plainPlace(site: Site) {
  const [row] = await site.database.query<{
    plant: string
    storageLocation: string
    bin: string
    materialNo: string
  }>(
    `select b.plant, b.storage_location, b.bin, b.material_no from stock_balance b join material m on m.material_no = b.material_no
     where b.company_code = '1010' and b.has_stock and not m.is_batch_managed and b.stock_category = 'UU' limit 1`,
  )
  return row!
}

/** Searches the server's log for passwords and tokens used in this run. */
async function searchLog(site: Site, token: string): Promise<Found> {
  const log = readFileSync(join(site.folder, 'log/server.log'), 'utf8')
  const secrets = [password, 'Wrong#Guess1', 'Neues#Passwort1', token]
  const found = secrets.filter((secret) =>
    log.split('\n').some((line) => line.startsWith('{') && line.includes(secret)),
  )
  const patterns = [
    /"(?:authorization|cookie)":"(?!\[secret\])/i,
    /\$argon2id\$/,
    /postgres:\/\/[^:]+:[^@]+@/,
  ]
  return {
    calls: log.split('\n').length,
    problems: [
      ...found.map((secret) => `${secret.slice(0, 6)}… stands in the log`),
      ...patterns
        .filter((pattern) => pattern.test(log))
        .map((pattern) => `the log matches ${pattern}`),
    ],
  }
}

const site = await Site.open()
say(`data in ${site.folder}`)
let failure: unknown
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void site.close(true).finally(() => process.exit(130)))
}
try {
  await attack(site)
} catch (error) {
  failure = error
  say(`! ${(error as Error).stack ?? String(error)}`)
}
await site.close(values.keep || failure !== undefined)
figures.write(join(import.meta.dirname, '../results-attack.json'))
const holds = failure === undefined && figures.hold
say(holds ? 'everything holds' : 'NOT everything holds')
process.exit(holds ? 0 : 1)
