import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { periodOf } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { nextSteps } from '../document/storage/todo.ts'
import { previewAction, runAction } from '../document/service/service.ts'
import { readSteps } from '../document/books/steps.ts'
import { settleDocument } from '../document/public.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { readPosting, settledPosting } from '../erp/posting-row.ts'
import { closePeriod, openPeriod } from '../ledger/periods/periods.ts'
import { decideDifference, reportDifference } from './testing/difference.ts'

const name = 'transfer-order'

testConformance('transfer-order')

describe('posting a transfer in two steps', () => {
  const world = useWorld()

  const trade = tradeOf(world, name)
  const { header, proven } = trade

  const received = async () => trade.make(await newPlace(world()), 'received')
  const act = (id: string, action: string, reason?: string) =>
    world().act(name, id, action, reason === undefined ? {} : { input: { reason } })
  const stepsOfOrder = async (id: string) => {
    const rows = await readSteps(world().database, name, { companyCode: '1010', id })
    return Object.fromEntries(rows.map((row) => [row.step, row]))
  }
  const statesOf = async (id: string) => {
    const { removal, placement } = await stepsOfOrder(id)
    return [removal?.state, placement?.state]
  }
  const postingsOf = (id: string) =>
    world().database.query<{ id: string; step: number; postingKey: string; state: string }>(
      `select id, step, posting_key, state from erp_posting where document_id = $1 and direction = 'post' order by sequence`,
      [id],
    )
  const inErp = async (id: string) =>
    (await postingsOf(id)).flatMap(({ postingKey }) => world().erp.withKey(postingKey))
  const period = (change: typeof closePeriod) =>
    world().database.transaction((tx) => change(tx, '1010', periodOf(companyToday()), newId()))

  test('the placement is posted by itself once the removal is, with the number of its document, and the log says why', async () => {
    const id = await received()
    const { version } = await header(id)
    const preview = await previewAction(
      world().database,
      world().actorFor(name, 'post'),
      name,
      id,
      'post',
      { version },
    )
    expect(preview.postings).toMatchObject([{ movementTypes: ['313'] }])
    expect(preview.laterSteps).toMatchObject([{ label: { zh: '接收过账' }, movementTypes: '315' }])
    await act(id, 'post')
    expect(await statesOf(id)).toEqual(['posting', 'waiting'])
    expect(await postingsOf(id)).toHaveLength(1)
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    expect((await header(id)).erpState).toBe('posted')
    const [removal, placement] = await inErp(id)
    expect(removal!.items.map((item) => item['GoodsMovementType'])).toEqual(['313', '313'])
    expect(placement!.items.map((item) => item['GoodsMovementType'])).toEqual(['315', '315'])
    expect(placement!.items[0]!['MaterialDocumentItemText']).toBe(
      `${removal!.MaterialDocument}/2026`,
    )
    const log = await world().database.query<{ userName: string; after: unknown }>(
      `select user_name, after from audit_entry where subject_id = $1 and action = 'postPlacement'`,
      [id],
    )
    expect(log).toMatchObject([
      {
        userName: '系统',
        after: {
          input: { materialDocument: removal!.MaterialDocument, materialDocumentYear: '2026' },
        },
      },
    ])
    await proven()
  })

  test('a server that dies while it settles the removal has settled nothing; the next one settles it once and posts one placement', async () => {
    const id = await received()
    await act(id, 'post')
    const [posting] = await postingsOf(id)
    // The removal reached the ERP, and the transaction that settles it was lost with its process after the step went on.
    const lost = world().database.transaction(async (tx) => {
      await tx.query(
        `update erp_posting set state = 'posted', material_document = '5999999999', material_document_year = '2026' where id = $1`,
        [posting!.id],
      )
      const row = await readPosting(tx, '1010', posting!.id)
      await settleDocument(tx, await settledPosting(tx, row!, 'posted'))
      const [count] = await tx.query<{ count: number }>(
        `select count(*)::int as count from erp_posting where document_id = $1`,
        [id],
      )
      expect(count).toEqual({ count: 2 })
      throw new Error('the process ended')
    })
    await expect(lost).rejects.toThrow('the process ended')
    expect(await statesOf(id)).toEqual(['posting', 'waiting'])
    expect(await postingsOf(id)).toHaveLength(1)
    world().erp.faults.push('drop-after')
    await world().send()
    await world().database.query(
      `update erp_posting set next_attempt_at = now(), sent_at = sent_at - interval '1 hour' where state = 'unknown'`,
    )
    await world().send()
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    expect(await inErp(id)).toHaveLength(2)
    await proven()
  })

  test('two servers that settle the same removal post one placement', async () => {
    const id = await received()
    await act(id, 'post')
    await Promise.all([world().send(), world().send(), world().send()])
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    expect((await postingsOf(id)).map(({ step }) => step)).toEqual([1, 2])
    expect(await inErp(id)).toHaveLength(2)
  })

  test('a removal that is read back later posts no second placement', async () => {
    const id = await received()
    await act(id, 'post')
    world().erp.readBackFails = true
    await world().send()
    world().erp.readBackFails = false
    await world().database.query(
      `update erp_posting set next_attempt_at = now() where read_back_at is null`,
    )
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    expect(await postingsOf(id)).toHaveLength(2)
    const [acts] = await world().database.query<{ count: number }>(
      `select count(*)::int as count from audit_entry where subject_id = $1 and action = 'postPlacement'`,
      [id],
    )
    expect(acts).toEqual({ count: 1 })
  })

  test('a period closed between the steps leaves the removal posted and says so; posted again after it was opened, only the placement is posted', async () => {
    const id = await received()
    await act(id, 'post')
    await period(closePeriod)
    await world().send()
    expect(await statesOf(id)).toEqual(['workRefused', 'waiting'])
    const { erpState } = await header(id)
    expect(erpState).toBe('partlyPosted')
    const { removal } = await stepsOfOrder(id)
    expect(removal!.workZh).toContain('已关闭')
    expect(removal!.workEn).toContain('is closed')
    // The poster has it in the worklist again.
    expect(
      nextSteps(documentDefinition(name)!, { state: 'received', erpState }).map(
        ({ action }) => action,
      ),
    ).toEqual(['post'])
    await expectRefused(world(), () => act(id, 'post'), [{ code: 'period-closed' }])
    await period(openPeriod)
    await act(id, 'post')
    expect(await statesOf(id)).toEqual(['posted', 'posting'])
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    const [first, second] = await inErp(id)
    expect([first, second].map((one) => one!.items[0]!['GoodsMovementType'])).toEqual([
      '313',
      '315',
    ])
    // The repeated work has the answer of the ERP to the removal.
    expect(second!.items[0]!['MaterialDocumentItemText']).toBe(`${first!.MaterialDocument}/2026`)
    await proven()
  })

  test('a placement that the ERP rejects is posted again alone, and pressing twice posts it once', async () => {
    const id = await received()
    await act(id, 'post')
    // The removal is answered; the call after it is the placement.
    world().erp.beforeAnswer = () => {
      world().erp.beforeAnswer = undefined
      world().erp.faults.push('period-closed')
      return Promise.resolve()
    }
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'failed'])
    const { placement } = await stepsOfOrder(id)
    expect(placement!.messageZh).not.toBe('')
    const { version } = await header(id)
    const key = newId()
    const actor = world().actorFor(name, 'post')
    const again = () => runAction(world().database, actor, name, id, 'post', { version }, key)
    expect(await again()).toEqual(await again())
    await expectRefused(world(), () => act(id, 'post'), [{ code: 'wrong-erp-state' }])
    await world().send()
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    expect(await inErp(id)).toHaveLength(2)
  })

  test('with the removal alone in the books, the goods stay until the ERP has reversed it', async () => {
    const id = await received()
    await act(id, 'post')
    await period(closePeriod)
    await world().send()
    await period(openPeriod)
    await approveReversal(world(), name, id)
    await expectRefused(world(), () => act(id, 'reversePhysical', '重复办理'), [
      { code: 'wrong-erp-state' },
    ])
    await act(id, 'reverse')
    expect(await statesOf(id)).toEqual(['reversing', 'waiting'])
    await world().send()
    expect(await statesOf(id)).toEqual(['reversed', 'waiting'])
    expect((await header(id)).erpState).toBe('reversed')
    await act(id, 'reversePhysical', '重复办理')
    expect((await header(id)).state).toBe('reversed')
    await proven()
  })

  test('reversal goes backwards: the placement first, and the removal waits for it', async () => {
    const id = await received()
    await act(id, 'post')
    await world().send()
    await approveReversal(world(), name, id)
    await act(id, 'reverse')
    expect(await statesOf(id)).toEqual(['reversing', 'reversing'])
    world().erp.faults.push('period-closed')
    await world().send()
    // The placement could not be reversed, so the removal was not either; both are in the books, and a person asks again.
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    expect((await header(id)).erpState).toBe('posted')
    await act(id, 'reverse')
    await world().send()
    expect(await statesOf(id)).toEqual(['reversed', 'reversed'])
    const cancelled = world().erp.documents.filter((one) =>
      one.items.some((item) => item['ReversedMaterialDocument'] !== ''),
    )
    expect(cancelled.slice(-2).map((one) => one.items[0]!['GoodsMovementType'])).toEqual([
      '315',
      '313',
    ])
    await proven()
  })

  test('what arrived in parts stays visible: more than is in transit is refused, the rest comes later, and the ERP gets what was received', async () => {
    const id = await trade.make(await newPlace(world()), 'inTransit', goods(1))
    const receive = (quantityReceived: string) =>
      world().act(name, id, 'receive', { lines: [{ lineNo: 1, quantityReceived }] })
    const line = async () => (await world().read(name, id)).lines[0]!
    await receive('7')
    expect((await header(id)).state).toBe('partlyReceived')
    expect(await line()).toMatchObject({ inTransitQuantity: '3', receivedQuantity: '7' })
    await expectRefused(world(), () => receive('4'), [
      { code: 'quantity-beyond-line', line: 1, field: 'quantityReceived' },
    ])
    await expectRefused(world(), () => receive('0'), [{ code: 'lines-required' }])
    await expectRefused(world(), () => act(id, 'post'), [{ code: 'wrong-state' }])
    await receive('3')
    expect((await header(id)).state).toBe('received')
    expect(await line()).toMatchObject({ inTransitQuantity: '0', receivedQuantity: '10' })
    await act(id, 'post')
    await world().send()
    expect(
      (await inErp(id)).map(({ items }) =>
        items.map((item) => [item['GoodsMovementType'], item['QuantityInEntryUnit']]),
      ),
    ).toEqual([
      [['313', '10']],
      [
        ['315', '7'],
        ['315', '3'],
      ],
    ])
    await proven()
  })

  test('what did not arrive is back in its bin once another person has decided so, and is in no posting', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'inTransit', goods(1))
    await world().act(name, id, 'receive', { lines: [{ lineNo: 1, quantityReceived: '7' }] })
    const difference = await reportDifference(world(), id)
    expect(await header(id)).toMatchObject({ state: 'differing', differenceReason: '实物未到' })
    await decideDifference(world(), difference, [{ lineNo: 1, returnedQuantity: '3' }])
    expect(await header(id)).toMatchObject({ state: 'received' })
    const balances = await world().database.query(
      `select storage_location, bin, quantity from stock_balance
       where has_stock and material_no = $1 and storage_location = $2 order by bin`,
      [materials.valve, place.storageLocation],
    )
    expect(balances).toEqual([
      { storageLocation: place.storageLocation, bin: 'A-01', quantity: '8' },
    ])
    await act(id, 'post')
    await world().send()
    expect(
      (await inErp(id)).map(({ items }) =>
        items.map((item) => [item['GoodsMovementType'], item['QuantityInEntryUnit']]),
      ),
    ).toEqual([[['313', '7']], [['315', '7']]])
    expect(await statesOf(id)).toEqual(['posted', 'posted'])
    await proven()
    await approveReversal(world(), name, id)
    await act(id, 'reverse')
    await world().send()
    await act(id, 'reversePhysical', '重复办理')
    await proven()
  })
})
