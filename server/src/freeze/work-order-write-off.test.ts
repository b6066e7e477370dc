import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { clock } from '../document/storage/clock.ts'
import { deleteDocument } from '../document/service/service.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'

// Goods frozen for a maintenance work order that its requisition drew and did not use stay those of the work order.

const world = useWorld()
const freezes = tradeOf(world, 'freeze-order')
const workOrderNo = '4001552'
const reason = { input: { reason: '不再需要' } }

test('what a written-off requisition drew and did not use is frozen for its work order again', async () => {
  const { place, id, request } = await drawn()
  await handOut(request, { quantity: '4', bin: 'A-01' })
  await world().act('requisition', request, 'writeOff', reason)
  expect(await stockOf(place)).toEqual([
    { bin: 'A-01', quantity: '6', reserved: '0', frozen: '6' },
    { bin: 'A-02', quantity: '10', reserved: '0', frozen: '0' },
  ])
  expect(await freezes.header(id)).toMatchObject({ state: 'frozen' })
  expect(await freezes.column(id, 'openQuantity')).toEqual(['6'])
  await freezes.proven()
})

test('an issue that is reversed after the write-off gives the rest back too', async () => {
  const { place, request } = await drawn()
  const issue = await handOut(request, { quantity: '4', bin: 'A-01' })
  await world().act('requisition', request, 'writeOff', reason)
  await world().act('goods-issue', issue, 'reversePhysical', { input: { reason: '错发' } })
  expect(await stockOf(place)).toMatchObject([
    { bin: 'A-01', quantity: '10', reserved: '0', frozen: '10' },
    { bin: 'A-02' },
  ])
  await freezes.proven()
})

test('what is drawn stays held for the draft of an issue, and is given back with it', async () => {
  const { place, request } = await drawn()
  const draft = await handOut(request, { quantity: '4', bin: 'A-01' }, null)
  await world().act('requisition', request, 'writeOff', reason)
  expect(await stockOf(place)).toMatchObject([{ reserved: '4', frozen: '6' }, { bin: 'A-02' }])
  const { version } = (await world().read('goods-issue', draft)).header
  const actor = world().actorFor('goods-issue', 'edit')
  await deleteDocument(world().database, actor, 'goods-issue', draft, version, newId())
  expect(await stockOf(place)).toMatchObject([{ reserved: '0', frozen: '10' }, { bin: 'A-02' }])
  await freezes.proven()
})

test('if other stock was handed out than was drawn, what was drawn is frozen for the work order again', async () => {
  const { place, id, request } = await drawn()
  await handOut(request, { quantity: '10', bin: 'A-02', stockReason: '建议的货物取不到' })
  expect(await stockOf(place)).toEqual([
    { bin: 'A-01', quantity: '10', reserved: '0', frozen: '10' },
  ])
  expect(await freezes.header(id)).toMatchObject({ state: 'frozen' })
  await freezes.proven()
})

test('goods in a bin that is frozen meanwhile are given back all the same, and stop no issue from another bin', async () => {
  const { place, request } = await drawn()
  const freeze = (isHeld: boolean) =>
    world().database.query(
      `update stock_balance set is_held = $2 where storage_location = $1 and bin = 'A-01'`,
      [place.storageLocation, isHeld],
    )
  await freeze(true)
  await handOut(request, { quantity: '10', bin: 'A-02', stockReason: '建议货位已冻结' })
  expect(await stockOf(place)).toEqual([
    { bin: 'A-01', quantity: '10', reserved: '0', frozen: '10' },
  ])
  await freeze(false)
  await freezes.proven()
})

test('what was given back once is not given back again when the approval is withdrawn', async () => {
  const { place, request } = await drawn()
  const issue = await handOut(request, {
    quantity: '10',
    bin: 'A-02',
    stockReason: '建议的货物取不到',
  })
  await world().act('goods-issue', issue, 'reversePhysical', { input: { reason: '错发' } })
  await world().act('requisition', request, 'withdrawApproval')
  expect(await stockOf(place)).toEqual([
    { bin: 'A-01', quantity: '10', reserved: '0', frozen: '10' },
    { bin: 'A-02', quantity: '10', reserved: '0', frozen: '0' },
  ])
  await freezes.proven()
})

/** 10 valves in each of two bins; those of A-01 were frozen for the work order, and its requisition of 10 drew them. */
async function drawn(): Promise<{ place: Place; id: string; request: string }> {
  const place = await newPlace(world())
  const { companyCode, ...where } = place
  const begun = await world().create('stock-initialisation', {
    companyCode,
    header: { ...where, origin: 'new' },
    lines: ['A-01', 'A-02'].map((bin) => ({
      materialNo: materials.valve,
      quantity: '10',
      bin,
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', begun.id, 'initialise')
  const { id } = await world().create('freeze-order', {
    page: '/freeze/stockFreezeEam',
    companyCode,
    header: { ...where, workOrderNo, holdUntil: clock().today },
    lines: [{ materialNo: materials.valve, quantity: '10', bin: 'A-01' }],
    actionAfterCreate: 'freeze',
  })
  const { id: request } = await world().create('requisition', {
    page: '/pickings/emergency',
    companyCode,
    header: {
      ...where,
      pickingUnit: 'U1',
      requester: 'P1',
      requiredDate: '2099-01-01',
      purpose: '机泵检修',
      orderNo: workOrderNo,
    },
    lines: [{ materialNo: materials.valve, quantity: '10' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', request, 'approve')
  return { place, id, request }
}

/** A goods issue of the requisition, by default carried out. */
async function handOut(
  request: string,
  line: Record<string, unknown>,
  action: 'issue' | null = 'issue',
): Promise<string> {
  const { id } = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: request, lineNo: 1 }, ...line }],
    ...(action === null ? {} : { actionAfterCreate: action }),
  })
  return id
}

const stockOf = ({ storageLocation }: Place) =>
  world().database.query<Record<string, string>>(
    `select bin, quantity, reserved, frozen from stock_balance
     where storage_location = $1 and material_no = $2 and quantity > 0 order by bin`,
    [storageLocation, materials.valve],
  )
