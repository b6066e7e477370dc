import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { standInFor } from '../document/testing/trial.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'

// Chemicals that a unit draws for its own storage location: permit, safety data sheet, cap per person, receiving bin.

const page = '/pickings/chemicalDump'
const { solvent } = materials
const today = companyToday()
const world = useWorld()
const requisition = tradeOf(world, 'requisition')
const issue = tradeOf(world, 'goods-issue')

let people = 0
/** A requester of his own, so that the draws of other tests do not count. */
async function newRequester(): Promise<string> {
  const requester = `C${(people += 1)}`
  await world().database.query(
    `insert into requester (company_code, requester, name, picking_unit) values ('1010', $1, $1, 'U1')`,
    [requester],
  )
  return requester
}

let chemicals = 0
/** A chemical with a cap of 50 kg per person, and a safety data sheet on file unless told otherwise. */
async function newChemical(sheet: Record<string, unknown> | null = {}, cap = '50') {
  const materialNo = `M-CHEM-${(chemicals += 1)}`
  const { database } = world()
  await database.query(
    `insert into material (material_no, description, material_group, unit, needs_inspection, hazard_class, person_cap_quantity)
     values ($1, '化学品', 'G3', 'KG', false, '3', $2)`,
    [materialNo, cap === '' ? null : cap],
  )
  if (sheet !== null)
    await database.query(
      `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_from, valid_to, file_count)
       values ('1010', $1, 'SDS-1', '供应商甲', $2, $3, $4)`,
      [
        materialNo,
        sheet['validFrom'] ?? null,
        sheet['validTo'] ?? '2099-12-31',
        sheet['fileCount'] ?? 1,
      ],
    )
  return materialNo
}

/** Puts so much of a chemical into the bin of its class. */
async function stock(place: Place, materialNo: string, quantity = '200') {
  const { companyCode, plant, storageLocation } = place
  const { id } = await world().create('stock-initialisation', {
    companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: [{ materialNo, quantity, bin: 'H-01', stockCategory: 'UU' }],
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', id, 'initialise')
}

interface Ask {
  from: Place
  to: Place
  materialNo: string
  requester: string
}

/** The store, the unit's storage location, a chemical in the store, and who asks for it. */
async function ground(materialNo?: string): Promise<Ask> {
  const [from, to] = [await newPlace(world()), await newPlace(world())]
  const chemical = materialNo ?? (await newChemical())
  await stock(from, chemical)
  return { from, to, materialNo: chemical, requester: await newRequester() }
}

const ask = (
  { from, to, materialNo, requester }: Ask,
  quantity: string,
  { header = {}, line = {} }: { header?: object; line?: object } = {},
) =>
  world().create('requisition', {
    page,
    companyCode: from.companyCode,
    header: {
      pickingUnit: 'U1',
      requester,
      requiredDate: '2099-01-01',
      plant: from.plant,
      storageLocation: from.storageLocation,
      receivingStorageLocation: to.storageLocation,
      permitNo: 'HX-001',
      permitValidTo: '2099-01-01',
      ...header,
    },
    lines: [{ materialNo, quantity, receivingBin: 'H-01', ...line }],
    actionAfterCreate: 'submit',
  })

const handOut = (id: string, quantity: string, actionAfterCreate?: 'issue') =>
  world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id, lineNo: 1 }, quantity, bin: 'H-01' }],
    ...(actionAfterCreate ? { actionAfterCreate } : {}),
  })

describe('chemicals for the storage location of a unit', () => {
  test('are held when the head approves, go into the bin of the unit with the issue, and are charged to nothing', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '20')
    expect(await requisition.header(id)).toMatchObject({
      requisitionType: 'chemical',
      state: 'submitted',
      permitNo: 'HX-001',
      requestedOn: today,
      costCenter: null,
    })
    // What whoever approves has to know stands beside the goods.
    expect((await world().read('requisition', id)).lines).toMatchObject([
      {
        hazardClass: '3',
        safetySheetNo: 'SDS-1',
        safetySheetValidTo: '2099-12-31',
        capQuantity: '50',
        capDays: 30,
        drawnBefore: '0',
      },
    ])
    await requisition.act(id, 'approve')
    expect(await requisition.stock(asked.from, asked.materialNo)).toMatchObject([
      { bin: 'H-01', quantity: '200', reserved: '20' },
    ])
    const { id: issueId } = await handOut(id, '20', 'issue')
    expect(await requisition.stock(asked.from, asked.materialNo)).toMatchObject([
      { bin: 'H-01', quantity: '180', reserved: '0' },
    ])
    expect(await requisition.stock(asked.to, asked.materialNo)).toMatchObject([
      { place: 'stock', bin: 'H-01', quantity: '20', reserved: '0' },
    ])
    const moves = await world().database.query(
      `select movement_type from stock_move where document_id = $1 and posts_to_erp`,
      [issueId],
    )
    expect(moves).toEqual([{ movementType: '311' }])
    expect((await requisition.header(id)).state).toBe('issued')
    await requisition.proven()
  })

  test('are approved by somebody else than who asks', async () => {
    const { id } = await ask(await ground(), '5')
    const { acts } = await requisition.header(id)
    await expectRefused(world(), () => requisition.actAs(acts['create']!.userId, id, 'approve'), [
      { code: 'separation-of-duties' },
    ])
  })

  test('are delivered and signed for like other goods, and lie with the unit only then', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '20')
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '20')
    await issue.act(issueId, 'dispatch', { input: { deliveryPlace: '化学品暂存点' } })
    expect(await requisition.stock(asked.to, asked.materialNo)).toEqual([])
    const [order] = await world().database.query<{ id: string }>(
      `select to_id as id from document_link where from_id = $1 and to_type = 'distribution-order'`,
      [issueId],
    )
    const trip = { vehicle: 'V1', driver: 'D1', tripDate: today, weightKg: '20' }
    const delivery = tradeOf(world, 'distribution-order')
    await delivery.act(order!.id, 'allot', { input: trip })
    await delivery.act(order!.id, 'load')
    await delivery.act(order!.id, 'depart')
    await delivery.act(order!.id, 'sign', { input: { receivedBy: '张三' } })
    expect(await requisition.stock(asked.to, asked.materialNo)).toMatchObject([
      { place: 'stock', bin: 'H-01', quantity: '20' },
    ])
    await requisition.proven()
  })
})

describe('a chemical is refused', () => {
  const refused = async (materialNo: string, code: string) => {
    const asked = { ...(await ground(await newChemical())), materialNo }
    await expectRefused(world(), () => ask(asked, '5'), [{ code, line: 1, field: 'materialNo' }])
  }

  test('without a safety data sheet, with one that has no file, and with one that is not valid', async () => {
    await refused(await newChemical(null), 'safety-sheet-missing')
    await refused(await newChemical({ fileCount: 0 }), 'safety-sheet-without-file')
    const expired = await newChemical({ validTo: addDays(today, -1) })
    await refused(expired, 'safety-sheet-expired')
    await refused(await newChemical({ validFrom: addDays(today, 1) }), 'safety-sheet-expired')
    // A valid one beside it is enough.
    await world().database.query(
      `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_to, file_count)
       values ('1010', $1, 'SDS-2', '供应商甲', $2, 1)`,
      [expired, today],
    )
    const asked = { ...(await ground()), materialNo: expired }
    const { id } = await ask(asked, '5')
    expect(await requisition.column(id, 'safetySheetNo')).toEqual(['SDS-2'])
  })

  test('without a cap per person, and if it is no chemical at all', async () => {
    await refused(await newChemical({}, ''), 'chemical-cap-missing')
    const asked = { ...(await ground()), materialNo: materials.bolt }
    await expectRefused(world(), () => ask(asked, '5'), [
      { code: 'not-a-chemical', line: 1, params: { material: materials.bolt } },
      { code: 'bin-hazard-mismatch', line: 1, field: 'receivingBin' },
    ])
  })

  test('without a permit, and when its permit or sheet has run out before it leaves', async () => {
    const asked = await ground()
    await expectRefused(world(), () => ask(asked, '5', { header: { permitNo: '' } }), [
      { code: 'field-required', field: 'permitNo' },
    ])
    await expectRefused(
      world(),
      () => ask(asked, '5', { header: { permitValidTo: addDays(today, -1) } }),
      [{ code: 'input-invalid', field: 'permitValidTo' }],
    )
    const { id } = await ask(asked, '5')
    await world().database.query(`update requisition set permit_valid_to = $2 where id = $1`, [
      id,
      addDays(today, -1),
    ])
    const expired = {
      code: 'permit-expired',
      field: 'permitValidTo',
      params: { permit: 'HX-001', date: addDays(today, -1) },
    }
    await expectRefused(world(), () => requisition.act(id, 'approve'), [expired])
    await world().database.query(`update requisition set permit_valid_to = $2 where id = $1`, [
      id,
      today,
    ])
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '5')
    await world().database.query(`update goods_issue set permit_valid_to = $2 where id = $1`, [
      issueId,
      addDays(today, -1),
    ])
    await world().database.query(
      `update safety_data_sheet set file_count = 0 where material_no = $1`,
      [asked.materialNo],
    )
    await expectRefused(world(), () => issue.act(issueId, 'issue'), [
      expired,
      { code: 'safety-sheet-without-file', line: 1 },
    ])
  })

  test('if its bin is of another class, not for storage, takes one material only, or is full', async () => {
    const asked = await ground()
    const { companyCode, plant, storageLocation } = asked.to
    const into = (receivingBin: string, quantity = '5') =>
      ask(asked, quantity, { line: { receivingBin } })
    const problem = (code: string, params: object = {}) => [
      { code, line: 1, field: 'receivingBin', params: expect.objectContaining(params) as never },
    ]
    await expectRefused(
      world(),
      () => into('A-01'),
      problem('bin-hazard-mismatch', { bin: 'A-01' }),
    )
    await expectRefused(world(), () => into('HR-01'), problem('bin-not-for-storage'))
    const bin = [companyCode, plant, storageLocation, 'H-01']
    const where = `company_code = $1 and plant = $2 and storage_location = $3 and bin = $4`
    await world().database.query(`update bin set weight_capacity_kg = 8 where ${where}`, bin)
    await expectRefused(
      world(),
      () => into('H-01', '9'),
      problem('bin-overloaded', { bin: 'H-01', capacity: '8', taken: '0', weight: '9' }),
    )
    await world().database.query(
      `update bin set weight_capacity_kg = null, allows_mixing = false where ${where}`,
      bin,
    )
    await stock(asked.to, solvent, '1')
    await expectRefused(
      world(),
      () => into('H-01'),
      problem('bin-not-mixed', { bin: 'H-01', other: solvent }),
    )
  })

  test('if the storage location is the issuing one, or not one of the unit', async () => {
    const asked = await ground()
    await expectRefused(world(), () => ask({ ...asked, to: asked.from }, '5'), [
      { code: 'transfer-same-location', field: 'receivingStorageLocation' },
    ])
    const unit = 'U9'
    await world().database.query(
      `insert into picking_unit (company_code, picking_unit, name) values ('1010', $1, '九车间')`,
      [unit],
    )
    await world().database.query(`update requester set picking_unit = $2 where requester = $1`, [
      asked.requester,
      unit,
    ])
    await world().database.query(
      `insert into picking_unit_storage_location (company_code, picking_unit, plant, storage_location)
       values ('1010', $1, $2, $3)`,
      [unit, asked.from.plant, asked.from.storageLocation],
    )
    await expectRefused(world(), () => ask(asked, '5', { header: { pickingUnit: unit } }), [
      { code: 'receiving-location-outside', field: 'receivingStorageLocation' },
    ])
  })
})

describe('what one person draws of a chemical', () => {
  test('is capped over a period: what was asked for counts, what is withdrawn or written off does not', async () => {
    const asked = await ground()
    const first = await ask(asked, '30')
    await expectRefused(world(), () => ask(asked, '21'), [
      {
        code: 'chemical-cap-exceeded',
        line: 1,
        field: 'quantity',
        params: {
          material: asked.materialNo,
          requester: asked.requester,
          days: 30,
          cap: '50',
          drawn: '30',
          left: '20',
          quantity: '21',
          unit: 'KG',
        },
      },
    ])
    // Somebody else's cap is his own.
    await ask({ ...asked, requester: await newRequester() }, '50')
    await requisition.act(first.id, 'withdraw')
    const second = await ask(asked, '50')
    expect(await requisition.column(second.id, 'drawnBefore')).toEqual(['0'])
    await expectRefused(world(), () => requisition.act(first.id, 'submit'), [
      { code: 'chemical-cap-exceeded' },
    ])
    await requisition.act(second.id, 'approve')
    await handOut(second.id, '10', 'issue')
    await requisition.act(second.id, 'writeOff', { input: { reason: '不再需要' } })
    // Ten are drawn, forty given back.
    await requisition.act(first.id, 'submit')
    expect(await requisition.column(first.id, 'drawnBefore')).toEqual(['10'])
  })

  test('is free again after the period', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '50')
    const on = (days: number) =>
      world().database.query(`update requisition set requested_on = $2 where id = $1`, [
        id,
        addDays(today, -days),
      ])
    await on(29)
    await expectRefused(world(), () => ask(asked, '1'), [{ code: 'chemical-cap-exceeded' }])
    await on(30)
    expect((await ask(asked, '1')).docNo).toMatch(/^LL/)
  })

  test('does not exceed the cap in two lines, nor in two requisitions submitted at once', async () => {
    const asked = await ground()
    const two = () =>
      world().create('requisition', {
        page,
        companyCode: '1010',
        header: {
          pickingUnit: 'U1',
          requester: asked.requester,
          requiredDate: '2099-01-01',
          plant: asked.from.plant,
          storageLocation: asked.from.storageLocation,
          receivingStorageLocation: asked.to.storageLocation,
          permitNo: 'HX-001',
          permitValidTo: '2099-01-01',
        },
        lines: ['30', '21'].map((quantity) => ({
          materialNo: asked.materialNo,
          quantity,
          receivingBin: 'H-01',
        })),
        actionAfterCreate: 'submit',
      })
    await expectRefused(world(), two, [{ code: 'chemical-cap-exceeded', line: 2 }])
    // While one is being submitted, another one of the same person waits, and then counts it.
    const [first, second] = [await ask(asked, '30'), await ask(asked, '20')]
    await requisition.act(first.id, 'withdraw')
    await requisition.act(second.id, 'withdraw')
    await world().database.query(
      `update requisition_line set quantity = 30 where document_id = $1`,
      [second.id],
    )
    const { database } = world()
    // Whoever waits for a locked row holds its tuple.
    const waiting = async () =>
      (
        await database.query(
          `select 1 as found from pg_locks where locktype = 'tuple' and relation = 'requester'::regclass`,
        )
      ).length
    let attempt: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await tx.query(
        `select 1 as locked from requester where company_code = '1010' and requester = $1 for update`,
        [asked.requester],
      )
      await tx.query(
        `update requisition set state = 'submitted', requested_on = $2 where id = $1`,
        [first.id, today],
      )
      attempt = requisition.act(second.id, 'submit')
      attempt.catch(() => {})
      await expect.poll(waiting).toBe(1)
    })
    await expect(attempt).rejects.toMatchObject({ code: 'chemical-cap-exceeded' })
  })

  test('is checked again at approval, by the cap of that day', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '30')
    await world().database.query(
      `update material set person_cap_quantity = 20 where material_no = $1`,
      [asked.materialNo],
    )
    await expectRefused(world(), () => requisition.act(id, 'approve'), [
      { code: 'chemical-cap-exceeded', line: 1, params: { cap: '20', left: '20' } as never },
    ])
  })
})

describe('in the ERP', () => {
  let standIn: StandIn
  let asked: Ask
  beforeAll(async () => {
    asked = await ground()
    const { from, to, materialNo } = asked
    standIn = await standInFor(world(), from)
    const { plant, companyCode } = from
    await standIn.control('POST', '/stand-in/seed', {
      plants: [
        { plant, companyCode, storageLocations: [from.storageLocation, to.storageLocation] },
      ],
      products: [
        {
          product: materialNo,
          descriptions: { ZH: '化学品', EN: 'Chemical' },
          baseUnit: 'KG',
          price: '8.00',
        },
      ],
      stock: [
        { product: materialNo, plant, storageLocation: from.storageLocation, quantity: '200' },
      ],
    })
  })
  afterAll(() => standIn.stop())

  test('they are transferred (311), and taken back step by step: 312, the goods, the approval, the cap', async () => {
    const { id } = await ask(asked, '50')
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '50', 'issue')
    await issue.act(issueId, 'review')
    await issue.act(issueId, 'post')
    await world().send()
    expect((await issue.header(issueId)).erpState).toBe('posted')
    await approveReversal(world(), 'goods-issue', issueId)
    await issue.act(issueId, 'reverse')
    await world().send()
    expect((await issue.header(issueId)).erpState).toBe('reversed')
    await issue.act(issueId, 'reversePhysical', { input: { reason: '未使用' } })
    expect(await requisition.stock(asked.to, asked.materialNo)).toEqual([])
    expect(await requisition.stock(asked.from, asked.materialNo)).toMatchObject([
      { bin: 'H-01', quantity: '200', reserved: '50' },
    ])
    // Still asked for, so it counts, until the approval is withdrawn or the rest written off.
    await expectRefused(world(), () => ask(asked, '1'), [{ code: 'chemical-cap-exceeded' }])
    await requisition.act(id, 'withdrawApproval')
    await requisition.act(id, 'withdraw')
    expect((await ask(asked, '50')).docNo).toMatch(/^LL/)
    await requisition.proven()
  })

  test('goods that the unit has moved on are not taken back', async () => {
    const other = await ground()
    const { id } = await ask(other, '20')
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '20', 'issue')
    const { companyCode, plant, storageLocation } = other.to
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class) values ($1, $2, $3, 'H-02', 'storage', '3')`,
      [companyCode, plant, storageLocation],
    )
    await world().create('location-adjustment', {
      companyCode,
      header: { plant, storageLocation, reason: '整理' },
      lines: [
        {
          materialNo: other.materialNo,
          quantity: '15',
          bin: 'H-01',
          targetBin: 'H-02',
          stockCategory: 'UU',
        },
      ],
      actionAfterCreate: 'execute',
    })
    await expectRefused(
      world(),
      () => issue.act(issueId, 'reversePhysical', { input: { reason: '未使用' } }),
      [{ code: 'stock-moved-on' }],
    )
  })
})
