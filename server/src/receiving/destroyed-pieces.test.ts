import { beforeAll, describe, expect, test } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { person } from '../document/testing/small-company.ts'
import { readUndoPlan } from '../document/ahead/undo.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { approveReversal, expectRefused } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { missingTrial } from './testing/missing-trial.ts'

// Ten pieces arrive, and the inspection destroys two of them: they were delivered and are consumed by the test (331).

const {
  world,
  erp,
  place,
  synchronise,
  configure,
  delivered,
  received,
  header,
  line,
  proven,
  postedFor,
  movements,
  booksAgree,
  balances,
} = missingTrial()

type Decided = Record<'destroyed', string> &
  Partial<Record<'rejected' | 'missing' | 'quantity', string>>

/** The decision about all that was called: destroyed, rejected and missing pieces, the others accepted. */
async function decide(
  notice: string,
  { destroyed, rejected = '0', missing = '0', quantity = '10' }: Decided,
) {
  const accepted = Number(quantity) - Number(destroyed) - Number(rejected) - Number(missing)
  const { id } = await world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [
      {
        source: { id: notice, lineNo: 1 },
        quantity,
        acceptedQuantity: String(accepted),
        rejectedQuantity: rejected,
        missingQuantity: missing,
        destroyedQuantity: destroyed,
        ...(rejected === '0' ? {} : { defectClass: 'surface' }),
      },
    ],
    actionAfterCreate: 'decide',
  })
  return id
}

const sampleOf = async (inspection: string) =>
  (await worldWalker(world(), place()).successorOf(
    'inspection-order',
    inspection,
    'sample-withdrawal',
  ))!

const withdraw = (inspection: string) =>
  world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } })

/** The changes of the stock since `before`, by category. */
async function changeSince(before: Record<string, number>) {
  const now = await balances()
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((category) => {
      const added = (now[category] ?? 0) - (before[category] ?? 0)
      return added === 0 ? [] : [[category, added]]
    }),
  )
}

/** What the ERP was told of a sample: movement type and quantity of each item, in their order. */
async function toldOf(id: string) {
  const rows = await world().database.query<{ told: string }>(
    `select i.movement_type || ' ' || trim_scale(i.quantity) as told
     from erp_posting p join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
     where p.document_id = $1 and p.direction = 'post' order by p.sequence, i.item_no`,
    [id],
  )
  return rows.map(({ told }) => told)
}

describe.for([
  { route: 'inspection-stock', posting: 'with-receipt' },
  { route: 'inspection-stock', posting: 'at-arrival' },
  { route: 'blocked-stock', posting: 'with-receipt' },
  { route: 'blocked-stock', posting: 'at-arrival' },
] as const)(
  'pieces destroyed by the inspection of an arrival in $route, posted $posting',
  ({ route, posting }) => {
    const inStock = route === 'inspection-stock'
    const waits = inStock ? 'QI' : 'GRB'
    const into = inStock ? '101' : '103'
    const told = inStock ? ['331 2'] : ['105 2', '331 2']
    beforeAll(async () => {
      await configure('receiving.route', route)
      await configure('receiving.arrivalPosting', posting)
    })

    test('are delivered and consumed: by a movement of their own, at the cost of the inspection unit', async () => {
      const before = await balances()
      const { order, orderNo, note, arrival, notice } = await delivered()
      expect(await changeSince(before)).toEqual({ [waits]: 10 })
      const inspection = await decide(notice, { destroyed: '2', rejected: '1' })
      const sample = await sampleOf(inspection)
      expect(await changeSince(before)).toEqual({ [waits]: 8 })
      expect(await header('sample-withdrawal', sample)).toMatchObject({ state: 'recorded' })
      expect(await line('sample-withdrawal', sample)).toMatchObject({
        quantity: '2',
        inspectionUnit: '质量检验站',
        costCenter: 'CC900',
        arrivalNo: (await header('arrival', arrival)).docNo,
      })
      // The rest is received; what was destroyed has arrived, and is not to be delivered again.
      expect(await line('arrival', arrival)).toMatchObject({
        quantity: '10',
        acceptedQuantity: '7',
        rejectedQuantity: '1',
        destroyedQuantity: '2',
        closedQuantity: '2',
        openQuantity: '8',
      })
      expect(await line('inspection-notice', notice)).toMatchObject({ destroyedQuantity: '2' })
      expect((await header('inspection-notice', notice)).state).toBe('partlyQualified')
      expect(await header('delivery-note', note)).toMatchObject({ state: 'arrived' })
      expect(await line('delivery-note', note)).toMatchObject({
        doneQuantity: '10',
        openQuantity: '0',
      })
      await proven()

      await received(arrival)
      expect((await header('sample-withdrawal', sample)).erpState).toBe('posted')
      expect((await header('arrival', arrival)).state).toBe('received')
      expect(await toldOf(sample)).toEqual(told)
      const charged = (await postedFor('')).findLast((item) => item['GoodsMovementType'] === '331')
      expect(charged).toMatchObject({
        CostCenter: 'CC900',
        StorageLocation: place().storageLocation,
      })
      expect(await movements(orderNo)).toEqual(inStock ? ['101 10'] : ['103 10', '105 2', '105 7'])
      await booksAgree()
      // The supplier has delivered ten, whatever became of them.
      await synchronise('purchase-order')
      expect(await line('purchase-order', order)).toMatchObject({
        doneQuantity: '10',
        openQuantity: '0',
        receivedQuantity: '10',
      })
    })

    test('do not make what is left anything but accepted', async () => {
      const { arrival, notice } = await delivered()
      const inspection = await decide(notice, { destroyed: '2' })
      expect((await header('inspection-order', inspection)).state).toBe('qualified')
      expect((await header('inspection-notice', notice)).state).toBe('qualified')
      await expectRefused(
        world(),
        () =>
          world().create('goods-receipt', {
            header: {},
            lines: [{ source: { id: arrival, lineNo: 1 }, quantity: '9', bin: 'A-01' }],
            actionAfterCreate: 'receive',
          }),
        [{ code: 'quantity-exceeds-open', params: { quantity: '9', open: '8' } as never }],
      )
      // Eight of ten are received and two were destroyed, so the order item is complete.
      const receipt = await received(arrival)
      expect(await line('goods-receipt', receipt)).toMatchObject({
        deliveryCompletion: posting === 'at-arrival' && inStock ? 'open' : 'completed',
      })
      await booksAgree()
    })

    test('that are all of it reach the ERP at once, with the missing ones: no receipt would post them', async () => {
      const { orderNo, arrival, notice } = await delivered()
      const inspection = await decide(notice, { destroyed: '6', missing: '4' })
      expect((await header('arrival', arrival)).state).toBe('received')
      await erp().send()
      const sample = await sampleOf(inspection)
      expect((await header('sample-withdrawal', sample)).erpState).toBe('posted')
      const back = inStock ? '102 4' : '104 4'
      expect((await movements(orderNo)).toSorted()).toEqual(
        [`${into} 10`, back, ...(inStock ? [] : ['105 6'])].toSorted(),
      )
      await booksAgree()
    })

    test('are whole again with a withdrawn decision, which the ERP is told first', async () => {
      const before = await balances()
      const { arrival, notice } = await delivered()
      const inspection = await decide(notice, { destroyed: '2' })
      const sample = await sampleOf(inspection)
      await erp().send()
      if (posting === 'at-arrival') {
        const { docNo } = await header('sample-withdrawal', sample)
        await expectRefused(world(), () => withdraw(inspection), [
          { code: 'successor-stands', params: { by: docNo } as never },
        ])
        await approveReversal(world(), 'sample-withdrawal', sample)
        await world().act('sample-withdrawal', sample, 'reverse')
        await erp().send()
        expect((await header('sample-withdrawal', sample)).erpState).toBe('reversed')
        await world().act('sample-withdrawal', sample, 'reversePhysical')
      }
      await withdraw(inspection)
      expect((await header('sample-withdrawal', sample)).state).toBe('reversed')
      expect(await changeSince(before)).toEqual({ [waits]: 10 })
      expect(await line('arrival', arrival)).toMatchObject({
        closedQuantity: '0',
        destroyedQuantity: '0',
        openQuantity: '10',
        acceptedQuantity: '0',
      })
      expect(await line('inspection-notice', notice)).toMatchObject({
        destroyedQuantity: '0',
        openQuantity: '10',
      })
      await proven()
      await decide(notice, { destroyed: '0' })
      await received(arrival)
      await booksAgree()
      expect(await changeSince(before)).toEqual({ UU: 10 })
    })

    test('are taken back in the ERP before the arrival whose receipt is reversed, and told again with the next', async () => {
      const { arrival, notice } = await delivered()
      const sample = await sampleOf(await decide(notice, { destroyed: '2' }))
      const receipt = await received(arrival)
      await approveReversal(world(), 'goods-receipt', receipt)
      await world().act('goods-receipt', receipt, 'reverse')
      await erp().send()
      expect((await header('sample-withdrawal', sample)).erpState).toBe('reversed')
      await booksAgree(false)
      await world().act('goods-receipt', receipt, 'reversePhysical', { input: { reason: '误收' } })
      await received(arrival)
      expect((await header('sample-withdrawal', sample)).erpState).toBe('posted')
      await booksAgree()
    })
  },
)

describe('pieces destroyed of two lines of an arrival', () => {
  test.for(['inspection-stock', 'blocked-stock'])(
    'in %s reach the ERP although each line is received and completed by itself',
    async (route) => {
      await configure('receiving.route', route)
      await configure('receiving.arrivalPosting', 'with-receipt')
      const { arrival, notice } = await delivered(['10', '20'])
      const { id: inspection } = await world().create('inspection-order', {
        header: { inspectionMethod: 'full' },
        lines: [1, 2].map((lineNo) => ({
          source: { id: notice, lineNo },
          quantity: '10',
          acceptedQuantity: '9',
          rejectedQuantity: '0',
          destroyedQuantity: '1',
        })),
        actionAfterCreate: 'decide',
      })
      const sample = await sampleOf(inspection)
      const walker = worldWalker(world(), place())
      const over = await linesFrom(walker, 'arrival', arrival)
      const receive = async (one: (typeof over)[number]) => {
        const receipt = await makeOver(walker, 'goods-receipt', [one], ['receive'])
        await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
        await erp().send()
        expect(await header('goods-receipt', receipt)).toMatchObject({ erpState: 'posted' })
        expect(await line('goods-receipt', receipt)).toMatchObject({
          deliveryCompletion: 'completed',
        })
      }
      expect((await header('sample-withdrawal', sample)).erpState).toBe('unposted')
      await receive(over[0]!)
      // What is released out of GR blocked stock precedes the receipt, which may complete the order item.
      expect((await header('sample-withdrawal', sample)).erpState).toBe(
        route === 'blocked-stock' ? 'posted' : 'unposted',
      )
      await receive(over[1]!)
      expect((await header('sample-withdrawal', sample)).erpState).toBe('posted')
      await booksAgree()
    },
  )
})

test.for(['inspection-stock', 'blocked-stock'])(
  'the plan of undoing an arrival in %s takes back what was destroyed, step by step',
  async (route) => {
    await configure('receiving.route', route)
    await configure('receiving.arrivalPosting', 'with-receipt')
    const before = await balances()
    const { arrival, notice } = await delivered()
    const sample = await sampleOf(await decide(notice, { destroyed: '2' }))
    await received(arrival)
    const reader = { session: person('管理员', ['admin']), functionCodes: new Set<string>() }
    const subject = { companyCode: '1010', type: 'arrival', id: arrival } as const
    const planned = async () => (await readUndoPlan(world().database, reader, subject)).plan
    expect((await planned()).blockers).toEqual([])
    // Who undoes it sees what is left after each step.
    for (let steps = await planned(); steps.steps.length > 0; steps = await planned()) {
      const { documentType, documentId, action } = steps.steps[0]!
      const { input = {} } = documentDefinition(documentType)!.actions[action!]!
      const given = Object.keys(input).filter((name) => name !== 'postingDate')
      await world().act(documentType, documentId!, action!, {
        input: Object.fromEntries(given.map((name) => [name, '数量录入错误'])),
      })
      await erp().send()
    }
    expect((await header('sample-withdrawal', sample)).state).toBe('reversed')
    expect((await header('arrival', arrival)).state).toBe('reversed')
    expect(await changeSince(before)).toEqual({})
    await booksAgree()
  },
)

test('pieces whose withdrawal is on its way to the ERP keep the arrival from being reversed there', async () => {
  await configure('receiving.route', 'inspection-stock')
  await configure('receiving.arrivalPosting', 'with-receipt')
  const { arrival, notice } = await delivered()
  await decide(notice, { destroyed: '0', quantity: '5' })
  const receipt = await received(arrival)
  const sample = await sampleOf(await decide(notice, { destroyed: '2', quantity: '5' }))
  const { docNo, erpState } = await header('sample-withdrawal', sample)
  expect(erpState).toBe('posting')
  await approveReversal(world(), 'goods-receipt', receipt)
  await expectRefused(world(), () => world().act('goods-receipt', receipt, 'reverse'), [
    { code: 'posting-in-flight', params: { no: docNo } as never },
  ])
  await erp().send()
  expect((await header('sample-withdrawal', sample)).erpState).toBe('posted')
  await world().act('goods-receipt', receipt, 'reverse')
  await erp().send()
  expect((await header('sample-withdrawal', sample)).erpState).toBe('reversed')
  await booksAgree(false)
})

test('a destroyed piece without cost centre is refused, and says where it is missing', async () => {
  await configure('receiving.route', 'inspection-stock')
  await configure('receiving.arrivalPosting', 'with-receipt')
  const { notice } = await delivered()
  const charge = (costCenter: string) =>
    world().database.query(
      `update inspection_unit set cost_center = $1 where company_code = '1010' and name = '质量检验站'`,
      [costCenter],
    )
  await charge('')
  await expectRefused(world(), () => decide(notice, { destroyed: '2' }), [
    {
      code: 'sample-account-missing',
      line: 1,
      params: { destroyed: '2', unit: 'EA', inspectionUnit: '质量检验站' } as never,
    },
  ])
  await charge('CC900')
  await decide(notice, { destroyed: '2' })
})
