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
import { allMovementTypes } from './movement-types.ts'

let standIn: TestStandIn
let client: TestClient

beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
  client = standIn.client
})
afterAll(() => standIn.close())

const here = { Material: 'VALVE-1', Plant: '1010', StorageLocation: '0001' }
const order = (item: string) => ({
  GoodsMovementRefDocType: 'B',
  PurchaseOrder: '4500000001',
  PurchaseOrderItem: item,
})
const project = { InventorySpecialStockType: 'Q', SpecialStockIdfgWBSElement: 'P-100-1' }
const consignment = { InventorySpecialStockType: 'K', Supplier: '100001' }
const other = { IssuingOrReceivingPlant: '1020', IssuingOrReceivingStorageLoc: '0001' }
const next = { IssuingOrReceivingStorageLoc: '0002' }
const transit = { Material: 'VALVE-1', Plant: '1020', StorageLocation: '0001' }
const sale = { SalesOrder: '1', SalesOrderItem: '10' }

interface Movement {
  readonly type: string
  readonly code: string
  readonly item: object
  /** Stock lines gained and lost by ten pieces, without the material. */
  readonly gained: readonly string[]
  readonly lost: readonly string[]
  /** Posted before, so that there is something to move. */
  readonly before?: readonly Omit<Movement, 'gained' | 'lost'>[]
}

const free = '1010 0001 01'
const movements: readonly Movement[] = [
  { type: '101', code: '01', item: order('10'), gained: [free], lost: [] },
  {
    type: '101',
    code: '01',
    item: { ...order('10'), InventoryStockType: '02' },
    gained: ['1010 0001 02'],
    lost: [],
  },
  {
    type: '101',
    code: '01',
    item: { ...order('10'), InventoryStockType: '07' },
    gained: ['1010 0001 07'],
    lost: [],
  },
  { type: '101', code: '01', item: order('50'), gained: ['1010 0001 01 K'], lost: [] },
  { type: '101', code: '01', item: order('60'), gained: ['1010 0001 01 Q'], lost: [] },
  { type: '101', code: '01', item: order('70'), gained: [], lost: [] },
  {
    type: '101',
    code: '02',
    item: { ...here, GoodsMovementRefDocType: 'F', ManufacturingOrder: '1000001' },
    gained: [free],
    lost: [],
  },
  { type: '103', code: '01', item: order('20'), gained: [], lost: [] },
  {
    type: '105',
    code: '01',
    item: order('20'),
    gained: [free],
    lost: [],
    before: [{ type: '103', code: '01', item: order('20') }],
  },
  {
    type: '124',
    code: '01',
    item: order('20'),
    gained: [],
    lost: [],
    before: [{ type: '103', code: '01', item: order('20') }],
  },
  { type: '107', code: '01', item: order('20'), gained: ['1010  10'], lost: [] },
  {
    type: '109',
    code: '01',
    item: order('20'),
    gained: [free],
    lost: ['1010  10'],
    before: [{ type: '107', code: '01', item: order('20') }],
  },
  {
    type: '122',
    code: '01',
    item: order('10'),
    gained: [],
    lost: [free],
    before: [{ type: '101', code: '01', item: order('10') }],
  },
  {
    type: '102',
    code: '01',
    item: order('10'),
    gained: [],
    lost: [free],
    before: [{ type: '101', code: '01', item: order('10') }],
  },
  { type: '161', code: '01', item: order('40'), gained: [], lost: [free] },
  { type: '201', code: '03', item: { ...here, CostCenter: 'CC1' }, gained: [], lost: [free] },
  {
    type: '201',
    code: '03',
    item: { ...here, ...consignment, CostCenter: 'CC1' },
    gained: [],
    lost: ['1010 0001 01 K'],
  },
  { type: '202', code: '03', item: { ...here, CostCenter: 'CC1' }, gained: [free], lost: [] },
  { type: '221', code: '03', item: { ...here, WBSElement: 'P-100-1' }, gained: [], lost: [free] },
  {
    type: '221',
    code: '03',
    item: { ...here, ...project, WBSElement: 'P-100-1' },
    gained: [],
    lost: ['1010 0001 01 Q'],
  },
  { type: '231', code: '03', item: { ...here, ...sale }, gained: [], lost: [free] },
  {
    type: '241',
    code: '03',
    item: { ...here, MasterFixedAsset: '5001' },
    gained: [],
    lost: [free],
  },
  { type: '251', code: '03', item: here, gained: [], lost: [free] },
  {
    type: '261',
    code: '03',
    item: { ...here, ManufacturingOrder: '800001' },
    gained: [],
    lost: [free],
  },
  {
    type: '262',
    code: '06',
    item: { ...here, ManufacturingOrder: '800001' },
    gained: [free],
    lost: [],
  },
  {
    type: '281',
    code: '03',
    item: { ...here, ManufacturingOrder: '900001' },
    gained: [],
    lost: [free],
  },
  { type: '301', code: '04', item: { ...here, ...other }, gained: ['1020 0001 01'], lost: [free] },
  { type: '303', code: '04', item: { ...here, ...other }, gained: ['1020  05'], lost: [free] },
  {
    type: '305',
    code: '04',
    item: transit,
    gained: ['1020 0001 01'],
    lost: ['1020  05'],
    before: [{ type: '303', code: '04', item: { ...here, ...other } }],
  },
  {
    type: '309',
    code: '04',
    item: { ...here, IssgOrRcvgMaterial: 'VALVE-2' },
    gained: ['VALVE-2 1010 0001 01'],
    lost: [free],
  },
  { type: '311', code: '04', item: { ...here, ...next }, gained: ['1010 0002 01'], lost: [free] },
  { type: '313', code: '04', item: { ...here, ...next }, gained: ['1010 0002 04'], lost: [free] },
  {
    type: '315',
    code: '04',
    item: { ...here, StorageLocation: '0002' },
    gained: ['1010 0002 01'],
    lost: ['1010 0002 04'],
    before: [{ type: '313', code: '04', item: { ...here, ...next } }],
  },
  { type: '321', code: '04', item: here, gained: [free], lost: ['1010 0001 02'] },
  { type: '322', code: '04', item: here, gained: ['1010 0001 02'], lost: [free] },
  {
    type: '323',
    code: '04',
    item: { ...here, ...next },
    gained: ['1010 0002 02'],
    lost: ['1010 0001 02'],
  },
  {
    type: '325',
    code: '04',
    item: { ...here, ...next },
    gained: ['1010 0002 07'],
    lost: ['1010 0001 07'],
  },
  { type: '331', code: '03', item: here, gained: [], lost: ['1010 0001 02'] },
  { type: '343', code: '04', item: here, gained: [free], lost: ['1010 0001 07'] },
  { type: '344', code: '04', item: here, gained: ['1010 0001 07'], lost: [free] },
  { type: '349', code: '04', item: here, gained: ['1010 0001 02'], lost: ['1010 0001 07'] },
  { type: '350', code: '04', item: here, gained: ['1010 0001 07'], lost: ['1010 0001 02'] },
  {
    type: '411',
    code: '04',
    item: { ...here, ...consignment },
    gained: [free],
    lost: ['1010 0001 01 K'],
  },
  {
    type: '411',
    code: '04',
    item: { ...here, ...project },
    gained: [free],
    lost: ['1010 0001 01 Q'],
  },
  {
    type: '412',
    code: '04',
    item: { ...here, ...consignment },
    gained: ['1010 0001 01 K'],
    lost: [free],
  },
  {
    type: '413',
    code: '04',
    item: { ...here, ...sale, InventorySpecialStockType: 'E' },
    gained: ['1010 0001 01 E'],
    lost: [free],
  },
  {
    type: '415',
    code: '04',
    item: { ...here, ...project },
    gained: ['1010 0001 01 Q'],
    lost: [free],
  },
  { type: '501', code: '05', item: here, gained: [free], lost: [] },
  { type: '503', code: '05', item: here, gained: ['1010 0001 02'], lost: [] },
  { type: '505', code: '05', item: here, gained: ['1010 0001 07'], lost: [] },
  { type: '511', code: '05', item: here, gained: [free], lost: [] },
  { type: '521', code: '05', item: here, gained: [free], lost: [] },
  {
    type: '541',
    code: '04',
    item: { ...here, Supplier: '100001' },
    gained: ['1010  01 O'],
    lost: [free],
  },
  {
    type: '543',
    code: '07',
    item: { ...here, Supplier: '100001' },
    gained: [],
    lost: ['1010  01 O'],
    before: [{ type: '541', code: '04', item: { ...here, Supplier: '100001' } }],
  },
  { type: '551', code: '03', item: here, gained: [], lost: [free] },
  { type: '553', code: '03', item: here, gained: [], lost: ['1010 0001 02'] },
  { type: '555', code: '03', item: here, gained: [], lost: ['1010 0001 07'] },
  { type: '561', code: '05', item: here, gained: [free], lost: [] },
  { type: '601', code: '03', item: here, gained: [], lost: [free] },
  {
    type: '641',
    code: '04',
    item: { ...here, IssuingOrReceivingPlant: '1020' },
    gained: ['1020  06'],
    lost: [free],
  },
  { type: '643', code: '03', item: here, gained: [], lost: [free] },
  { type: '701', code: '03', item: here, gained: [free], lost: [] },
  { type: '702', code: '03', item: here, gained: [], lost: [free] },
  { type: '703', code: '03', item: here, gained: ['1010 0001 02'], lost: [] },
  { type: '707', code: '03', item: here, gained: ['1010 0001 07'], lost: [] },
]

function post(movement: Omit<Movement, 'gained' | 'lost'>): Promise<TestReply> {
  const item = { ...movement.item, GoodsMovementType: movement.type, QuantityInEntryUnit: '10' }
  return client.post(movement.code, [item])
}

async function cancel(reply: TestReply): Promise<TestReply> {
  const year = textAt(reply.json, 'd', 'MaterialDocumentYear')
  return client.cancel(
    year,
    textAt(reply.json, 'd', 'MaterialDocument'),
    "&PostingDate=datetime'2026-11-20T00:00:00'",
  )
}

/** Ten pieces more or less per stock, as the difference of two readings. */
function differences(before: readonly string[], after: readonly string[]): Map<string, number> {
  const result = new Map<string, number>()
  const add = (line: string, sign: number) => {
    const parts = line.split(' ')
    const quantity = Number(parts.pop()) * sign
    const key = parts
      .join(' ')
      .replace(/^VALVE-1 /, '')
      .trim()
    result.set(key, (result.get(key) ?? 0) + quantity)
  }
  for (const line of before) add(line, -1)
  for (const line of after) add(line, 1)
  for (const [key, quantity] of result) if (quantity === 0) result.delete(key)
  return result
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
      const reply = await post(movement)
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
    const tried = new Set(movements.flatMap((movement) => [movement.type]))
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
