import { beforeAll, describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, reserved, type Place } from '../document/testing/ground.ts'
import { createDocument } from '../document/public.ts'
import { previewAction, updateDocument } from '../document/service/service.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

const reason = { reason: '不再需要' }

testConformance('requisition')

describe('a unit asks', () => {
  const world = useWorld()
  const header = { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' }
  const bolts = goods(1, materials.bolt)
  const ask = (reservation: string, quantity: string, change: Record<string, unknown> = {}) =>
    world().create('requisition', {
      header: { ...header, ...change },
      lines: [{ source: { id: reservation, lineNo: 1 }, quantity }],
      actionAfterCreate: 'submit',
    })
  const foreseen = async (
    line: Record<string, unknown> = {},
    charged: Record<string, unknown> = { costCenter: 'CC100' },
  ) =>
    reserved(
      world(),
      await newPlace(world()),
      bolts.map((one) => ({ ...one, ...line })),
      charged,
    )

  test('for no more than is foreseen, and not beside the reservation', async () => {
    const reservation = await foreseen()
    await expectRefused(world(), () => ask(reservation, '11'), [
      {
        code: 'quantity-exceeds-open',
        line: 1,
        field: 'quantity',
        params: { quantity: '11', open: '10', unit: 'EA' } as never,
      },
    ])
    await ask(reservation, '6')
    await expectRefused(world(), () => ask(reservation, '5'), [
      { code: 'quantity-exceeds-open', params: { open: '4' } as never },
    ])
    await expectRefused(
      world(),
      () =>
        world().create('requisition', { companyCode: '1010', header, lines: [{ quantity: '1' }] }),
      [{ code: 'source-required', line: 1 }],
    )
  })

  test('for what is foreseen once, also if two ask at the same moment: the second is told what is left', async () => {
    const reservation = await foreseen()
    const attempts = await Promise.allSettled([ask(reservation, '7'), ask(reservation, '7')])
    const refused = attempts.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason: told }: PromiseRejectedResult) => told)).toMatchObject([
      { code: 'quantity-exceeds-open', line: 1, params: { open: '3' } },
    ])
  })

  test('with a requester who may sign today; who may no longer stands on the old requisitions', async () => {
    const { database } = world()
    await database.query(
      `insert into requester (company_code, requester, name, picking_unit, valid_from, valid_to)
       values ('1010', 'P6', '王五', 'U1', '2020-01-01', '2098-12-31'), ('1010', 'P7', '赵六', 'U1', '2098-01-01', null)`,
    )
    const reservation = await foreseen()
    const { id } = await ask(reservation, '1', { requester: 'P6' })
    await database.query(`update requester set valid_to = '2026-01-31' where requester = 'P6'`)
    await expectRefused(world(), () => ask(reservation, '1', { requester: 'P6' }), [
      {
        code: 'master-expired',
        field: 'requester',
        params: { master: '领料人', value: 'P6', day: '2026-01-31' } as never,
      },
    ])
    await expectRefused(world(), () => ask(reservation, '1', { requester: 'P7' }), [
      { code: 'master-not-yet-valid', params: { value: 'P7', day: '2098-01-01' } as never },
    ])
    expect((await world().read('requisition', id)).header).toMatchObject({
      requester: 'P6',
      state: 'submitted',
    })
  })

  describe('urgently', () => {
    const urgent = (place: Place, change: Record<string, unknown> = {}) =>
      world().create('requisition', {
        page: '/pickings/emergency',
        companyCode: '1010',
        header: {
          ...header,
          plant: place.plant,
          storageLocation: place.storageLocation,
          costCenter: 'CC100',
          purpose: '机泵抢修',
          ...change,
        },
        lines: [{ materialNo: materials.bolt, quantity: '3' }],
        actionAfterCreate: 'submit',
      })

    test('for what no reservation foresees, and the storekeeper hands it out', async () => {
      const place = await newPlace(world())
      await stocked(world(), place, goods(1, materials.bolt))
      const { id } = await urgent(place)
      const asked = await world().read('requisition', id)
      expect(asked.header).toMatchObject({
        requisitionType: 'urgent',
        state: 'submitted',
        costCenter: 'CC100',
      })
      expect(asked.lines).toMatchObject([
        {
          materialNo: materials.bolt,
          unit: 'EA',
          quantity: '3',
          sourceId: null,
          reservationNo: null,
        },
      ])
      await world().act('requisition', id, 'approve')
      await world().create('goods-issue', {
        header: { recipient: '张三' },
        lines: [{ source: { id, lineNo: 1 }, quantity: '3', bin: 'A-01' }],
        actionAfterCreate: 'issue',
      })
      expect((await world().read('requisition', id)).header.state).toBe('issued')
    })

    test('with place, purpose and what it is charged to said by the unit itself', async () => {
      const place = await newPlace(world())
      await expectRefused(world(), () => urgent(place, { purpose: null }), [
        { code: 'field-required', field: 'purpose' },
      ])
      await expectRefused(world(), () => urgent(place, { costCenter: null }), [
        { code: 'account-assignment-missing' },
      ])
      await expectRefused(world(), () => urgent(place, { storageLocation: null }), [
        { code: 'field-required', field: 'storageLocation' },
      ])
      const reservation = await foreseen()
      await expectRefused(
        world(),
        () =>
          world().create('requisition', {
            page: '/pickings/emergency',
            companyCode: '1010',
            header: { ...header, plant: place.plant, storageLocation: place.storageLocation },
            lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
          }),
        [{ code: 'source-not-found', line: 1 }],
      )
    })

    test('and keeps being urgent when it is corrected', async () => {
      const place = await newPlace(world())
      const { id } = await urgent(place)
      await world().act('requisition', id, 'withdraw')
      const { header: drafted } = await world().read('requisition', id)
      await updateDocument(
        world().database,
        world().actorFor('requisition', 'edit'),
        'requisition',
        id,
        {
          version: drafted.version,
          header: {
            ...header,
            plant: place.plant,
            storageLocation: place.storageLocation,
            orderNo: '400000001',
            purpose: '机泵抢修',
          },
          lines: [{ materialNo: materials.solvent, quantity: '2', lineNo: 1 }],
        },
        newId(),
      )
      const changed = await world().read('requisition', id)
      expect(changed.header).toMatchObject({ requisitionType: 'urgent', orderNo: '400000001' })
      expect(changed.lines).toMatchObject([{ materialNo: materials.solvent, quantity: '2' }])
    })

    test('and its to-do is for the unit head, whose page is about both', async () => {
      const { id } = await urgent(await newPlace(world()))
      const todos = await world().database.query(
        'select role_code, action from todo where document_id = $1 and done_at is null',
        [id],
      )
      expect(todos).toContainEqual({ roleCode: 'LLDCX', action: 'approve' })
    })
  })

  test('only for what may still be moved', async () => {
    await expectRefused(
      world(),
      async () => ask(await foreseenOnce({ isMovementAllowed: false }), '1'),
      [{ code: 'movement-not-allowed', line: 1 }],
    )
    await expectRefused(world(), async () => ask(await foreseenOnce({ isCompleted: true }), '1'), [
      { code: 'reservation-final', line: 1 },
    ])
    await expectRefused(world(), async () => ask(await foreseenOnce({ isDeleted: true }), '1'), [
      { code: 'order-deleted', line: 1 },
    ])
  })

  test('charged to something', async () => {
    const uncharged = await foreseen({}, {})
    await expectRefused(world(), () => ask(uncharged, '1'), [
      { code: 'account-assignment-missing' },
    ])
  })

  test('for a unit and a person there are, who may draw there, and not for yesterday', async () => {
    const reservation = await foreseen()
    await expectRefused(world(), () => ask(reservation, '1', { requester: 'P9' }), [
      { code: 'master-unknown', field: 'requester', params: { value: 'P9' } as never },
    ])
    await expectRefused(world(), () => ask(reservation, '1', { pickingUnit: 'U9' }), [
      { code: 'master-unknown', field: 'pickingUnit' },
    ])
    const ofOtherUnit = person('邻单位领料人', ['LLDCJXQJH'], { pickingUnits: ['U2'] })
    await expectRefused(
      world(),
      () =>
        createDocument(
          world().database,
          { session: ofOtherUnit, functionCodes: new Set() },
          'requisition',
          {
            companyCode: '1010',
            header,
            lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
          },
          newId(),
        ),
      [{ code: 'outside-scope', field: 'pickingUnit', params: { value: 'U1' } as never }],
    )
    await expectRefused(world(), () => ask(reservation, '1', { requester: 'P2' }), [
      {
        code: 'reference-outside',
        field: 'requester',
        params: { value: 'P2', bound: '领料单位', boundValue: 'U1' } as never,
      },
    ])
    await expectRefused(world(), () => ask(reservation, '1', { requiredDate: '2020-01-01' }), [
      { code: 'input-invalid', field: 'requiredDate' },
    ])
    await world().database.query(
      `insert into picking_unit_storage_location (company_code, picking_unit, plant, storage_location)
       values ('1010', 'U2', '0001', '1002')`,
    )
    await expectRefused(
      world(),
      () => ask(reservation, '1', { pickingUnit: 'U2', requester: 'P2' }),
      [{ code: 'picking-unit-outside', field: 'pickingUnit' }],
    )
  })

  test('and is held for it what there is, no more', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt, '7'))
    const reservation = await reserved(world(), place, bolts)
    const made = await ask(reservation, '10')
    await world().act('requisition', made.id, 'approve')
    expect((await world().read('requisition', made.id)).lines[0]!['reservedQuantity']).toBe('7')
    await world().act('requisition', made.id, 'writeOff', { input: reason })
    expect((await world().read('requisition', made.id)).lines[0]).toMatchObject({
      reservedQuantity: '0',
      openQuantity: '0',
      closedQuantity: '10',
    })
    // Quantities written off can be requested again.
    await ask(reservation, '10')
  })

  test('and both the approval and its withdrawal say beforehand which pieces they hold or let go', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt, '7'))
    const { id } = await ask(await reserved(world(), place, bolts), '10')
    const preview = async (action: string) => {
      const { version } = (await world().read('requisition', id)).header
      const actor = world().actorFor('requisition', action)
      return previewAction(world().database, actor, 'requisition', id, action, { version })
    }
    expect(await preview('approve')).toMatchObject({
      moves: [],
      holds: [
        {
          lineNo: 1,
          materialNo: materials.bolt,
          quantity: '7',
          unit: 'EA',
          isReleased: false,
          at: { place: 'stock', bin: 'A-01', stockCategory: 'UU' },
        },
      ],
      before: { state: 'submitted' },
      after: { state: 'approved' },
    })
    await world().act('requisition', id, 'approve')
    expect(await preview('withdrawApproval')).toMatchObject({
      holds: [{ lineNo: 1, quantity: '7', isReleased: true }],
      after: { state: 'submitted' },
    })
  })

  test('an approval stands while something was handed out', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, bolts)
    const made = await ask(await reserved(world(), place, bolts), '10')
    await world().act('requisition', made.id, 'approve')
    const lines = [{ source: { id: made.id, lineNo: 1 }, quantity: '3', bin: 'A-01' }]
    // A draft issue is sufficient, because picking may be in progress.
    const draft = await world().create('goods-issue', { header: { recipient: '张三' }, lines })
    await expectRefused(world(), () => world().act('requisition', made.id, 'withdrawApproval'), [
      { code: 'already-issued', params: { by: draft.docNo } as never },
    ])
    await world().act('goods-issue', draft.id, 'issue')
    await expectRefused(world(), () => world().act('requisition', made.id, 'withdrawApproval'), [
      { code: 'successor-stands', params: { by: draft.docNo } },
    ])
  })

  // Create the reservations before the comparison, because creating them writes and refusals do not.
  const made = new Map<string, Promise<string>>()
  beforeAll(async () => {
    for (const field of ['isMovementAllowed', 'isCompleted', 'isDeleted'])
      made.set(field, foreseen({ [field]: field !== 'isMovementAllowed' }))
    await Promise.all(made.values())
  })
  const foreseenOnce = (line: Record<string, boolean>) => made.get(Object.keys(line)[0]!)!
})
