import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { describe, expect, test } from 'vitest'
import { documentCalls } from '../document/testing/http.ts'
import { updateDocument } from '../document/service/service.ts'
import { newPlace, requested, type Place } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { anyErpMovement } from '../erp/testing/erp-movement.ts'
import { postMoves, stockKey } from '../ledger/public.ts'
import { deliveryRoutes } from './routes.ts'
import { readStockFirst } from './stock-first.ts'

const name = 'request-delivery'
const today = companyToday()
const approver = person('审批人', ['SHDSP'])

describe('stock before buying', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  /** Materials of their own, so that what lies elsewhere in the company does not matter. */
  let series = 0
  const newMaterials = async (count: number, likeness: Record<string, string> = {}) => {
    series += 1
    const numbers = Array.from({ length: count }, (_one, index) => `M-NEW-${series}-${index}`)
    const { description = `截止阀 ${series}`, specification = 'DN50 PN16' } = likeness
    await world().database.query(
      `insert into material (material_no, description, specification, material_group, unit, needs_inspection)
       select no, $2, $3, 'G2', 'EA', false from unnest($1::text[]) as n (no)`,
      [numbers, description, specification],
    )
    return numbers
  }
  const announce = async (
    place: Place,
    lines: readonly { materialNo: string; quantity: string }[],
  ) => {
    const request = await requested(
      world(),
      place,
      lines.map((line) => ({ ...line, unit: 'EA', materialGroup: 'G2' })),
    )
    const { id } = await world().create(name, {
      header: { supplierNo: '100001', announcementCause: 'urgent', etaDate: addDays(today, 2) },
      lines: lines.map(({ quantity }, index) => ({
        source: { id: request, lineNo: index + 1 },
        quantity,
      })),
      actionAfterCreate: 'submit',
    })
    return { id, request }
  }
  /** Puts goods into bin A-01 at a moment of the past. */
  const lying = (place: Place, materialNo: string, quantity: string, now: Date) =>
    world().database.transaction((tx) =>
      postMoves(tx, {
        companyCode: place.companyCode,
        documentType: 'stock-initialisation',
        documentId: newId(),
        documentNo: 'QC1',
        userId: newId(),
        now,
        idempotencyPrefix: newId(),
        moves: [
          {
            lineNo: 1,
            from: stockKey({ companyCode: place.companyCode, place: 'opening', materialNo }),
            to: stockKey({ ...place, bin: 'A-01', materialNo }),
            quantity: quantity as Quantity,
            movementType: '561',
            postsToErp: true,
            erp: anyErpMovement,
          },
        ],
      }),
    )
  const long = new Date('2024-01-01T00:00:00Z')
  const panel = (id: string, session = approver) => readStockFirst(world().database, session, id)
  const take = (id: string, place: Place, quantity: string, material?: string) =>
    trade.act(id, 'takeStock', {
      input: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        pickingUnit: 'U1',
        requester: 'P1',
      },
      lines: [
        {
          lineNo: 1,
          takenQuantity: quantity,
          ...(material === undefined ? {} : { takenMaterialNo: material }),
        },
      ],
    })
  const requisitionOf = async (no: string) => {
    const [found] = await world().database.query<{ id: string }>(
      'select id from requisition where doc_no = $1',
      [no],
    )
    return world().read('requisition', found!.id)
  }

  test('is shown beside each line: free, held for others, dead, equivalent, and shared by other companies', async () => {
    const place = await newPlace(world())
    const [valve, held, dead, alike] = await newMaterials(4)
    await world().database.query(
      `update material set description = material_no where material_no = any($1)`,
      [[held, dead]],
    )
    await lying(place, valve!, '5', new Date())
    await lying(place, held!, '4', new Date())
    await lying(place, dead!, '3', long)
    await lying(place, alike!, '2', new Date())
    const there = world().in('1020')
    const elsewhere = await newPlace(there)
    await lying(elsewhere, valve!, '9', new Date())
    const asked = await world().create('requisition', {
      page: '/pickings/emergency',
      companyCode: '1010',
      header: {
        pickingUnit: 'U2',
        requester: 'P2',
        requiredDate: today,
        plant: place.plant,
        storageLocation: place.storageLocation,
        costCenter: 'CC200',
        purpose: '抢修',
      },
      lines: [{ materialNo: held!, quantity: '4' }],
      actionAfterCreate: 'submit',
    })
    await world().act('requisition', asked.id, 'approve')

    const { id } = await announce(place, [
      { materialNo: valve!, quantity: '10' },
      { materialNo: held!, quantity: '10' },
      { materialNo: dead!, quantity: '10' },
    ])
    const { own, shared, requester, deadMonths } = await panel(id)
    expect(deadMonths).toBe(12)
    expect(requester).toEqual({ pickingUnit: 'U1', requester: 'P1' })
    expect(
      own.map(({ lineNo, materialNo, available, held: kept, isDead, isEquivalent }) => ({
        lineNo,
        materialNo,
        available,
        kept,
        isDead,
        isEquivalent,
      })),
    ).toEqual([
      {
        lineNo: 1,
        materialNo: valve,
        available: '5',
        kept: '0',
        isDead: false,
        isEquivalent: false,
      },
      {
        lineNo: 1,
        materialNo: alike,
        available: '2',
        kept: '0',
        isDead: false,
        isEquivalent: true,
      },
      {
        lineNo: 2,
        materialNo: held,
        available: '0',
        kept: '4',
        isDead: false,
        isEquivalent: false,
      },
      { lineNo: 3, materialNo: dead, available: '3', kept: '0', isDead: true, isEquivalent: false },
    ])
    expect(own[2]!.holders).toEqual([
      { documentType: 'requisition', documentNo: asked.docNo, quantity: '4' },
    ])
    expect(shared).toMatchObject([
      { lineNo: 1, companyCode: '1020', materialNo: valve, available: '9', holders: [] },
    ])
  })

  test('counts another maker of the same specification as equivalent, and no other size', async () => {
    const place = await newPlace(world())
    const [wanted] = await newMaterials(1, { description: '球阀', specification: 'Q41F-16P 1 1/2' })
    const [alike] = await newMaterials(1, {
      description: '球 阀',
      specification: 'q41F-16P  1 1/2',
    })
    const [other] = await newMaterials(1, { description: '球阀', specification: 'Q41F-16P 11/2' })
    const [unspecified] = await newMaterials(1, { description: '球阀', specification: '' })
    for (const one of [alike!, other!, unspecified!]) await lying(place, one, '1', new Date())
    const { id } = await announce(place, [{ materialNo: wanted!, quantity: '1' }])
    expect((await panel(id)).own.map(({ materialNo }) => materialNo)).toEqual([alike])
    await expectRefused(world(), () => take(id, place, '1', other), [
      {
        code: 'stock-not-equivalent',
        line: 1,
        params: { material: other!, wanted: wanted! } as never,
      },
    ])
    await take(id, place, '1', alike)
    const { stockRequisitions } = (await world().read(name, id)).lines[0]!
    expect((await requisitionOf(String(stockRequisitions))).lines).toMatchObject([
      { materialNo: alike, quantity: '1' },
    ])
  })

  test('is shown of a company only if it shares, and never of critical materials', async () => {
    const place = await newPlace(world())
    const elsewhere = await newPlace(world().in('1020'))
    const [valve, critical] = await newMaterials(2)
    await world().database.query(
      `update material set criticality = 'A', specification = 'DN80' where material_no = $1`,
      [critical],
    )
    await lying(elsewhere, valve!, '9', new Date())
    await lying(elsewhere, critical!, '9', new Date())
    const { id } = await announce(place, [
      { materialNo: valve!, quantity: '1' },
      { materialNo: critical!, quantity: '1' },
    ])
    expect((await panel(id)).shared.map(({ materialNo }) => materialNo)).toEqual([valve])
    await world().database.query(
      `insert into business_parameter (company_code, id, plant, name, value, valid_from, remark, changed_by, changed_by_name)
       values ('1020', gen_random_uuid(), '', 'stock.sharing', '"own"', $1, '', gen_random_uuid(), '测试')`,
      [today],
    )
    expect((await panel(id)).shared).toEqual([])
  })

  test('is taken with one act: the line is reduced, and the unit has a requisition that its head approves', async () => {
    const place = await newPlace(world())
    const [valve] = await newMaterials(1)
    await lying(place, valve!, '4', new Date())
    const { id, request } = await announce(place, [{ materialNo: valve!, quantity: '10' }])
    await take(id, place, '4')
    const { header, lines } = await world().read(name, id)
    expect(header.state).toBe('submitted')
    expect(lines).toMatchObject([{ openQuantity: '6', stockQuantity: '4', closedQuantity: '4' }])
    const made = await requisitionOf(String(lines[0]!['stockRequisitions']))
    expect(made.header).toMatchObject({
      state: 'submitted',
      requisitionType: 'stockFirst',
      pickingUnit: 'U1',
      requester: 'P1',
      costCenter: 'CC100',
      storageLocation: place.storageLocation,
    })
    expect(made.lines).toMatchObject([{ materialNo: valve, quantity: '4' }])
    const todos = await world().database.query(
      'select role_code, action from todo where document_id = $1 and done_at is null',
      [made.header.id],
    )
    expect(todos).toContainEqual({ roleCode: 'LLDCX', action: 'approve' })
    await world().act('requisition', made.header.id, 'approve')
    expect((await trade.stock(place, valve!))[0]).toMatchObject({ quantity: '4', reserved: '4' })

    // What is taken is not announced again, though the request has not been reduced in the ERP yet.
    const again = (quantity: string) =>
      world().create(name, {
        header: { supplierNo: '100001', announcementCause: 'urgent', etaDate: addDays(today, 2) },
        lines: [{ source: { id: request, lineNo: 1 }, quantity }],
        actionAfterCreate: 'submit',
      })
    await expectRefused(world(), () => again('1'), [
      { code: 'request-exceeded', params: { free: '0', left: '4', covered: '4' } as never },
    ])
    await world().act('requisition', made.header.id, 'writeOff', { input: { reason: '需求取消' } })
    await again('4')
    await trade.act(id, 'review')
    expect((await trade.header(id)).state).toBe('approved')
    await trade.proven()
  })

  test('which the head of the unit returns is corrected by the unit, and may be announced again meanwhile', async () => {
    const place = await newPlace(world())
    const [valve] = await newMaterials(1)
    await lying(place, valve!, '6', new Date())
    const { id, request } = await announce(place, [{ materialNo: valve!, quantity: '6' }])
    await take(id, place, '6')
    const [line] = (await world().read(name, id)).lines
    const { header } = await requisitionOf(String(line!['stockRequisitions']))
    await world().act('requisition', header.id, 'refuse', { input: { reason: '数量超出需要' } })
    const again = await world().create(name, {
      header: { supplierNo: '100001', announcementCause: 'urgent', etaDate: addDays(today, 2) },
      lines: [{ source: { id: request, lineNo: 1 }, quantity: '6' }],
    })
    expect(again.state).toBe('draft')
    const { version } = (await world().read('requisition', header.id)).header
    await updateDocument(
      world().database,
      world().actorFor('requisition', 'edit'),
      'requisition',
      header.id,
      {
        version,
        header: {
          pickingUnit: 'U1',
          requester: 'P1',
          requiredDate: today,
          plant: place.plant,
          storageLocation: place.storageLocation,
          costCenter: 'CC100',
        },
        lines: [{ materialNo: valve!, quantity: '2' }],
      },
      newId(),
    )
    await world().act('requisition', header.id, 'submit')
    const corrected = await world().read('requisition', header.id)
    expect(corrected.header).toMatchObject({ state: 'submitted', requisitionType: 'stockFirst' })
    expect(corrected.lines).toMatchObject([{ materialNo: valve, quantity: '2' }])
  })

  test('covers the whole document if nothing is left to buy, and then it is neither sent back nor taken back', async () => {
    const place = await newPlace(world())
    const [valve] = await newMaterials(1)
    await lying(place, valve!, '10', new Date())
    const { id } = await announce(place, [{ materialNo: valve!, quantity: '10' }])
    await take(id, place, '3')
    for (const action of ['refuse', 'withdraw'])
      await expectRefused(
        world(),
        () => trade.act(id, action, action === 'refuse' ? { input: { reason: '改小' } } : {}),
        [{ code: 'request-stock-taken' }],
      )
    await take(id, place, '7')
    expect((await trade.header(id)).state).toBe('covered')
    const [line] = (await world().read(name, id)).lines
    expect(String(line!['stockRequisitions']).split('、')).toHaveLength(2)
  })

  test('is not taken beyond what is free, nor beyond what is wanted, nor by who entered the document', async () => {
    const place = await newPlace(world())
    const [valve] = await newMaterials(1)
    await lying(place, valve!, '4', new Date())
    const { id } = await announce(place, [{ materialNo: valve!, quantity: '10' }])
    await expectRefused(world(), () => take(id, place, '5'), [
      {
        code: 'stock-first-short',
        line: 1,
        field: 'takenQuantity',
        params: { available: '4', quantity: '5' } as never,
      },
    ])
    await lying(place, valve!, '40', new Date())
    await expectRefused(world(), () => take(id, place, '11'), [{ code: 'quantity-beyond-line' }])
    const { acts } = await trade.header(id)
    await expectRefused(
      world(),
      () =>
        trade.actAs(acts['create']!.userId, id, 'takeStock', {
          input: { ...place, pickingUnit: 'U1', requester: 'P1' },
          lines: [{ lineNo: 1, takenQuantity: '1' }],
        }),
      [{ code: 'separation-of-duties' }],
    )
  })

  test('needs as many statements for twenty lines as for one, and is for approvers and buyers within their scope', async () => {
    const place = await newPlace(world())
    const numbers = await newMaterials(20)
    for (const one of numbers) await lying(place, one, '1', new Date())
    const lines = numbers.map((materialNo) => ({ materialNo, quantity: '2' }))
    const few = await announce(place, lines.slice(0, 1))
    const many = await announce(place, lines)
    await panel(few.id)
    const counts = [
      await world().statements(() => panel(few.id)),
      await world().statements(() => panel(many.id)),
    ]
    expect(counts[1]).toBe(counts[0])
    expect(new Set((await panel(many.id)).own.map(({ lineNo }) => lineNo)).size).toBe(20)

    const status = async (session: ReturnType<typeof person>) => {
      const app = await documentCalls(world().database, session, deliveryRoutes)
      const { statusCode } = await app.inject({
        method: 'GET',
        url: `/api/delivery/stock-first/${many.id}`,
      })
      await app.close()
      return statusCode
    }
    expect(await status(approver)).toBe(200)
    expect(await status(person('保管员', ['SHDQRCGY']))).toBe(403)
    expect(await status(person('外公司', ['SHDSP'], { companyCodes: ['1020'] }))).toBe(404)
    expect(await status(person('供应商', ['SHDSP'], { supplierNo: '100001' }))).toBe(404)
    const elsewhere = person('别的工厂', ['SHDSP'], { storageLocations: ['0001/9999'] })
    await expect(panel(many.id, elsewhere)).rejects.toThrow()
  })
})
