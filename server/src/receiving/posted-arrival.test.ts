import { newId } from '@kufang/kernel/identifier.ts'
import { beforeAll, expect, test } from 'vitest'
import type { UndoPlan } from '@kufang/contract/document/undo-plan.ts'
import { readNextSteps } from '../document/ahead/next.ts'
import { readUndoPlan } from '../document/ahead/undo.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { approveReversal, expectRefused, tradeOf } from '../document/testing/trade.ts'
import { deleteDocument } from '../document/service/service.ts'
import { tableByName } from '../document/storage/table.ts'
import { person } from '../document/testing/small-company.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { missingTrial } from './testing/missing-trial.ts'

// Where arrivals are posted at the gate (101 into inspection), a mistyped one is in the ERP's books before anybody has
// inspected it.

const {
  world,
  erp,
  place,
  synchronise,
  configure,
  delivered,
  decide,
  received,
  header,
  line,
  movements,
  booksAgree,
  balances,
} = missingTrial()

const trade = tradeOf(world, 'arrival')
const { act } = trade
const reason = { input: { reason: '数量录入错误' } }

/** Ten pieces that the ERP knows since they are at the gate. */
async function posted() {
  const one = await delivered()
  await erp().send()
  expect((await header('arrival', one.arrival)).erpState).toBe('posted')
  return one
}

beforeAll(() => configure('receiving.arrivalPosting', 'at-arrival'))

test('a mistyped arrival is reversed in the ERP and at the gate once somebody else has approved it, and its goods can arrive again', async () => {
  const before = await balances()
  const { order, orderNo, note, arrival, notice } = await posted()
  await expectRefused(world(), () => act(arrival, 'reversePhysical', reason), [
    { code: 'wrong-erp-state' },
  ])
  await expectRefused(world(), () => act(arrival, 'requestReversal', { input: {} }), [
    { code: 'field-required', field: 'reason' },
  ])
  await act(arrival, 'requestReversal', reason)
  // Its inspection, which nobody has begun, is not due any more.
  const next = await readNextSteps(
    world().database,
    { session: person('保管员', []), functionCodes: new Set() },
    tableByName('arrival'),
    (await world().read('arrival', arrival)) as never,
  )
  expect(next.map(({ documentType, action }) => [documentType, action])).toEqual([
    ['arrival', 'approveReversal'],
  ])
  const { acts } = await header('arrival', arrival)
  await expectRefused(
    world(),
    () => trade.actAs(acts['requestReversal']!.userId, arrival, 'approveReversal'),
    [{ code: 'separation-of-duties' }],
  )
  await act(arrival, 'approveReversal')
  await act(arrival, 'reverse')
  await erp().send()
  expect(await movements(orderNo)).toEqual(['101 10', '102 10'])
  await act(arrival, 'reversePhysical', { input: { reason: '别的原因' } })
  expect(await header('arrival', arrival)).toMatchObject({
    state: 'reversed',
    erpState: 'reversed',
    reversalReason: '数量录入错误',
  })
  expect((await header('inspection-notice', notice)).state).toBe('cancelled')
  expect(await header('delivery-note', note)).toMatchObject({ state: 'confirmed' })
  expect(await line('delivery-note', note)).toMatchObject({ doneQuantity: '0', openQuantity: '10' })
  expect(await balances()).toEqual(before)
  await booksAgree()
  await synchronise('purchase-order')
  expect(await line('purchase-order', order)).toMatchObject({ receivedQuantity: '0' })
})

test('what stands on it is undone first: the request, its approval, the reversal in the ERP and that of the goods name it', async () => {
  const { arrival, notice } = await posted()
  const stands = async (action: string, docNo: string, input = {}) =>
    expectRefused(world(), () => act(arrival, action, input), [
      { code: 'successor-stands', params: { by: docNo } as never },
    ])
  const first = await decide(notice, '0')
  await stands('requestReversal', (await header('inspection-order', first)).docNo, reason)
  const walker = worldWalker(world(), place())
  const draft = await makeOver(walker, 'goods-receipt', await linesFrom(walker, 'arrival', arrival))
  await stands('requestReversal', (await header('goods-receipt', draft)).docNo, reason)
  await deleteDocument(
    world().database,
    world().actorFor('goods-receipt', 'create'),
    'goods-receipt',
    draft,
    1,
    newId(),
  )
  await world().act('inspection-order', first, 'withdraw', { input: { reason: '误判' } })

  await act(arrival, 'requestReversal', reason)
  // The inspector is not held up; what he has decided is withdrawn, or the reversal is refused.
  const second = await decide(notice, '0')
  const { docNo } = await header('inspection-order', second)
  await stands('approveReversal', docNo)
  await expectRefused(
    world(),
    () =>
      world().create('goods-receipt', {
        header: {},
        lines: [
          { source: { id: arrival, lineNo: 1 }, quantity: '1', stockCategory: 'UU', bin: 'A-01' },
        ],
      }),
    [{ code: 'source-wrong-state' }],
  )
  await world().act('inspection-order', second, 'withdraw', { input: { reason: '误判' } })
  await act(arrival, 'approveReversal')
  const third = await decide(notice, '0')
  await stands('reverse', (await header('inspection-order', third)).docNo)
  await world().act('inspection-order', third, 'withdraw', { input: { reason: '误判' } })
  await act(arrival, 'reverse')
  await erp().send()
  const fourth = await decide(notice, '0')
  await stands('reversePhysical', (await header('inspection-order', fourth)).docNo, reason)
  await world().act('inspection-order', fourth, 'withdraw', { input: { reason: '误判' } })
  await act(arrival, 'reversePhysical', reason)
  await booksAgree()
})

test('a reversal refused after the ERP has made it leaves the arrival to be posted with its receipt', async () => {
  const { orderNo, arrival, notice } = await posted()
  await approveReversal(world(), 'arrival', arrival)
  await act(arrival, 'reverse')
  await erp().send()
  await act(arrival, 'refuseReversal', { input: { reason: '货物已使用' } })
  expect(await header('arrival', arrival)).toMatchObject({ state: 'arrived', erpState: 'reversed' })
  await decide(notice, '0')
  await received(arrival)
  expect(await movements(orderNo)).toEqual(['101 10', '102 10', '101 10'])
  expect((await header('arrival', arrival)).erpState).toBe('posted')
  await booksAgree()
})

test('a reversal that the ERP refuses leaves the arrival in both books, and is tried again', async () => {
  const { orderNo, arrival } = await posted()
  await approveReversal(world(), 'arrival', arrival)
  await erp().standIn.control('POST', '/stand-in/faults', {
    kind: 'business-reject',
    count: 1,
  })
  await act(arrival, 'reverse')
  await erp().send()
  expect(await header('arrival', arrival)).toMatchObject({
    state: 'reversalApproved',
    erpState: 'posted',
  })
  await act(arrival, 'reverse')
  await erp().send()
  await act(arrival, 'reversePhysical', reason)
  expect(await movements(orderNo)).toEqual(['101 10', '102 10'])
  await booksAgree()
})

test('the way back of an arrival goes through the ERP only while no receipt of it does', async () => {
  const { arrival, notice } = await posted()
  const nobody = { session: world().onlooker, functionCodes: new Set<string>() }
  const plan = async (): Promise<string[]> => {
    const subject = { companyCode: '1010', type: 'arrival', id: arrival }
    const { steps }: UndoPlan = (await readUndoPlan(world().database, nobody, subject)).plan
    return steps.map(({ documentType, label }) => `${documentType} ${label.zh}`)
  }
  const own = ['冲销申请', '同意冲销', 'ERP冲销', '到货冲销'].map((one) => `arrival ${one}`)
  expect(await plan()).toEqual(own)
  await decide(notice, '0')
  const walker = worldWalker(world(), place())
  const receipt = await makeOver(
    walker,
    'goods-receipt',
    await linesFrom(walker, 'arrival', arrival),
    ['receive'],
  )
  // Nothing of the receipt is in the books, and its reversal leaves the arrival there.
  expect(await plan()).toEqual(['goods-receipt 实物冲销', 'inspection-order 撤回结论', ...own])
  await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
  await erp().send()
  expect(await plan()).toEqual([
    ...['冲销申请', '同意冲销', 'ERP冲销', '实物冲销'].map((one) => `goods-receipt ${one}`),
    'inspection-order 撤回结论',
    'arrival 到货冲销',
  ])
})
