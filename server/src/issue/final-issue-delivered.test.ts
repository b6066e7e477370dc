import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { systemDocuments } from '../document/act/system-documents.ts'
import { clock } from '../document/public.ts'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, reserved } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { systemSession } from '../platform/session/session.ts'

// Whether an issue completes its reservation item is decided before the goods leave; what the unit has signed for is recorded.

const world = useWorld()
const issues = tradeOf(world, 'goods-issue')

test('nothing is handed over for delivery of an item that is finally issued', async () => {
  const { reservation, request } = await requested()
  const final = await made(request, '3', { finalIssue: 'final' })
  await issues.act(final, 'issue')
  const next = await made(request, '2')
  await expectRefused(world(), () => dispatch(next), [
    { code: 'reservation-final', line: 1, params: { source: `${reservation}/1` } as never },
  ])
})

test('an item is not finally issued while goods of it are in distribution', async () => {
  const { reservation, request } = await requested()
  const delivered = await made(request, '4')
  await dispatch(delivered)
  const { docNo: other } = await issues.header(delivered)
  const final = await made(request, '3', { finalIssue: 'final' })
  const refusal = {
    code: 'final-before-delivery',
    line: 1,
    params: { source: `${reservation}/1`, other } as never,
  }
  for (const act of [() => issues.act(final, 'issue'), () => dispatch(final)])
    await expectRefused(world(), act, [refusal])
  await sign(delivered, '4')
  await issues.act(final, 'issue')
  expect(await issues.column(final, 'finalIssue')).toEqual(['final'])
})

test('of everything reserved, what is signed for last is final', async () => {
  const { request } = await requested()
  const first = await made(request, '6')
  await dispatch(first)
  const second = await made(request, '4')
  await issues.act(second, 'issue')
  expect(await issues.column(second, 'finalIssue')).toEqual(['open'])
  await sign(first, '6')
  expect(await issues.column(first, 'finalIssue')).toEqual(['final'])
})

test('what left as the final issue lets nothing follow', async () => {
  const { reservation, request } = await requested()
  const final = await made(request, '6', { finalIssue: 'final' })
  await dispatch(final)
  const next = await made(request, '2')
  for (const act of [() => issues.act(next, 'issue'), () => dispatch(next)])
    await expectRefused(world(), act, [
      { code: 'reservation-final', line: 1, params: { source: `${reservation}/1` } as never },
    ])
  await sign(final, '6')
  expect(await issues.column(final, 'finalIssue')).toEqual(['final'])
})

test('goods that were signed for are issued, though the item was completed in the ERP meanwhile', async () => {
  const { reservation, request } = await requested()
  const id = await made(request, '10')
  await dispatch(id)
  await world().database.query(
    `update reservation_line set is_completed = true
     where document_id = (select id from reservation where doc_no = $1)`,
    [reservation],
  )
  await sign(id, '10')
  expect(await issues.header(id)).toMatchObject({ state: 'issued', erpState: 'unposted' })
  expect(await issues.column(id, 'finalIssue')).toEqual(['open'])
  await issues.proven()
})

test('of a final issue and goods that leave for delivery at once, the second is told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.bolt, '20'))
    const source = await reserved(world(), place, goods(1, materials.bolt))
    const [first, second] = [await asked(source, '5'), await asked(source, '5')]
    const final = await made(first, '5', { finalIssue: 'final' })
    const delivered = await made(second, '5')
    const attempts = await Promise.allSettled([issues.act(final, 'issue'), dispatch(delivered)])
    const refused = attempts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(1)
    expect(['reservation-final', 'final-before-delivery']).toContain(
      (refused[0] as { code: string }).code,
    )
  }
})

/** An approved requisition of the 10 bolts of a reservation, of which there are 20; the number of the reservation. */
async function requested(): Promise<{ reservation: string; request: string }> {
  const place = await newPlace(world())
  await stocked(world(), place, goods(1, materials.bolt, '20'))
  const source = await reserved(world(), place, goods(1, materials.bolt))
  const request = await asked(source, '10')
  return { reservation: (await world().read('reservation', source)).header.docNo, request }
}

/** An approved requisition of so much of the first item of a reservation. */
async function asked(reservation: string, quantity: string): Promise<string> {
  const { id } = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: reservation, lineNo: 1 }, quantity }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', id, 'approve')
  return id
}

/** The draft of a goods issue. */
async function made(request: string, quantity: string, more: Record<string, unknown> = {}) {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity, bin: 'A-01', ...more }],
  })
  return id
}

const dispatch = (id: string) =>
  issues.act(id, 'dispatch', { input: { deliveryPlace: '催化装置 2 号门' } })

/** The unit signs for so much, as its distribution order tells the issue. */
async function sign(id: string, acceptedQuantity: string): Promise<void> {
  const { companyCode } = await issues.header(id)
  await world().database.transaction((tx) =>
    systemDocuments(tx, systemSession([companyCode], newId()), clock()).act(
      'goods-issue',
      companyCode,
      id,
      'deliver',
      { lines: [{ lineNo: 1, acceptedQuantity }] as never },
    ),
  )
}
