import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, startTestStandIn, stockLines, testSeed, textAt } from '../test-client.ts'
import type { Json, TestClient, TestReply, TestStandIn } from '../test-client.ts'

let standIn: TestStandIn
let client: TestClient
beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
  client = standIn.client
})
afterAll(() => standIn.close())

const service = 'API_PHYSICAL_INVENTORY_DOC_SRV'
const codeOf = (reply: TestReply) => at(reply.json, 'error', 'code')
const detailsOf = (reply: TestReply) =>
  listAt(reply.json, 'error', 'innererror', 'errordetails').map((one) => at(one, 'code'))

const create = (items: readonly object[], more: object = {}) =>
  client.call('POST', `${service}/A_PhysInventoryDocHeader`, {
    Plant: '1010',
    StorageLocation: '0001',
    DocumentDate: '2026-11-20T00:00:00',
    PhysInventoryPlannedCountDate: '2026-11-20T00:00:00',
    PhysInventoryReferenceNumber: 'K1A',
    ...more,
    to_PhysicalInventoryDocumentItem: { results: items },
  })
const numberOf = (reply: TestReply) => textAt(reply.json, 'd', 'PhysicalInventoryDocument')
const keyOf = (number: string) => `FiscalYear='2026',PhysicalInventoryDocument='${number}'`

async function readItems(number: string): Promise<readonly Json[]> {
  const path = `${service}/A_PhysInventoryDocHeader(${keyOf(number)})?$expand=to_PhysicalInventoryDocumentItem`
  const reply = await client.get(path)
  return listAt(reply.json, 'd', 'to_PhysicalInventoryDocumentItem', 'results')
}

async function count(number: string, item: string, body: object): Promise<TestReply> {
  const path = `${service}/A_PhysInventoryDocItem(${keyOf(number)},PhysicalInventoryDocumentItem='${item}')`
  const version = textAt((await client.get(path)).json, 'd', '__metadata', 'etag')
  return client.call('PATCH', path, body, { 'if-match': version })
}
const pieces = (quantity: string) => ({ QuantityInUnitOfEntry: quantity, UnitOfEntry: 'EA' })

async function post(number: string, name = 'PostDifferences', more = ''): Promise<TestReply> {
  const header = await client.get(`${service}/A_PhysInventoryDocHeader(${keyOf(number)})`)
  const version = textAt(header.json, 'd', '__metadata', 'etag')
  const day = "PostingDate=datetime'2026-11-20T00:00:00'"
  const path = `${service}/${name}?PhysicalInventoryDocument='${number}'&FiscalYear='2026'&${day}${more}`
  return client.call('POST', path, undefined, { 'if-match': version })
}

const valve = { Material: 'VALVE-1' }
const here = { Material: 'VALVE-1', Plant: '1010', StorageLocation: '0001' }
const difference = { ...here, GoodsMovementType: '702', QuantityInEntryUnit: '1' }

describe('a physical inventory document', () => {
  it('posts what was counted more or less than the books had at the count, and is not cancelled', async () => {
    const document = numberOf(await create([valve, { ...valve, PhysicalInventoryStockType: '2' }]))
    expect(codeOf(await post(document))).toBe('M7/706')
    const before = await stockLines(client, 'VALVE-1')
    const quantityOf = (type: string) =>
      Number(
        before
          .find((line) => line.includes(` 1010 0001 ${type}  `))!
          .split(' ')
          .at(-1),
      )
    const free = quantityOf('01')
    expect((await count(document, '1', pieces(String(free - 4)))).status).toBe(204)
    // What moves after the count changes neither book quantity nor difference; a corrected count does.
    const moved = await client.post('03', [{ ...difference, GoodsMovementType: '551' }])
    expect(moved.status).toBe(201)
    await count(document, '1', pieces(String(free - 3)))
    await count(document, '2', pieces(String(quantityOf('02') + 2)))
    expect((await post(document)).status).toBe(200)
    const [first, second] = await readItems(document)
    const posted = textAt(first!, 'MaterialDocument')
    expect([first, second]).toMatchObject([
      { BookQtyBfrCountInMatlBaseUnit: `${free}.000`, PhysInvtryDifferenceIsPosted: true },
      { MaterialDocument: posted, MaterialDocumentItem: '2' },
    ])
    const movements = await client.get(
      `API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=MaterialDocument eq '${posted}'`,
    )
    expect(listAt(movements.json, 'd', 'results')).toMatchObject([
      { GoodsMovementType: '702', QuantityInBaseUnit: '3.000' },
      { GoodsMovementType: '703', QuantityInBaseUnit: '2.000' },
    ])
    // Two items of one material document, by the reference number that the client gave.
    const { json: byReference } = await client.control('GET', 'documents-by-inventory')
    expect(byReference).toEqual([
      { key: 'K1A', documents: 1, standing: 1, reversals: 0, numbers: [`2026/${posted}`] },
    ])
    expect(codeOf(await post(document))).toBe('M7/705')
    expect(codeOf(await count(document, '1', pieces('1')))).toBe('M7/705')
    expect(detailsOf(await client.cancel('2026', posted))).toContain('M7/709')
  })

  it('counts each stock once at a time, nothing as nothing, and holds the goods where it blocks them', async () => {
    const document = numberOf(await create([valve], { PostingIsBlockedForPhysInvtry: true }))
    expect(codeOf(await create([valve]))).toBe('M7/703')
    expect(codeOf(await count(document, '1', pieces('0')))).toBe('M7/120')
    expect(codeOf(await count(document, '1', { Material: 'VALVE-2' }))).toBe('M7/708')
    const held = await client.post('03', [{ ...difference, GoodsMovementType: '551' }])
    expect(detailsOf(held)).toContain('M7/704')
    expect((await count(document, '1', { PhysicalInventoryItemIsZero: true })).status).toBe(204)
    expect((await post(document)).status).toBe(200)
    expect((await stockLines(client, 'VALVE-1')).join()).not.toContain(' 1010 0001 01  ')
    const again = numberOf(await create([valve]))
    await count(again, '1', pieces('9'))
    const onItem = await post(again, 'PostDifferencesOnItem', "&PhysicalInventoryDocumentItem='1'")
    expect(onItem.status).toBe(200)
    expect(codeOf(await create([{ ...valve, PhysicalInventoryStockType: '3' }]))).toBe('M7/001')
    expect(codeOf(await post('199999999', 'PostDifferences'))).toBe('M7/701')
  })

  it('is the only way in the plants where it is configured so', async () => {
    const receipt = { ...difference, GoodsMovementType: '701' }
    expect((await client.post('06', [receipt])).status).toBe(201)
    await client.control('POST', 'settings', { inventoryDocumentPlants: '1020,1010' })
    for (const type of ['701', '702', '703', '704', '707', '708'])
      expect(
        detailsOf(await client.post('06', [{ ...difference, GoodsMovementType: type }])),
      ).toContain('M7/096')
    const document = numberOf(await create([valve]))
    await count(document, '1', pieces('3'))
    expect((await post(document)).status).toBe(200)
  })
})
