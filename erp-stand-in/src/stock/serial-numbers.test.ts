import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, requireStatus, startTestStandIn, testSeed, textAt } from '../test-client.ts'
import type { TestClient, TestReply, TestStandIn } from '../test-client.ts'

let standIn: TestStandIn
let client: TestClient

beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
  client = standIn.client
})
afterAll(() => standIn.close())

const numbers = (...list: string[]) => list.map((SerialNumber) => ({ SerialNumber }))
const pumps = (type: string, serialNumbers: readonly string[], more: object = {}) => ({
  Material: 'PUMP-1',
  Plant: '1010',
  StorageLocation: '0001',
  GoodsMovementType: type,
  QuantityInEntryUnit: String(serialNumbers.length),
  to_SerialNumbers: numbers(...serialNumbers),
  ...more,
})
const codes = (reply: TestReply): unknown[] =>
  listAt(reply.json, 'error', 'innererror', 'errordetails')
    .map((detail) => at(detail, 'code'))
    .slice(0, -1)
const posted = async (movementCode: string, item: object) => {
  const reply = await client.post(movementCode, [item])
  requireStatus(reply, 201)
  return {
    year: textAt(reply.json, 'd', 'MaterialDocumentYear'),
    document: textAt(reply.json, 'd', 'MaterialDocument'),
  }
}
/** The serial numbers of a document, as the service answers them. */
const serialNumbersOf = async (document: string): Promise<string[]> => {
  const reply = await client.get(
    `API_MATERIAL_DOCUMENT_SRV/A_SerialNumberMaterialDocument?$filter=MaterialDocument eq '${document}'`,
  )
  return listAt(reply.json, 'd', 'results')
    .map((row) => textAt(row, 'SerialNumber'))
    .toSorted()
}

describe('goods with a serial number profile', () => {
  it('need a serial number for each piece', async () => {
    const two = pumps('501', ['A1'], { QuantityInEntryUnit: '2' })
    expect(codes(await client.post('05', [two]))).toEqual(['M7/175'])
    expect(codes(await client.post('05', [pumps('501', ['A1', 'A1'])]))).toEqual(['IO/001'])
  })

  it('keep their numbers in upper case, digits without leading zeros, and answer them', async () => {
    const { document } = await posted('05', pumps('501', ['ab-1', '0007']))
    expect(await serialNumbersOf(document)).toEqual(['7', 'AB-1'])
  })

  it('come in only if they are not in stock, and leave only from where they lie', async () => {
    await posted('05', pumps('501', ['B1', 'B2']))
    expect(codes(await client.post('05', [pumps('501', ['B1'])]))).toEqual(['IO/001'])
    expect(codes(await client.post('03', [pumps('551', ['B3'])]))).toEqual(['IO/002'])
    const elsewhere = pumps('551', ['B1'], { StorageLocation: '0002' })
    expect(codes(await client.post('03', [elsewhere]))).toContain('M7/021')
    await posted('04', pumps('311', ['B1'], { IssuingOrReceivingStorageLoc: '0002' }))
    expect(codes(await client.post('03', [pumps('551', ['B1'])]))).toEqual(['IO/002'])
    await posted('03', elsewhere)
    await posted('05', pumps('501', ['B1']))
  })

  it('are where they were after a cancellation, which has their numbers', async () => {
    await posted('05', pumps('501', ['C1']))
    const { year, document } = await posted('03', pumps('551', ['C1']))
    const reply = await client.cancel(year, document)
    const reversal = textAt(reply.json, 'd', 'MaterialDocument')
    expect(await serialNumbersOf(reversal)).toEqual(['C1'])
    await posted('03', pumps('551', ['C1']))
    const gone = await client.cancel(year, document)
    expect(codes(gone)).toEqual(['M7/061'])
  })

  it('of opening stock without numbers get them from SAP', async () => {
    const seeded = await client.control('POST', 'seed', {
      stock: [
        {
          product: 'PUMP-1',
          plant: '1010',
          storageLocation: '0002',
          stockType: '07',
          quantity: '2',
        },
      ],
    })
    requireStatus(seeded, 200)
    const reply = await client.get(
      `API_MATERIAL_DOCUMENT_SRV/A_SerialNumberMaterialDocument?$filter=Material eq 'PUMP-1'&$top=50`,
    )
    const numbers = listAt(reply.json, 'd', 'results').map((row) => textAt(row, 'SerialNumber'))
    expect(numbers).toEqual(expect.arrayContaining(['10000001', '10000002']))
  })
})
