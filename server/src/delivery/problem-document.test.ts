import { rolesFor, rolesForReading } from '@kufang/contract/document/decide.ts'
import { problemDocument } from '@kufang/contract/delivery/problem-document.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { codesOf } from '../document/conformance/subject.ts'
import { listDocuments } from '../document/list/list.ts'
import { runAction, type Actor } from '../document/service/service.ts'
import { documentTable } from '../document/storage/table.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

testConformance('problem-document')

const name = 'problem-document'

describe('a problem document of a shortage', () => {
  const world = useWorld()

  async function decide(notice: string, missed: string, quantity = '4'): Promise<string> {
    const { id } = await world().create('inspection-order', {
      header: { inspectionMethod: 'full' },
      lines: [
        {
          source: { id: notice, lineNo: 1 },
          quantity,
          acceptedQuantity: String(Number(quantity) - Number(missed)),
          rejectedQuantity: '0',
          missingQuantity: missed,
        },
      ],
      actionAfterCreate: 'decide',
    })
    return id
  }

  /** The problem documents of the order of an arrival, oldest first. */
  async function problemsOf(arrival: string): Promise<string[]> {
    const { lines } = await world().read('arrival', arrival)
    const found = await world().database.query<{ id: string }>(
      `select id from problem_document where purchase_order_no = $1 order by created_at`,
      [lines[0]!['purchaseOrderNo']],
    )
    return found.map(({ id }) => id)
  }

  /** Pieces of an order item are missing, this many with each decision. */
  async function missing(...parts: string[]) {
    const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(1))
    await called(world(), notice)
    const decisions: string[] = []
    for (const part of parts) decisions.push(await decide(notice, part))
    const { lines } = await world().read('arrival', arrival)
    const orderNo = String(lines[0]!['purchaseOrderNo'])
    return { arrival, notice, decisions, orderNo, problems: await problemsOf(arrival) }
  }
  const read = async (id: string) => {
    const { header, lines } = await world().read(name, id)
    return { header, line: lines[0]! }
  }

  test('says what is missing of which order item, where, and what to do', async () => {
    const { arrival, problems } = await missing('3')
    expect(problems).toHaveLength(1)
    const { header, line } = await read(problems[0]!)
    const arrivalNo = (await world().read('arrival', arrival)).header.docNo
    expect(header).toMatchObject({
      state: 'raised',
      cause: 'shortage',
      remedy: 'shortage',
      supplierNo: '100001',
    })
    expect(header['concernedNos']).toEqual([expect.stringMatching(/^DQ/), arrivalNo])
    expect(line).toMatchObject({ quantity: '3', purchaseOrderLine: 1 })
    const todos = await world().database.query(
      `select action, supplier_no from todo where document_id = $1 and done_at is null order by 1`,
      [problems[0]!],
    )
    expect(todos).toEqual([
      { action: 'answer', supplierNo: '100001' },
      { action: 'decide', supplierNo: '100001' },
    ])
  })

  test('stands in the document flow of its order', async () => {
    const { orderNo, problems } = await missing('3')
    const found = await world().database.query(
      `select h.doc_no from document_link k join purchase_order h on h.id = k.from_id
       where k.to_id = $1 and k.from_type = 'purchase-order' and not k.is_counted`,
      [problems[0]!],
    )
    expect(found).toEqual([{ docNo: orderNo }])
  })

  test('is not raised twice while it is open: more of the same is added, and asked about again', async () => {
    const { problems, arrival, notice } = await missing('1')
    const [id] = problems
    await world().act(name, id!, 'answer', { input: { answer: '漏装' } })
    expect((await read(id!)).header.state).toBe('answered')
    await decide(notice, '2')
    expect(await problemsOf(arrival)).toEqual([id])
    const { header, line } = await read(id!)
    expect([header.state, line.quantity]).toEqual(['raised', '3'])
    expect(header['concernedNos']).toHaveLength(3)

    await world().act(name, id!, 'decide', { input: { decision: 'accepted', reason: '补送' } })
    await decide(notice, '1', '2')
    const [, another] = await problemsOf(arrival)
    expect((await read(another!)).line.quantity).toBe('1')
  })

  test('is closed with its cause, and says less if less is missing', async () => {
    const { problems, decisions } = await missing('1', '2')
    const withdraw = (id: string) =>
      world().act('inspection-order', id, 'withdraw', { input: { reason: '误判' } })
    await withdraw(decisions[1]!)
    expect(await read(problems[0]!)).toMatchObject({
      header: { state: 'raised' },
      line: { quantity: '3', openQuantity: '1' },
    })
    await withdraw(decisions[0]!)
    expect((await read(problems[0]!)).header).toMatchObject({
      state: 'closed',
      decision: 'causeGone',
    })
  })

  test('is answered by its own supplier only, and decided by a buyer who neither raised nor answered it', async () => {
    const { problems } = await missing('3')
    const [id] = problems
    const supplierOf = (supplierNo: string): Actor => ({
      session: person('供应商', rolesFor(problemDocument, 'answer'), { supplierNo }),
      functionCodes: new Set<string>(),
    })
    const act = async (actor: Actor, action: string, input: Record<string, unknown>) =>
      runAction(
        world().database,
        actor,
        name,
        id!,
        action,
        { version: (await read(id!)).header.version, input },
        newId(),
      )
    const table = documentTable(problemDocument)
    const seenBy = async (supplierNo: string) =>
      (await listDocuments(world().database, supplierOf(supplierNo).session, table, {})).rows.map(
        (row) => row['id'],
      )
    expect(await seenBy('100001')).toContain(id)
    expect(await seenBy('100002')).toEqual([])
    const answer = { answer: '漏装，随下一车补送' }
    expect(await codesOf(act(supplierOf('100002'), 'answer', answer))).toEqual(['not-found'])
    // A supplier has no role for the decision.
    const decision = { decision: 'accepted', reason: '按原送货单补送' }
    expect(await codesOf(act(supplierOf('100001'), 'decide', decision))).toEqual(['role-missing'])
    await act(supplierOf('100001'), 'answer', answer)
    await expectRefused(
      world(),
      () => world().act(name, id!, 'decide', { input: { decision: 'accepted' } }),
      [{ code: 'field-required', field: 'reason' }],
    )
    const { createdBy } = (await read(id!)).header as unknown as { createdBy: string }
    const buyer = world().actorFor(name, 'decide')
    const raiser = { ...buyer, session: { ...buyer.session, userId: createdBy } }
    expect(await codesOf(act(raiser, 'decide', decision))).toEqual(['separation-of-duties'])
    await act(buyer, 'decide', decision)
    expect((await read(id!)).header).toMatchObject({
      state: 'closed',
      answer: '漏装，随下一车补送',
      decision: 'accepted',
      decisionReason: '按原送货单补送',
    })
    expect(rolesForReading(problemDocument)).toContain('WTDJQR')
  })
})
