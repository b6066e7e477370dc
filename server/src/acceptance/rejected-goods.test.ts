import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { codesOf } from '../document/conformance/subject.ts'
import { listDocuments, listSources } from '../document/list/list.ts'
import { tableByName } from '../document/storage/table.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('rejected-goods')

describe('what an inspection rejects', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'rejected-goods')
  const order = tradeOf(world, 'inspection-order')
  const inBin = async (place: Place) =>
    (await trade.stock(place)).map(({ bin, quantity }) => `${bin} ${quantity}`)
  const counted = (countedQuantity: string, rejectsBin = 'X-01') => ({
    input: { remark: '已挂红牌' },
    lines: [{ lineNo: 1, countedQuantity, rejectsBin }],
  })

  test('is recorded with the decision, by line, and leaves with it', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'recorded')
    expect(await trade.column(id, 'quantity')).toEqual(['10', '10'])
    expect(await trade.column(id, 'defectClass')).toEqual(['surface', 'surface'])
    expect(await trade.column(id, 'rejectsBin')).toEqual(['X-01', 'X-01'])
    const [inspection] = (await trade.column(id, 'sourceId')) as string[]
    await order.act(inspection!, 'withdraw', { input: { reason: '误判' } })
    expect((await trade.header(id)).state).toBe('withdrawn')
  })

  test('is not forgotten by a withdrawn decision once the warehouse has set it aside', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'confirmed', goods(1))
    expect(await inBin(place)).toEqual(['X-01 10'])
    const { docNo } = await trade.header(id)
    const [inspection] = (await trade.column(id, 'sourceId')) as string[]
    const withdraw = () => order.act(inspection!, 'withdraw', { input: { reason: '误判' } })
    await expectRefused(world(), withdraw, [{ code: 'successor-stands', params: { by: docNo } }])
    await trade.act(id, 'withdrawConfirmation', { input: { reason: '录入错误' } })
    expect(await inBin(place)).toEqual(['R-01 10'])
    await withdraw()
    await trade.proven()
  })

  test('is counted by the warehouse: as many as were rejected, each line, into a bin of its own', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'recorded')
    const params = { material: 'M-VALVE', counted: '9', quantity: '10', unit: 'EA' }
    await expectRefused(world(), () => trade.act(id, 'confirm', counted('9', 'R-01')), [
      { code: 'rejects-count-differs', line: 1, field: 'countedQuantity', params },
      { code: 'bin-same', line: 1, field: 'rejectsBin', params: { bin: 'R-01' } },
      { code: 'field-required', line: 2, field: 'countedQuantity' },
    ])
  })

  /** A receipt of all ten rejected pieces into blocked stock, as a draft. */
  const receiptOf = async (id: string) => {
    const [inspection] = (await trade.column(id, 'sourceId')) as string[]
    const [notice] = (await order.column(inspection!, 'sourceId')) as string[]
    const [called] = (await world().read('inspection-notice', notice!)).lines
    const source = { id: called!.sourceId!, lineNo: 1 }
    return world().create('goods-receipt', {
      header: {},
      lines: [{ source, quantity: '10', bin: 'X-01', stockCategory: 'BL' }],
    })
  }

  test('stays in blocked stock while the record says that a receipt took it there', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'recorded', goods(1))
    const receipt = await receiptOf(id)
    await world().act('goods-receipt', receipt.id, 'receive')
    await trade.act(id, 'confirm', counted('10'))
    const { docNo } = await trade.header(id)
    const back = () =>
      world().act('goods-receipt', receipt.id, 'reversePhysical', { input: { reason: '错收' } })
    await expectRefused(world(), back, [{ code: 'successor-stands', params: { by: docNo } }])
    await trade.act(id, 'withdrawConfirmation', { input: { reason: '录入错误' } })
    await back()
    expect(await inBin(place)).toEqual(['R-01 10'])
    await trade.proven()
  })

  test('is not in blocked stock while its receipt is a draft, whatever else lies in the bin', async () => {
    const place = await newPlace(world())
    await trade.make(place, 'confirmed', goods(1))
    const id = await trade.make(place, 'recorded', goods(1))
    const { docNo } = await receiptOf(id)
    await expectRefused(world(), () => trade.act(id, 'confirm', counted('10')), [
      { code: 'rejects-received', line: 1, params: { receipt: docNo } as never },
    ])
    expect(await inBin(place)).toEqual(['R-01 10', 'X-01 10'])
  })

  test('is not confirmed by the inspector who rejected it', async () => {
    const id = await trade.make(await newPlace(world()), 'recorded', goods(1))
    const { userId } = (await trade.header(id)).acts['create']!
    await expectRefused(world(), () => trade.actAs(userId, id, 'confirm', counted('10')), [
      { code: 'separation-of-duties' },
    ])
  })

  test('may be appealed by the supplier; the answer is kept, and the record goes on where it was', async () => {
    const place = await newPlace(world())
    const appeal = { input: { appeal: '划伤不影响密封' } }
    const answer = { input: { answer: '超出允差' } }
    for (const state of ['recorded', 'confirmed']) {
      const id = await trade.make(place, state, goods(1))
      await trade.act(id, 'appeal', appeal)
      await trade.act(id, 'upholdDecision', answer)
      expect(await trade.header(id)).toMatchObject({
        state,
        appeal: '划伤不影响密封',
        appealAnswer: '超出允差',
      })
    }
  })

  test('is inspected again after an appeal: the decision is withdrawn by somebody else, once the goods are back', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'confirmed', goods(1))
    await trade.act(id, 'appeal', { input: { appeal: '划伤不影响密封' } })
    const { docNo, acts } = await trade.header(id)
    const agree = { input: { answer: '同意复检' } }
    await expectRefused(world(), () => trade.act(id, 'reinspect', agree), [
      {
        code: 'rejects-set-aside',
        params: { no: docNo, user: acts['confirm']!.userName },
      },
    ])
    await trade.act(id, 'withdrawConfirmation', { input: { reason: '需要复检' } })
    expect((await trade.header(id)).state).toBe('appealed')
    const { userId } = acts['create']!
    await expectRefused(world(), () => trade.actAs(userId, id, 'reinspect', agree), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'reinspect', agree)
    expect((await trade.header(id)).state).toBe('withdrawn')
    const [inspection] = (await trade.column(id, 'sourceId')) as string[]
    expect((await order.header(inspection!)).state).toBe('withdrawn')
    await trade.proven()
  })

  test('is seen by its supplier and no other one, without the inspection behind it', async () => {
    const id = await trade.make(await newPlace(world()), 'recorded', goods(1))
    const { docNo, supplierNo } = await trade.header(id)
    const seenBy = (no: string, name: string) =>
      listDocuments(
        world().database,
        person('供应商', ['SHDWHGYS'], { supplierNo: no }),
        tableByName(name),
        name === 'rejected-goods'
          ? { filters: [{ field: 'docNo', operator: 'eq', value: docNo }] }
          : {},
      )
    const own = String(supplierNo)
    expect((await seenBy(own, 'rejected-goods')).rows.map((row) => row['id'])).toEqual([id])
    expect((await seenBy('100002', 'rejected-goods')).rows).toEqual([])
    expect(await codesOf(seenBy(own, 'inspection-order'))).toEqual(['role-missing'])
    // Nor by the lines that a record is made of.
    const offered = (page?: string) =>
      listSources(
        world().database,
        person('供应商', ['SHDWHGYS'], { supplierNo: own }),
        tableByName('rejected-goods'),
        page === undefined ? {} : { page },
      )
    expect(await codesOf(offered())).toEqual(['role-missing'])
    expect(await codesOf(offered('/deliverManager/supplierMaintain'))).toEqual(['role-missing'])
  })

  test('is not appealed any more once somebody disposes of it', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'confirmed', goods(1))
    const returned = await world().create('rejects-return', {
      header: { settlement: 'credit' },
      lines: [{ source: { id, lineNo: 1 }, quantity: '4' }],
    })
    await expectRefused(
      world(),
      () => trade.act(id, 'appeal', { input: { appeal: '划伤不影响密封' } }),
      [{ code: 'successor-stands', params: { by: returned.docNo } }],
    )
  })
})
