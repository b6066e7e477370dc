import type { ActionRequest } from '@kufang/contract/document/api.ts'
import type { ParameterName } from '@kufang/contract/system/business-parameters.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// What differs by more than its ABC class permits is counted again by another person before it is explained; what differs
// by less is explained at once.

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')
const act = (id: string, action: string, request: Partial<ActionRequest> = {}) =>
  world().act('stocktaking', id, action, request)

interface Lot {
  abcClass: '' | 'A' | 'B' | 'C'
  /** What 20 pieces are worth; without it their price is unknown. */
  amount?: string
  counted: string
}
let materials = 0
const lot = (abcClass: Lot['abcClass'], counted: string, amount?: string): Lot => ({
  abcClass,
  counted,
  ...(amount === undefined ? {} : { amount }),
})

/** An order that counts 20 pieces of each lot, counted. */
async function counted(...lots: Lot[]): Promise<string> {
  const { companyCode, ...where } = await newPlace(world())
  const goods = lots.map(() => ({
    materialNo: `M-BOLT-${(materials += 1)}`,
    bin: 'A-01',
    stockCategory: 'UU',
  }))
  for (const [at, { abcClass }] of lots.entries())
    await world().database.query(`update material set abc_class = $1 where material_no = $2`, [
      abcClass,
      goods[at]!.materialNo,
    ])
  const opening = await world().create('stock-initialisation', {
    companyCode,
    header: { ...where, origin: 'new', remark: '期初' },
    lines: lots.map(({ amount }, at) => ({
      ...goods[at],
      quantity: '20',
      ...(amount === undefined ? {} : { amount }),
    })),
  })
  for (const action of ['submit', 'initialise'])
    await world().act('stock-initialisation', opening.id, action)
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines: goods,
    actionAfterCreate: 'start',
  })
  await act(id, 'count', {
    lines: lots.map((one, at) => ({ lineNo: at + 1, countedQuantity: one.counted })),
  })
  return id
}
const stateOf = async (id: string) => (await counts.header(id)).state
const asked = (id: string) => counts.column(id, 'recountNeeded')
const recount = (id: string, ...found: [lineNo: number, quantity: string][]) =>
  act(id, 'recount', {
    lines: found.map(([lineNo, recountedQuantity]) => ({ lineNo, recountedQuantity })),
  })
const todos = async (id: string) =>
  (
    await world().database.query<{ action: string }>(
      `select action from todo where document_id = $1 and done_at is null order by action`,
      [id],
    )
  ).map(({ action }) => action)
const setParameter = (name: ParameterName, value: number | string | null) =>
  world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ('1010', $1, $2, $3::jsonb, current_date - 1, $1, '管理员')`,
    [newId(), name, value === null ? null : JSON.stringify(value)],
  )

test('one piece of class A goods that is missing has to be counted again, and only that line', async () => {
  const id = await counted(lot('A', '19', '20.00'), lot('A', '20', '20.00'))
  expect([await stateOf(id), await asked(id), await todos(id)]).toEqual([
    'toRecount',
    [true, false],
    ['recount'],
  ])
  await expectRefused(
    world(),
    () => act(id, 'explain', { lines: [{ lineNo: 1, differenceReason: 'lost' }] }),
    [{ code: 'wrong-state' }],
  )
  await recount(id, [1, '19'])
  expect([await stateOf(id), await todos(id)]).toEqual(['differing', ['explain']])
})

test('what the second person finds in order needs no explanation', async () => {
  const id = await counted(lot('A', '19', '20.00'), lot('A', '20', '20.00'))
  await recount(id, [1, '20'])
  expect(await stateOf(id)).toBe('counted')
})

test('of class C goods one of twenty is within the tolerance and explained at once, two are not', async () => {
  const within = await counted(lot('C', '19', '20.00'))
  expect([await stateOf(within), await asked(within), await todos(within)]).toEqual([
    'differing',
    [false],
    ['explain'],
  ])
  const beyond = await counted(lot('C', '18', '20.00'))
  expect(await stateOf(beyond)).toBe('toRecount')
  const surplus = await counted(lot('C', '22', '20.00'))
  expect(await stateOf(surplus)).toBe('toRecount')
})

test('goods of little quantity and great value are counted again, and so are those whose price nobody knows', async () => {
  // One piece is worth 2,000.
  expect(await stateOf(await counted(lot('C', '19', '40000.00')))).toBe('differing')
  expect(await stateOf(await counted(lot('C', '19', '40000.40')))).toBe('toRecount')
  expect(await stateOf(await counted(lot('C', '19')))).toBe('toRecount')
})

test('each line is judged by its own class, and the order goes on when all that were asked for are counted again', async () => {
  const id = await counted(
    lot('A', '19', '20.00'),
    lot('C', '19', '20.00'),
    lot('B', '19', '20.00'),
  )
  expect(await asked(id)).toEqual([true, false, true])
  await recount(id, [3, '19'])
  expect(await stateOf(id)).toBe('toRecount')
  await recount(id, [1, '18'])
  expect(await stateOf(id)).toBe('differing')
  expect(await counts.column(id, 'differenceQuantity')).toEqual(['-2', '-1', '-1'])
})

test('goods without a class are counted again where the company wants it', async () => {
  expect(await stateOf(await counted(lot('', '1')))).toBe('differing')
  await setParameter('stocktake.toleranceQuantityOther', 10)
  try {
    expect(await stateOf(await counted(lot('', '18')))).toBe('differing')
    expect(await stateOf(await counted(lot('', '17')))).toBe('toRecount')
  } finally {
    await setParameter('stocktake.toleranceQuantityOther', null)
  }
})

test('who explains may ask for a recount all the same: every difference is counted again, also a second time', async () => {
  const id = await counted(lot('C', '19', '20.00'), lot('', '15'), lot('', '20'))
  await act(id, 'askRecount')
  expect([await stateOf(id), await asked(id)]).toEqual(['toRecount', [true, true, false]])
  await recount(id, [1, '19'], [2, '16'])
  expect(await stateOf(id)).toBe('differing')
  await act(id, 'askRecount')
  expect(await counts.column(id, 'recountedQuantity')).toEqual([null, null, null])
  await recount(id, [2, '20'])
  expect(await stateOf(id)).toBe('toRecount')
  await recount(id, [1, '20'])
  expect(await stateOf(id)).toBe('counted')
})

test('a large difference is submitted only with a picture of the place, where the company wants one', async () => {
  await setParameter('stocktake.pictureAmount', 100)
  try {
    const id = await counted(lot('', '19', '20.00'), lot('', '10', '400.00'), lot('', '19'))
    const explain = () =>
      act(id, 'explain', {
        lines: [1, 2, 3].map((lineNo) => ({ lineNo, differenceReason: 'lost' })),
      })
    await expectRefused(world(), explain, [
      { code: 'difference-picture-missing', line: 2 },
      { code: 'difference-picture-missing', line: 3 },
    ])
    await world().database.query(
      `insert into attachment (company_code, id, document_type, document_id, file_name, media_type, size_bytes, digest_sha256, created_by, created_by_name)
       values ('1010', uuidv7(), 'stocktaking', $1, '货位.jpg', 'image/jpeg', 1, '', uuidv7(), '工程师')`,
      [id],
    )
    await explain()
    expect(await stateOf(id)).toBe('handled')
  } finally {
    await setParameter('stocktake.pictureAmount', null)
  }
})

test('where the company wants it, a difference worth more than its class permits needs a picture, and no other one', async () => {
  await setParameter('stocktake.picture', 'tolerance')
  try {
    const id = await counted(lot('C', '19', '20.00'), lot('C', '19', '40000.40'))
    await recount(id, [2, '19'])
    const explain = () =>
      act(id, 'explain', {
        lines: [1, 2].map((lineNo) => ({ lineNo, differenceReason: 'lost' })),
      })
    await expectRefused(world(), explain, [
      { code: 'difference-picture-missing', line: 2, params: { bin: 'A-01' } },
    ])
  } finally {
    await setParameter('stocktake.picture', null)
  }
})
