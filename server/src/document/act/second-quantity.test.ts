import { beforeAll, expect, test } from 'vitest'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { clock } from '../storage/clock.ts'
import { refusalsOf } from '../conformance/subject.ts'
import { loadSourceLines } from '../draft/sources.ts'
import { proposeStockLines } from '../draft/stock-lines.ts'
import { makeOver } from '../journey/walk.ts'
import { tableByName } from '../storage/table.ts'
import { addSecondUnit, goods, newPlace, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../testing/trade.ts'
import { worldWalker } from '../testing/world-walker.ts'
import type { SourceLine } from '../effects/requests.ts'
import { effectsOf } from '../effects/effects.ts'

const world = useWorld()
const arrivals = tradeOf(world, 'arrival')
const issues = tradeOf(world, 'goods-issue')

beforeAll(() => addSecondUnit(world()))

/** What lies in a place, and what moved for a document: pieces and kilograms. */
const stock = (place: Place) =>
  world().database.query<{ quantity: Quantity; secondQuantity: Quantity }>(
    `select b.quantity, b.second_quantity from stock_balance b
     where b.company_code = $1 and b.storage_location = $2 and b.has_stock order by b.key_id`,
    [place.companyCode, place.storageLocation],
  )

async function arrive(place: Place, secondQuantity: string | null): Promise<string> {
  const note = await tradeOf(world, 'delivery-note').make(place, 'confirmed', goods(1))
  const [line] = (await world().read('delivery-note', note)).lines
  const made = await world().create('arrival', {
    header: { visualCheck: 'intact', countedPackages: 2, unloadingPoint: '1', signedOffBy: '周' },
    lines: [
      { source: { id: note, lineNo: line!.lineNo }, quantity: '10', bin: 'R-01', secondQuantity },
    ],
  })
  return made.id
}

test('valves are weighed when they arrive, and keep their weight until they are in their bin', async () => {
  const place = await newPlace(world())
  const arrival = await arrive(place, '120.5')
  await arrivals.act(arrival, 'confirm')
  expect(await arrivals.column(arrival, 'secondUnit')).toEqual(['KG'])
  expect(await arrivals.column(arrival, 'secondQuantity')).toEqual(['120.5'])
  expect(await stock(place)).toEqual([{ quantity: '10', secondQuantity: '120.5' }])
  const there = await newPlace(world())
  const receipt = await tradeOf(world, 'goods-receipt').make(there, 'received', goods(1))
  expect((await world().read('goods-receipt', receipt)).lines).toMatchObject([
    { quantity: '10', secondUnit: 'KG', secondQuantity: '118.889' },
  ])
  expect(await stock(there)).toEqual([{ quantity: '10', secondQuantity: '118.889' }])
  await arrivals.proven()
})

test('a weight beyond the deviation is refused with both numbers, the ratio and the limit', async () => {
  const place = await newPlace(world())
  expect(await refusalsOf(arrive(place, '200'))).toEqual([
    {
      code: 'second-quantity-deviates',
      line: 1,
      field: 'secondQuantity',
      params: {
        quantity: '10',
        unit: 'EA',
        planned: '118.889',
        second: '200',
        secondUnit: 'KG',
        numerator: '107',
        denominator: '9',
        deviation: '68.2',
        limit: '5',
      },
    },
  ])
})

test('what comes from a supplier must be weighed', async () => {
  const place = await newPlace(world())
  const arrival = await arrive(place, null)
  await expectRefused(world(), () => arrivals.act(arrival, 'confirm'), [
    { code: 'second-quantity-required', line: 1, field: 'secondQuantity' },
  ])
})

test('an issue that nobody weighed takes its share of the stock, and says so in its line', async () => {
  const place = await newPlace(world())
  const issue = await issues.make(place, 'issued', goods(1))
  expect(await issues.column(issue, 'secondQuantity')).toEqual(['118.889'])
  expect(await stock(place)).toEqual([{ quantity: '5', secondQuantity: '59.444' }])
  await issues.act(issue, 'reversePhysical', { input: { reason: '物资原数退回' } })
  expect(await stock(place)).toEqual([{ quantity: '15', secondQuantity: '178.333' }])
  await issues.proven()
})

test('the stock a line takes says by which ratio its weight is proposed, unless that would be refused', async () => {
  const place = await newPlace(world())
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    ['140.5', '137'].map((secondQuantity, index) => ({
      materialNo: materials.valve,
      quantity: '12',
      secondQuantity,
      bin: `A-0${index + 1}`,
    })),
    ['submit', 'initialise'],
  )
  const { companyCode, ...header } = place
  const { session } = world().actorFor('transfer-order', 'create')
  const lines = ['A-01', 'A-02', 'R-01'].map((bin) => ({ materialNo: materials.valve, bin }))
  const draft = { companyCode, header, lines }
  const proposed = () =>
    world().database.transaction((tx) =>
      proposeStockLines(tx, session, tableByName('transfer-order'), draft, clock()),
    )
  const ratio = (secondQuantity: string) => ({ quantity: '12', secondQuantity, decimals: 3 })
  const answer = (secondRatio: object | null) => ({ secondUnit: 'KG', secondRatio })
  expect(await proposed()).toMatchObject([
    answer(ratio('140.5')),
    answer(ratio('137')),
    answer(null),
  ])
  // What lies there deviates too much to be entered by hand: the ledger takes its share.
  await world().database.query(
    `update material set second_deviation_percent = 2 where second_unit <> ''`,
  )
  expect(await proposed()).toMatchObject([answer(ratio('140.5')), answer(null), answer(null)])
  await world().database.query(
    `update material set second_deviation_percent = 5 where second_unit <> ''`,
  )
})

test('an issue proposes the stock to take with the ratio of its weight', async () => {
  const place = await newPlace(world())
  const requisition = await tradeOf(world, 'requisition').make(place, 'approved', goods(1))
  const { session } = world().actorFor('goods-issue', 'create')
  const sources = [{ id: requisition, lineNo: 1 }]
  const proposal = await world().database.transaction(async (tx) => {
    const found = await loadSourceLines(tx, session, 'requisition', sources, false)
    const lines = [...found.values()] as SourceLine[]
    return effectsOf('goods-issue').prefill!({ tx, session, today: clock().today, sources: lines })
  })
  expect(proposal.secondRatios).toEqual([
    {
      quantity: '15',
      secondQuantity: '178.333',
      decimals: 3,
      of: { bin: 'A-01', batch: null },
    },
  ])
})

test('a second quantity is refused where the material has no second unit', async () => {
  const place = await newPlace(world())
  const lines = goods(1, materials.bolt)
  const note = await tradeOf(world, 'delivery-note').make(place, 'confirmed', lines)
  await expectRefused(
    world(),
    () =>
      world().create('arrival', {
        header: {
          visualCheck: 'intact',
          countedPackages: 2,
          unloadingPoint: '1',
          signedOffBy: '周',
        },
        lines: [
          { source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01', secondQuantity: '9' },
        ],
      }),
    [{ code: 'second-unit-none', line: 1, field: 'secondQuantity' }],
  )
})
