import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'

const reason = { reason: '错发' }

testConformance('goods-issue')

describe('handing out', () => {
  const world = useWorld()
  const issue = (request: string, lines: Record<string, unknown>[]) =>
    world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: lines.map((line) => ({ source: { id: request, lineNo: 1 }, bin: 'A-01', ...line })),
      actionAfterCreate: 'issue',
    })
  const ten = goods(1, materials.bolt)
  const initialised = async (place: Place, lines: Record<string, unknown>[]) => {
    const { plant, storageLocation } = place
    const begun = await world().create('stock-initialisation', {
      companyCode: place.companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines: lines.map((line) => ({ bin: 'A-01', stockCategory: 'UU', ...line })),
      actionAfterCreate: 'submit',
    })
    await world().act('stock-initialisation', begun.id, 'initialise')
  }
  /** So much of a batch that expires in January, and of one that expires in December. */
  const twoBatches = (place: Place, quantity: string) =>
    initialised(
      place,
      [
        { batch: 'EARLY', expiryDate: '2099-01-31' },
        { batch: 'LATE', expiryDate: '2099-12-31' },
      ].map((batch) => ({ materialNo: materials.resin, quantity, ...batch })),
    )

  test('goes no further than what was asked for, two lines over the same one together', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt, '50'))
    const request = await asked(world(), place, ten)
    await expectRefused(world(), () => issue(request, [{ quantity: '11' }]), [
      { code: 'quantity-exceeds-open', line: 1, params: { quantity: '11', open: '10' } as never },
    ])
    await expectRefused(world(), () => issue(request, [{ quantity: '6' }, { quantity: '5' }]), [
      { code: 'quantity-exceeds-open', line: 2, params: { open: '10' } as never },
    ])
  })

  test('of one requisition by two storekeepers at once gives out what was asked for once, and the second is told', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt, '50'))
    const request = await asked(world(), place, ten)
    const attempts = await Promise.allSettled([
      issue(request, [{ quantity: '10' }]),
      issue(request, [{ quantity: '10' }]),
    ])
    const refused = attempts.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason: told }: PromiseRejectedResult) => told)).toMatchObject([
      { code: 'source-wrong-state', line: 1, params: { stateEn: 'Issued' } },
    ])
    const { header, lines } = await world().read('requisition', request)
    expect(header.state).toBe('issued')
    expect(lines[0]).toMatchObject({ doneQuantity: '10', openQuantity: '0' })
  })

  test('takes nothing that is not there, nor what is held for another', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt, '12'))
    const first = await asked(world(), place, ten)
    const second = await asked(world(), place, ten)
    expect((await world().read('requisition', second)).lines[0]!['reservedQuantity']).toBe('2')
    await expectRefused(world(), () => issue(second, [{ quantity: '3' }]), [
      {
        code: 'stock-short',
        line: 1,
        params: { material: materials.bolt, bin: 'A-01', available: '2', wanted: '3' } as never,
      },
    ])
    await expectRefused(world(), () => issue(first, [{ quantity: '1', bin: 'A-02' }]), [
      { code: 'stock-short', line: 1, params: { bin: 'A-02', available: '0' } as never },
    ])
    await issue(first, [{ quantity: '10' }])
    await issue(second, [{ quantity: '2' }])
  })

  test('gives back what was held for it when it is taken back', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, ten)
    const request = await asked(world(), place, ten)
    const held = async () =>
      (await world().read('requisition', request)).lines[0]!['reservedQuantity']
    const { id } = await issue(request, [{ quantity: '10' }])
    expect(await held()).toBe('0')
    await world().act('goods-issue', id, 'reversePhysical', { input: reason })
    expect(await held()).toBe('10')
    await issue(request, [{ quantity: '4' }])
    expect(await held()).toBe('6')
  })

  test('is held again when it is taken back, also when other pieces were handed out than those held', async () => {
    const place = await newPlace(world())
    const begun = await world().create('stock-initialisation', {
      companyCode: place.companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
      lines: ['A-01', 'A-02'].map((bin) => ({
        materialNo: materials.bolt,
        quantity: '10',
        bin,
        stockCategory: 'UU',
      })),
      actionAfterCreate: 'submit',
    })
    await world().act('stock-initialisation', begun.id, 'initialise')
    const request = await asked(world(), place, ten)
    const held = async () =>
      (await world().read('requisition', request)).lines[0]!['reservedQuantity']
    const { id } = await issue(request, [
      { quantity: '6', bin: 'A-02', stockReason: '建议的货物取不到' },
      { quantity: '4', bin: 'A-01' },
    ])
    expect(await held()).toBe('0')
    await world().act('goods-issue', id, 'reversePhysical', { input: reason })
    expect(await held()).toBe('10')
    const { id: again } = await issue(request, [{ quantity: '3' }])
    await world().act('goods-issue', again, 'reversePhysical', { input: reason })
    expect(await held()).toBe('10')
  })

  test('taken back from a requisition that was written off meanwhile, is asked for no more and open at its reservation', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, ten)
    const request = await asked(world(), place, ten)
    const line = async () => (await world().read('requisition', request)).lines[0]!
    const reservation = (await line()).sourceId!
    const foreseen = async () =>
      (await world().read('reservation', reservation)).lines[0]!['openQuantity']
    const { id } = await issue(request, [{ quantity: '6' }])
    await world().act('requisition', request, 'writeOff', { input: reason })
    expect(await foreseen()).toBe('4')
    await world().act('goods-issue', id, 'reversePhysical', { input: reason })
    expect(await foreseen()).toBe('10')
    expect(await line()).toMatchObject({
      openQuantity: '0',
      closedQuantity: '10',
      doneQuantity: '0',
      reservedQuantity: '0',
    })
  })

  test('takes no batch that has expired, none where there are none, and one where there are', async () => {
    const place = await newPlace(world())
    const resin = goods(1, materials.resin)
    await stocked(world(), place, resin, { batch: 'B1', expiryDate: '2020-01-01' })
    const request = await asked(world(), place, resin)
    await expectRefused(world(), () => issue(request, [{ quantity: '1', batch: 'B1' }]), [
      {
        code: 'batch-expired',
        line: 1,
        field: 'batch',
        params: { batch: 'B1', expiry: '2020-01-01' } as never,
      },
    ])
    await expectRefused(world(), () => issue(request, [{ quantity: '1' }]), [
      { code: 'batch-required', line: 1, field: 'batch' },
    ])
    const other = await newPlace(world())
    await stocked(world(), other, ten)
    const plain = await asked(world(), other, ten)
    await expectRefused(world(), () => issue(plain, [{ quantity: '1', batch: 'B1' }]), [
      { code: 'batch-not-allowed', line: 1, field: 'batch' },
    ])
  })

  test('of other stock than is proposed needs a reason, which stays on the line and in the log', async () => {
    const place = await newPlace(world())
    await twoBatches(place, '10')
    const request = await asked(world(), place, goods(1, materials.resin))
    const early = { quantity: '4', batch: 'EARLY' }
    const late = { quantity: '6', batch: 'LATE' }
    await expectRefused(world(), () => issue(request, [early, late]), [
      {
        code: 'proposal-changed',
        line: 2,
        field: 'stockReason',
        params: {
          material: materials.resin,
          stock: 'A-01 LATE',
          quantity: '6',
          proposed: 'A-01 EARLY 10',
        } as never,
      },
    ])
    const reason = '领料单位指定批次'
    const { id } = await issue(request, [early, { ...late, stockReason: reason }])
    expect((await world().read('goods-issue', id)).lines).toMatchObject([
      { stockReason: null, proposedStock: null },
      { stockReason: reason, proposedStock: 'A-01 EARLY 10' },
    ])
    const logged = await world().database.query<{ after: unknown }>(
      `select after from audit_entry where subject_id = $1 order by at`,
      [id],
    )
    expect(JSON.stringify(logged)).toContain(reason)
    expect(JSON.stringify(logged)).toContain('A-01 EARLY 10')
  })

  test('of less than is proposed goes by what is proposed for that much', async () => {
    const place = await newPlace(world())
    await twoBatches(place, '6')
    const request = await asked(world(), place, goods(1, materials.resin))
    await issue(request, [{ quantity: '5', batch: 'EARLY' }])
    await expectRefused(world(), () => issue(request, [{ quantity: '2', batch: 'LATE' }]), [
      {
        code: 'proposal-changed',
        line: 1,
        params: { proposed: 'A-01 EARLY 1; A-01 LATE 1' } as never,
      },
    ])
    await issue(request, [
      { quantity: '1', batch: 'EARLY' },
      { quantity: '4', batch: 'LATE' },
    ])
  })

  test('is proposed to the last thousandth, however much it is', async () => {
    const place = await newPlace(world())
    const quantity = '123456789012345.678'
    await world().database.query(
      `update material set person_cap_quantity = $2 where material_no = $1`,
      [materials.solvent, quantity],
    )
    await world().database.query(
      `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_to, file_count)
       values ('1010', $1, 'SDS-1', '供应商甲', '2099-12-31', 1)`,
      [materials.solvent],
    )
    const begun = await world().create('stock-initialisation', {
      companyCode: place.companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
      lines: [{ materialNo: materials.solvent, quantity, bin: 'H-01', stockCategory: 'UU' }],
      actionAfterCreate: 'submit',
    })
    await world().act('stock-initialisation', begun.id, 'initialise')
    const request = await asked(world(), place, [{ materialNo: materials.solvent, quantity }])
    const { database, onlooker } = world()
    const { lines } = await worker(database, onlooker).prefill('goods-issue', [
      { id: request, lineNo: 1 },
    ])
    expect(lines).toMatchObject([{ quantity, bin: 'H-01' }])
  })

  test('says who picked it up, and from a bin of that store', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, ten)
    const request = await asked(world(), place, ten)
    const lines = [{ source: { id: request, lineNo: 1 }, quantity: '1', bin: 'A-01' }]
    await expectRefused(
      world(),
      () => world().create('goods-issue', { header: {}, lines, actionAfterCreate: 'issue' }),
      [{ code: 'field-required', field: 'recipient' }],
    )
    await expectRefused(world(), () => issue(request, [{ quantity: '1', bin: 'B-77' }]), [
      { code: 'master-unknown', line: 1, field: 'bin' },
    ])
  })
})
