import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import { updateDocument } from '../document/service/service.ts'
import { newPlace, requested } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { chemicalsOf } from './testing/chemicals.ts'

// Dangerous goods that are in stock are not bought: who approves the purchase takes them, the unit has the permit.

const world = useWorld()
const trade = tradeOf(world, 'request-delivery')
const requisitions = tradeOf(world, 'requisition')
const { newChemical, stock } = chemicalsOf(world)
const today = companyToday()

test('dangerous goods taken instead of a purchase wait as a draft until the unit has entered its permit', async () => {
  const place = await newPlace(world())
  const { plant, storageLocation } = place
  const materialNo = await newChemical()
  await stock(place, materialNo, '6')
  const request = await requested(world(), place, [
    { materialNo, quantity: '6', unit: 'KG', materialGroup: 'G3' },
  ])
  const { id } = await world().create('request-delivery', {
    header: { supplierNo: '100001', announcementCause: 'urgent', etaDate: addDays(today, 2) },
    lines: [{ source: { id: request, lineNo: 1 }, quantity: '6' }],
    actionAfterCreate: 'submit',
  })
  await trade.act(id, 'takeStock', {
    input: { plant, storageLocation, pickingUnit: 'U1', requester: 'P1' },
    lines: [{ lineNo: 1, takenQuantity: '6' }],
  })
  const [made] = await world().database.query<{ id: string }>(
    'select id from requisition where doc_no = $1',
    await trade.column(id, 'stockRequisitions'),
  )
  const { header, lines } = await world().read('requisition', made!.id)
  expect(header).toMatchObject({ state: 'draft', requisitionType: 'stockFirst' })
  expect(lines).toMatchObject([{ hazardClass: '3', safetySheetNo: 'SDS-1' }])
  // It is a task of the unit.
  const todos = await world().database.query(
    'select role_code, action from todo where document_id = $1 and done_at is null',
    [header.id],
  )
  expect(todos).toContainEqual({ roleCode: 'LLDBJ', action: 'submit' })
  await expectRefused(world(), () => requisitions.act(header.id, 'submit'), [
    { code: 'permit-missing', line: 1 },
  ])
  const { database } = world()
  await updateDocument(
    database,
    world().actorFor('requisition', 'edit'),
    'requisition',
    header.id,
    {
      version: header.version,
      header: {
        pickingUnit: 'U1',
        requester: 'P1',
        requiredDate: today,
        plant,
        storageLocation,
        costCenter: 'CC100',
        permitNo: 'HX-001',
        permitValidTo: today,
      },
      lines: [{ materialNo, quantity: '6' }],
    },
    newId(),
  )
  await requisitions.act(header.id, 'submit')
  expect((await requisitions.header(header.id)).state).toBe('submitted')
})
