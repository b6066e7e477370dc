import { companyToday } from '@kufang/kernel/company-day.ts'
import type { AnyMaster } from '../../../packages/contract/src/document/declare/define-master.ts'
import type { AnyQuery } from '../../../packages/contract/src/document/declare/define-query.ts'
import { readingRoles } from '@kufang/contract/document/query-roles.ts'
import { documents } from '@kufang/contract/registry.ts'
import { queries } from '../../../packages/contract/src/queries.ts'
import { registry } from '../../../packages/contract/src/registry.ts'
import { textOf as text } from '../../../packages/kernel/src/text-of.ts'
import { plantedAmount } from './plant.ts'
import { toSnake } from '../../../server/src/platform/database/case.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import type { Api } from '../api.ts'
import {
  holdsPage,
  inCompany,
  inMaterialGroup,
  inPickingUnit,
  inPlant,
  inStorageLocation,
  isSupplier,
  type Account,
  type Row,
} from './account.ts'
import { asksFor, asksForNothing } from './asked-masters.ts'
import { amountsOf, seesAmounts } from './documents.ts'
import type { Findings } from './findings.ts'
import { readAll } from './read-all.ts'
import { readWorkbook } from './workbook.ts'

const keyOf = (key: readonly string[], row: Row): string =>
  key.map((field) => text(row[field])).join('/')

/**
 * The logs have a scope of their own that no column declares: documents in the person's scope and his own acts. Of them
 * only the company is compared.
 */
const isOfLogs = ({ area }: AnyQuery): boolean => area === 'logs'

/** What queries about one thing are asked for. */
interface Examples {
  /** A batch whose data were changed, and where its company has it. */
  changed: { materialNo: string; batch: string; balances: readonly Row[] }
  /** The piece that was moved most often. */
  piece: { materialNo: string; serialNo: string }
  /** The row of the stock with most notes. */
  noted: Row
}

/** What own scopes are decided by, besides the row. */
interface Known {
  groupOf: ReadonlyMap<string, string>
  examples: Examples
}

/** What a query shows to an account where no column declares it, the company included. */
type OwnScope = (account: Account, row: Row, known: Known) => boolean

/** A move is seen from either of its places, by whoever sees the stock there. */
function seesMove(account: Account, row: Row, group: string | undefined): boolean {
  return (
    !isSupplier(account) &&
    (['from', 'to'] as const).some((side) => {
      const plant = row[`${side}Plant`]
      const companyCode = text(row['companyCode'])
      const place = { companyCode, plant, storageLocation: row[`${side}StorageLocation`] }
      return (
        inCompany(account, companyCode) &&
        inPlant(account, companyCode, plant) &&
        inStorageLocation(account, place, false) &&
        inMaterialGroup(account, group)
      )
    })
  )
}

/**
 * What companies share is seen by employees of the group: of the material groups they may see, and of the other companies
 * if they belong to one only.
 */
function seesShared(account: Account, row: Row): boolean {
  const own = new Set(account.plants.map(({ companyCode }) => companyCode))
  return (
    account.isAdmin ||
    (!isSupplier(account) &&
      own.size > 0 &&
      !(own.size === 1 && own.has(text(row['companyCode']))) &&
      inMaterialGroup(account, row['materialGroup']))
  )
}

const ownScopes: Readonly<Record<string, OwnScope>> = {
  // The changes of a batch are seen by whoever sees any stock of it.
  'batch-history': (account, _row, { examples }) =>
    examples.changed.balances.some((balance) => opensRow(account, queries['stock'], balance)),
  'stock-move': (account, row, { groupOf }) =>
    seesMove(account, row, groupOf.get(text(row['materialNo']))),
  'serial-number-move': (account, row, { groupOf, examples }) =>
    seesMove(account, row, groupOf.get(examples.piece.materialNo)),
  'shared-stock': seesShared,
  'stock-note-history': (account, _row, { examples }) =>
    opensRow(account, queries['stock'], examples.noted),
}

/** Whether the companies of an account do not limit the rows of this query to it. */
export const isOfAllCompanies = (path: string): boolean => path === '/api/queries/shared-stock/list'

/**
 * Values of the parameters that a query requires: the present moment, today, one of the examples, or the last of several
 * choices, which shows most.
 */
function parametersOf({ parameters = {} }: AnyQuery, { changed, piece, noted }: Examples) {
  const now = new Date().toISOString()
  const { materialNo, batch } = changed
  const given: Readonly<Record<string, unknown>> = {
    ...('serialNo' in parameters ? piece : { materialNo, batch }),
    keyId: noted['keyId'],
  }
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { kind, required, choices = {} }]) => {
      if (required !== true) return []
      const usual = { instant: now, date: now.slice(0, 10), choice: Object.keys(choices).at(-1) }
      return [[name, given[name] ?? usual[kind as keyof typeof usual]]]
    }),
  )
}

/** A batch that a batch change of the demonstration has changed, a piece, and a row of the stock with notes. */
export async function readExamples(database: Database): Promise<Examples> {
  const first = async <One extends object>(what: string, statement: string): Promise<One> => {
    const [found] = await database.query<One>(statement)
    if (found === undefined) throw new Error(`the demonstration has no ${what}`)
    return found
  }
  const { companyCode, materialNo, batch } = await first<{
    companyCode: string
    materialNo: string
    batch: string
  }>(
    'batch change with an effect',
    `select l.company_code, l.material_no, l.batch from batch_change_line l
     join batch_change h on h.company_code = l.company_code and h.id = l.document_id
     where h.state = 'changed' order by h.doc_no, l.line_no limit 1`,
  )
  const balances = await database.query<Row>(
    'select * from stock_balance where company_code = $1 and material_no = $2 and batch = $3',
    [companyCode, materialNo, batch],
  )
  const piece = await first<Examples['piece']>(
    'piece that has moved',
    `select material_no, serial_no from stock_move_serial_number
     group by material_no, serial_no order by count(*) desc, material_no, serial_no limit 1`,
  )
  const noted = await first<Row>(
    'stock with notes',
    `select b.* from stock_row_note n
     join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id
     order by n.note_count desc, n.key_id limit 1`,
  )
  return { changed: { materialNo, batch, balances }, piece, noted }
}

/** The rows of every query, read by an administrator; its SQL is not declared, the columns of its scope are. */
export async function readQueries(
  api: Api,
  admin: Account,
  examples: Examples,
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const query of Object.values<AnyQuery>(queries)) {
    const path = `/api/queries/${query.name}/list`
    const body = { parameters: parametersOf(query, examples) }
    const { refused, rows } = await readAll(api, admin, path, body)
    if (refused !== null) throw new Error(`${path} by an administrator: ${refused.text}`)
    found.set(query.name, rows)
  }
  return found
}

/** Whether the declared columns of its scope open a row of a query to the account. */
function opensRow(account: Account, { scope }: AnyQuery, row: Row): boolean {
  const companyCode = text(row[scope.companyCode])
  const { plant, storageLocation, materialGroup, supplierNo, pickingUnit } = scope
  if (!inCompany(account, companyCode)) return false
  if (isSupplier(account) && !account.isAdmin)
    if (supplierNo === undefined || row[supplierNo] !== account.supplierNo) return false
  if (plant !== undefined && !inPlant(account, companyCode, row[plant])) return false
  const place = {
    companyCode,
    plant: plant === undefined ? '' : row[plant],
    storageLocation: storageLocation === undefined ? '' : row[storageLocation],
  }
  return (
    inStorageLocation(account, place) &&
    (materialGroup === undefined || inMaterialGroup(account, row[materialGroup])) &&
    (pickingUnit === undefined || inPickingUnit(account, companyCode, row[pickingUnit]))
  )
}

/** The rows of all queries and masters. */
export interface ListUniverse {
  queries: ReadonlyMap<string, readonly Row[]>
  masters: ReadonlyMap<string, readonly Row[]>
  examples: Examples
}

/** List and export of every query as this account. */
export async function compareQueries(
  api: Api,
  { queries: universe, masters, examples }: ListUniverse,
  account: Account,
  findings: Findings,
  withExports: boolean,
): Promise<void> {
  const groupOf = new Map(
    masters.get('material')!.map((row) => [text(row['materialNo']), text(row['materialGroup'])]),
  )
  for (const query of Object.values<AnyQuery>(queries)) {
    const base = `/api/queries/${query.name}`
    const pages = [...Object.keys(query.pages), ...(query.readers ?? [])]
    const mayRead =
      account.isAdmin || readingRoles(query, documents).some((role) => account.roles.has(role))
    const body = { parameters: parametersOf(query, examples) }
    const { refused, rows, totals } = await readAll(api, account, `${base}/list`, body)
    if (refused !== null) {
      if (mayRead) findings.add(account, base, `is refused: ${refused.status} ${refused.code}`)
      continue
    }
    if (!mayRead) findings.add(account, base, 'is open without a page')
    const hidden = new Set(seesAmounts(account, pages) ? [] : amountsOf(query.fields))
    const planted = hidden.size > 0 ? plantedAmount : null
    findings.compareFields(account, `${base}/list`, { rows, totals }, hidden, planted)
    if (isOfLogs(query)) {
      const foreign = rows.find((row) => {
        const company = text(row[query.scope.companyCode])
        return company !== '' && !inCompany(account, company)
      })
      if (foreign !== undefined)
        findings.add(account, base, `shows company ${text(foreign[query.scope.companyCode])}`)
      continue
    }
    const own = universe
      .get(query.name)!
      .filter(
        (row) =>
          ownScopes[query.name]?.(account, row, { groupOf, examples }) ??
          opensRow(account, query, row),
      )
    const keys = (all: readonly Row[]) => new Set(all.map((row) => keyOf(query.key, row)))
    findings.compareKeys(account, `${base}/list`, keys(own), keys(rows))
    if (!withExports) continue
    const columns = Object.keys(query.fields)
      .filter((field) => !hidden.has(field))
      .slice(0, 20)
      .map((field) => ({ field, title: field }))
    const sheet = await readWorkbook(api, account, `${base}/export`, { ...body, columns })
    findings.compared += 1
    if (sheet === null) findings.add(account, `${base}/export`, 'is refused')
    else if (sheet.rows !== own.length)
      findings.add(account, `${base}/export`, `has ${sheet.rows} rows instead of ${own.length}`)
    else if (planted !== null && sheet.text.includes(planted))
      findings.add(account, `${base}/export`, 'shows the planted amount')
  }
}

/** Masters that users of suppliers read: their own row, and what is needed to understand their orders. */
const ofSuppliers = [
  'company',
  'plant',
  'storage-location',
  'material-group',
  'unit',
  'supplier',
  'consignor',
]

/** All rows of every master, as stored; of users the employees. */
export async function readMasters(database: Database): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const { name } of Object.values<AnyMaster>(registry.masters))
    found.set(
      name,
      await database.query<Row>(
        name === 'user'
          ? `select u.*, array(select distinct company_code from user_plant p where p.user_id = u.id and p.valid_to is null) as companies
             from app_user u where user_type = 'EMP'`
          : `select * from ${toSnake(name)}`,
      ),
    )
  return found
}

/** Whether the columns of its scope open a row of a master; an empty organisation that may be empty is everybody's. */
function opensMaster(account: Account, definition: AnyMaster, row: Row): boolean {
  const { name, scope, fields } = definition
  if (account.isAdmin) return true
  if (isSupplier(account) && !ofSuppliers.includes(name)) return false
  const { companyCode, plant, storageLocation, materialGroup, supplierNo } = scope
  const isOpen = (field: string | undefined, opens: (value: string) => boolean): boolean => {
    if (field === undefined) return true
    const value = text(row[field])
    return (value === '' && fields[field]?.required !== true) || opens(value)
  }
  const company = companyCode === undefined ? '' : text(row[companyCode])
  if (name === 'user')
    return (row['companies'] as string[]).some((code) => inCompany(account, code))
  // A plant of a row without company is looked for in all of the account's.
  const companies =
    company === '' ? [...new Set(account.plants.map((one) => one.companyCode))] : [company]
  return (
    isOpen(companyCode, (code) => inCompany(account, code)) &&
    isOpen(plant, (code) => companies.some((one) => inPlant(account, one, code))) &&
    isOpen(materialGroup, (group) => inMaterialGroup(account, group)) &&
    (!isSupplier(account) || isOpen(supplierNo, (no) => no === account.supplierNo)) &&
    isOpen(Object.hasOwn(fields, 'pickingUnit') ? 'pickingUnit' : undefined, (unit) =>
      companies.some((one) => inPickingUnit(account, one, unit)),
    ) &&
    (plant === undefined ||
      storageLocation === undefined ||
      companies.some((one) =>
        inStorageLocation(
          account,
          { companyCode: one, plant: row[plant], storageLocation: row[storageLocation] },
          false,
        ),
      ))
  )
}

/** List and search of every master as this account. */
export async function compareMasters(
  api: Api,
  universe: ReadonlyMap<string, readonly Row[]>,
  account: Account,
  findings: Findings,
): Promise<void> {
  for (const definition of Object.values<AnyMaster>(registry.masters)) {
    const { name, key, fields } = definition
    const base = `/api/masters/${name}`
    const own = universe.get(name)!.filter((row) => opensMaster(account, definition, row))
    const keys = (all: readonly Row[]) => new Set(all.map((row) => keyOf(key, row)))
    const pages = Object.keys(definition.pages)
    const hidden = new Set(seesAmounts(account, pages) ? [] : amountsOf(fields))
    const { refused, rows } = await readAll(api, account, `${base}/list`, {})
    const mayList = account.isAdmin || (pages.length > 0 && holdsPage(account, pages))
    if (refused === null) {
      if (!mayList) findings.add(account, `${base}/list`, 'is open without a page')
      findings.compareKeys(account, `${base}/list`, keys(own), keys(rows))
      findings.compareFields(account, `${base}/list`, rows, hidden, null)
    } else if (mayList)
      findings.add(account, `${base}/list`, `is refused: ${refused.status} ${refused.code}`)
    const call = `${base}/search`
    const { status, code, datas } = await api.send({
      method: 'POST',
      path: call,
      token: account.token,
      body: { text: '', size: 200 },
    })
    if (status !== 200) {
      if (code !== 'master-not-needed' || asksFor(account, definition))
        findings.add(account, call, `is refused: ${status} ${code}`)
      continue
    }
    if (asksForNothing(account, definition))
      findings.add(account, call, 'is open to who has no page that asks for it')
    const found = datas as Row[]
    findings.compareFields(account, call, found, hidden, null)
    const foreign = [...keys(found)].filter((one) => !keys(own).has(one))
    findings.compared += 1
    if (foreign.length > 0) findings.add(account, call, `shows what is not his: ${foreign[0]}`)
    const active = own.filter((row) => row['isActive'] !== false && isValidToday(row))
    if (found.length < Math.min(200, active.length) && name !== 'user')
      findings.add(account, call, `offers ${found.length} of ${active.length}`)
  }
}

const isValidToday = (row: Row): boolean => {
  const day = companyToday()
  return (
    text(row['validFrom']) <= day && (text(row['validTo']) === '' || text(row['validTo']) >= day)
  )
}
