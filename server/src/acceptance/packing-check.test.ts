import { describe, expect, test } from 'vitest'
import { requiredItems } from '@kufang/contract/acceptance/required-items.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { atOnce } from './testing/at-once.ts'

testConformance('packing-check')

test('a material asks for each document once, and for its spares with each piece', () => {
  const material = {
    requiredDocuments: ['合格证'],
    requiredSpares: ['密封垫×2', '填料 * 1', '扳手'],
  }
  expect(requiredItems(material, '10' as Quantity)).toEqual([
    { itemKind: 'document', itemName: '合格证', requiredCount: 1 },
    { itemKind: 'spare', itemName: '密封垫', requiredCount: 20 },
    { itemKind: 'spare', itemName: '填料', requiredCount: 10 },
    { itemKind: 'spare', itemName: '扳手', requiredCount: 10 },
  ])
  expect(requiredItems(material, '2.5' as Quantity)[1]?.requiredCount).toBe(6)
  expect(requiredItems({ requiredDocuments: null, requiredSpares: null }, '1' as Quantity)).toEqual(
    [],
  )
})

describe('what is in the crate', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'packing-check')

  /** Ten valves that ask for a certificate and two seals each, called for inspection. */
  async function crate() {
    await world().database.query(
      `update material set required_documents = '{合格证}', required_spares = '{密封垫×2}' where material_no = 'M-VALVE'`,
    )
    const { notice, arrival } = await arrived(world(), await newPlace(world()), goods(1))
    await called(world(), notice)
    const { lines } = await world().read('arrival', arrival)
    return { notice, arrival, orderNo: String(lines[0]!['purchaseOrderNo']) }
  }
  const check = (
    notice: string,
    found: Record<string, number | null>,
    confirms = true,
    quantity = '10',
    materialOf: Record<string, string> = {},
  ) =>
    world().create('packing-check', {
      header: { caseNo: '1/1' },
      lines: Object.entries(found).map(([itemName, foundCount]) => ({
        source: { id: notice, lineNo: 1 },
        quantity,
        itemKind: itemName === '合格证' ? 'document' : 'spare',
        itemName,
        foundCount,
        ...(itemName in materialOf && { spareMaterialNo: materialOf[itemName] }),
      })),
      ...(confirms ? { actionAfterCreate: 'confirm' } : {}),
    })
  /** The zero-value receipt that a check made. */
  const receiptOf = async (id: string) => {
    const [found] = await world().database.query<{ id: string }>(
      `select distinct to_id as id from document_link where from_id = $1 and to_type = 'zero-value-receipt'`,
      [id],
    )
    return found?.id
  }
  const problems = (orderNo: string) =>
    world().database.query(
      `select cause, state, remark, concerned_nos, decision from problem_document where purchase_order_no = $1 order by cause`,
      [orderNo],
    )

  test('is proposed as the material asks for it, and complete if all of it is found', async () => {
    const { notice, orderNo } = await crate()
    const walker = worldWalker(world(), await newPlace(world()))
    const proposed = () =>
      walker.propose('packing-check', 'storekeeper', [{ id: notice, lineNo: 1 }])
    expect(await proposed()).toMatchObject({
      lines: [
        { itemKind: 'document', itemName: '合格证' },
        { itemKind: 'spare', itemName: '密封垫' },
      ],
      shown: [{ requiredCount: 1 }, { requiredCount: 20 }],
    })
    const { id } = await check(notice, { 合格证: 1, 密封垫: 20 })
    expect((await trade.header(id)).state).toBe('complete')
    expect(await trade.column(id, 'outcome')).toEqual(['complete', 'complete'])
    expect(await problems(orderNo)).toEqual([])
    expect((await proposed()).lines).toEqual([])
  })

  test('raises a problem document for what is missing, by its kind, and takes it back when it is withdrawn', async () => {
    const { notice, orderNo } = await crate()
    const { id, docNo } = await check(notice, { 合格证: 0, 密封垫: 17 })
    expect((await trade.header(id)).state).toBe('incomplete')
    expect(await trade.column(id, 'missingCount')).toEqual([1, 3])
    expect(await problems(orderNo)).toEqual([
      {
        cause: 'documentsMissing',
        state: 'raised',
        remark: '随机资料 合格证 × 1',
        concernedNos: [docNo],
        decision: null,
      },
      {
        cause: 'sparesMissing',
        state: 'raised',
        remark: '随机备件 密封垫 × 3',
        concernedNos: [docNo],
        decision: null,
      },
    ])
    await trade.act(id, 'withdraw', { input: { reason: '录入错误' } })
    expect(await problems(orderNo)).toMatchObject([
      { state: 'closed', decision: 'causeGone' },
      { state: 'closed', decision: 'causeGone' },
    ])
  })

  test('goes by the quantity that was called for inspection, whatever is entered beside an item', async () => {
    const { notice } = await crate()
    const { id } = await check(notice, { 合格证: 1, 密封垫: 2 }, true, '1')
    expect(await trade.column(id, 'requiredCount')).toEqual([1, 20])
    expect((await trade.header(id)).state).toBe('incomplete')
  })

  test('starts a zero-value receipt of what is surplus, also of what the material does not ask for', async () => {
    const { notice, orderNo } = await crate()
    const found = { 合格证: 2, 密封垫: 22, 手轮: 1 }
    await expectRefused(world(), () => check(notice, found), [
      {
        code: 'surplus-without-material',
        line: 2,
        field: 'spareMaterialNo',
        params: { item: '密封垫', count: 2 },
      },
      { code: 'surplus-without-material', line: 3, params: { item: '手轮', count: 1 } },
    ])
    const { id, docNo } = await check(notice, found, true, '10', {
      密封垫: materials.bolt,
      手轮: materials.valve,
    })
    const { header: checked } = await world().read('packing-check', id)
    expect(checked.state).toBe('surplus')
    expect(await trade.column(id, 'requiredCount')).toEqual([1, 20, 0])
    // A second certificate is a paper, and filed.
    expect(await trade.column(id, 'surplusCount')).toEqual([1, 2, 1])
    expect(await problems(orderNo)).toEqual([])
    const { header, lines } = await world().read('zero-value-receipt', (await receiptOf(id))!)
    expect(header).toMatchObject({
      state: 'awaiting',
      origin: 'spares',
      supplierNo: '100001',
      packingCheckNo: docNo,
      storageLocation: checked.storageLocation,
    })
    expect(lines).toMatchObject([
      {
        itemName: '密封垫',
        materialNo: materials.bolt,
        quantity: '2',
        proposedBin: 'A-01',
        bin: null,
      },
      { itemName: '手轮', materialNo: materials.valve, quantity: '1' },
    ])
  })

  test('takes its zero-value receipt back when it is withdrawn, unless the spares are in stock', async () => {
    const spares = { 密封垫: materials.bolt }
    const surplus = { 合格证: 1, 密封垫: 22 }
    const withdraw = (id: string) => trade.act(id, 'withdraw', { input: { reason: '录入错误' } })
    const first = await check((await crate()).notice, surplus, true, '10', spares)
    const unused = (await receiptOf(first.id))!
    await withdraw(first.id)
    expect((await world().read('zero-value-receipt', unused)).header).toMatchObject({
      state: 'cancelled',
      cancelReason: '录入错误',
    })
    const second = await check((await crate()).notice, surplus, true, '10', spares)
    const receipt = (await receiptOf(second.id))!
    await world().act('zero-value-receipt', receipt, 'receive', {
      lines: [{ lineNo: 1, bin: 'A-01' }],
    })
    const { docNo } = (await world().read('zero-value-receipt', receipt)).header
    await expectRefused(world(), () => withdraw(second.id), [
      { code: 'successor-stands', params: { by: docNo } },
    ])
    await world().act('zero-value-receipt', receipt, 'reversePhysical', {
      input: { reason: '清点有误' },
    })
    await withdraw(second.id)
    expect((await trade.header(second.id)).state).toBe('withdrawn')
  })

  test('lists every item that is asked for, each once, with the number found', async () => {
    const { notice } = await crate()
    await expectRefused(world(), () => check(notice, { 合格证: 1 }), [
      {
        code: 'packed-item-unlisted',
        line: 1,
        field: 'itemName',
        params: { material: 'M-VALVE', items: '密封垫 × 20' },
      },
    ])
    await expectRefused(world(), () => check(notice, { 合格证: 1, 密封垫: 20, ' 密封垫 ': 1 }), [
      { code: 'packed-item-twice', line: 3, params: { item: '密封垫', first: 2 } },
    ])
    await expectRefused(world(), () => check(notice, { 合格证: 1, 密封垫: null }), [
      { code: 'field-required', line: 2, field: 'foundCount' },
    ])
  })

  test('of two drafts about the same goods only one is confirmed', async () => {
    const { notice } = await crate()
    const all = { 合格证: 1, 密封垫: 20 }
    const first = await check(notice, all, false)
    const second = await check(notice, all, false)
    await trade.act(first.id, 'confirm')
    await expectRefused(world(), () => trade.act(second.id, 'confirm'), [
      { code: 'packing-check-stands', line: 1, params: { check: first.docNo } as never },
      { code: 'packing-check-stands', line: 2 },
    ])
  })

  test('of two who confirm at the same moment one is told of the other', async () => {
    const { notice } = await crate()
    const all = { 合格证: 1, 密封垫: 20 }
    const drafts = [await check(notice, all, false), await check(notice, all, false)]
    const outcomes = await atOnce(
      world(),
      notice,
      drafts.map(
        ({ id }) =>
          () =>
            trade.act(id, 'confirm'),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['done', 'packing-check-stands'])
  })

  test('tells the inspection order which documents are there, so that a missing one is not accepted', async () => {
    const { notice } = await crate()
    const walker = worldWalker(world(), await newPlace(world()))
    const proposed = () =>
      walker.propose('inspection-order', 'inspector', [{ id: notice, lineNo: 1 }])
    expect((await proposed()).lines).toMatchObject([{ documentsPresent: ['合格证'] }])
    await check(notice, { 合格证: 0, 密封垫: 20 })
    const { header, lines } = await proposed()
    expect(lines).toMatchObject([{ documentsPresent: [] }])
    await expectRefused(
      world(),
      () =>
        world().create('inspection-order', {
          header: { ...header, inspectionMethod: 'full' },
          lines,
          actionAfterCreate: 'decide',
        }),
      [{ code: 'documents-missing', line: 1 }],
    )
  })
})
