import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { deleteDocument } from '../document/service/service.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, mirrorChanges, newPlace, reserved, sold } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

testConformance('demand-problem')

// What the ERP changes of a reservation or sales order under work of ours.

const world = useWorld()
const issues = tradeOf(world, 'goods-issue')
const requisitions = tradeOf(world, 'requisition')
const problemDocuments = tradeOf(world, 'demand-problem')
const bolts = goods(1, materials.bolt)

/** An approved requisition of 10 bolts, whose stock is there, and its reservation. */
async function requested(isApproved = true) {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const request = await asked(world(), place, bolts, isApproved)
  const { header, lines } = await world().read('requisition', request)
  const id = String(lines[0]!.sourceId)
  const { docNo } = (await world().read('reservation', id)).header
  return { place, request, requestNo: header.docNo, reservation: id, docNo }
}

/** A picked goods issue of all of it. */
async function picked(request: string, quantity = '10') {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, quantity, bin: 'A-01' }],
    actionAfterCreate: 'pick',
  })
  return { id, issueNo: (await issues.header(id)).docNo }
}

const becomes = (
  id: string,
  change: Record<string, unknown>,
  state: 'synced' | 'completed' | 'deleted' = 'synced',
) => mirrorChanges(world(), 'reservation', id, change, state)

const problems = (demandNo: string) =>
  world().database.query<Record<string, unknown> & { id: string }>(
    `select h.id, h.state, h.cause, h.remedy, h.decision, h.picking_unit, h.requester, h.requisition_nos, h.issue_nos, l.demand_line,
       l.quantity, l.open_quantity, l.required_before, l.required_after, l.due_before, l.due_after, l.place_before,
       l.place_after, l.account_before, l.account_after
     from demand_problem h
     join demand_problem_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.demand_no = $1 order by h.created_at, l.line_no`,
    [demandNo],
  )

/** The open to-dos of a document, by act and role. */
const todos = (id: string) =>
  world().database.query(
    `select action, role_code, picking_unit from todo where document_id = $1 and done_at is null order by 1, 2`,
    [id],
  )

describe('a reservation that the ERP reduces', () => {
  test('under an approved requisition raises a problem of what exceeds it, for the unit and the storekeeper', async () => {
    const { reservation, docNo, requestNo } = await requested()
    await becomes(reservation, { quantity: '6' })
    const [first, ...others] = await problems(docNo)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      state: 'raised',
      cause: 'changed',
      remedy: 'changed',
      pickingUnit: 'U1',
      requester: 'P1',
      requisitionNos: [requestNo],
      issueNos: [],
      demandLine: 1,
      quantity: '4',
      requiredBefore: '10',
      requiredAfter: '6',
      placeBefore: null,
      accountBefore: null,
    })
    expect(first!['dueBefore']).toEqual(first!['dueAfter'])
    expect(await todos(first!.id)).toEqual([
      { action: 'answer', roleCode: 'LLDBJ', pickingUnit: 'U1' },
      { action: 'decide', roleCode: 'WTDJQR', pickingUnit: 'U1' },
      { action: 'decide', roleCode: 'WXLLDCL', pickingUnit: 'U1' },
    ])
    // The next reading finds nothing new.
    await becomes(reservation, { quantity: '6' })
    expect(await problems(docNo)).toHaveLength(1)
  })

  test('twice adds to the problem that is open, about which the unit is asked again', async () => {
    const { reservation, docNo } = await requested()
    await becomes(reservation, { quantity: '8' })
    const [{ id }] = (await problems(docNo)) as [{ id: string }]
    await problemDocuments.act(id, 'answer', { input: { answer: '核销 2 件' } })
    await becomes(reservation, { quantity: '8', deliveryDate: '2099-03-01' })
    await becomes(reservation, { quantity: '5', deliveryDate: '2099-03-01' })
    expect(await problems(docNo)).toMatchObject([
      {
        id,
        state: 'raised',
        requiredBefore: '10',
        requiredAfter: '5',
        dueBefore: '2026-12-01',
        dueAfter: '2099-03-01',
        // With another date all of it is to be looked at.
        quantity: '10',
      },
    ])
    // The date comes back, and the quantity does not.
    await becomes(reservation, { quantity: '5', deliveryDate: '2026-12-01' })
    expect(await problems(docNo)).toMatchObject([{ state: 'raised', quantity: '5' }])
    await becomes(reservation, { quantity: '10', deliveryDate: '2026-12-01' })
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'demandRestored' }])
    expect(await todos(id)).toEqual([])
  })

  test('raises none where it still covers what is requested, where it grows, or where nothing is requested', async () => {
    const place = await newPlace(world())
    const id = await reserved(world(), place, goods(1, materials.bolt, '10'))
    const { docNo } = (await world().read('reservation', id)).header
    const [line] = await linesFrom(worldWalker(world(), place), 'reservation', id)
    await becomes(id, { quantity: '9' })
    expect(await problems(docNo)).toEqual([])
    await makeOver(
      worldWalker(world(), place),
      'requisition',
      [{ ...line!, quantity: '6' }],
      ['submit', 'approve'],
    )
    await becomes(id, { quantity: '7' })
    await becomes(id, { quantity: '20' })
    expect(await problems(docNo)).toEqual([])
    await becomes(id, { quantity: '5' })
    expect(await problems(docNo)).toMatchObject([
      { quantity: '1', requiredBefore: '20', requiredAfter: '5' },
    ])
    // What covers it is enough.
    await becomes(id, { quantity: '6' })
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'demandRestored' }])
  })

  test('is a problem of a requisition that waits for its approval, and of none that was withdrawn or returned', async () => {
    const { reservation, docNo, request } = await requested(false)
    await becomes(reservation, { quantity: '6' })
    expect(await problems(docNo)).toMatchObject([{ quantity: '4', state: 'raised' }])
    await requisitions.act(request, 'withdraw')
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'causeGone' }])
    await becomes(reservation, { quantity: '5' })
    expect(await problems(docNo)).toHaveLength(1)
    const other = await requested(false)
    await becomes(other.reservation, {}, 'deleted')
    await requisitions.act(other.request, 'refuse', { input: { reason: '用途不明' } })
    expect(await problems(other.docNo)).toMatchObject([
      { state: 'closed', decision: 'causeGone', cause: 'ended' },
    ])
  })
})

describe('a reservation that the ERP deletes, completes or blocks', () => {
  test('under a picked issue raises a problem that names it, and is closed with the last of what is given up', async () => {
    const { reservation, docNo, request, requestNo } = await requested()
    const { id, issueNo } = await picked(request)
    await becomes(reservation, { isDeleted: true }, 'deleted')
    const [{ id: problem }] = (await problems(docNo)) as [{ id: string }]
    expect(await problems(docNo)).toMatchObject([
      {
        cause: 'ended',
        state: 'raised',
        quantity: '10',
        requisitionNos: [requestNo],
        issueNos: [issueNo],
      },
    ])
    // Written off, it is still in the hands of the issue.
    await requisitions.act(request, 'writeOff', { input: { reason: '需求取消' } })
    expect(await problems(docNo)).toMatchObject([{ state: 'raised', openQuantity: '10' }])
    await issues.act(id, 'unpick')
    const { version } = await issues.header(id)
    await deleteDocument(
      world().database,
      world().actorFor('goods-issue', 'edit'),
      'goods-issue',
      id,
      version,
      newId(),
    )
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'causeGone' }])
    expect(await todos(problem)).toEqual([])
  })

  test('is no problem any more once it is restored', async () => {
    const { reservation, docNo } = await requested()
    await becomes(reservation, { isCompleted: true }, 'completed')
    expect(await problems(docNo)).toMatchObject([{ cause: 'ended', state: 'raised' }])
    await becomes(reservation, { isCompleted: false })
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'demandRestored' }])
    await becomes(reservation, { isMovementAllowed: false })
    await becomes(reservation, { isMovementAllowed: true })
    expect((await problems(docNo)).at(-1)).toMatchObject({
      cause: 'blocked',
      state: 'closed',
      decision: 'demandRestored',
    })
  })

  test('is none of goods that have left', async () => {
    const { reservation, docNo, request } = await requested()
    const { id } = await picked(request)
    await issues.act(id, 'issue')
    await becomes(reservation, { isDeleted: true }, 'deleted')
    expect(await problems(docNo)).toEqual([])
  })

  test('says less once a part of the goods has left, and nothing more after the rest', async () => {
    const { reservation, docNo, request } = await requested()
    await becomes(reservation, { deliveryDate: '2099-03-01' })
    expect(await problems(docNo)).toMatchObject([{ quantity: '10', openQuantity: '10' }])
    const { id } = await picked(request, '7')
    await issues.act(id, 'issue')
    expect(await problems(docNo)).toMatchObject([{ state: 'raised', openQuantity: '3' }])
    // Told again of what is left.
    await becomes(reservation, { deliveryDate: '2099-04-01' })
    expect(await problems(docNo)).toMatchObject([{ state: 'raised', openQuantity: '3' }])
    const rest = await picked(request, '3')
    await issues.act(rest.id, 'issue')
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'causeGone' }])
  })

  test('names the distribution order of goods that are under way', async () => {
    const { reservation, docNo, request } = await requested()
    const { id, issueNo } = await picked(request)
    await issues.act(id, 'dispatch', { input: { deliveryPlace: '催化装置 2 号门' } })
    await becomes(reservation, {}, 'deleted')
    expect(await problems(docNo)).toMatchObject([
      { issueNos: [issueNo, expect.stringMatching(/^PS/)], quantity: '10' },
    ])
  })
})

describe('a reservation that the ERP moves', () => {
  test('to another place or account is a problem that names both, until it is as before', async () => {
    const { place, reservation, docNo } = await requested()
    const before = `${place.plant}/${place.storageLocation}`
    await becomes(reservation, { storageLocation: '1002' })
    expect(await problems(docNo)).toMatchObject([
      {
        cause: 'changed',
        placeBefore: before,
        placeAfter: `${place.plant}/1002`,
        accountBefore: null,
        quantity: '10',
      },
    ])
    const charged = (costCenter: string, change: Record<string, unknown> = {}) =>
      mirrorChanges(world(), 'reservation', reservation, change, 'synced', { costCenter })
    await charged('CC200', { storageLocation: '1002' })
    expect(await problems(docNo)).toMatchObject([
      { placeBefore: before, accountBefore: 'CC100', accountAfter: 'CC200' },
    ])
    await charged('CC200', { storageLocation: place.storageLocation })
    await charged('CC100', { deliveryDate: '2099-03-01' })
    expect(await problems(docNo)).toMatchObject([
      { state: 'raised', placeAfter: before, accountAfter: 'CC100', dueAfter: '2099-03-01' },
    ])
    await becomes(reservation, { deliveryDate: '2026-12-01' })
    expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'demandRestored' }])
  })

  test('to the place that it names only now is none', async () => {
    const { place, reservation, docNo } = await requested()
    await world().database.query(
      `update reservation_line set storage_location = null where document_id = $1`,
      [reservation],
    )
    await becomes(reservation, { storageLocation: place.storageLocation })
    expect(await problems(docNo)).toEqual([])
  })
})

test('a sales order that the ERP reduces under a requisition for its goods is a problem of them', async () => {
  const place = await newPlace(world())
  await stocked(world(), place, bolts)
  const order = await sold(world(), place, bolts)
  const { docNo } = (await world().read('sales-order', order)).header
  const { id: request } = await world().create('requisition', {
    page: '/pickings/pickingSale',
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await requisitions.act(request, 'approve')
  await mirrorChanges(world(), 'sales-order', order, { quantity: '3' })
  const [{ id }] = (await problems(docNo)) as [{ id: string }]
  expect(await problems(docNo)).toMatchObject([
    { cause: 'changed', quantity: '7', requiredBefore: '10', requiredAfter: '3' },
  ])
  expect(await problemDocuments.header(id)).toMatchObject({ demandType: 'salesOrder' })
  // It stands in the flow of its order.
  expect(
    await world().database.query(
      `select from_type, from_id from document_link where to_id = $1 and not is_counted`,
      [id],
    ),
  ).toEqual([{ fromType: 'sales-order', fromId: order }])
  await requisitions.act(request, 'writeOff', { input: { reason: '需求取消' } })
  expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'causeGone' }])
})

test('the keeper decides about it, and the same change is not told again', async () => {
  const { reservation, docNo } = await requested()
  await becomes(reservation, { quantity: '6' })
  const [{ id }] = (await problems(docNo)) as [{ id: string }]
  await problemDocuments.act(id, 'decide', {
    input: { decision: 'dismissed', reason: '需求计划另行补回' },
  })
  await becomes(reservation, { quantity: '6' })
  expect(await problems(docNo)).toMatchObject([{ state: 'closed', decision: 'dismissed' }])
  await becomes(reservation, { quantity: '5' })
  expect(await problems(docNo)).toMatchObject([
    { state: 'closed' },
    { state: 'raised', quantity: '5', requiredBefore: '6' },
  ])
})
