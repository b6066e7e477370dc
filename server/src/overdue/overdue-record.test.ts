import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import { overdueRecord } from '@kufang/contract/overdue/overdue-record.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { codesOf } from '../document/conformance/subject.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { listDocuments } from '../document/list/list.ts'
import { runAction, type Actor } from '../document/service/service.ts'
import { documentTable } from '../document/storage/table.ts'
import {
  daysLate,
  goods,
  mirrorBecomes,
  mirrorChanges,
  newPlace,
  ordered,
  type Goods,
} from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { keepOverdueRecords } from './keep-records.ts'

testConformance('overdue-record')

const name = 'overdue-record'
const today = companyToday()
const dueDate = addDays(today, -daysLate)

describe('an overdue record', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)

  /** An order at a new place that was due ten days ago, if nothing else is said of its lines. */
  async function late(lines: readonly Goods[] = goods(1), header: Record<string, unknown> = {}) {
    const place = await newPlace(world())
    const due = lines.map((line) => ({ deliveryDate: dueDate, ...line }))
    const order = await ordered(world(), place, due, header)
    const walker = worldWalker(world(), place)
    return {
      place,
      order,
      run: () => keepOverdueRecords(world().database, '1010', { orderId: order }),
      /** These quantities of its lines arrive now, or all. */
      arrives: async (...quantities: string[]): Promise<string> => {
        const found = await linesFrom(walker, 'purchase-order', order)
        const wanted = found.map((line, index) => ({
          ...line,
          quantity: quantities[index] ?? line.quantity,
        }))
        const note = await makeOver(walker, 'delivery-note', wanted, ['submit', 'confirm'])
        const announced = await linesFrom(walker, 'delivery-note', note)
        return makeOver(walker, 'arrival', announced, ['confirm'])
      },
    }
  }

  /** The records of an order, oldest first. */
  const recordsOf = (order: string) =>
    world().database.query<Record<string, unknown> & { id: string }>(
      `select h.*, l.quantity, l.closed_quantity, l.open_quantity, l.material_no
       from overdue_record h join overdue_record_line l on l.document_id = h.id and l.source_id = $1
       order by h.purchase_order_line, h.created_at`,
      [order],
    )
  const act = (id: string, action: string, input: Record<string, unknown> = {}) =>
    trade.act(id, action, { input })
  const answer = (id: string, promisedDate: string = addDays(today, 5)) =>
    act(id, 'answer', { overdueReason: 'transport', explanation: '道路封闭', promisedDate })
  const decide = (id: string, responsibleParty = 'supplier') =>
    act(id, 'decide', { responsibleParty, responsibilityNote: '按合同' })

  test('is made of each order item that has passed its date, once, with what is missing', async () => {
    const lines = goods(3).map((line, index) =>
      index === 2 ? { ...line, deliveryDate: today } : line,
    )
    const { order, run } = await late(lines)
    expect(await run()).toEqual({ made: 2, changed: 0, refused: [] })
    const [first, second, ...others] = await recordsOf(order)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      state: 'raised',
      supplierNo: '100001',
      purchaseOrderLine: 1,
      materialNo: lines[0]!.materialNo,
      dueDate,
      overdueDays: daysLate,
      quantity: '10',
      openQuantity: '10',
      createdByName: '系统',
      isExcluded: false,
      responsibleParty: null,
      penalty: null,
    })
    expect(second).toMatchObject({ purchaseOrderLine: 2 })
    expect(await run()).toEqual({ made: 0, changed: 0, refused: [] })
    expect(await recordsOf(order)).toHaveLength(2)
  })

  test('is made once by two runs at the same time, and the database permits no second one', async () => {
    const { order, run } = await late(goods(2))
    const runs = await Promise.all([run(), run(), run()])
    expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(2)
    const [first] = await recordsOf(order)
    const copies = world().database.query(
      `insert into overdue_record (company_code, id, doc_no, state, document_date, created_by, created_by_name,
         purchase_order_no, purchase_order_line)
       select company_code, gen_random_uuid(), 'YQ-2', 'answered', document_date, created_by, created_by_name,
         purchase_order_no, purchase_order_line from overdue_record where id = $1`,
      [first!.id],
    )
    await expect(copies).rejects.toThrow(/overdue_record_open/)
  })

  test('is made of no item that is completed, deleted, received, within its tolerance, internal or not received here', async () => {
    const none = async (line: Record<string, unknown>, header: Record<string, unknown> = {}) => {
      const { order, run } = await late([{ ...goods(1)[0]!, ...line }], header)
      await run()
      expect(await recordsOf(order), JSON.stringify(line)).toEqual([])
    }
    await none({ isCompleted: true })
    await none({ isDeleted: true })
    await none({ receivedQuantity: '10', closedQuantity: '10' })
    await none({ closedQuantity: '10', receiptObstacle: 'service' })
    await none({}, { supplyingPlant: '0003' })
    const { order, run, arrives } = await late([
      { ...goods(1)[0]!, quantity: '100', underDeliveryPercent: '5' },
    ])
    await arrives('95')
    await run()
    expect(await recordsOf(order)).toEqual([])
  })

  test('follows what arrives in parts, ends when all is there, and is open again when an arrival is reversed', async () => {
    const { order, run, arrives } = await late()
    await run()
    await arrives('4')
    await run()
    const [part] = await recordsOf(order)
    expect(part).toMatchObject({
      state: 'raised',
      quantity: '10',
      closedQuantity: '4',
      openQuantity: '6',
    })
    await decide(part!.id, 'carrier')
    const arrival = await arrives('6')
    await keepOverdueRecords(world().database, '1010', { isRecordedOnly: true })
    expect((await recordsOf(order))[0]).toMatchObject({
      state: 'arrived',
      arrivedOn: today,
      overdueDays: daysLate,
      openQuantity: '0',
    })
    expect(await trade.dueOn(part!.id)).toEqual([])
    await tradeOf(world, 'arrival').act(arrival, 'reversePhysical', {
      input: { reason: '重复办理' },
    })
    await run()
    const records = await recordsOf(order)
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ state: 'decided', arrivedOn: null, openQuantity: '6' })
  })

  test('ends with its order, and with a date moved forward; another missed date makes another one', async () => {
    const ended = await late()
    await ended.run()
    await mirrorBecomes(world(), 'purchase-order', ended.order, 'deleted')
    await ended.run()
    expect(await recordsOf(ended.order)).toMatchObject([
      { state: 'closed', closeCause: 'orderEnded', openQuantity: '10' },
    ])
    const moved = await late()
    await moved.run()
    const becomesDue = (deliveryDate: string) =>
      mirrorChanges(world(), 'purchase-order', moved.order, { deliveryDate })
    await becomesDue(addDays(today, 3))
    await moved.run()
    expect(await recordsOf(moved.order)).toMatchObject([
      { state: 'closed', closeCause: 'orderChanged', dueDate },
    ])
    const yesterday = addDays(today, -1)
    await becomesDue(yesterday)
    await moved.run()
    expect(await recordsOf(moved.order)).toMatchObject([
      { state: 'closed', dueDate },
      { state: 'raised', dueDate: yesterday, overdueDays: 1 },
    ])
  })

  test('ends when the rest was received in the ERP itself, past us', async () => {
    const { order, run } = await late()
    await run()
    const received = { receivedQuantity: '10', closedQuantity: '10' }
    await mirrorChanges(world(), 'purchase-order', order, received)
    await run()
    expect(await recordsOf(order)).toMatchObject([{ state: 'arrived', arrivedOn: today }])
  })

  test('that cannot be made of one order stops no other, and the order is named', async () => {
    const unknown = await late([{ ...goods(1)[0]!, entryUnit: 'BOX' }])
    const fine = await late()
    const { docNo } = (await world().read('purchase-order', unknown.order)).header
    expect((await keepOverdueRecords(world().database, '1010')).refused).toEqual([docNo])
    expect(await recordsOf(unknown.order)).toEqual([])
    expect(await recordsOf(fine.order)).toHaveLength(1)
  })

  test('closed by the buyer is not made again for the same date', async () => {
    const { order, run } = await late()
    await run()
    const [record] = await recordsOf(order)
    await act(record!.id, 'close', { reason: '合同已终止' })
    expect(await run()).toEqual({ made: 0, changed: 0, refused: [] })
    await mirrorChanges(world(), 'purchase-order', order, { deliveryDate: addDays(today, -2) })
    expect(await run()).toMatchObject({ made: 1 })
  })

  test('waits for the supplier, then for the buyer, each with a day until which', async () => {
    const { order, run } = await late()
    await run()
    const [record] = await recordsOf(order)
    const todos = () =>
      world().database.query(
        `select action, role_code, supplier_no from todo where document_id = $1 and done_at is null`,
        [record!.id],
      )
    expect(await todos()).toEqual([
      { action: 'answer', roleCode: 'SHDWHGYS', supplierNo: '100001' },
    ])
    expect(await trade.dueOn(record!.id)).toEqual([addDays(today, 3)])
    const actBy = (day: string) =>
      world().database.query('update overdue_record set act_by = $2 where id = $1', [
        record!.id,
        day,
      ])
    await actBy(addDays(today, -1))
    await answer(record!.id)
    expect(await todos()).toEqual([{ action: 'decide', roleCode: 'YQSHWH', supplierNo: '100001' }])
    expect(await trade.dueOn(record!.id)).toEqual([addDays(today, 3)])
    await actBy(addDays(today, -1))
    await act(record!.id, 'returnToSupplier', { reason: '新承诺日不可接受' })
    expect(await todos()).toMatchObject([{ action: 'answer' }])
    expect(await trade.dueOn(record!.id)).toEqual([addDays(today, 3)])
    await answer(record!.id)
    await decide(record!.id)
    expect(await todos()).toEqual([])
  })

  test('asks the supplier again when the date he promised has passed', async () => {
    const { order, run } = await late()
    await run()
    const [record] = await recordsOf(order)
    await answer(record!.id, today)
    await decide(record!.id)
    await run()
    expect(await trade.header(record!.id)).toMatchObject({ state: 'decided', brokenPromises: 0 })
    await world().database.query(`update overdue_record set promised_date = $2 where id = $1`, [
      record!.id,
      addDays(today, -1),
    ])
    expect(await run()).toMatchObject({ changed: 1 })
    expect(await trade.header(record!.id)).toMatchObject({
      state: 'raised',
      brokenPromises: 1,
      responsibleParty: 'supplier',
    })
    // Asked once, not every night.
    expect(await run()).toMatchObject({ changed: 0 })
  })

  test('is answered by its own supplier only, who decides nothing whatever his roles are', async () => {
    const { order, run } = await late()
    await run()
    const [{ id } = { id: '' }] = await recordsOf(order)
    const supplierOf = (supplierNo: string, ...roles: string[]): Actor => ({
      session: person('供应商', roles, { supplierNo }),
      functionCodes: new Set<string>(),
    })
    const of = rolesFor(overdueRecord, 'answer')
    const attempt = async (actor: Actor, action: string, input: Record<string, unknown>) =>
      runAction(
        world().database,
        actor,
        name,
        id,
        action,
        { version: (await trade.header(id)).version, input },
        newId(),
      )
    const said = { overdueReason: 'other', explanation: '停电', promisedDate: today }
    expect(await codesOf(attempt(supplierOf('100002', ...of), 'answer', said))).toEqual([
      'not-found',
    ])
    const seenBy = async (supplierNo: string) => {
      const { session } = supplierOf(supplierNo, ...of)
      const table = documentTable(overdueRecord)
      return (await listDocuments(world().database, session, table, { size: 500 })).rows.map(
        (row) => row['id'],
      )
    }
    expect(await seenBy('100002')).not.toContain(id)
    expect(await seenBy('100001')).toContain(id)
    await attempt(supplierOf('100001', ...of), 'answer', said)
    const decision = { responsibleParty: 'user', responsibilityNote: '现场未具备条件' }
    const other = supplierOf('100001', ...of, 'YQSHWH')
    expect(await codesOf(attempt(other, 'decide', decision))).toEqual(['supplier-decides-not'])
    await decide(id, 'user')
    expect(await trade.header(id)).toMatchObject({ state: 'decided', responsibleParty: 'user' })
  })

  test('is not decided by the buyer who has answered in the name of the supplier', async () => {
    const { order, run } = await late()
    await run()
    const [record] = await recordsOf(order)
    await answer(record!.id)
    const { userId } = (await trade.header(record!.id)).acts['answer']!
    await expectRefused(
      world(),
      () =>
        trade.actAs(userId, record!.id, 'decide', {
          input: { responsibleParty: 'supplier', responsibilityNote: '按合同' },
        }),
      [{ code: 'separation-of-duties' }],
    )
  })
})
