import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../document/public.ts'
import { approveReversal, expectRefused } from '../document/testing/trade.ts'
import { missingTrial } from './testing/missing-trial.ts'

// What becomes of pieces that were found missing.

const {
  world,
  erp,
  place,
  product,
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

describe('what was found missing', () => {
  beforeAll(async () => {
    await configure('receiving.route', 'inspection-stock')
    await configure('receiving.arrivalPosting', 'with-receipt')
  })

  test('is received by nobody', async () => {
    const { arrival, notice } = await delivered()
    await decide(notice, '3', '2')
    const receive = (quantity: string, stockCategory: string) => () =>
      world().create('goods-receipt', {
        header: {},
        lines: [{ source: { id: arrival, lineNo: 1 }, quantity, stockCategory, bin: 'A-01' }],
        actionAfterCreate: 'receive',
      })
    await expectRefused(world(), receive('6', 'UU'), [
      { code: 'quantity-exceeds-open', params: { quantity: '6', open: '5' } as never },
    ])
    await expectRefused(world(), receive('3', 'BL'), [
      { code: 'quantity-exceeds-open', params: { quantity: '3', open: '2' } as never },
    ])
    await received(arrival)
    await booksAgree(false)
  })

  test('cannot be found again once it was delivered again', async () => {
    const { note, notice } = await delivered()
    const inspection = await decide(notice, '3')
    const again = await arrivedOf(note, '2')
    const { docNo } = await header('delivery-note', note)
    const withdraw = () =>
      world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } })
    await expectRefused(world(), withdraw, [
      {
        code: 'missing-made-up',
        line: 1,
        params: { quantity: '3', unit: 'EA', free: '1', source: `${docNo}/1` } as never,
      },
    ])
    await world().act('arrival', again.arrival, 'reversePhysical', { input: { reason: '错收' } })
    await withdraw()
    expect(await line('delivery-note', note)).toMatchObject({ doneQuantity: '10' })
  })

  test('is open at the order again once its delivery note is written off', async () => {
    const { order, note, notice } = await delivered()
    const inspection = await decide(notice, '3')
    expect(await line('purchase-order', order)).toMatchObject({ doneQuantity: '10' })
    await world().act('delivery-note', note, 'writeOff', { input: { reason: '供应商不再补送' } })
    expect(await line('purchase-order', order)).toMatchObject({
      doneQuantity: '7',
      openQuantity: '3',
    })
    await expectRefused(
      world(),
      () => world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } }),
      [{ code: 'missing-made-up', params: { free: '0' } as never }],
    )
  })

  test('leaves the books of the ERP with its arrival, and before it', async () => {
    const { orderNo, arrival, notice } = await delivered()
    await decide(notice, '3')
    const receipt = await received(arrival)
    await approveReversal(world(), 'goods-receipt', receipt)
    await world().act('goods-receipt', receipt, 'reverse')
    await erp().send()
    expect(await movements(orderNo)).toEqual(['101 10', '102 3', '101 3', '102 10'])
    expect((await header('arrival', arrival)).erpState).toBe('reversed')
    await proven()
    await world().act('goods-receipt', receipt, 'reversePhysical', { input: { reason: '错收' } })
    const again = await received(arrival)
    expect((await header('goods-receipt', again)).erpState).toBe('posted')
    await booksAgree(false)
  })

  test('is not mistaken for what the ERP receives without us', async () => {
    const { order, orderNo, arrival, notice } = await delivered()
    await decide(notice, '3')
    await received(arrival)
    await erp().standIn.control('POST', '/stand-in/material-documents', {
      user: 'SCHMIDT',
      header: {
        GoodsMovementCode: '01',
        PostingDate: clock().today,
        DocumentDate: clock().today,
      },
      items: [
        {
          Material: product,
          Plant: place().plant,
          StorageLocation: place().storageLocation,
          GoodsMovementType: '101',
          GoodsMovementRefDocType: 'B',
          PurchaseOrder: orderNo,
          PurchaseOrderItem: '10',
          QuantityInEntryUnit: '2',
          EntryUnit: 'EA',
        },
      ],
    })
    await synchronise('purchase-order')
    expect(await line('purchase-order', order)).toMatchObject({
      receivedQuantity: '9',
      closedQuantity: '2',
    })
  })
})
