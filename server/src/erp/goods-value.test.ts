import type { Quantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWithoutValue } from './goods-value.ts'
import { standInSeed } from './testing/seed.ts'
import { configureForStandIn, startStandIn, type StandIn } from './testing/stand-in.ts'
import { createWorld, type World } from './testing/world.ts'
import type { ErpPlace, StockCategory } from './posting-model.ts'

const place = (stockCategory: StockCategory, more: Partial<ErpPlace> = {}): ErpPlace => ({
  plant: '1010',
  storageLocation: '0001',
  stockCategory,
  specialStock: '',
  specialStockReference: '',
  batch: '',
  ...more,
})
const free = place('UU')
const elsewhere = place('UU', { storageLocation: '0002' })
const consigned = place('UU', { specialStock: 'K', specialStockReference: '100001' })
const project = place('UU', { specialStock: 'Q', specialStockReference: 'P-1' })

// Spec domain.md 1.7, "amounts".
test.each<[movementType: string, from: ErpPlace | null, to: ErpPlace | null, expected: boolean]>([
  ['311', free, elsewhere, true],
  ['313', free, place('IT', { storageLocation: '0002' }), true],
  ['315', place('IT', { storageLocation: '0002' }), elsewhere, true],
  ['321', place('QI'), free, true],
  ['322', free, place('QI'), true],
  ['343', place('BL'), free, true],
  ['344', free, place('BL'), true],
  ['349', place('BL'), place('QI'), true],
  ['350', place('QI'), place('BL'), true],
  ['103', null, place('GRB'), true],
  ['124', place('GRB'), null, true],
  ['101 K', null, consigned, true],
  ['311 K', consigned, { ...consigned, storageLocation: '0002' }, true],
  ['101', null, free, false],
  ['105', place('GRB'), free, false],
  ['122', free, null, false],
  ['201', free, null, false],
  ['201 K', consigned, null, false],
  ['411 K', consigned, free, false],
  ['411 Q', project, free, false],
  ['301', free, place('UU', { plant: '1020' }), false],
  ['101 with account', null, null, false],
])('%s has no value by nature: %s', (_type, from, to, expected) => {
  expect(isWithoutValue({ from, to })).toBe(expected)
})

let world: World
let standIn: StandIn
/** One for all tests: another one would take what the test waits for. */
let sender: ReturnType<World['sender']>
beforeAll(async () => {
  world = await createWorld()
  standIn = await startStandIn()
  await world.reset()
  await configureForStandIn(world, standIn)
  await standIn.control('POST', '/stand-in/seed', standInSeed)
  sender = world.sender()
})
afterAll(async () => {
  await world.close()
  await standIn.stop()
})

test.each([
  ['accounting-document', '24.5'],
  ['goods-movement-view', '24.5'],
  ['valuation-price', '24.5'],
] as const)('what a receipt is worth is read from the %s', async (valueSource, postedAmount) => {
  await world.configure({ valueSource })
  const { postingId } = await world.post({}, [{ quantity: '1' as Quantity }])
  await sender.drain()
  expect(await world.posting(postingId)).toMatchObject({ state: 'posted', sapMessageEn: '' })
  expect(world.settled.find((posting) => posting.postingId === postingId)!.items).toMatchObject([
    { postedAmount, postedCurrency: 'CNY', postedValueSource: valueSource },
  ])
})
