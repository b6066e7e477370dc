import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { chemicalsOf } from './testing/chemicals.ts'

// Chemicals that a unit draws for its own storage location: permit, safety data sheet, receiving bin.

const { solvent } = materials
const today = companyToday()
const world = useWorld()
const requisition = tradeOf(world, 'requisition')
const issue = tradeOf(world, 'goods-issue')
const { newChemical, stock, ground, ask, handOut } = chemicalsOf(world)

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
