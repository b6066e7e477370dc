import type { LineInput } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { deleteDocument, previewCreate } from '../document/service/service.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { goods, newPlace, reserved, type Goods, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'

testConformance('emergency-issue')

describe('goods that leave in an emergency', () => {
  const world = useWorld()
  const emergencies = tradeOf(world, 'emergency-issue')
  const requisitions = tradeOf(world, 'requisition')
  const bolts = goods(1, materials.bolt)

  const takenBack = (returnedQuantity: string) => ({
    input: { reason: '未使用，退回' },
    lines: [{ lineNo: 1, returnedQuantity }],
  })

  /** The paper of an emergency issue, with what is changed of it. */
  const paper = (id: string, header: object = {}, lines?: LineInput[]) =>
    world().create('requisition', {
      page: '/pickings/materialApplicationSupplement',
      header: {
        pickingUnit: 'U1',
        requester: 'P1',
        requiredDate: '2099-01-01',
        costCenter: 'CC100',
        ...header,
      },
      lines: lines ?? [{ source: { id, lineNo: 1 }, quantity: '10' }],
      actionAfterCreate: 'submit',
    })
  const left = async (place: Place, lines: readonly Goods[] = bolts) =>
    emergencies.make(place, 'awaiting', lines)
  /** Where the bolts are, in bins and with units. */
  const where = async (place: Place) =>
    Object.fromEntries(
      (await emergencies.stock(place, materials.bolt)).map((row) => [
        row['place'] === 'stock' ? row['bin'] : `${row['place']} ${row['placeReference']}`,
        row['quantity'],
      ]),
    )
  const issueOf = async (requisition: string) => {
    const [found] = await world().database.query<{ id: string }>(
      `select to_id as id from document_link where from_id = $1 and to_type = 'goods-issue' and is_live`,
      [requisition],
    )
    return found?.id
  }
  const posted = async (id: string) => {
    await world().act('goods-issue', id, 'review')
    await world().act('goods-issue', id, 'post')
    await world().send()
    return (await world().read('goods-issue', id)).header.erpState
  }

  test('are with the unit, still in the ERP’s stock, and their paper is due in three working days', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    expect(await where(place)).toEqual({ 'A-01': '5', 'awaiting-supplement U1': '10' })
    const { state, supplementDueDate } = await emergencies.header(id)
    expect(state).toBe('awaiting')
    const [due] = await world().database.query<{ day: string }>(
      `select working_days_after((now() at time zone 'Asia/Shanghai')::date, 3)::text as day`,
    )
    expect(supplementDueDate).toBe(due!.day)
    await emergencies.proven()
  })

  test('are signed for by who takes them, unless the company relaxes it: the signature is their only paper', async () => {
    const setRule = (value: string) =>
      world().database.query(
        `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
         values ('1010', gen_random_uuid(), 'handover.signature', $1::jsonb, '2000-01-01', gen_random_uuid(), '管理员')`,
        [value],
      )
    await setRule('null')
    const place = await newPlace(world())
    await emergencies.make(place, 'draft', bolts)
    const { companyCode, ...where } = place
    const request = {
      companyCode,
      header: { ...where, pickingUnit: 'U1', requester: 'P1', cause: '设备泄漏处理' },
      lines: [{ materialNo: materials.bolt, quantity: '2', bin: 'A-01' }],
      actionAfterCreate: 'issue',
    }
    // What would happen is shown before anybody has signed.
    const maker = world().actorFor('emergency-issue', 'create')
    const { moves } = await previewCreate(world().database, maker, 'emergency-issue', request)
    expect(moves).toHaveLength(1)
    await expect(world().create('emergency-issue', request)).rejects.toMatchObject({
      code: 'signature-required',
    })
    // Goods whose requisition was approved have a paper.
    await tradeOf(world, 'goods-issue').make(await newPlace(world()), 'issued', bolts)
    await setRule('"optional"')
    expect((await emergencies.header(await left(await newPlace(world())))).state).toBe('awaiting')
  })

  test('go to somebody else than the storekeeper who issues them', async () => {
    const place = await newPlace(world())
    const { companyCode, ...there } = place
    await left(place)
    const { account } = world().actorFor('emergency-issue', 'create').session
    await world().database.query(`update requester set account = $1 where requester = 'P1'`, [
      account,
    ])
    const attempt = () =>
      world().create('emergency-issue', {
        companyCode,
        header: { ...there, pickingUnit: 'U1', requester: 'P1', cause: '设备泄漏处理' },
        lines: [{ materialNo: materials.bolt, bin: 'A-01', quantity: '1' }],
      })
    try {
      await expectRefused(world(), attempt, [
        { code: 'requester-self', field: 'requester', params: { requester: 'P1' } },
      ])
    } finally {
      await world().database.query(`update requester set account = '' where requester = 'P1'`)
    }
    expect((await attempt()).id).not.toBe('')
  })

  test('are papered by the cost centre of the unit: approved, reviewed and posted like any other issue', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const { id: requisition } = await paper(id)
    // Nothing is consumed, and the paper is not there, before the unit's head has approved it.
    expect((await emergencies.header(id)).state).toBe('awaiting')
    expect(await emergencies.column(id, 'openQuantity')).toEqual(['10'])
    expect(await where(place)).toEqual({ 'A-01': '5', 'awaiting-supplement U1': '10' })
    await expectRefused(world(), () => emergencies.act(id, 'takeBack', takenBack('0')), [
      { code: 'successor-stands' },
    ])
    await requisitions.act(requisition, 'approve')
    expect((await emergencies.header(id)).state).toBe('supplemented')
    expect(await where(place)).toEqual({ 'A-01': '5' })
    expect((await requisitions.header(requisition)).state).toBe('issued')
    const issue = (await issueOf(requisition))!
    const { header, lines } = await world().read('goods-issue', issue)
    expect(header).toMatchObject({ state: 'issued', issueMode: 'urgent', costCenter: 'CC100' })
    expect(lines[0]).toMatchObject({ bin: 'A-01', quantity: '10' })
    expect(await posted(issue)).toBe('posted')
    await emergencies.proven()
  })

  test('are taken of the reservation that they were for, and of no more than is open there', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const reservation = await reserved(world(), place, goods(1, materials.bolt, '12'))
    const { docNo } = (await world().read('reservation', reservation)).header
    const named = [
      { source: { id, lineNo: 1 }, quantity: '10', reservationNo: docNo, reservationLine: 1 },
    ]
    const { id: requisition } = await paper(id, {}, named)
    await requisitions.act(requisition, 'approve')
    const [item] = (await world().read('reservation', reservation)).lines
    expect(item).toMatchObject({ doneQuantity: '10', openQuantity: '2' })
    const issue = (await issueOf(requisition))!
    expect((await world().read('goods-issue', issue)).lines[0]).toMatchObject({
      reservationNo: docNo,
      reservationLine: 1,
    })
    expect(await posted(issue)).toBe('posted')
    // Another emergency cannot take what is not open any more.
    const other = await left(await newPlace(world()))
    const again = await paper(other, {}, [{ ...named[0], source: { id: other, lineNo: 1 } }])
    await expectRefused(world(), () => requisitions.act(again.id, 'approve'), [
      { code: 'quantity-exceeds-open', line: 1, field: 'quantity' },
    ])
    await emergencies.proven()
  })

  test('are not taken of a reservation item that the ERP has blocked or deleted', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const reservation = await reserved(world(), place, bolts)
    const { docNo } = (await world().read('reservation', reservation)).header
    const inErp = (change: string) =>
      world().database.query(`update reservation_line set ${change} where document_id = $1`, [
        reservation,
      ])
    const named = [
      { source: { id, lineNo: 1 }, quantity: '10', reservationNo: docNo, reservationLine: 1 },
    ]
    await inErp('is_movement_allowed = false')
    await expectRefused(world(), () => paper(id, {}, named), [
      { code: 'movement-not-allowed', line: 1 },
    ])
    await inErp('is_movement_allowed = true')
    const { id: requisition } = await paper(id, {}, named)
    await inErp('is_deleted = true')
    await expectRefused(world(), () => requisitions.act(requisition, 'approve'), [
      { code: 'order-deleted', line: 1, params: { source: `${docNo}/1` } as never },
    ])
  })

  test('are not taken of a reservation item of another plant or of special stock', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const reservation = await reserved(world(), place, bolts)
    const { docNo } = (await world().read('reservation', reservation)).header
    const named = [
      { source: { id, lineNo: 1 }, quantity: '10', reservationNo: docNo, reservationLine: 1 },
    ]
    const change = (set: string) =>
      world().database.query(`update reservation_line set ${set} where document_id = $1`, [
        reservation,
      ])
    for (const set of [`plant = '0002'`, `plant = '0001', special_stock = 'Q'`]) {
      await change(set)
      await expectRefused(world(), () => paper(id, {}, named), [
        {
          code: 'reservation-unknown',
          line: 1,
          field: 'reservationNo',
          params: { plant: '0001' } as never,
        },
      ])
    }
    await change('special_stock = null')
    expect((await paper(id, {}, named)).id).not.toBe('')
  })

  test('are papered once, by the unit that has them, for what the reservation says', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const reservation = await reserved(world(), place, goods(1, materials.valve))
    const { docNo } = (await world().read('reservation', reservation)).header
    await expectRefused(world(), () => paper(id, { pickingUnit: 'U2', requester: 'P2' }), [
      { code: 'picking-unit-differs', line: 1 },
    ])
    const line = { source: { id, lineNo: 1 }, quantity: '10' }
    const of = (reservationNo: string) => [{ ...line, reservationNo, reservationLine: 1 }]
    await expectRefused(world(), () => paper(id, {}, of(docNo)), [
      { code: 'reservation-unknown', line: 1, field: 'reservationNo' },
    ])
    const own = await reserved(world(), place, bolts)
    const ownNo = (await world().read('reservation', own)).header.docNo
    await expectRefused(world(), () => paper(id, { costCenter: 'CC200' }, of(ownNo)), [
      {
        code: 'reservation-differs',
        line: 1,
        field: 'reservationNo',
        params: { reserved: 'CC100', entered: 'CC200' } as never,
      },
    ])
    const { id: only } = await paper(id)
    await expectRefused(world(), () => paper(id), [{ code: 'quantity-held', line: 1 }])
    await requisitions.act(only, 'approve')
    await expectRefused(world(), () => paper(id), [{ code: 'source-wrong-state', line: 1 }])
  })

  test('are with the unit again when their issue is taken back, and the reservation is open again', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const reservation = await reserved(world(), place, bolts)
    const { docNo } = (await world().read('reservation', reservation)).header
    const { id: requisition } = await paper(id, {}, [
      { source: { id, lineNo: 1 }, quantity: '10', reservationNo: docNo, reservationLine: 1 },
    ])
    await requisitions.act(requisition, 'approve')
    const issue = (await issueOf(requisition))!
    expect(await posted(issue)).toBe('posted')
    await approveReversal(world(), 'goods-issue', issue)
    await world().act('goods-issue', issue, 'reverse')
    await world().send()
    await world().act('goods-issue', issue, 'reversePhysical', {
      input: { reason: '成本对象有误' },
    })
    expect(await where(place)).toEqual({ 'A-01': '5', 'awaiting-supplement U1': '10' })
    expect((await requisitions.header(requisition)).state).toBe('submitted')
    expect((await world().read('reservation', reservation)).lines[0]).toMatchObject({
      openQuantity: '10',
    })
    // Refused and returned, it leaves the emergency issue without a paper.
    await requisitions.act(requisition, 'refuse', { input: { reason: '成本对象有误' } })
    expect((await emergencies.header(id)).state).toBe('awaiting')
    await emergencies.proven()
  })

  test('come back in part: what was used is papered, and nothing is left to be papered', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const back = (quantity: string) => emergencies.act(id, 'takeBack', takenBack(quantity))
    await expectRefused(world(), () => back('0'), [{ code: 'nothing-taken-back' }])
    await back('2')
    expect(await emergencies.header(id)).toMatchObject({ state: 'awaiting' })
    const { id: requisition } = await paper(id, {}, [{ source: { id, lineNo: 1 }, quantity: '7' }])
    // What a paper asks for stays with the unit.
    await expectRefused(world(), () => back('2'), [{ code: 'quantity-beyond-line', line: 1 }])
    await requisitions.act(requisition, 'approve')
    expect(await emergencies.header(id)).toMatchObject({ state: 'partlySupplemented' })
    await back('1')
    expect(await emergencies.header(id)).toMatchObject({ state: 'supplemented' })
    expect(await emergencies.column(id, 'closedQuantity')).toEqual(['3'])
    expect(await where(place)).toEqual({ 'A-01': '8' })
    expect(await posted((await issueOf(requisition))!)).toBe('posted')
    await emergencies.proven()
  })

  test('come back unused as long as no paper of them stands', async () => {
    const place = await newPlace(world())
    const id = await left(place)
    const { id: requisition, docNo } = await paper(id)
    const back = (quantity: string) => emergencies.act(id, 'takeBack', takenBack(quantity))
    const isStanding = [{ code: 'successor-stands' as const, params: { by: docNo } }]
    await expectRefused(world(), () => back('0'), isStanding)
    await requisitions.act(requisition, 'withdraw')
    await expectRefused(world(), () => back('0'), isStanding)
    const { header } = await world().read('requisition', requisition)
    const editor = world().actorFor('requisition', 'edit')
    const { database } = world()
    await deleteDocument(database, editor, 'requisition', requisition, header.version, newId())
    await back('10')
    expect(await where(place)).toEqual({ 'A-01': '15' })
    expect((await emergencies.header(id)).state).toBe('takenBack')
    await emergencies.proven()
  })
})
