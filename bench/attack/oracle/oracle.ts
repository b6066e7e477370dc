import { amountPages } from '../../../packages/contract/src/document/catalogue/amount-pages.ts'
import {
  cataloguePage,
  pageCatalogue,
} from '../../../packages/contract/src/document/catalogue/page-catalogue.ts'
import { plantAmounts } from './plant.ts'
import {
  ensureUser,
  wholeCompany,
  type WantedUser,
} from '../../../server/src/identity/ensure-user.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import type { Answer, Api, Call } from '../api.ts'
import { signInAs } from '../sign-in-as.ts'
import type { Found } from '../strangers.ts'
import { readAccount, type Account } from './account.ts'
import { compareDocuments, readUniverse } from './compare-documents.ts'
import {
  compareMasters,
  compareQueries,
  readExamples,
  readMasters,
  readQueries,
} from './compare-lists.ts'
import { compareMessages, readMessages } from './compare-messages.ts'
import { Findings } from './findings.ts'

const password = 'Kufang@2026'

/** Accounts with every page, each limited in one dimension: what they must not see lies right beside what they see. */
async function makeNarrow(database: Database): Promise<string[]> {
  const amounts = new Set(amountPages.map((path) => cataloguePage(path).role))
  const every = [...new Set(pageCatalogue.map(({ role }) => role))].filter((role) => role !== '')
  const functions = await database.query<{ code: string }>(
    'select distinct function_code as code from user_function',
  )
  const [place] = await database.query<{
    companyCode: string
    plant: string
    storageLocation: string
    materialGroup: string
  }>(
    `select h.company_code, h.plant, h.storage_location, l.material_group from goods_receipt h
     join goods_receipt_line l on l.company_code = h.company_code and l.document_id = h.id
     where l.material_group is not null group by 1, 2, 3, 4 order by count(*) desc, 1, 2, 3, 4 limit 1`,
  )
  const { companyCode, plant, storageLocation, materialGroup } = place!
  const [unit] = await database.query<{ pickingUnit: string }>(
    `select picking_unit from requisition where company_code = $1 group by 1 order by count(*) desc, 1 limit 1`,
    [companyCode],
  )
  const [supplier] = await database.query<{ supplierNo: string }>(
    `select supplier_no from delivery_note where company_code = $1 group by 1 order by count(*) desc, 1 limit 1`,
    [companyCode],
  )
  const base = { roles: every, plants: [{ companyCode }], ...wholeCompany }
  const wanted: Record<string, Partial<WantedUser>> = {
    'oracle-company': base,
    'oracle-plant': { ...base, plants: [{ companyCode, plant }] },
    'oracle-location': { ...base, storageLocations: [{ companyCode, plant, storageLocation }] },
    'oracle-group': { ...base, materialGroups: [materialGroup] },
    'oracle-unit': {
      ...base,
      pickingUnits: [{ companyCode, pickingUnit: unit!.pickingUnit }],
    },
    'oracle-no-amounts': { ...base, roles: every.filter((role) => !amounts.has(role)) },
    'oracle-no-functions': { ...base, functions: [] },
    'oracle-supplier': { ...base, userType: 'EXU', supplierNo: supplier!.supplierNo },
    'oracle-nobodys': { ...base, userType: 'EXU' },
    'oracle-no-scope': { roles: every },
    'oracle-no-roles': { ...base, roles: [] },
  }
  for (const [account, rights] of Object.entries(wanted))
    await ensureUser(database, {
      account,
      userName: account,
      password,
      roles: [],
      functions: account === 'oracle-no-functions' ? [] : functions.map(({ code }) => code),
      ...rights,
    })
  return Object.keys(wanted)
}

/** Everything stored, against which answers are compared. */
async function readStored(api: Api, database: Database, admin: Account) {
  const examples = await readExamples(database)
  return {
    documents: await readUniverse(database),
    examples,
    queries: await readQueries(api, admin, examples),
    masters: await readMasters(database),
    messages: await readMessages(database),
  }
}

/** How much is compared. */
interface Volume {
  /** Documents of each type of which all calls are made, of each kind. */
  samples: number
  /** All accounts of the demonstration, or only those limited in one dimension. */
  isEveryAccount: boolean
}

/**
 * Compares what every account is shown by every reading call with what it may see by the declarations and its stored
 * scope: nothing more, and nothing less.
 */
export async function byOracle(
  api: Api,
  database: Database,
  { samples, isEveryAccount }: Volume,
  say: (words: string) => void,
): Promise<Found> {
  const calls = api.calls
  const narrow = await makeNarrow(database)
  await plantAmounts(database)
  const tokenOf = signInAs(api, database, password)
  const signIn = async (account: string) => readAccount(database, account, await tokenOf(account))
  const admin = await signIn('admin')
  const stored = await readStored(api, database, admin)
  const others = isEveryAccount
    ? await database.query<{ account: string }>(
        `select account from app_user where account not like 'oracle-%' and status = 'active'
           and not must_change_password order by account`,
      )
    : []
  const findings = new Findings()
  for (const name of [...narrow, ...others.map(({ account }) => account)]) {
    const account = await signIn(name)
    const withExports = narrow.includes(name)
    await compareDocuments(api, stored.documents, account, findings, { samples, withExports })
    await compareQueries(api, stored, account, findings, withExports)
    await compareMasters(api, stored.masters, account, findings)
    await compareMessages(api, stored.messages, account, findings)
  }
  const { compared, expected, closed, mixed, hiddenNow } = findings
  say(
    `  ${compared} answers compared, ${expected} rows and lines expected in them; ${closed} documents closed, ` +
      `${mixed} opened with lines on both sides of a scope, ${hiddenNow} with fields not shown yet`,
  )
  const problems = [...findings.problems]
  for (const [what, count] of Object.entries({ expected, closed, mixed, hiddenNow }))
    if (count === 0) problems.push(`blind: nothing was ${what}`)
  for (const [leak, isFound] of Object.entries(await findPlanted(api, stored, signIn)))
    if (!isFound) problems.push(`blind: a planted leak is not found: ${leak}`)
  return { calls: api.calls - calls, problems }
}

/**
 * Leaks planted between product and oracle, one at a time, in this set-up only: an administrator's answer in place of
 * the account's own, and an answer without its last row.
 */
async function findPlanted(
  api: Api,
  stored: Awaited<ReturnType<typeof readStored>>,
  signIn: (account: string) => Promise<Account>,
): Promise<Record<string, boolean>> {
  const admin = await signIn('admin')
  const asAdmin = (call: Call): Promise<Answer> => api.send({ ...call, token: admin.token })
  const isList = ({ path }: Call) => path.endsWith('/list')
  const leaks: Record<string, { account: string; send: (call: Call) => Promise<Answer> }> = {
    'a list without its scope': {
      account: 'oracle-group',
      send: (call) => (isList(call) ? asAdmin(call) : api.send(call)),
    },
    'amounts that are not removed': {
      account: 'oracle-no-amounts',
      send: (call) => (/receipt\/[^/]+$/.test(call.path) ? asAdmin(call) : api.send(call)),
    },
    'the lines of others in a document': {
      account: 'oracle-group',
      send: (call) => (/\/[0-9a-f-]{36}$/.test(call.path) ? asAdmin(call) : api.send(call)),
    },
    'a row that is missing': {
      account: 'oracle-company',
      send: async (call) => {
        const answer = await api.send(call)
        if (isList(call) && answer.status === 200) (answer.datas as { rows: unknown[] }).rows.pop()
        return answer
      },
    },
  }
  const found: Record<string, boolean> = {}
  for (const [leak, { account, send }] of Object.entries(leaks)) {
    const leaky = { address: api.address, calls: 0, send } as unknown as Api
    const findings = new Findings()
    const person = await signIn(account)
    const volume = { samples: 1, withExports: false }
    await compareDocuments(leaky, stored.documents, person, findings, volume)
    found[leak] = findings.problems.length > 0
  }
  return found
}
