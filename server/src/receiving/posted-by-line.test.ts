import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { settleDocument } from '../document/act/settle.ts'
import { decided } from '../document/testing/core-flow.ts'
import { approveReversal } from '../document/testing/trade.ts'
import { retryPosting } from '../erp/person-actions.ts'
import { missingTrial } from './testing/missing-trial.ts'

// A truck brings two order items, which are received by two receipts. The ERP refuses the first item, because somebody has
// marked it as completely delivered there (06/077).

const { world, erp, configure, delivered, shortageOf, header, movements, postedFor, booksAgree } =
  missingTrial()

/** Both items are at the gate and accepted. */
async function accepted() {
  const { orderNo, arrival, notice } = await delivered(['10', '20'])
  await decided(world(), notice)
  /** The ERP refuses receipts of an item, or takes them again. */
  const refuses = (isCompletelyDelivered: boolean, item = '10') =>
    erp().standIn.control('POST', '/stand-in/purchase-orders/change', {
      purchaseOrder: orderNo,
      item,
      isCompletelyDelivered,
    })
  return { orderNo, arrival, refuses }
}

/** A reviewed receipt of these quantities by line of the arrival. */
async function reviewed(arrival: string, quantities: Readonly<Record<number, string>>) {
  const { id } = await world().create('goods-receipt', {
    header: {},
    lines: Object.entries(quantities).map(([lineNo, quantity]) => ({
      source: { id: arrival, lineNo: Number(lineNo) },
      quantity,
      stockCategory: 'UU',
      bin: 'A-01',
      deliveryCompletion: 'open',
    })),
    actionAfterCreate: 'receive',
  })
  await world().act('goods-receipt', id, 'review')
  return id
}

async function post(receipt: string): Promise<string> {
  await world().act('goods-receipt', receipt, 'post')
  await erp().send()
  return (await header('goods-receipt', receipt)).erpState
}

async function reverse(receipt: string): Promise<string> {
  await approveReversal(world(), 'goods-receipt', receipt)
  await world().act('goods-receipt', receipt, 'reverse')
  await erp().send()
  return (await header('goods-receipt', receipt)).erpState
}

/** The ERP states of an arrival and of its lines. */
async function erpStatesOf(arrival: string): Promise<string[]> {
  const { header: own, lines } = await world().read('arrival', arrival)
  return [own.erpState, ...lines.map(({ lineErpState }) => lineErpState)]
}

/** What the ERP has posted for the order: its item and the movement. */
const itemsOf = async (orderNo: string) =>
  (await postedFor(orderNo)).map(
    (item) => `${Number(item['PurchaseOrderItem'])} ${String(item['GoodsMovementType'])}`,
  )

describe.for([
  { route: 'inspection-stock', into: '101', back: '102', out: [] },
  { route: 'blocked-stock', into: '103', back: '104', out: ['105'] },
] as const)('of a truck with an item that the ERP refuses, in $route,', ({ route, into, out }) => {
  beforeAll(async () => {
    await configure('receiving.route', route)
    await configure('receiving.arrivalPosting', 'with-receipt')
  })
  const of = (item: number) => [into, ...out].map((type) => `${item} ${type}`)

  test('the other item is posted with its receipt, and this one later, once, when its cause is gone', async () => {
    const { orderNo, arrival, refuses } = await accepted()
    await refuses(true)
    const bad = await reviewed(arrival, { 1: '10' })
    const good = await reviewed(arrival, { 2: '10' })
    expect(await post(bad)).toBe('failed')
    expect(await erpStatesOf(arrival)).toEqual(['failed', 'failed', 'unposted'])
    expect(await post(good)).toBe('posted')
    expect(await erpStatesOf(arrival)).toEqual(['partlyPosted', 'failed', 'posted'])
    expect(await itemsOf(orderNo)).toEqual(of(20))
    await booksAgree(false)
    // Pressed again before anything has changed, it is refused again, and nothing is posted twice.
    expect(await post(bad)).toBe('failed')
    await refuses(false)
    expect(await post(bad)).toBe('posted')
    expect(await erpStatesOf(arrival)).toEqual(['posted', 'posted', 'posted'])
    expect(await itemsOf(orderNo)).toEqual([...of(20), ...of(10)])
    await booksAgree()
  })

  test('both were asked for at the gate, in one ERP document: the other is taken out of it', async () => {
    await configure('receiving.arrivalPosting', 'at-arrival')
    const { orderNo, arrival, refuses } = await accepted()
    await refuses(true)
    await erp().send()
    expect(await erpStatesOf(arrival)).toEqual(['failed', 'failed', 'failed'])
    const bad = await reviewed(arrival, { 1: '10' })
    const good = await reviewed(arrival, { 2: '10' })
    expect(await post(good)).toBe('posted')
    expect(await erpStatesOf(arrival)).toEqual(['partlyPosted', 'failed', 'posted'])
    expect(await post(bad)).toBe('failed')
    await refuses(false)
    expect(await post(bad)).toBe('posted')
    expect(await itemsOf(orderNo)).toEqual([...of(20), ...of(10)])
    await booksAgree()
    await configure('receiving.arrivalPosting', 'with-receipt')
  })

  test('two receipts wait for the refused item: whoever posts again takes the other along', async () => {
    const { orderNo, arrival, refuses } = await accepted()
    await refuses(true)
    const one = await reviewed(arrival, { 1: '4' })
    const other = await reviewed(arrival, { 1: '6', 2: '10' })
    expect(await post(one)).toBe('failed')
    expect(await post(other)).toBe('failed')
    await refuses(false)
    await world().act('goods-receipt', one, 'post')
    expect((await header('goods-receipt', other)).erpState).toBe('posting')
    await erp().send()
    for (const id of [one, other])
      expect((await header('goods-receipt', id)).erpState).toBe('posted')
    const arrived = (await itemsOf(orderNo)).filter((item) => item.endsWith(into))
    expect(arrived.toSorted()).toEqual([`10 ${into}`, `20 ${into}`])
    await booksAgree()
  })

  test('a receipt of both waits for both, while the other item is posted with another receipt', async () => {
    const { orderNo, arrival, refuses } = await accepted()
    await refuses(true)
    const both = await reviewed(arrival, { 1: '10', 2: '4' })
    const good = await reviewed(arrival, { 2: '6' })
    expect(await post(both)).toBe('failed')
    expect(await post(good)).toBe('posted')
    expect((await header('goods-receipt', both)).erpState).toBe('failed')
    expect(await erpStatesOf(arrival)).toEqual(['partlyPosted', 'failed', 'posted'])
    await refuses(false)
    expect(await post(both)).toBe('posted')
    expect((await itemsOf(orderNo)).filter((item) => item.endsWith(into))).toEqual([
      `20 ${into}`,
      `10 ${into}`,
    ])
    await booksAgree()
  })
})

test('a receipt waits for both ERP documents that its lines were parted into', async () => {
  await configure('receiving.route', 'inspection-stock')
  const { orderNo, arrival, refuses } = await accepted()
  await refuses(true)
  await refuses(true, '20')
  const both = await reviewed(arrival, { 1: '10', 2: '4' })
  const other = await reviewed(arrival, { 2: '6' })
  expect(await post(both)).toBe('failed')
  expect(await post(other)).toBe('failed')
  expect(await erpStatesOf(arrival)).toEqual(['failed', 'failed', 'failed'])
  // A person sends the first item's ERP document again, whose cause is gone; the other one is still refused.
  await refuses(false)
  const [first] = await world().database.query<{ id: string }>(
    `select p.id from erp_posting p join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
     where p.document_id = $1 and i.document_line = 1`,
    [arrival],
  )
  await world().database.transaction((tx) =>
    retryPosting(
      tx,
      { companyCode: '1010', postingId: first!.id, userId: newId() },
      settleDocument,
    ),
  )
  await erp().send()
  expect(await itemsOf(orderNo)).toEqual(['10 101'])
  expect((await header('goods-receipt', both)).erpState).toBe('failed')
  await refuses(false, '20')
  expect(await post(other)).toBe('posted')
  await erp().send()
  expect((await header('goods-receipt', both)).erpState).toBe('posted')
  expect(await itemsOf(orderNo)).toEqual(['10 101', '20 101'])
  await booksAgree(false)
})

describe('an arrival that is posted by line', () => {
  beforeEach(async () => {
    await configure('receiving.route', 'inspection-stock')
    await configure('receiving.arrivalPosting', 'with-receipt')
  })

  test('is one ERP document where one receipt takes all of it', async () => {
    const { orderNo, arrival } = await accepted()
    expect(await post(await reviewed(arrival, { 1: '10', 2: '10' }))).toBe('posted')
    const documents = (await postedFor(orderNo)).map((item) => item['MaterialDocument'])
    expect(documents).toHaveLength(2)
    expect(new Set(documents).size).toBe(1)
    expect(await erpStatesOf(arrival)).toEqual(['posted', 'posted', 'posted'])
  })

  test('loses only the lines of a receipt that is reversed, and has them again with the next one', async () => {
    const { orderNo, arrival } = await accepted()
    const first = await reviewed(arrival, { 1: '10' })
    const second = await reviewed(arrival, { 2: '10' })
    expect(await post(first)).toBe('posted')
    expect(await erpStatesOf(arrival)).toEqual(['byLine', 'posted', 'unposted'])
    expect(await post(second)).toBe('posted')
    expect(await reverse(first)).toBe('reversed')
    expect(await erpStatesOf(arrival)).toEqual(['byLine', 'reversed', 'posted'])
    expect(await itemsOf(orderNo)).toEqual(['10 101', '20 101', '10 102'])
    await booksAgree(false)
    await world().act('goods-receipt', first, 'reversePhysical', { input: { reason: '错收' } })
    expect(await post(await reviewed(arrival, { 1: '10' }))).toBe('posted')
    expect(await erpStatesOf(arrival)).toEqual(['posted', 'posted', 'posted'])
    expect(await movements(orderNo)).toEqual(['101 10', '101 10', '102 10', '101 10'])
    await booksAgree()
  })

  test('has the missing pieces of a line taken back in the ERP once that line is there, not before', async () => {
    const { orderNo, arrival, notice } = await delivered(['10', '20'])
    const { id: inspection } = await world().create('inspection-order', {
      header: { inspectionMethod: 'full' },
      lines: ['0', '3'].map((missingQuantity, index) => ({
        source: { id: notice, lineNo: index + 1 },
        quantity: '10',
        acceptedQuantity: String(10 - Number(missingQuantity)),
        rejectedQuantity: '0',
        missingQuantity,
      })),
      actionAfterCreate: 'decide',
    })
    const shortage = await shortageOf(inspection)
    const first = await reviewed(arrival, { 1: '10' })
    const second = await reviewed(arrival, { 2: '7' })
    expect(await post(first)).toBe('posted')
    expect((await header('arrival-shortage', shortage)).erpState).toBe('unposted')
    expect(await post(second)).toBe('posted')
    expect((await header('arrival-shortage', shortage)).erpState).toBe('posted')
    expect(await itemsOf(orderNo)).toEqual(['10 101', '20 101', '20 102'])
    await booksAgree()
    // The reversal of the other receipt leaves them there.
    expect(await reverse(first)).toBe('reversed')
    expect((await header('arrival-shortage', shortage)).erpState).toBe('posted')
    expect(await reverse(second)).toBe('reversed')
    expect((await header('arrival-shortage', shortage)).erpState).toBe('reversed')
    await booksAgree(false)
  })

  test('is told of a line of which all is missing at once, and of that line only', async () => {
    const { orderNo, arrival, notice } = await delivered(['10', '20'])
    await world().create('inspection-order', {
      header: { inspectionMethod: 'full' },
      lines: ['0', '10'].map((missingQuantity, index) => ({
        source: { id: notice, lineNo: index + 1 },
        quantity: '10',
        acceptedQuantity: String(10 - Number(missingQuantity)),
        rejectedQuantity: '0',
        missingQuantity,
      })),
      actionAfterCreate: 'decide',
    })
    await erp().send()
    expect(await erpStatesOf(arrival)).toEqual(['byLine', 'unposted', 'posted'])
    expect(await itemsOf(orderNo)).toEqual(['20 101', '20 102'])
    expect(await post(await reviewed(arrival, { 1: '10' }))).toBe('posted')
    expect(await itemsOf(orderNo)).toEqual(['20 101', '20 102', '10 101'])
    await booksAgree(false)
  })

  test('keeps a line that another receipt of it needs', async () => {
    const { orderNo, arrival } = await accepted()
    const first = await reviewed(arrival, { 1: '4' })
    const second = await reviewed(arrival, { 1: '6', 2: '10' })
    expect(await post(first)).toBe('posted')
    expect(await post(second)).toBe('posted')
    expect(await itemsOf(orderNo)).toEqual(['10 101', '20 101'])
    expect(await reverse(first)).toBe('reversed')
    expect(await erpStatesOf(arrival)).toEqual(['posted', 'posted', 'posted'])
    expect(await reverse(second)).toBe('reversed')
    expect(await erpStatesOf(arrival)).toEqual(['reversed', 'reversed', 'reversed'])
    expect((await itemsOf(orderNo)).toSorted()).toEqual(['10 101', '10 102', '20 101', '20 102'])
    await booksAgree(false)
  })
})
