import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { directTrade } from './testing/direct-trade.ts'

// Dangerous goods that go straight to their unit: under its permit, with their safety data sheet (spec domain.md 1.3).

describe('dangerous goods that go straight to their unit', () => {
  const world = useWorld()
  const { announced, receipts, sent, signature } = directTrade(world)
  const today = companyToday()
  const permit = { permitNo: 'HX-009', permitValidTo: today }

  /** The safety data sheet of the solvent, valid to that day. */
  const file = (validTo: string) =>
    world().database.query(
      `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_to, file_count)
       values ('1010', $1, 'SDS-1', '供应商甲', $2, 1)
       on conflict (company_code, material_no, sheet_no) do update set valid_to = excluded.valid_to`,
      [materials.solvent, validTo],
    )

  test('need a permit and a valid sheet, when they are sent and when the unit signs', async () => {
    const note = await announced(await newPlace(world()), 'direct', [
      { materialNo: materials.solvent, quantity: '10', unit: 'KG', materialGroup: 'G3' },
    ])
    await expectRefused(world(), () => sent(note), [
      { code: 'permit-missing', line: 1, field: 'materialNo' },
      { code: 'safety-sheet-missing', line: 1, params: { material: materials.solvent } as never },
    ])
    await file('2099-12-31')
    await expectRefused(world(), () => sent(note), [{ code: 'permit-missing', line: 1 }])
    const id = await sent(note, permit)
    const { lines } = await world().read('direct-receipt', id)
    expect(lines[0]).toMatchObject({
      hazardClass: '3',
      safetySheetNo: 'SDS-1',
      safetySheetValidTo: '2099-12-31',
    })
    await file(addDays(today, -1))
    await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
      { code: 'safety-sheet-expired', line: 1 },
    ])
    await file('2099-12-31')
    await receipts.act(id, 'sign', signature)
    await receipts.proven()
  })
})
