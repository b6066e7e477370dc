import { describe, expect, test } from 'vitest'
import { accepted, asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// A wrong bin of a receipt is put right before its review, without a round through reversal and ERP (trade review 29).

describe('a wrong bin of a goods receipt', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'goods-receipt')
  const input = { correction: '上架时扫错货位' }

  const received = async (
    state = 'received',
    before: (place: Place) => Promise<unknown> = async () => {},
  ): Promise<{ place: Place; id: string; bin: string }> => {
    const place = await newPlace(world())
    await before(place)
    const id = await trade.make(place, state, goods(1))
    const [bin] = (await trade.column(id, 'bin')) as string[]
    return { place, id, bin: bin! }
  }
  const other = (bin: string): string => (bin === 'A-01' ? 'A-02' : 'A-01')
  const correct = (id: string, bin: string) =>
    trade.act(id, 'correctBin', { input, lines: [{ lineNo: 1, bin }] })
  /** Whatever bin was proposed, the goods are in this one then. */
  const correctTo = async (id: string, bin: string): Promise<void> => {
    if ((await trade.column(id, 'bin'))[0] !== bin) await correct(id, bin)
  }
  const inStock = async (place: Place) =>
    (await trade.stock(place)).filter(
      ({ place: at, quantity }) => at === 'stock' && quantity !== '0',
    )

  test.each(['received', 'rejected'])(
    'is put right while it is %s: the goods lie in the other bin, the reviewer reads why, and the ERP is told once',
    async (state) => {
      const { place, id, bin } = await received(state)
      await correct(id, other(bin))
      expect(await inStock(place)).toMatchObject([{ bin: other(bin), quantity: '10' }])
      expect(await trade.header(id)).toMatchObject({
        state,
        erpState: 'unposted',
        correctionRemark: input.correction,
      })
      expect(await trade.column(id, 'bin')).toEqual([other(bin)])
      const log = await world().database.query(
        `select after from audit_entry where subject_id = $1 and action = 'correctBin'`,
        [id],
      )
      expect(log).toMatchObject([{ after: { input, lines: { 1: { bin: other(bin) } } } }])
      if (state === 'rejected') await trade.act(id, 'resubmit', { input })
      await trade.act(id, 'review')
      await trade.act(id, 'post')
      await world().send()
      expect((await trade.header(id)).erpState).toBe('posted')
      const items = await world().database.query(
        `select i.quantity from erp_posting p join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
         where p.document_id = $1`,
        [id],
      )
      expect(items).toEqual([{ quantity: '10' }])
      await trade.proven()
    },
  )

  test('is put right again, and the receipt is taken back from where the goods are', async () => {
    const { place, id, bin } = await received()
    await correct(id, other(bin))
    await correct(id, 'X-01')
    await correct(id, bin)
    await correct(id, other(bin))
    await trade.act(id, 'reversePhysical', { input: { reason: '数量录入错误' } })
    expect(await inStock(place)).toMatchObject([{ bin: 'R-01', quantity: '10' }])
    await trade.proven()
  })

  test('is not reviewed by who has put it right', async () => {
    const { id, bin } = await received()
    const { session } = world().actorFor('goods-receipt', 'correctBin')
    await trade.actAs(session.userId, id, 'correctBin', {
      input,
      lines: [{ lineNo: 1, bin: other(bin) }],
    })
    await expectRefused(world(), () => trade.actAs(session.userId, id, 'review'), [
      { code: 'separation-of-duties' },
    ])
  })

  const holds = (requisition: string) =>
    world().database.query(
      `select k.bin, h.open_quantity as quantity
       from stock_hold h join stock_key k on k.company_code = h.company_code and k.id = h.key_id
       where h.document_id = $1 and h.released_at is null order by 1`,
      [requisition],
    )

  test('takes along what requisitions hold of the goods', async () => {
    const { place, id, bin } = await received()
    const requisition = await asked(world(), place, goods(1, materials.valve, '7'))
    expect(await holds(requisition)).toEqual([{ bin, quantity: '7' }])
    await correct(id, other(bin))
    expect(await holds(requisition)).toEqual([{ bin: other(bin), quantity: '7' }])
    expect(await inStock(place)).toMatchObject([{ bin: other(bin), quantity: '10', reserved: '7' }])
    await trade.proven()
  })

  test('leaves what other goods in the wrong bin suffice for: the latest demand goes along first', async () => {
    const { place, id } = await received('received', (there) =>
      stocked(world(), there, goods(1, materials.valve, '5')),
    )
    await correctTo(id, 'A-01')
    const [first, second] = [
      await asked(world(), place, goods(1, materials.valve, '6')),
      await asked(world(), place, goods(1, materials.valve, '6')),
    ]
    await correct(id, 'A-02')
    expect(await holds(first)).toEqual([
      { bin: 'A-01', quantity: '5' },
      { bin: 'A-02', quantity: '1' },
    ])
    expect(await holds(second)).toEqual([{ bin: 'A-02', quantity: '6' }])
    await correct(id, 'A-01')
    expect(await holds(first)).toEqual([{ bin: 'A-01', quantity: '6' }])
    expect(await inStock(place)).toMatchObject([{ bin: 'A-01', quantity: '15', reserved: '12' }])
    await trade.proven()
  })

  test('takes along what one demand holds in two wrong bins', async () => {
    const place = await newPlace(world())
    const arrival = await accepted(world(), place, goods(1))
    const line = (quantity: string, bin: string) => ({
      source: { id: arrival, lineNo: 1 },
      quantity,
      stockCategory: 'UU',
      bin,
    })
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [line('4', 'A-01'), line('6', 'A-02')],
      actionAfterCreate: 'receive',
    })
    const requisition = await asked(world(), place, goods(1, materials.valve, '10'))
    expect(await holds(requisition)).toHaveLength(2)
    await trade.act(id, 'correctBin', {
      input,
      lines: [1, 2].map((lineNo) => ({ lineNo, bin: 'X-01' })),
    })
    expect(await holds(requisition)).toEqual([{ bin: 'X-01', quantity: '10' }])
    await trade.proven()
  })

  test('is not put right while a transfer holds the goods in the wrong bin, or once they were issued', async () => {
    const { place, id, bin } = await received()
    const { companyCode, plant, storageLocation } = place
    const transfer = await world().create('transfer-order', {
      companyCode,
      header: { plant, storageLocation, receivingStorageLocation: '1002' },
      lines: [{ materialNo: materials.valve, quantity: '3', bin, receivingBin: 'B-01' }],
      actionAfterCreate: 'submit',
    })
    await world().act('transfer-order', transfer.id, 'approve')
    const { docNo } = (await world().read('transfer-order', transfer.id)).header
    await expectRefused(world(), () => correct(id, other(bin)), [
      { code: 'stock-held', line: 1, params: { by: docNo, missing: '3' } as never },
    ])
    await world().act('transfer-order', transfer.id, 'ship')
    await expectRefused(world(), () => correct(id, other(bin)), [
      { code: 'stock-moved-on', line: 1, params: { by: docNo, missing: '3' } as never },
    ])
  })

  test('is not put right out of or into a bin that is being counted, and the order is named', async () => {
    const { place, id } = await received('received', (there) =>
      stocked(world(), there, goods(1, materials.valve, '5')),
    )
    await correctTo(id, 'A-02')
    const { companyCode, ...where } = place
    const startCount = (bin: string) =>
      world().create('stocktaking', {
        companyCode,
        header: { ...where, countType: 'spot' },
        lines: [{ materialNo: materials.valve, bin, stockCategory: 'UU' }],
        actionAfterCreate: 'start',
      })
    const quantityIn = { 'A-01': '5', 'A-02': '10' }
    for (const bin of ['A-01', 'A-02'] as const) {
      const count = await startCount(bin)
      const { docNo } = (await world().read('stocktaking', count.id)).header
      await expectRefused(world(), () => correct(id, 'A-01'), [
        { code: 'bin-being-counted', line: 1, field: 'bin', params: { bin, no: docNo } },
      ])
      await world().act('stocktaking', count.id, 'count', {
        lines: [{ lineNo: 1, countedQuantity: quantityIn[bin] }],
      })
    }
    await correct(id, 'A-01')
    expect(await inStock(place)).toMatchObject([{ bin: 'A-01', quantity: '15' }])
    await trade.proven()
  })

  test('is another bin of the storage location, for its hazard class, and is put right before the review only', async () => {
    const { id, bin } = await received()
    const refused = (to: string, code: string) =>
      expectRefused(world(), () => correct(id, to), [{ code, line: 1, field: 'bin' }])
    await refused(bin, 'bin-same')
    await refused('H-01', 'bin-hazard-mismatch')
    await refused('NONE', 'master-unknown')
    await expectRefused(
      world(),
      () => trade.act(id, 'correctBin', { lines: [{ lineNo: 1, bin: other(bin) }] }),
      [{ code: 'field-required', field: 'correction' }],
    )
    await trade.act(id, 'review')
    await expectRefused(world(), () => correct(id, other(bin)), [{ code: 'wrong-state' }])
  })
})
