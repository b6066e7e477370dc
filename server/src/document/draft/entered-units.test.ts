import { newId } from '@kufang/kernel/identifier.ts'
import { beforeAll, expect, test } from 'vitest'
import { findMaterialUnits } from '../../masters/public.ts'
import { addSecondUnit, mirrorOf, newPlace } from '../testing/ground.ts'
import { materials, person } from '../testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../testing/trade.ts'
import { updateDocument } from '../service/service.ts'

const world = useWorld()
const notes = tradeOf(world, 'delivery-note')

beforeAll(async () => {
  const { database } = world()
  await database.query(
    `insert into unit (unit, name_zh, decimals) values ('BOX', '盒', 0), ('PAL', '托', 0) on conflict do nothing`,
  )
  await database.query(
    `insert into material_unit (material_no, unit, numerator, denominator)
     values ($1, 'BOX', 100, 1), ($1, 'PAL', 3000, 1), ($2, 'BOX', 2, 1)`,
    [materials.bolt, materials.valve],
  )
  await addSecondUnit(world())
})

test('a draft keeps the unit that was chosen for a line, whatever the unit of its order', async () => {
  const place = await newPlace(world())
  const box = { entryUnit: 'BOX', unitNumerator: 50, unitDenominator: 1 }
  const order = await mirrorOf(world(), 'purchase-order', place, [
    { materialNo: materials.bolt, quantity: '9000', ...box },
  ])
  const source = { id: order, lineNo: 1 }
  const header = { etaDate: '2099-12-01', deliveryMode: 'warehouse' }
  const { id } = await world().create('delivery-note', {
    header,
    lines: [{ source, quantity: '2 PAL' }],
  })
  const unit = async () => {
    const { header: head, lines } = await world().read('delivery-note', id)
    const [{ quantity, entryUnit, unitNumerator } = {} as never] = lines
    return { version: head.version, said: [quantity, entryUnit, unitNumerator] }
  }
  const edit = async (quantity: string) => {
    const { version } = await unit()
    const lines = [{ source, lineNo: 1, quantity }]
    const actor = world().actorFor('delivery-note', 'edit')
    const request = { version, header, lines }
    await updateDocument(world().database, actor, 'delivery-note', id, request, newId())
  }
  expect((await unit()).said).toEqual(['6000', 'PAL', 3000])
  await edit('3000')
  expect((await unit()).said).toEqual(['3000', 'PAL', 3000])
  await edit('5 BOX')
  expect((await unit()).said).toEqual(['250', 'BOX', 50])
  await edit('7 EA')
  expect((await unit()).said).toEqual(['7', null, null])
  await edit('8')
  expect((await unit()).said).toEqual(['8', null, null])
  await notes.proven()
})

test('a second quantity is given in the second unit, and in no other unit of the material', async () => {
  const place = await newPlace(world())
  const { companyCode, ...where } = place
  const line = { materialNo: materials.valve, bin: 'A-01', stockCategory: 'UU', quantity: '5 BOX' }
  const create = (secondQuantity: string) =>
    world().create('stock-initialisation', {
      companyCode,
      header: where,
      lines: [{ ...line, secondQuantity }],
    })
  const { id } = await create('119 kg')
  const { lines } = await world().read('stock-initialisation', id)
  expect(lines).toMatchObject([{ quantity: '10', entryUnit: 'BOX', secondQuantity: '119' }])
  await expectRefused(world(), () => create('60 BOX'), [
    {
      code: 'unit-not-of-material',
      line: 1,
      field: 'secondQuantity',
      params: { material: materials.valve, unit: 'BOX', units: 'KG' },
    },
  ])
})

test('a count is given in the units of its own cell: pieces in one, kilograms in the other', async () => {
  const place = await newPlace(world())
  const counts = tradeOf(world, 'stocktaking')
  const id = await counts.make(place, 'counting')
  const count = (countedQuantity: string, countedSecondQuantity: string) => () =>
    counts.act(id, 'count', {
      lines: [1, 2].map((lineNo) => ({ lineNo, countedQuantity, countedSecondQuantity })),
    })
  await expectRefused(world(), count('15 EA', '2 EA'), [
    { code: 'unit-not-of-material', line: 1, field: 'countedSecondQuantity' },
    { code: 'unit-not-of-material', line: 2, field: 'countedSecondQuantity' },
  ])
  await count('15 EA', '178.333 KG')()
  expect(await counts.column(id, 'countedSecondQuantity')).toEqual(['178.333', '178.333'])
})

test('the units of materials are found with their exact fractions, the base unit first', async () => {
  const keeper = person('保管员', ['HWGL'])
  const found = await findMaterialUnits(world().database, keeper, [materials.bolt, 'NONE'])
  expect(found).toEqual([
    { materialNo: materials.bolt, unit: 'EA', numerator: 1, denominator: 1, decimals: 0 },
    { materialNo: materials.bolt, unit: 'BOX', numerator: 100, denominator: 1, decimals: 0 },
    { materialNo: materials.bolt, unit: 'PAL', numerator: 3000, denominator: 1, decimals: 0 },
  ])
  const elsewhere = person('领料人', ['LLD'], { materialGroups: ['G2'] })
  expect(await findMaterialUnits(world().database, elsewhere, [materials.bolt])).toEqual([])
})
