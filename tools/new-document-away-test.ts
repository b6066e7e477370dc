import { holderOf } from './new-document-holder.ts'
import type { Away, NewDocument } from './new-document-type.ts'

/** The test: the conformance suite, and the sentences of the trade that hold for every such document. */
export function awayTestText({ name, zh, away }: NewDocument & { away: Away }): string {
  return `import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('${name}')

describe('${zh}: goods that go away and come back', () => {
  const world = useWorld()
  const trade = tradeOf(world, '${name}')
  const reason = { reason: '数量录入错误' }
  const shelf = (bin: string, quantity: string, reserved = '0') => ({ place: 'stock', placeReference: '', bin, quantity, reserved })
  const away = (quantity: string) => ({ place: '${away.place}', placeReference: '${holderOf(away).tested}', bin: '', quantity, reserved: '0' })

  test('approved they are held and due on the day of their return, sent they are with their holder and still our stock, and the ERP hears nothing of it', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'approved')
    expect(await trade.stock(place)).toEqual([shelf('A-01', '15', '10')])
    const { dueDate } = await trade.header(id)
    expect(await trade.dueOn(id)).toEqual([dueDate])
    await trade.act(id, 'send')
    expect([await trade.dueOn(id), await trade.tasks(id)]).toEqual([[dueDate], ['receive']])
    expect(await trade.stock(place)).toEqual([away('10'), shelf('A-01', '5')])
    expect((await trade.header(id)).erpState).toBe('notNeeded')
    await trade.proven()
  })

  test('they come back in parts, into the bin that is named', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'sent')
    await trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityBack: '4', returnBin: 'A-02' }] })
    expect([(await trade.header(id)).state, await trade.column(id, 'awayQuantity')]).toEqual(['partlyReceived', ['6', '10']])
    expect(await trade.stock(place)).toEqual([away('6'), shelf('A-01', '5'), shelf('A-02', '4')])
    expect([await trade.dueOn(id), await trade.tasks(id)]).toEqual([[(await trade.header(id)).dueDate], ['receive']])
    await expectRefused(world(), () => trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityBack: '7', returnBin: 'A-02' }] }), [{ code: 'quantity-beyond-line', line: 1, field: 'quantityBack' }])
    await trade.act(id, 'receive', {
      lines: [
        { lineNo: 1, quantityBack: '6', returnBin: 'A-01' },
        { lineNo: 2, quantityBack: '10', returnBin: 'A-01' },
      ],
    })
    expect([(await trade.header(id)).state, await trade.column(id, 'returnedQuantity')]).toEqual(['received', ['10', '10']])
    expect(await trade.stock(place)).toEqual([shelf('A-01', '11'), shelf('A-02', '4')])
    await trade.proven()
  })

  test('no more comes back than is away, not into a bin of dangerous goods, and nothing at all is no return', async () => {
    const id = await trade.make(await newPlace(world()), 'sent')
    const back = (quantityBack: string, returnBin = 'A-01') =>
      trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityBack, returnBin }] })
    await expectRefused(world(), () => back('11'), [{ code: 'quantity-beyond-line', line: 1, field: 'quantityBack' }])
    await expectRefused(world(), () => back('1', 'H-01'), [{ code: 'bin-hazard-mismatch', line: 1, field: 'returnBin' }])
    await expectRefused(world(), () => back('0'), [{ code: 'lines-required' }])
  })

  test('who entered or submitted it does not approve it, and cancelled it gives back what is held', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'submitted')
    const { acts } = await trade.header(id)
    for (const act of ['create', 'submit'])
      await expectRefused(world(), () => trade.actAs(acts[act]!.userId, id, 'approve'), [{ code: 'separation-of-duties' }])
    await trade.act(id, 'approve')
    expect(await trade.stock(place)).toEqual([shelf('A-01', '15', '10')])
    await trade.act(id, 'cancel', { input: reason })
    expect(await trade.stock(place)).toEqual([shelf('A-01', '15')])
    await trade.proven()
  })

  test('taken back in the right order: a part of the return, the rest of it, then the sending, and they are held again', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'received')
    const takeBack = (...lines: { lineNo: number; quantityBack: string }[]) =>
      trade.act(id, 'takeBackReceipt', { input: reason, lines })
    await expectRefused(world(), () => trade.act(id, 'takeBackSending', { input: reason }), [{ code: 'wrong-state' }])
    await takeBack({ lineNo: 1, quantityBack: '7' })
    expect([(await trade.header(id)).state, await trade.column(id, 'awayQuantity')]).toEqual(['partlyReceived', ['7', '0']])
    await takeBack({ lineNo: 1, quantityBack: '3' }, { lineNo: 2, quantityBack: '10' })
    expect([(await trade.header(id)).state, await trade.column(id, 'returnBin')]).toEqual(['sent', [null, null]])
    await trade.act(id, 'takeBackSending', { input: reason })
    expect((await trade.header(id)).state).toBe('approved')
    expect(await trade.stock(place)).toEqual([shelf('A-01', '15', '10')])
    await trade.proven()
  })
})
`
}
