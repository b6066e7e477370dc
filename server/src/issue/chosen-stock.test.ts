import { beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '@kufang/kernel/text-of.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { goods, newPlace, reserved, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { moveByTrial, trial } from '../document/testing/trial.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { stockKey } from '../ledger/public.ts'

// Where a reservation names no special stock, the plant's rule proposes and the storekeeper chooses it.

const world = useWorld()
type Kind = '' | 'K' | 'Q'

/** A place in which this lies of own, consignment and project stock. */
async function stockedWith(stock: readonly [Kind, string, string][]): Promise<Place> {
  const place = await newPlace(world())
  moveByTrial(() =>
    stock.map(([specialStock, specialStockReference, quantity]) => ({
      from: stockKey({
        ...place,
        storageLocation: '',
        place: 'opening',
        materialNo: materials.bolt,
      }),
      to: stockKey({
        ...place,
        bin: 'A-01',
        materialNo: materials.bolt,
        specialStock,
        specialStockReference,
      }),
      quantity: parseQuantity(quantity),
    })),
  )
  await trial(world(), place)
  return place
}

type Rule = 'own-only' | 'own-first' | 'own-then-consignment' | 'special-first'

/** From now on, whatever was set before. */
async function setRule(value: Rule): Promise<void> {
  await world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     select '1010', gen_random_uuid(), 'issue.specialStock', to_jsonb($1::text), '2020-01-01'::date + count(*)::int,
       gen_random_uuid(), '测试'
     from business_parameter where name = 'issue.specialStock'`,
    [value],
  )
}

beforeAll(() => setRule('own-then-consignment'))

/** An approved requisition for ten bolts of a reservation with this account assignment and special stock. */
async function requested(
  place: Place,
  account: Record<string, unknown>,
  line: Record<string, unknown> = {},
): Promise<string> {
  const reservation = await reserved(
    world(),
    place,
    goods(1, materials.bolt).map((one) => ({ ...one, ...line })),
    account,
  )
  const { id } = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', id, 'approve')
  return id
}

const proposed = async (requisition: string) => {
  const { database, onlooker } = world()
  const { lines } = await worker(database, onlooker).prefill('goods-issue', [
    { id: requisition, lineNo: 1 },
  ])
  return lines as { [field: string]: unknown }[]
}
const said = (lines: readonly Record<string, unknown>[]) =>
  lines.map((line) =>
    [line['quantity'], textOf(line['specialStock']), textOf(line['specialStockReference'])]
      .join(' ')
      .trim(),
  )
const issue = (requisition: string, lines: readonly Record<string, unknown>[]) =>
  world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: lines.map((line) => ({
      source: { id: requisition, lineNo: 1 },
      bin: 'A-01',
      ...line,
    })) as never,
    actionAfterCreate: 'issue',
  })
const costCenter = { costCenter: 'CC100' }

describe('a requisition whose reservation names no special stock', () => {
  test('takes own stock first, then consignment of any supplier, and issues what is proposed', async () => {
    const place = await stockedWith([
      ['', '', '4'],
      ['K', '100001', '3'],
      ['K', '100002', '30'],
      ['Q', 'P-1', '30'],
    ])
    const requisition = await requested(place, costCenter)
    expect((await world().read('requisition', requisition)).lines[0]!['reservedQuantity']).toBe(
      '10',
    )
    const lines = await proposed(requisition)
    expect(said(lines)).toEqual(['4', '3 K 100001', '3 K 100002'])
    const { id } = await issue(requisition, lines)
    expect(said((await world().read('goods-issue', id)).lines)).toEqual(said(lines))
    await world().act('goods-issue', id, 'review')
    await world().act('goods-issue', id, 'post')
    await world().send()
    const items = await world().database.query<{ special: string }>(
      `select i.from_special_stock || i.from_special_stock_reference as special
       from erp_posting_item i join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
       where p.document_id = $1 and p.state = 'posted' order by i.item_no`,
      [id],
    )
    expect(items.map(({ special }) => special)).toEqual(['', 'K100001', 'K100002'])
  })

  test('lets the storekeeper choose consignment, but not without its supplier, nor stock of another project', async () => {
    const place = await stockedWith([
      ['', '', '10'],
      ['K', '100001', '10'],
      ['Q', 'P-2', '10'],
    ])
    const requisition = await requested(place, { wbsElement: 'P-1' })
    await expectRefused(world(), () => issue(requisition, [{ quantity: '1', specialStock: 'K' }]), [
      { code: 'field-required', line: 1, field: 'specialStockReference' },
    ])
    await expectRefused(
      world(),
      () =>
        issue(requisition, [{ quantity: '1', specialStock: 'Q', specialStockReference: 'P-2' }]),
      [
        {
          code: 'special-stock-not-permitted',
          line: 1,
          field: 'specialStock',
          params: { special: '项目', reference: 'P-2', wbs: 'P-1' } as never,
        },
      ],
    )
    const { id } = await issue(requisition, [
      {
        quantity: '2',
        specialStock: 'K',
        specialStockReference: '100001',
        stockReason: '自有库存留作备件',
      },
    ])
    expect(said((await world().read('goods-issue', id)).lines)).toEqual(['2 K 100001'])
  })
})

test('special stock that the reservation names cannot be exchanged', async () => {
  const place = await stockedWith([
    ['', '', '10'],
    ['K', '100001', '10'],
    ['K', '100002', '10'],
  ])
  const named = { specialStock: 'K', specialStockReference: '100001' }
  const requisition = await requested(place, costCenter, named)
  await expectRefused(
    world(),
    () => issue(requisition, [{ quantity: '1', specialStockReference: '100002' }]),
    [
      {
        code: 'differs-from-source',
        line: 1,
        field: 'specialStockReference',
        params: { value: '100002', other: '100001' } as never,
      },
    ],
  )
  const { id } = await issue(requisition, [{ quantity: '1', ...named }, { quantity: '2' }])
  expect(said((await world().read('goods-issue', id)).lines)).toEqual(['1 K 100001', '2 K 100001'])
})

describe('another rule of the plant', () => {
  test('own stock first takes nothing of a consignor, to whom it would be owed', async () => {
    await setRule('own-first')
    const place = await stockedWith([
      ['', '', '4'],
      ['K', '100001', '30'],
      ['Q', 'P-1', '3'],
    ])
    const requisition = await requested(place, { wbsElement: 'P-1' })
    expect(said(await proposed(requisition)).toSorted()).toEqual(['3 Q P-1', '4'])
    const consigned = { specialStock: 'K', specialStockReference: '100001' }
    await expectRefused(world(), () => issue(requisition, [{ quantity: '1', ...consigned }]), [
      { code: 'special-stock-not-permitted', line: 1 },
    ])
  })

  test('special stock first takes that of the project charged, then consignment, then own stock', async () => {
    await setRule('special-first')
    const place = await stockedWith([
      ['', '', '10'],
      ['K', '100001', '3'],
      ['Q', 'P-1', '4'],
      ['Q', 'P-2', '9'],
    ])
    const requisition = await requested(place, { wbsElement: 'P-1' })
    expect(said(await proposed(requisition)).toSorted()).toEqual(['3', '3 K 100001', '4 Q P-1'])
  })
})
