import { beforeAll, describe, expect, test } from 'vitest'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { approveReversal, expectRefused } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { missingTrial } from './testing/missing-trial.ts'

// Ten pieces arrive, and three of them are rejected: what becomes of them, in both books.

const {
  world,
  erp,
  place,
  synchronise,
  configure,
  delivered,
  arrivedOf,
  decide,
  received,
  header,
  line,
  proven,
  movements,
  booksAgree,
} = missingTrial()

const walker = () => worldWalker(world(), place())
const act = (name: string, id: string, ...rest: [string, object?]) =>
  world().act(name, id, rest[0], rest[1] ?? {})

/** The record that a decision has made of what it rejects, set aside by the warehouse. */
async function setAside(inspection: string): Promise<string> {
  const record = (await walker().successorOf('inspection-order', inspection, 'rejected-goods'))!
  await walk(walker(), 'rejected-goods', record, ['confirm'])
  return record
}

/** This quantity of a record is disposed of by a document of this type, which has taken these steps. */
async function dispose(
  name: 'rejects-return' | 'rejects-scrap' | 'concession',
  record: string,
  quantity: string,
  steps: readonly string[],
  settlement = 'credit',
): Promise<string> {
  const [first] = await linesFrom(walker(), 'rejected-goods', record)
  const source = { id: record, lineNo: first!['lineNo'] as number }
  const own =
    name === 'rejects-return'
      ? { settlement }
      : { ground: '设计会签', ...(name === 'rejects-scrap' && { costCenter: 'CC100' }) }
  const { id } = await world().create(name, { header: own, lines: [{ source, quantity }] })
  await walk(walker(), name, id, steps)
  return id
}

const wrong = { input: { reason: '数量录入错误' } }
const handedOver = ['submit', 'handOver']
const gone = [...handedOver, 'pickUp']
const conceded = ['submit', 'approve']

/** Where the goods of the order are: quantity by stock category and bin. */
const lying = async () =>
  (
    await world().database.query<{ at: string; quantity: string }>(
      `select stock_category || ' ' || bin as at, sum(quantity) as quantity from stock_balance
       where company_code = $1 and storage_location = $2 and place = 'stock' and quantity > 0 group by 1 order by 1`,
      [place().companyCode, place().storageLocation],
    )
  ).map(({ at, quantity }) => `${at} ${Number(quantity)}`)

describe.for([
  { route: 'inspection-stock', into: '101', out: '122', outBack: '123', intoBack: '102' },
  { route: 'blocked-stock', into: '103', out: '124', outBack: '125', intoBack: '104' },
] as const)('rejected goods in $route', ({ route, into, out, outBack, intoBack }) => {
  const waits = route === 'inspection-stock' ? 'QI' : 'GRB'
  const release = route === 'inspection-stock' ? [] : ['105']
  beforeAll(() => configure('receiving.route', route))

  test('go back to the supplier, and are gone in both books once he has signed for them', async () => {
    const before = await lying()
    const { order, orderNo, arrival, notice } = await delivered()
    const record = await setAside(await decide(notice, '0', '3'))
    expect(await header('rejected-goods', record)).toMatchObject({ state: 'confirmed' })
    // They are not received any more, and lie apart; the ERP has not been told.
    expect(await line('arrival', arrival)).toMatchObject({
      acceptedQuantity: '7',
      rejectedQuantity: '0',
      closedQuantity: '3',
      openQuantity: '7',
    })
    expect(await lying()).toEqual([...before, `${waits} R-01 7`, `${waits} X-01 3`].toSorted())
    await received(arrival)
    expect((await header('arrival', arrival)).state).toBe('received')

    const id = await dispose('rejects-return', record, '3', handedOver)
    expect(await header('rejected-goods', record)).toMatchObject({ state: 'confirmed' })
    expect(await line('rejected-goods', record)).toMatchObject({ heldQuantity: '3' })
    await act('rejects-return', id, 'pickUp', { input: { pickedUpBy: '王师傅' } })
    expect(await header('rejected-goods', record)).toMatchObject({ state: 'closed' })
    await act('rejects-return', id, 'post')
    await erp().send()
    expect((await header('rejects-return', id)).erpState).toBe('posted')
    expect(await movements(orderNo)).toEqual([
      `${into} 10`,
      ...release.map((type) => `${type} 7`),
      `${out} 3`,
    ])
    await booksAgree(false)
    // The ERP has received what we have posted, so nobody is told of a difference.
    await synchronise('purchase-order')
    expect(await line('purchase-order', order)).toMatchObject({ receivedQuantity: '7' })
    expect(
      await world().database.query(
        `select doc_no from problem_document where purchase_order_no = $1`,
        [orderNo],
      ),
    ).toEqual([])

    await approveReversal(world(), 'rejects-return', id)
    await act('rejects-return', id, 'reverse')
    await erp().send()
    await act('rejects-return', id, 'reversePhysical', wrong)
    expect((await movements(orderNo)).at(-1)).toBe(`${outBack} 3`)
    expect(await header('rejected-goods', record)).toMatchObject({ state: 'confirmed' })
    await booksAgree(false)
    await dispose('rejects-return', record, '3', [...gone, 'post'])
    await erp().send()
    await booksAgree(false)
  })

  test('that are all of an arrival take it to the ERP themselves, and back', async () => {
    const { orderNo, arrival, notice } = await delivered()
    const record = await setAside(await decide(notice, '0', '10'))
    expect((await header('arrival', arrival)).state).toBe('received')
    const id = await dispose('rejects-return', record, '10', [...gone, 'post'])
    await erp().send()
    expect(await movements(orderNo)).toEqual([`${into} 10`, `${out} 10`])
    expect((await header('arrival', arrival)).erpState).toBe('posted')
    await booksAgree(false)
    await approveReversal(world(), 'rejects-return', id)
    await act('rejects-return', id, 'reverse')
    await erp().send()
    expect((await movements(orderNo)).slice(2)).toEqual([`${outBack} 10`, `${intoBack} 10`])
    await act('rejects-return', id, 'reversePhysical', wrong)
    await booksAgree(false)
    // Nothing is left of it: the goods wait in inspection again.
    await act('rejected-goods', record, 'withdrawConfirmation', { input: { reason: '需要复检' } })
    expect(await line('arrival', arrival)).toMatchObject({
      rejectedQuantity: '10',
      closedQuantity: '0',
      openQuantity: '10',
    })
    await proven()
  })

  test('of which some are conceded are received like accepted ones; the record is closed once all are disposed of', async () => {
    const { orderNo, arrival, notice } = await delivered()
    const record = await setAside(await decide(notice, '0', '3'))
    const concession = await dispose('concession', record, '2', conceded)
    expect(await header('rejected-goods', record)).toMatchObject({ state: 'partlyHandled' })
    expect(await line('arrival', arrival)).toMatchObject({
      acceptedQuantity: '9',
      closedQuantity: '1',
      openQuantity: '9',
    })
    await dispose('rejects-return', record, '1', gone)
    expect(await header('rejected-goods', record)).toMatchObject({ state: 'closed' })
    const receipt = await received(arrival)
    expect(await movements(orderNo)).toEqual([`${into} 10`, ...release.map((type) => `${type} 9`)])
    await proven()
    // What is received is not taken back from under its receipt.
    await act('concession', concession, 'requestReversal', { input: { reason: '重复办理' } })
    const { docNo } = await header('goods-receipt', receipt)
    await expectRefused(world(), () => act('concession', concession, 'approveReversal'), [
      {
        code: 'conceded-received',
        line: 1,
        params: { quantity: '2', left: '0', receipt: docNo, unit: 'EA' },
      },
    ])
  })

  test('that are replaced or repaired are open at their delivery note again, and not taken back once they have arrived', async () => {
    const { note, notice } = await delivered()
    const record = await setAside(await decide(notice, '0', '3'))
    const id = await dispose('rejects-return', record, '3', gone, 'exchange')
    expect(await line('delivery-note', note)).toMatchObject({
      doneQuantity: '7',
      openQuantity: '3',
    })
    await approveReversal(world(), 'rejects-return', id)
    await act('rejects-return', id, 'reversePhysical', wrong)
    expect(await line('delivery-note', note)).toMatchObject({
      doneQuantity: '10',
      openQuantity: '0',
    })
    await proven()
    const again = await dispose('rejects-return', record, '3', gone, 'repair')
    await arrivedOf(note, '3')
    const { docNo } = await header('delivery-note', note)
    await approveReversal(world(), 'rejects-return', again)
    await expectRefused(world(), () => act('rejects-return', again, 'reversePhysical', wrong), [
      {
        code: 'replacement-arrived',
        line: 1,
        params: { quantity: '3', unit: 'EA', free: '0', source: `${docNo}/1` },
      },
    ])
  })
})

test('rejected goods that nobody takes back are scrapped, and that in both books; GR blocked stock is not ours to scrap', async () => {
  await configure('receiving.route', 'inspection-stock')
  const { orderNo, notice } = await delivered()
  const record = await setAside(await decide(notice, '0', '3'))
  const id = await dispose('rejects-scrap', record, '3', ['submit', 'approve', 'post'])
  await erp().send()
  expect((await header('rejects-scrap', id)).erpState).toBe('posted')
  expect(await header('rejected-goods', record)).toMatchObject({ state: 'closed' })
  // 553 has no order.
  expect(await movements(orderNo)).toEqual(['101 10'])
  await booksAgree(false)

  await configure('receiving.route', 'blocked-stock')
  const blocked = await setAside(await decide((await delivered()).notice, '0', '3'))
  const other = await dispose('rejects-scrap', blocked, '3', [])
  // Already when it is handed in: nobody approves what the ERP has no movement for.
  await expectRefused(world(), () => act('rejects-scrap', other, 'submit'), [
    { code: 'movement-rule-missing', line: 1 },
  ])
})

test('a receipt that is reversed leaves the arrival posted for a return that needs it', async () => {
  await configure('receiving.route', 'inspection-stock')
  const { orderNo, arrival, notice } = await delivered()
  const record = await setAside(await decide(notice, '0', '3'))
  const receipt = await received(arrival)
  await dispose('rejects-return', record, '3', [...gone, 'post'])
  await erp().send()
  await approveReversal(world(), 'goods-receipt', receipt)
  await act('goods-receipt', receipt, 'reverse')
  // Not even asked for: the ERP would refuse it.
  expect((await header('arrival', arrival)).erpState).toBe('posted')
  await erp().send()
  expect((await header('arrival', arrival)).erpState).toBe('posted')
  expect(await movements(orderNo)).toEqual(['101 10', '122 3'])
  await booksAgree(false)
})

test('rejected goods that a receipt took into blocked stock are returned from there, after that receipt', async () => {
  await configure('receiving.route', 'inspection-stock')
  const { orderNo, arrival, notice } = await delivered()
  const inspection = await decide(notice, '0', '3')
  const record = (await walker().successorOf('inspection-order', inspection, 'rejected-goods'))!
  const lines = await linesFrom(walker(), 'arrival', arrival)
  const receipt = await makeOver(walker(), 'goods-receipt', lines, ['receive'])
  await expectRefused(
    world(),
    () =>
      act('rejected-goods', record, 'confirm', {
        lines: [{ lineNo: 1, countedQuantity: '3', rejectsBin: 'A-02' }],
      }),
    [
      {
        code: 'rejects-not-in-bin',
        line: 1,
        params: { rejectsBin: 'A-02', onHand: '0', quantity: '3', unit: 'EA' },
      },
    ],
  )
  await walk(walker(), 'rejected-goods', record, ['confirm'])
  expect(await line('rejected-goods', record)).toMatchObject({ isReceived: true })
  const { docNo } = await header('rejected-goods', record)
  await expectRefused(world(), () => dispose('concession', record, '3', []), [
    { code: 'rejects-in-blocked-stock', line: 1, params: { source: `${docNo}/1` } },
  ])
  const id = await dispose('rejects-return', record, '3', gone)
  await expectRefused(world(), () => act('rejects-return', id, 'post'), [
    { code: 'erp-stock-unposted', line: 1 },
  ])
  await walk(walker(), 'goods-receipt', receipt, ['review', 'post'])
  await erp().send()
  await act('rejects-return', id, 'post')
  await erp().send()
  expect(await movements(orderNo)).toEqual(['101 10', '122 3'])
  await booksAgree(false)
})

test('rejected goods of which a receipt took some are confirmed only once they lie together', async () => {
  const { arrival, notice } = await delivered()
  const inspection = await decide(notice, '0', '3')
  const record = (await walker().successorOf('inspection-order', inspection, 'rejected-goods'))!
  const receipt = await world().create('goods-receipt', {
    header: {},
    lines: [
      { source: { id: arrival, lineNo: 1 }, quantity: '1', stockCategory: 'BL', bin: 'X-01' },
    ] as never,
    actionAfterCreate: 'receive',
  })
  await expectRefused(world(), () => walk(walker(), 'rejected-goods', record, ['confirm']), [
    {
      code: 'rejects-received',
      line: 1,
      params: { quantity: '3', left: '2', receipt: receipt.docNo, unit: 'EA' },
    },
  ])
})

test('goods under quality management of the ERP are refused at their arrival, and cannot leave inspection by a movement', async () => {
  await configure('receiving.route', 'inspection-stock')
  const { arrival, notice } = await delivered()
  await decide(notice, '0', '0')
  await configure('receiving.qualityManagement', 'inspection-lots')
  const ofLot = [{ code: 'inspection-lot-decides', line: 1 }]
  await expectRefused(world(), () => received(arrival), ofLot)
  await expect(delivered()).rejects.toMatchObject(ofLot[0]!)
  await configure('receiving.qualityManagement', 'movements')
  await received(arrival)
})
