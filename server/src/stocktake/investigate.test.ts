import type { Investigation } from '@kufang/contract/stocktake/investigation.ts'
import { expect, test } from 'vitest'
import { documentCalls } from '../document/testing/http.ts'
import { makeOver } from '../document/journey/walk.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { stocktakeRoutes } from './routes.ts'

// Before a difference is put right, whoever explains it sees the papers that are not finished about the very stock.

const world = useWorld()
const receipts = tradeOf(world, 'goods-receipt')

const filled = async (): Promise<Place> => {
  const place = await newPlace(world())
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    goods(2, materials.bolt, '20'),
    ['submit', 'initialise'],
  )
  return place
}
const ordered = async (place: Place): Promise<string> => {
  const { companyCode, ...where } = place
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines: goods(2, materials.bolt).map(({ materialNo }) => ({
      materialNo,
      bin: 'A-01',
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'start',
  })
  return id
}
const count = (id: string, ...quantities: string[]) =>
  world().act('stocktaking', id, 'count', {
    lines: quantities.map((countedQuantity, index) => ({ lineNo: index + 1, countedQuantity })),
  })
const issue = (place: Place, quantity: string) => {
  const { companyCode, ...where } = place
  return world().create('emergency-issue', {
    companyCode,
    header: { ...where, pickingUnit: 'U1', requester: 'P1', cause: '抢修' },
    lines: [{ materialNo: materials.bolt, bin: 'A-01', quantity }],
    actionAfterCreate: 'issue',
  })
}
const investigate = async (id: string, roles = ['PDCYCL', 'CKJLCX', 'DKSH']) => {
  const calls = await documentCalls(world().database, person('工程师', roles), stocktakeRoutes)
  const reply = await calls.inject({ method: 'GET', url: `/api/stocktake/investigation/${id}` })
  await calls.close()
  return reply.json<{ datas: Investigation }>().datas
}

test('unposted receipts come first, then what is under way on the goods, then what moved since the snapshot', async () => {
  const place = await filled()
  const id = await ordered(place)
  await issue(place, '2')
  const receipt = await receipts.make(place, 'received', goods(1, materials.bolt, '8'))
  const { docNo } = await receipts.header(receipt)
  await count(id, '25', '20')
  const { lines } = await investigate(id)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    lineNo: 1,
    materialNo: materials.bolt,
    bin: 'A-01',
    quantity: '20',
    movedQuantity: '6',
    differenceQuantity: '-1',
  })
  const suspects = lines[0]!.suspects
  const unposted = suspects.filter(({ suspicion }) => suspicion === 'unposted')
  expect(unposted.length).toBeGreaterThan(0)
  expect(suspects.slice(0, unposted.length)).toEqual(unposted)
  expect(suspects.map(({ documentNo }) => documentNo)).toContain(docNo)
  expect(suspects.find(({ documentType }) => documentType === 'emergency-issue')).toMatchObject({
    suspicion: expect.stringMatching(/movedSince|underWay/),
  })
})

test('a document is named once, and who may not read it gets no way to open it', async () => {
  const place = await filled()
  const id = await ordered(place)
  await issue(place, '3')
  await count(id, '16', '20')
  const { lines } = await investigate(id, ['PDCYCL'])
  const suspects = lines[0]!.suspects.map(({ documentId }) => documentId)
  expect(new Set(suspects).size).toBe(suspects.length)
  expect(
    lines[0]!.suspects.find(({ documentType }) => documentType === 'emergency-issue'),
  ).toMatchObject({ isReadable: false })
})

test('a count that agrees has nothing to be explained, and one that nobody may see is not found', async () => {
  const place = await filled()
  const id = await ordered(place)
  await count(id, '20', '20')
  expect((await investigate(id)).lines).toEqual([])
  expect(await investigate('0190a1b2-0000-7000-8000-000000000000')).toMatchObject({
    code: 'not-found',
  })
  expect(await investigate(id, ['KCCX'])).toMatchObject({ code: 'role-missing' })
})
