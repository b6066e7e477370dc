import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  at,
  listAt,
  startTestStandIn,
  stockLines,
  testSeed,
  textAt,
  requireStatus,
} from '../test-client.ts'
import type { TestClient, TestReply, TestStandIn } from '../test-client.ts'
import { deliveries, differences, here, movements, next, transit } from './movement-cases.ts'
import type { Movement } from './movement-cases.ts'
import { allMovementTypes } from './movement-types.ts'

let standIn: TestStandIn
let client: TestClient

beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
  client = standIn.client
})
afterAll(() => standIn.close())

type Posted = Omit<Movement, 'gained' | 'lost'>

/** Posts ten pieces; what refers to a receipt names the one before it. */
function post(movement: Posted, receipt?: TestReply): Promise<TestReply> {
  const refers = ['102', '105', '122', '124'].includes(movement.type)
  const item = {
    ...movement.item,
    GoodsMovementType: movement.type,
    QuantityInEntryUnit: '10',
    ...(movement.type === '122' ? { GoodsMovementReasonCode: '0001' } : {}),
    ...(refers && receipt !== undefined ? itemOf(receipt) : {}),
  }
  return client.post(movement.code, [item], { ReferenceDocument: 'SH-1' })
}

/** The first item of a material document, as its reference. */
const itemOf = (receipt: TestReply) => ({
  ReferenceDocumentFiscalYear: textAt(receipt.json, 'd', 'MaterialDocumentYear'),
  InvtryMgmtReferenceDocument: textAt(receipt.json, 'd', 'MaterialDocument'),
  InvtryMgmtRefDocumentItem: '1',
})

async function cancel(reply: TestReply): Promise<TestReply> {
  const year = textAt(reply.json, 'd', 'MaterialDocumentYear')
  return client.cancel(
    year,
    textAt(reply.json, 'd', 'MaterialDocument'),
    "&PostingDate=datetime'2026-11-20T00:00:00'",
  )
}

describe('every movement moves its stock and its reversal gives it back', () => {
  it.each(movements.map((movement) => [movement.type, movement] as const))(
    '%s',
    async (_type, movement) => {
      const prepared: TestReply[] = []
      for (const earlier of movement.before ?? []) {
        const reply = await post(earlier)
        requireStatus(reply, 201)
        prepared.push(reply)
      }
      const before = await stockLines(client)
      const reply = await post(movement, prepared[0])
      requireStatus(reply, 201)
      const after = await stockLines(client)
      const expected = new Map([
        ...movement.gained.map((place) => [place, 10] as const),
        ...movement.lost.map((place) => [place, -10] as const),
      ])
      expect(differences(before, after)).toEqual(expected)
      const reversal = await cancel(reply)
      requireStatus(reversal, 200)
      expect(await stockLines(client)).toEqual(before)
      const twice = await cancel(reply)
      expect(at(twice.json, 'error', 'innererror', 'errordetails', 0, 'code')).toBe('M7/061')
      for (const earlier of prepared.toReversed()) expect((await cancel(earlier)).status).toBe(200)
    },
  )

  it('covers the movement types of the trade', () => {
    const tried = new Set([...movements, ...deliveries].map((movement) => movement.type))
    const families = allMovementTypes().filter((movement) => movement.direction === 1)
    const untried = families.filter(
      ({ code, opposite }) => !tried.has(code) && !tried.has(opposite),
    )
    expect(untried.map(({ code }) => code)).toEqual(['291', '333', '335', '563', '565'])
  })
})

describe('a reversal', () => {
  it('points back from its items and marks the old ones', async () => {
    const reply = await post({ type: '311', code: '04', item: { ...here, ...next } })
    const number = textAt(reply.json, 'd', 'MaterialDocument')
    const reversal = await cancel(reply)
    const newNumber = textAt(reversal.json, 'd', 'MaterialDocument')
    const items = 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem'
    const old = await client.get(`${items}?$filter=MaterialDocument eq '${number}'`)
    const rows = listAt(old.json, 'd', 'results')
    expect(rows.map((row) => at(row, 'GoodsMovementIsCancelled'))).toEqual([true, true])
    expect(rows.map((row) => at(row, 'DebitCreditCode'))).toEqual(['H', 'S'])
    expect(rows.map((row) => at(row, 'IsAutomaticallyCreated'))).toEqual(['', 'X'])
    const filter = `ReversedMaterialDocument eq '${number}' and ReversedMaterialDocumentYear eq '2026'`
    const found = await client.get(`${items}?$filter=${filter}`)
    const reversed = listAt(found.json, 'd', 'results')
    expect(reversed.map((row) => at(row, 'MaterialDocument'))).toEqual([newNumber, newNumber])
    expect(reversed.map((row) => at(row, 'GoodsMovementType'))).toEqual(['312', '312'])
    expect((await client.cancel('2026', newNumber)).text).toContain('M7/062')
  })

  it('takes back one item, then the rest', async () => {
    const item = { ...here, GoodsMovementType: '501', QuantityInEntryUnit: '1' }
    const reply = await client.post('05', [item, item])
    const number = textAt(reply.json, 'd', 'MaterialDocument')
    const one = await client.cancel('2026', number, "&MaterialDocumentItem='0002'")
    expect(at(one.json, 'd', 'ReversedMaterialDocumentItem')).toBe('2')
    expect((await client.cancel('2026', number, "&MaterialDocumentItem='2'")).status).toBe(400)
    standIn.system.settings.cancelShape = 'nested'
    const rest = await client.cancel('2026', number)
    standIn.system.settings.cancelShape = 'plain'
    const document = textAt(rest.json, 'd', 'Cancel', 'MaterialDocument')
    const items = await client.get(
      `API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader(MaterialDocumentYear='2026',MaterialDocument='${document}')/to_MaterialDocumentItem`,
    )
    const reversed = listAt(items.json, 'd', 'results').map((row) =>
      at(row, 'ReversedMaterialDocumentItem'),
    )
    expect(reversed).toEqual(['1'])
  })

  // The removal of a transfer in two steps puts goods into transfer stock; none are left there after their placement.
  it('of a removal is refused after the placement, and possible again after that was reversed', async () => {
    const goods = { ...here, Material: 'VALVE-2' }
    await post({ type: '501', code: '05', item: goods })
    const removal = await post({ type: '313', code: '04', item: { ...goods, ...next } })
    const placed = await post({
      type: '315',
      code: '04',
      item: { ...goods, StorageLocation: '0002' },
    })
    expect((await cancel(removal)).text).toContain('M7/021')
    expect((await cancel(placed)).status).toBe(200)
    expect((await cancel(removal)).status).toBe(200)
  })

  it('is refused when the goods are gone', async () => {
    const place = { ...transit, GoodsMovementType: '501', QuantityInEntryUnit: '7' }
    const reply = await client.post('05', [place])
    const issue = { ...transit, GoodsMovementType: '551', QuantityInEntryUnit: '1' }
    const issued = await client.post('03', [issue])
    const refused = await cancel(reply)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('M7/021')
    await cancel(issued)
    expect((await cancel(reply)).status).toBe(200)
  })
})
