import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { expect, test } from 'vitest'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { announced } from '../document/testing/core-flow.ts'
import { goods, mirrorChanges, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { storeContracts } from '../external-documents/store-contracts.ts'
import { watchContracts } from './watch-contracts.ts'
import { unannouncedGoods } from '../receiving/testing/unannounced-goods.ts'

// An order item calls off a contract that expires while its goods are on their way.

const world = useWorld()
const problems = tradeOf(world, 'problem-document')
const yesterday = addDays(companyToday(), -1)
const nextYear = addDays(companyToday(), 365)

let contracts = 4_600_000_000

/** The ERP says this of a contract. */
const contractIs = (contractNo: string, validTo: LocalDate | null) =>
  world().database.transaction((tx) =>
    storeContracts(tx, '1010', [
      {
        contractNo,
        companyCode: '1010',
        supplierNo: '100001',
        validFrom: '2020-01-01' as LocalDate,
        validTo,
        isDeleted: false,
      },
    ]),
  )

/** An announced delivery of an item of a contract that is valid to this day. */
async function underContract(place: Place, validTo: LocalDate | null) {
  const contractNo = String((contracts += 1))
  await contractIs(contractNo, validTo)
  const note = await announced(world(), place, goods(1))
  const { header, lines } = await world().read('delivery-note', note)
  const order = String(lines[0]!.sourceId)
  await mirrorChanges(world(), 'purchase-order', order, { contractNo, contractLine: 10 })
  const { docNo: orderNo } = (await world().read('purchase-order', order)).header
  return { contractNo, note, noteNo: header.docNo, order, orderNo }
}

const nightly = () => watchContracts(world().database, { info: () => undefined })

const problemsOf = (orderNo: string) =>
  world().database.query<Record<string, unknown> & { id: string; docNo: string }>(
    `select h.id, h.doc_no, h.cause, h.state, h.decision, h.concerned_nos, h.note_nos, l.quantity, l.contract_no,
       l.contract_end
     from problem_document h join problem_document_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.purchase_order_no = $1 order by h.created_at`,
    [orderNo],
  )

async function arriveOf(place: Place, note: string) {
  const walker = worldWalker(world(), place)
  return makeOver(walker, 'arrival', await linesFrom(walker, 'delivery-note', note), ['confirm'])
}

const accept = (id: string) =>
  problems.act(id, 'decide', { input: { decision: 'accepted', reason: '按原合同价执行' } })

test('its supplier and the buyer are told in the night, and the goods wait until somebody has decided', async () => {
  const place = await newPlace(world())
  const { contractNo, note, noteNo, orderNo } = await underContract(place, yesterday)
  await nightly()
  const [problem, ...others] = await problemsOf(orderNo)
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    cause: 'contractExpired',
    state: 'raised',
    concernedNos: [noteNo],
    noteNos: [noteNo],
    quantity: '10',
    contractNo,
    contractEnd: yesterday,
  })
  // Told once.
  await nightly()
  expect(await problemsOf(orderNo)).toHaveLength(1)
  await expectRefused(world(), () => arriveOf(place, note), [
    { code: 'problem-open', line: 1, params: { problem: problem!.docNo } as never },
  ])
  await accept(problem!.id)
  await nightly()
  expect(await problemsOf(orderNo)).toHaveLength(1)
  await arriveOf(place, note)
})

test('a contract that is prolonged closes the problem, and one that has no end or ends today raises none', async () => {
  const place = await newPlace(world())
  const { contractNo, note, orderNo } = await underContract(place, yesterday)
  await nightly()
  await contractIs(contractNo, nextYear)
  expect(await problemsOf(orderNo)).toMatchObject([{ state: 'closed', decision: 'causeGone' }])
  await arriveOf(place, note)
  for (const end of [null, companyToday()]) {
    const other = await underContract(place, end)
    await nightly()
    expect(await problemsOf(other.orderNo)).toEqual([])
    await arriveOf(place, other.note)
  }
})

test('a contract that is cut short in the ERP is told when it is read', async () => {
  const { contractNo, orderNo } = await underContract(await newPlace(world()), nextYear)
  await contractIs(contractNo, yesterday)
  expect(await problemsOf(orderNo)).toMatchObject([{ cause: 'contractExpired', state: 'raised' }])
})

test('what is announced under an expired contract is told at once, and another note is added', async () => {
  const place = await newPlace(world())
  const contractNo = String((contracts += 1))
  await contractIs(contractNo, yesterday)
  const order = await ordered(world(), place, [{ ...goods(1)[0]!, quantity: '10' }])
  await mirrorChanges(world(), 'purchase-order', order, { contractNo, contractLine: 10 })
  const { docNo: orderNo } = (await world().read('purchase-order', order)).header
  const announce = async (quantity: string) => {
    const { id } = await world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity }],
      actionAfterCreate: 'submit',
    })
    return (await world().read('delivery-note', id)).header.docNo
  }
  const first = await announce('4')
  expect(await problemsOf(orderNo)).toMatchObject([{ concernedNos: [first], quantity: '4' }])
  const second = await announce('6')
  expect(await problemsOf(orderNo)).toMatchObject([
    { concernedNos: [first, second], quantity: '10' },
  ])
})

test('goods at the gate of which nobody was told raise the problem that refuses them', async () => {
  const place = await newPlace(world())
  const { contractNo, note, orderNo } = await underContract(place, yesterday)
  const app = await documentCalls(world().database, world().actorFor('arrival', 'confirm').session)
  const response = await app.inject({
    method: 'POST',
    url: '/api/documents/arrival',
    headers: { 'idempotency-key': crypto.randomUUID() },
    payload: {
      page: '/receive/arrivalAffirm',
      companyCode: '1010',
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    },
  })
  await app.close()
  const [problem] = await problemsOf(orderNo)
  expect(problem).toMatchObject({ cause: 'contractExpired', contractNo, quantity: '10' })
  expect(response.json()).toMatchObject({
    datas: { code: 'problem-open', line: 1, params: { problem: problem!.docNo } },
  })
})

test('goods that came without papers under it are refused, and the problem names no paper that is not there', async () => {
  const place = await newPlace(world())
  const contractNo = String((contracts += 1))
  await contractIs(contractNo, yesterday)
  const order = await ordered(world(), place, goods(1, materials.bolt, '10'))
  await mirrorChanges(world(), 'purchase-order', order, { contractNo, contractLine: 10 })
  const { docNo: orderNo } = (await world().read('purchase-order', order)).header
  const { id } = await unannouncedGoods(world(), place, goods(1, materials.bolt, '5'))
  const supplement = () =>
    world().act('unannounced-arrival', id, 'supplement', {
      input: { reference: 'FH88100' },
      lines: [
        { lineNo: 1, quantitySupplemented: '5', purchaseOrderNo: orderNo, purchaseOrderLine: 1 },
      ],
    })
  await expectRefused(world(), supplement, [
    {
      code: 'contract-expired',
      line: 1,
      params: { contract: contractNo, end: yesterday } as never,
    },
  ])
})
