import type { AnyDocument } from '../../../packages/contract/src/document/declare/define-document.ts'
import type { NextStepRow } from '../../../packages/contract/src/document/api.ts'
import type { UndoPlan } from '../../../packages/contract/src/document/undo-plan.ts'
import type { ItemHistoryResponse } from '../../../packages/contract/src/document/item-history.ts'
import { isHistoryItem } from '../../../packages/contract/src/history-items.ts'
import { documentDefinition, documents } from '../../../packages/contract/src/registry.ts'
import { plantedAmount } from './plant.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import type { Api } from '../api.ts'
import { holdsPage, isSupplier, type Account, type Row } from './account.ts'
import {
  fieldsHiddenNow,
  hiddenAmounts,
  mayReadType,
  readDocuments,
  seenLines,
  type Stored,
  type Universe,
} from './documents.ts'
import { compareNext, compareUndo } from './compare-steps.ts'
import type { Findings } from './findings.ts'
import { readAll } from './read-all.ts'
import { readWorkbook } from './workbook.ts'

/** Reads all documents of all types, as they are in the tables. */
export async function readUniverse(database: Database): Promise<Universe> {
  const universe = new Map<string, Map<string, Stored>>()
  for (const definition of Object.values<AnyDocument>(documents))
    universe.set(definition.name, await readDocuments(database, definition))
  return universe
}

/** The calls and data of one account and document type. */
interface Case {
  api: Api
  findings: Findings
  account: Account
  definition: AnyDocument
  universe: Universe
  /** The lines that the account sees, by document. */
  seen: ReadonlyMap<string, readonly Row[]>
  hidden: ReadonlySet<string>
  planted: string | null
}

/** Every reading call of every document type as this account. */
export async function compareDocuments(
  api: Api,
  universe: Universe,
  account: Account,
  findings: Findings,
  { samples, withExports }: { samples: number; withExports: boolean },
): Promise<void> {
  for (const definition of Object.values<AnyDocument>(documents)) {
    const seen = new Map<string, readonly Row[]>()
    const unseen: string[] = []
    for (const [id, stored] of universe.get(definition.name)!) {
      const lines = seenLines(account, definition, stored)
      if (lines === null) unseen.push(id)
      else seen.set(id, lines)
    }
    findings.closed += unseen.length
    const hidden = hiddenAmounts(account, definition)
    const planted = hidden.size > 0 ? plantedAmount : null
    const one = { api, findings, account, definition, universe, seen, hidden, planted }
    await compareLists(one)
    await compareSources(one)
    if (withExports) await compareExport(one)
    for (const id of sampleOf(definition, seen, universe.get(definition.name)!, samples))
      await compareDetail(one, id)
    for (const id of unseen.slice(0, samples)) await expectClosed(one, id)
  }
}

async function compareLists({ api, findings, account, definition, seen, universe, ...one }: Case) {
  const path = `/api/documents/${definition.name}/list`
  const stored = universe.get(definition.name)!
  for (const level of ['header', 'line'] as const) {
    const call = `${path} ${level}`
    const body = { level, ...(level === 'header' && { withGoods: true }) }
    const { refused, rows, total, totals } = await readAll(api, account, path, body)
    const expected =
      level === 'header'
        ? [...seen.keys()]
        : [...seen].flatMap(([id, lines]) => lines.map(({ lineNo }) => `${id}/${String(lineNo)}`))
    if (refused !== null) {
      if (mayReadType(account, definition))
        findings.add(account, call, `is refused: ${refused.status} ${refused.code}`)
      continue
    }
    const keyOf = (row: Row) =>
      level === 'header' ? String(row['id']) : `${String(row['id'])}/${String(row['lineNo'])}`
    findings.compareKeys(account, call, new Set(expected), new Set(rows.map(keyOf)))
    if (total !== expected.length)
      findings.add(account, call, `counts ${String(total)} of ${expected.length}`)
    findings.compareFields(account, call, { rows, totals }, one.hidden, one.planted)
    // The amount of a document's goods has a name of its own.
    if (one.planted !== null)
      findings.compareFields(account, call, rows, new Set(['goodsAmount']), null)
    if (level === 'header' || definition.hiddenUntil === undefined) continue
    for (const row of rows) {
      const { header } = stored.get(String(row['id'])) ?? {}
      if (header !== undefined)
        findings.compareFields(account, call, row, fieldsHiddenNow(definition, header), null)
    }
  }
}

/** Lines offered for new documents are lines that the account sees in their own document. */
async function compareSources({ api, findings, account, definition, universe }: Case) {
  for (const page of Object.keys(definition.pages)) {
    const path = `/api/documents/${definition.name}/sources/list`
    const { refused, rows } = await readAll(api, account, path, { page })
    if (refused !== null) continue
    const call = `${path} ${page}`
    if (!holdsPage(account, [page])) findings.add(account, call, 'is open without the page')
    const [type, stored] =
      [...universe].find(([, documentsOfType]) => documentsOfType.has(String(rows[0]?.['id']))) ??
      []
    if (type === undefined || stored === undefined) continue
    const source = (documents as Record<string, AnyDocument>)[type]!
    const hidden = hiddenAmounts(account, source)
    const planted = hidden.size > 0 ? plantedAmount : null
    findings.compareFields(account, call, rows, hidden, planted)
    const foreign = rows.filter((row) => {
      const document = stored.get(String(row['id']))
      const lines = document === undefined ? null : seenLines(account, source, document)
      return lines?.some(({ lineNo }) => lineNo === row['lineNo']) !== true
    })
    if (foreign.length > 0)
      findings.add(account, call, `offers ${foreign.length} lines that are not his`)
  }
}

async function compareExport({ api, findings, account, definition, seen, planted, hidden }: Case) {
  const path = `/api/documents/${definition.name}/export`
  const columns = ['docNo', 'lineNo', ...hidden].map((field) => ({ field, title: field }))
  const allowed = columns.filter(({ field }) => !hidden.has(field))
  const body = { level: 'line', columns: allowed }
  const sheet = await readWorkbook(api, account, path, body)
  if (sheet === null) {
    if (mayReadType(account, definition)) findings.add(account, path, 'is refused')
    return
  }
  const expected = [...seen].reduce((sum, [, lines]) => sum + lines.length, 0)
  findings.compared += 1
  if (sheet.rows !== expected)
    findings.add(account, path, `has ${sheet.rows} rows instead of ${expected}`)
  if (planted !== null && sheet.text.includes(planted))
    findings.add(account, path, 'shows the planted amount')
  if (hidden.size === 0) return
  // Asked for, a hidden column is refused or empty.
  const asked = await readWorkbook(api, account, path, { level: 'line', columns })
  if (asked?.text.includes(plantedAmount) === true)
    findings.add(account, path, 'shows the planted amount in a column asked for')
}

/** Some of the seen documents of each kind: with lines on both sides of the scope or not, with fields not shown yet or not. */
function sampleOf(
  definition: AnyDocument,
  seen: Case['seen'],
  stored: ReadonlyMap<string, Stored>,
  samples: number,
): string[] {
  const isMixed = (id: string) => seen.get(id)!.length < stored.get(id)!.lines.length
  const isHiding = (id: string) => fieldsHiddenNow(definition, stored.get(id)!.header).size > 0
  const kinds = Map.groupBy(seen.keys(), (id) => `${isMixed(id)} ${isHiding(id)}`)
  return [...kinds.values()].flatMap((ids) => ids.slice(0, samples))
}

const everyPart = ['', '/flow', '/moves', '/log', '/erp', '/next', '/undo'] as const
const partsOf = (name: string): readonly string[] =>
  isHistoryItem(name) ? [...everyPart, '/history'] : everyPart

async function compareDetail(one: Case, id: string): Promise<void> {
  const { api, findings, account, definition, universe, seen } = one
  const stored = universe.get(definition.name)!.get(id)!
  const lineNos = new Set(seen.get(id)!.map(({ lineNo }) => String(lineNo)))
  const unseen = stored.lines.filter(({ lineNo }) => !lineNos.has(String(lineNo)))
  for (const part of partsOf(definition.name)) {
    const path = `/api/documents/${definition.name}/${id}${part}`
    const { status, datas, code } = await api.send({
      method: 'GET',
      path,
      token: account.token,
    })
    if (status !== 200) {
      findings.add(account, path, `is refused: ${status} ${code}`)
      continue
    }
    findings.compareFields(account, path, datas, one.hidden, one.planted)
    if (part === '') {
      const { lines, hiddenLines } = datas as { lines: Row[]; hiddenLines: number[] }
      findings.compareKeys(account, path, lineNos, keysOf(lines))
      const expected = new Set(unseen.map(({ lineNo }) => String(lineNo)))
      findings.compareKeys(
        account,
        `${path} hiddenLines`,
        expected,
        new Set(hiddenLines.map(String)),
      )
      const hiddenNow = fieldsHiddenNow(definition, stored.header)
      if (unseen.length > 0) findings.mixed += 1
      if (hiddenNow.size > 0) findings.hiddenNow += 1
      findings.compareFields(account, path, lines, hiddenNow, null)
    }
    if (part === '/moves') compareMoves(one, path, datas as Row[], lineNos)
    if (part === '/erp' && isSupplier(account) && (datas as Row[]).length > 0)
      findings.add(account, path, 'shows ERP messages to a supplier')
    if (part === '/flow') compareFlow(one, path, datas as Flow)
    if (part === '/next') compareNext(one, path, id, definition.name, datas as NextStepRow[])
    if (part === '/undo') compareUndo(one, path, id, datas as UndoPlan)
    if (part === '/history') compareHistory(one, path, datas as ItemHistoryResponse)
    if (part === '/log' && unseen.length > 0)
      findings.compareFields(account, path, datas, new Set(['lines']), null)
  }
  await comparePreviews(one, stored)
  await compareFinding(one, id, true)
}

const keysOf = (lines: readonly Row[]) => new Set(lines.map(({ lineNo }) => String(lineNo)))

function compareMoves(
  { findings, account }: Case,
  path: string,
  moves: readonly Row[],
  lineNos: ReadonlySet<string>,
): void {
  if (isSupplier(account) && moves.length > 0)
    findings.add(account, path, 'shows stock moves to a supplier')
  const foreign = [...keysOf(moves)].filter((lineNo) => !lineNos.has(lineNo))
  if (foreign.length > 0) findings.add(account, path, `shows moves of the lines ${foreign.join()}`)
}

interface Flow {
  nodes: { id: string | null; type: string; docNo: string; key: string; isSelf: boolean }[]
  edges: { from: string; to: string; quantity: string | null }[]
}

/** Of documents that the account may not read only type and number; to suppliers not even these. */
function compareFlow({ findings, account, universe }: Case, path: string, flow: Flow): void {
  const closed = new Set<string>()
  for (const { id, type, key, isSelf } of flow.nodes) {
    if (id === null) {
      closed.add(key)
      if (isSupplier(account)) findings.add(account, path, `names ${type} ${key} to a supplier`)
      continue
    }
    const definition = (documents as Record<string, AnyDocument>)[type]!
    const stored = universe.get(type)?.get(id)
    const isOpen = stored !== undefined && seenLines(account, definition, stored) !== null
    if (!isSelf && !isOpen) findings.add(account, path, `opens ${type} ${id}`)
  }
  for (const { from, to, quantity } of flow.edges)
    if ((closed.has(from) || closed.has(to)) && quantity !== null)
      findings.add(account, path, `shows the quantity between ${from} and ${to}`)
}

/**
 * What became of an item is said by documents that the account may read; to suppliers without the names of persons, the books
 * of the ERP and the other documents.
 */
function compareHistory(
  { findings, account, universe }: Case,
  path: string,
  { sums, rows, closed }: ItemHistoryResponse,
): void {
  for (const { documentType, documentId } of rows) {
    const stored = universe.get(documentType)?.get(documentId)
    const definition = documentDefinition(documentType)
    if (!stored || !definition || seenLines(account, definition, stored) === null)
      findings.add(account, path, `shows what ${documentType} ${documentId} did`)
  }
  if (!isSupplier(account)) return
  if (closed.length > 0) findings.add(account, path, 'names documents to a supplier')
  if (rows.some(({ userName, materialDocument }) => userName !== null || materialDocument !== null))
    findings.add(account, path, 'names persons or material documents to a supplier')
  if ([...sums, ...rows].some(({ book }) => book === 'posting' || book === 'erp'))
    findings.add(account, path, 'shows the books of the ERP to a supplier')
}

/** Previews of actions say no amount that is hidden; whether they are refused is not compared here. */
async function comparePreviews(one: Case, { header }: Stored): Promise<void> {
  const { api, findings, account, definition } = one
  for (const [action, { isPreviewed, from }] of Object.entries(definition.actions)) {
    if (isPreviewed !== true || !from.includes(String(header['state']))) continue
    const path = `/api/documents/${definition.name}/${String(header['id'])}/actions/${action}/preview`
    const body = { version: header['version'] }
    const { status, datas } = await api.send({ method: 'POST', path, token: account.token, body })
    if (status === 200) findings.compareFields(account, path, datas, one.hidden, one.planted)
  }
}

/** The number of a document finds it, if the account sees it. */
async function compareFinding(one: Case, id: string, isSeen: boolean): Promise<void> {
  const { api, findings, account, definition, universe } = one
  const text = String(universe.get(definition.name)!.get(id)!.header['docNo'])
  const path = '/api/finding/documents'
  const { status, datas } = await api.send({
    method: 'POST',
    path,
    token: account.token,
    body: { text },
  })
  findings.compared += 1
  const isFound = status === 200 && (datas as { id: string }[]).some((found) => found.id === id)
  if (isFound !== isSeen)
    findings.add(account, path, `${isFound ? 'finds' : 'does not find'} ${definition.name} ${text}`)
}

/** Every call on a document that the account does not see is refused. */
async function expectClosed(one: Case, id: string): Promise<void> {
  const { api, findings, account, definition } = one
  await compareFinding(one, id, false)
  const base = `/api/documents/${definition.name}/${id}`
  const previewed = Object.keys(definition.actions).slice(0, 1)
  const calls = [
    ...partsOf(definition.name).map((part) => ({ method: 'GET', path: `${base}${part}` })),
    ...previewed.map((act) => ({ method: 'POST', path: `${base}/actions/${act}/preview` })),
    { method: 'POST', path: `${base}/print` },
  ]
  for (const { method, path } of calls) {
    const body = method === 'POST' ? { version: 1 } : undefined
    const { status } = await api.send({ method, path, token: account.token, body })
    findings.compared += 1
    if (status < 400) findings.add(account, path, `answers ${status}`)
  }
}
