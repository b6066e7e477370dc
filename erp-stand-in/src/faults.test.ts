import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Faults } from './faults.ts'
import { at, listAt, startTestStandIn, testSeed } from './test-client.ts'
import type { TestClient, TestStandIn } from './test-client.ts'

let standIn: TestStandIn
let client: TestClient

beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
  client = standIn.client
})
afterAll(() => standIn.close())
afterEach(async () => {
  await client.control('DELETE', 'faults')
  await client.fetchToken()
})

let keys = 0

/** Posts with a new key; returns the response (null: connection closed) and how often the key is posted. */
async function postWith(
  fault: object,
): Promise<{ reply: Awaited<ReturnType<TestClient['post']>> | null; stands: number }> {
  keys += 1
  const key = `FAULT-${keys}`
  expect((await client.control('POST', 'faults', fault)).status).toBe(200)
  const item = {
    GoodsMovementType: '501',
    Material: 'VALVE-1',
    Plant: '1010',
    StorageLocation: '0001',
    QuantityInEntryUnit: '1',
  }
  const posted = client.post('05', [item], { MaterialDocumentHeaderText: key })
  const reply = await posted.catch(() => null)
  const documents = await client.control('GET', 'documents-by-key?field=MaterialDocumentHeaderText')
  const found = listAt(documents.json).find((each) => at(each, 'key') === key)
  return { reply, stands: Number(at(found ?? null, 'documents') ?? 0) }
}

it.each([
  ['drop-before', 0],
  ['drop-after', 1],
  ['hang-before', 0],
  ['hang-after', 1],
])('%s cuts the line with %i document posted', async (kind, stands) => {
  const outcome = await postWith({ kind, milliseconds: 30 })
  expect(outcome.reply).toBeNull()
  expect(outcome.stands).toBe(stands)
})

it.each([
  ['status-503', 503, 'text/html', 0, '503'],
  ['status-500-html', 500, 'text/html', 0, '<html>'],
  ['expired-token', 403, 'text/plain', 0, 'CSRF token validation failed'],
  ['lock-message', 400, 'application/json', 0, 'M3/897'],
  ['business-reject', 400, 'application/json', 0, 'M7/021'],
  ['empty-items-on-201', 201, 'application/json', 1, '"to_MaterialDocumentItem":{"results":[]}'],
  ['no-number-on-201', 201, 'application/json', 1, '"MaterialDocument":""'],
  ['slow', 201, 'application/json', 1, '"MaterialDocument":"49'],
])('%s answers %i as %s with %i document posted', async (kind, status, type, stands, text) => {
  const { reply, stands: found } = await postWith({ kind, milliseconds: 5 })
  expect(reply?.status).toBe(status)
  expect(reply?.headers.get('content-type')).toContain(type)
  expect(reply?.text).toContain(text)
  expect(found).toBe(stands)
})

it('needs a new token after an expired one', async () => {
  const { reply } = await postWith({ kind: 'expired-token', count: 1 })
  expect(reply?.headers.get('x-csrf-token')).toBe('Required')
  expect((await client.post('05', [])).status).toBe(403)
  await client.fetchToken()
  expect((await client.post('05', [])).status).toBe(400)
})

it('strikes only as often, and only where, it was told to', async () => {
  const rule = {
    kind: 'status-503',
    count: 1,
    match: { movementType: '501', path: 'A_MaterialDocumentHeader' },
  }
  expect((await postWith(rule)).reply?.status).toBe(503)
  expect((await postWith([])).reply?.status).toBe(201)
  await client.control('POST', 'faults', { kind: 'status-503', match: { movementType: '101' } })
  expect((await postWith([])).reply?.status).toBe(201)
  expect((await client.get('API_MATERIAL_STOCK_SRV/A_MaterialStock')).status).toBe(200)
  await client.control('POST', 'faults', { kind: 'status-503', match: { method: 'GET' } })
  expect((await client.get('API_MATERIAL_STOCK_SRV/A_MaterialStock')).status).toBe(503)
})

it('throws the same dice for the same seed', () => {
  const throws = (seed: number) => {
    const faults = new Faults()
    faults.add([{ kind: 'drop-after', probability: 0.3, seed }])
    const subject = { method: 'POST', url: '/', movementTypes: [] }
    return Array.from({ length: 200 }, () => faults.strike(subject) !== null)
  }
  expect(throws(7)).toEqual(throws(7))
  expect(throws(7)).not.toEqual(throws(8))
  const struck = throws(7).filter(Boolean).length
  expect(struck).toBeGreaterThan(30)
  expect(struck).toBeLessThan(90)
})

it('shows a key that was posted twice', async () => {
  const item = {
    GoodsMovementType: '501',
    Material: 'VALVE-1',
    Plant: '1010',
    StorageLocation: '0001',
    QuantityInEntryUnit: '1',
  }
  for (const _ of [1, 2]) await client.post('05', [item], { ReferenceDocument: 'TWICE' })
  await client.post('05', [item], { ReferenceDocument: 'ONCE' })
  const reply = await client.control('GET', 'duplicates?field=ReferenceDocument')
  expect(listAt(reply.json).map((each) => [at(each, 'key'), at(each, 'documents')])).toEqual([
    ['TWICE', 2],
  ])
})

it('refuses a control call it does not know or cannot read', async () => {
  expect((await client.control('POST', 'faults', { kind: 'nothing' })).status).toBe(400)
  expect((await client.control('GET', 'nothing')).status).toBe(404)
  expect((await client.control('POST', 'settings', { pageSize: 'many' })).status).toBe(400)
  expect(
    (await client.control('POST', 'periods', { companyCode: '1000', current: '202613' })).status,
  ).toBe(400)
  const state = await client.control('GET', 'state')
  expect(at(state.json, 'tables', 'API_PRODUCT_SRV.A_Product')).toBe(testSeed.products!.length)
})
