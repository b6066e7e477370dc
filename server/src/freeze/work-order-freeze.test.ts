import { addDays } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import { clock } from '../document/storage/clock.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { expireFreezes } from './expire-freezes.ts'

// Goods frozen for a maintenance work order are drawn by its requisitions only, and are free when their day is over.

const world = useWorld()
const freezes = tradeOf(world, 'freeze-order')
const workOrderNo = '4001551'
const silent = { info: () => undefined }

/** 15 valves in bin A-01, of which these are frozen for the work order. */
async function frozen(quantity: string): Promise<{ place: Place; id: string }> {
  const place = await newPlace(world())
  await worldWalker(world(), place).stock!(goods(1))
  const { companyCode, ...where } = place
  const { id } = await world().create('freeze-order', {
    page: '/freeze/stockFreezeEam',
    companyCode,
    header: { ...where, workOrderNo, holdUntil: clock().today },
    lines: [{ materialNo: materials.valve, quantity, bin: 'A-01' }],
    actionAfterCreate: 'freeze',
  })
  return { place, id }
}

/** A requisition charged to this order, approved. */
async function asked({ companyCode, ...where }: Place, orderNo: string, quantity: string) {
  const { id } = await world().create('requisition', {
    page: '/pickings/emergency',
    companyCode,
    header: {
      ...where,
      pickingUnit: 'U1',
      requester: 'P1',
      requiredDate: '2099-01-01',
      purpose: '机泵检修',
      orderNo,
    },
    lines: [{ materialNo: materials.valve, quantity }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', id, 'approve')
  return id
}

const stockOf = ({ storageLocation }: Place) =>
  world().database.query<Record<string, string>>(
    `select quantity, reserved, frozen from stock_balance where storage_location = $1 and material_no = $2 and quantity > 0`,
    [storageLocation, materials.valve],
  )
const reservedFor = async (id: string) =>
  (await world().read('requisition', id)).lines.map((line) => line['reservedQuantity'])

test('only a requisition of the same work order draws them, before anything that is free', async () => {
  const { place, id } = await frozen('10')
  expect(await freezes.header(id)).toMatchObject({ freezeType: 'eam', erpState: 'notNeeded' })
  const other = await asked(place, '4009999', '8')
  expect(await reservedFor(other)).toEqual(['5'])
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '5', frozen: '10' }])
  const own = await asked(place, workOrderNo, '4')
  expect(await reservedFor(own)).toEqual(['4'])
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '9', frozen: '6' }])
  expect(await freezes.column(id, 'openQuantity')).toEqual(['6'])
  const issue = await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id: own, lineNo: 1 }, quantity: '4', bin: 'A-01' }],
    actionAfterCreate: 'issue',
  })
  expect((await world().read('goods-issue', issue.id)).header.state).toBe('issued')
  expect(await stockOf(place)).toEqual([{ quantity: '11', reserved: '5', frozen: '6' }])
  await freezes.proven()
})

test('a requisition of more than is frozen takes the rest of what is free, and the freeze is over', async () => {
  const { place, id } = await frozen('10')
  const own = await asked(place, workOrderNo, '12')
  expect(await reservedFor(own)).toEqual(['12'])
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '12', frozen: '0' }])
  expect((await freezes.header(id)).state).toBe('released')
})

test('a requisition whose approval is withdrawn gives back what it drew, once', async () => {
  const { place, id } = await frozen('10')
  const own = await asked(place, workOrderNo, '12')
  await world().act('requisition', own, 'withdrawApproval')
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '0', frozen: '10' }])
  expect(await freezes.header(id)).toMatchObject({ state: 'frozen' })
  await world().act('requisition', own, 'approve')
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '12', frozen: '0' }])
  await world().act('requisition', own, 'withdrawApproval')
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '0', frozen: '10' }])
  await freezes.proven()
})

test('they are free when their last day is over, and not before; other freezes stay', async () => {
  const { place, id } = await frozen('10')
  const { companyCode, ...where } = place
  const sealed = await world().create('freeze-order', {
    companyCode,
    header: {
      ...where,
      freezeReason: 'seal',
      releaseCondition: '主管部门通知启封',
      holdUntil: clock().today,
    },
    lines: [{ materialNo: materials.valve, quantity: '3', bin: 'A-01' }],
    actionAfterCreate: 'freeze',
  })
  await expireFreezes(world().database, silent)
  expect((await freezes.header(id)).state).toBe('frozen')
  const yesterday = addDays(clock().today, -1)
  await world().database.query(`update freeze_order set hold_until = $2 where id = any($1)`, [
    [id, sealed.id],
    yesterday,
  ])
  expect(await expireFreezes(world().database, silent)).toBeGreaterThanOrEqual(1)
  expect(await freezes.header(id)).toMatchObject({ state: 'expired' })
  expect(await freezes.column(id, 'closedQuantity')).toEqual(['10'])
  expect((await freezes.header(sealed.id)).state).toBe('frozen')
  expect(await stockOf(place)).toEqual([{ quantity: '15', reserved: '0', frozen: '3' }])
  expect(await expireFreezes(world().database, silent)).toBe(0)
  await freezes.proven()
})
