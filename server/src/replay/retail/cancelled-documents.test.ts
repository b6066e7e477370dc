import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clock, type Clock } from '../../document/storage/clock.ts'
import { createDocument, runAction, type Actor } from '../../document/service/service.ts'
import { tableByName } from '../../document/storage/table.ts'
import { loadVisible } from '../../document/storage/store.ts'
import { runProofs } from '../../ledger/public.ts'
import { cancelledDocuments, type CancelledDocument } from './cancelled-documents.ts'
import { timeOf } from './post-retail.ts'
import { ownLines, readRetail } from './read-retail.ts'
import { actorOf, monthsOf, startRetail, type RetailCompany } from './retail-company.ts'
import { monthOf, openingOf, sumsOf, type MonthSum } from './sum-retail.ts'

// Of the real ledger, every document that is cancelled as a whole, through the documents of the product: requested,
// approved and held, issued and reviewed; then its reversal is requested, approved and carried out, and what it was for
// is given up. At the times of the file; the others are posted by retail.test.ts.

const file = readRetail()
const documents = cancelledDocuments(file ?? ownLines)
const lines = documents
  .flatMap(({ issued, cancelled }) => [...issued, ...cancelled])
  .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))

let company: RetailCompany
const made = new Map<CancelledDocument, { requisition: string; issue: string }>()

const requester = actorOf('领料人', ['LLDCJXQJH', 'LLDCJJJ', 'LLDBJ', 'LLDHX', 'LLDCX'])
const head = actorOf('单位主管', ['LLDCX'], ['LLDSP'])
const keeper = actorOf('保管员', ['ZTCK', 'CKJLCX', 'CKJLCHX', 'CKCX'])
const leader = actorOf('班长', ['CKSH'])

const stateOf = async (actor: Actor, name: string, id: string) =>
  (await loadVisible(company.database, tableByName(name), actor.session, id))!.header

async function act(
  actor: Actor,
  name: string,
  id: string,
  action: string,
  at: Clock,
  input: Record<string, unknown> = {},
): Promise<void> {
  const { version } = await stateOf(actor, name, id)
  await runAction(company.database, actor, name, id, action, { version, input }, newId(), at)
}

async function issue(document: CancelledDocument): Promise<void> {
  const { database, place } = company
  const { issued } = document
  const at = clock(timeOf(issued[0]!.at))
  const { plant, storageLocation } = place
  const asked = await createDocument(
    database,
    requester,
    'requisition',
    {
      page: '/pickings/emergency',
      companyCode: place.companyCode,
      header: {
        plant,
        storageLocation,
        pickingUnit: 'U1',
        requester: 'P1',
        requiredDate: '2099-12-01',
        costCenter: 'CC100',
        purpose: issued[0]!.document,
      },
      lines: issued.map(({ code, quantity }) => ({
        materialNo: code,
        quantity: String(quantity),
      })),
      actionAfterCreate: 'submit',
    },
    newId(),
    at,
  )
  await act(head, 'requisition', asked.id, 'approve', at)
  const left = await createDocument(
    database,
    keeper,
    'goods-issue',
    {
      companyCode: place.companyCode,
      header: { recipient: '张三' },
      lines: issued.map(({ quantity }, index) => ({
        source: { id: asked.id, lineNo: index + 1 },
        quantity: String(quantity),
        bin: 'A-01',
      })),
      actionAfterCreate: 'issue',
    },
    newId(),
    at,
  )
  await act(leader, 'goods-issue', left.id, 'review', at)
  made.set(document, { requisition: asked.id, issue: left.id })
}

async function cancel(document: CancelledDocument): Promise<void> {
  const { requisition, issue } = made.get(document)!
  const at = clock(timeOf(document.cancelled[0]!.at))
  const reason = { reason: '数量录入错误' }
  await act(keeper, 'goods-issue', issue, 'requestReversal', at, reason)
  await act(leader, 'goods-issue', issue, 'approveReversal', at)
  await act(keeper, 'goods-issue', issue, 'reversePhysical', at, reason)
  await act(requester, 'requisition', requisition, 'writeOff', at, { reason: '需求取消' })
}

beforeAll(async () => {
  company = await startRetail(lines)
  const events = documents
    .flatMap((document) => [
      { at: document.issued[0]!.at, work: () => issue(document) },
      { at: document.cancelled[0]!.at, work: () => cancel(document) },
    ])
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  for (const month of monthsOf(lines)) {
    for (const { at, work } of events) if (monthOf({ ...lines[0]!, at }) === month) await work()
    await company.close(month)
  }
}, 300_000)

afterAll(() => company?.end())

describe('documents that are cancelled as a whole', () => {
  test('are issued and taken back by their documents, and nobody waits for anything', async () => {
    const most = Math.max(...lines.map(({ quantity }) => quantity))
    console.info(
      `${documents.length} documents cancelled as a whole, ${lines.length / 2} lines, at most ${most} pieces in one`,
    )
    expect(documents.length).toBeGreaterThan(file === null ? 0 : 20)
    for (const { requisition, issue } of made.values()) {
      expect((await stateOf(keeper, 'goods-issue', issue)).state).toBe('reversed')
      expect((await stateOf(requester, 'requisition', requisition)).state).toBe('writtenOff')
    }
    const held = await company.database.query(
      `select document_no from stock_hold where released_at is null`,
    )
    expect(held).toEqual([])
  })

  test.each(monthsOf(lines))(
    'are in the report of %s with what left and what came back then',
    async (month) => {
      const found = await company.report(month)
      const sums = sumsOf(lines).get(month)!
      // The amounts of these issues are estimates that nobody has.
      const pieces = ([code, { opening, issued, adjusted, closing }]: [string, MonthSum]) =>
        `${code}: ${opening} ${issued} ${adjusted} ${closing}`
      expect([...found].map(pieces).toSorted()).toEqual([...sums].map(pieces).toSorted())
    },
  )

  test('leave the opening stock, and the proofs of the ledger find nothing', async () => {
    expect(await company.stock()).toEqual(
      new Map([...openingOf(lines)].filter(([, quantity]) => quantity > 0)),
    )
    for (const { name, rows } of await runProofs(company.database)) expect(rows, name).toEqual([])
  })
})
