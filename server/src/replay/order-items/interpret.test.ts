import { describe, expect, test } from 'vitest'
import { dress, type Terms } from './dress.ts'
import { interpret, type Way } from './interpret.ts'

// The interpreter is what the product is compared with, so its own rules are compared with ends worked out by hand.

const usual: Terms = { announces: 'late', changes: 'up', reading: 'receiptMissing' }

function endOf(text: string, terms: Partial<Terms> = {}, way: Way = 'exempt') {
  const all = { ...usual, ...terms }
  const sequence = { name: '', activities: text.split(' -> '), itemCount: 1 }
  return interpret(dress(sequence, all), all, way)
}

const created = 'Create Purchase Order Item'

describe('the end of a sequence', () => {
  test('with invoices around one receipt is twelve pieces, completed, and nothing left to announce', () => {
    expect(
      endOf(`Vendor creates invoice -> ${created} -> Record Goods Receipt -> Clear Invoice`),
    ).toEqual({
      requestOrdered: null,
      order: {
        state: 'completed',
        quantity: 12,
        received: 12,
        announced: 12,
        open: 0,
        price: '12.50',
        currency: 'CNY',
        place: 'first',
        obstacle: null,
      },
      tooEarly: null,
      announcing: 'source-wrong-state',
      notes: ['arrived 12'],
      receipts: ['reviewed posted 12'],
      problems: [],
      movements: ['101 12'],
      stock: { first: 12, second: 0 },
      erpStock: { first: 12, second: 0 },
      value: '150.00',
      alarms: 0,
    })
  })

  test('with three receipts has a third of the pieces in each, and inspected goods two movements each', () => {
    const text = `${created} -> Record Goods Receipt -> Record Goods Receipt -> Record Goods Receipt`
    expect(endOf(text).movements).toEqual(['101 4', '101 4', '101 4'])
    expect(endOf(text, {}, 'inspectionStock').movements).toEqual([
      '101 4',
      '101 4',
      '101 4',
      '321 4',
      '321 4',
      '321 4',
    ])
  })

  test('with a receipt cancelled and repeated has all three in the ERP and one of them in stock', () => {
    const end = endOf(
      `${created} -> Record Goods Receipt -> Cancel Goods Receipt -> Record Goods Receipt`,
    )
    // Two receipts are foreseen, so the first one is half of the order.
    expect(end.receipts).toEqual(['reversed reversed 6', 'reviewed posted 12'])
    expect(end.movements).toEqual(['101 6', '101 6', '101 6', '102 6'])
    expect([end.stock.first, end.order?.received, end.value]).toEqual([12, 12, '150.00'])
    // What was taken back is delivered again on the same note, and the rest on another one.
    expect(end.notes).toEqual(['arrived 6', 'arrived 6'])
  })

  test('with an increase after the announcement needs another note, with a decrease a new one and both parties', () => {
    const text = `${created} -> Receive Order Confirmation -> Change Quantity -> Record Goods Receipt`
    const up = endOf(text)
    expect([up.notes, up.problems, up.stock.first]).toEqual([['arrived 12', 'arrived 6'], [], 18])
    const down = endOf(text, { changes: 'down' })
    expect([down.notes, down.problems, down.stock.first]).toEqual([
      ['writtenOff 12', 'arrived 6'],
      ['orderChanged closed'],
      6,
    ])
  })

  test('with prices changed between receipts is worth what each receipt cost', () => {
    const end = endOf(`${created} -> Record Goods Receipt -> Change Price -> Record Goods Receipt`)
    expect([end.order?.price, end.value]).toEqual(['13.75', '157.50'])
  })

  test('with a deletion under announced goods has them written off and offers nothing, until it is reactivated', () => {
    const deleted = `${created} -> Receive Order Confirmation -> Delete Purchase Order Item`
    expect(endOf(deleted)).toMatchObject({
      order: { state: 'deleted', announced: 0, open: 12 },
      announcing: 'source-wrong-state',
      notes: ['writtenOff 12'],
      problems: ['orderEnded closed'],
    })
    expect(endOf(`${deleted} -> Reactivate Purchase Order Item`)).toMatchObject({
      order: { state: 'synced', announced: 0, open: 12 },
      announcing: null,
    })
  })

  test('with an approval was not released before it; without one that follows it may be announced at once', () => {
    expect(endOf(`${created} -> Change Approval for Purchase Order`)).toMatchObject({
      order: { obstacle: null },
      tooEarly: 'order-not-received',
      announcing: null,
      notes: [],
    })
    expect(
      endOf(`${created} -> Change Approval for Purchase Order`, { announces: 'early' }).notes,
    ).toEqual(['confirmed 12'])
  })

  test('of a service has no stock here', () => {
    expect(endOf(`${created} -> Record Goods Receipt -> Record Service Entry Sheet`)).toMatchObject(
      {
        order: { state: 'synced', received: 12, open: 0, obstacle: 'service' },
        announcing: 'order-not-received',
        movements: ['101 12'],
        stock: { first: 0 },
        notes: [],
      },
    )
  })

  test('with a cancellation alone is a receipt that the log does not have, or a return that the ERP alone has', () => {
    const text = `${created} -> Cancel Goods Receipt -> Vendor creates debit memo`
    expect(endOf(text)).toMatchObject({
      order: { state: 'synced', received: 0, announced: 12 },
      receipts: ['reversed reversed 12'],
      movements: ['101 12', '102 12'],
      stock: { first: 0 },
    })
    expect(endOf(text, { reading: 'returnItem' })).toMatchObject({
      order: { received: 12, open: 0, obstacle: 'returned' },
      movements: ['161 12'],
      stock: { first: 12 },
      erpStock: { first: 0 },
      alarms: 1,
    })
  })
})
