import { addAll } from '@kufang/kernel/add-all.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestClient, at, listAt, startTestStandIn, testSeed, textAt } from '../test-client.ts'
import type { TestStandIn } from '../test-client.ts'

const receipt = {
  GoodsMovementType: '101',
  GoodsMovementRefDocType: 'B',
  PurchaseOrder: '4500000001',
  PurchaseOrderItem: '00030',
  QuantityInEntryUnit: '1',
}
const documents = 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader'

let standIn: TestStandIn
let client: TestClient

beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
})
afterAll(() => standIn.close())
beforeEach(async () => {
  client = new TestClient(standIn.client.url)
  await client.fetchToken()
})

describe('signing on', () => {
  it('refuses a wrong password and a client that does not exist with 401', async () => {
    const wrong = `Basic ${Buffer.from('KUFANG:no').toString('base64')}`
    const refused = await client.call('GET', documents, undefined, { authorization: wrong })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('Basic')
    expect((await client.get(`${documents}?sap-client=999`)).status).toBe(401)
    expect((await client.get(`${documents}?sap-client=100`)).status).toBe(200)
  })

  it('answers a service that is not registered with 403 and /IWFND/MED/170', async () => {
    const reply = await client.get('API_UNKNOWN_SRV/')
    expect(reply.status).toBe(403)
    expect(at(reply.json, 'error', 'code')).toBe('/IWFND/MED/170')
  })
})

describe('the CSRF token', () => {
  it('comes only at the root with the slash, together with three cookies', async () => {
    const fresh = new TestClient(client.url)
    const headers = { 'x-csrf-token': 'Fetch' }
    const without = await fresh.call('GET', 'API_MATERIAL_DOCUMENT_SRV', undefined, headers)
    expect(without.headers.get('x-csrf-token')).toBeNull()
    const found = await fresh.call('HEAD', 'API_MATERIAL_DOCUMENT_SRV/', undefined, headers)
    expect(found.headers.get('x-csrf-token')).not.toBeNull()
    const names = found.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(names).toEqual(['sap-usercontext', 'sap-XSRF_S4H_100', 'SAP_SESSIONID_S4H_100'])
  })

  it('is refused as Required without cookies, with one missing, or when it is another', async () => {
    const whole = client.cookieHeader
    for (const change of [
      { cookies: '' },
      { cookies: whole.split('; ').slice(1).join('; ') },
      { cookies: whole.split('; ').slice(0, 2).join('; ') },
      { cookies: whole, token: 'foreign' },
    ]) {
      client.pretend(change)
      const reply = await client.post('01', [receipt])
      expect(reply.status).toBe(403)
      expect(reply.headers.get('x-csrf-token')).toBe('Required')
    }
  })

  it('expires with its session, and a new one works', async () => {
    standIn.system.settings.sessionSeconds = -1
    expect((await client.post('01', [receipt])).status).toBe(403)
    standIn.system.settings.sessionSeconds = 1800
    await client.fetchToken()
    expect((await client.post('01', [receipt])).status).toBe(201)
  })
})

describe('reading', () => {
  const items = 'API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrderItem'

  it('pages by __next until every row came once', async () => {
    standIn.system.settings.pageSize = 4
    const seen: unknown[] = []
    const counts: unknown[] = []
    let path: string | null = `${items}?$inlinecount=allpages`
    while (path !== null) {
      const reply = await client.get(path)
      counts.push(at(reply.json, 'd', '__count'))
      addAll(
        seen,
        listAt(reply.json, 'd', 'results').map((row) => at(row, 'PurchaseOrderItem')),
      )
      const next: unknown = at(reply.json, 'd', '__next')
      path = typeof next === 'string' ? (next.split('/sap/opu/odata/sap/')[1] ?? null) : null
    }
    expect(counts).toEqual(['9', '9', '9'])
    standIn.system.settings.pageSize = 1000
    expect(seen).toEqual(['10', '20', '30', '40', '50', '60', '70', '80', '90'])
  })

  it('filters, orders, selects, counts and expands', async () => {
    const filter =
      "PurchaseOrder eq '4500000001' and (OrderQuantity ge 100M) and not IsReturnsItem eq true"
    const filtered = await client.get(
      `${items}?$filter=${filter}&$orderby=PurchaseOrderItem desc&$top=2&$skip=1`,
    )
    const rows = listAt(filtered.json, 'd', 'results')
    expect(rows.map((row) => at(row, 'PurchaseOrderItem'))).toEqual(['80', '70'])
    expect((await client.get(`${items}/$count?$filter=PurchaseOrderItem eq '00010'`)).text).toBe(
      '1',
    )
    const text = "substringof('阀',PurchaseOrderItemText) and startswith(Material,'VALVE')"
    expect((await client.get(`${items}/$count?$filter=${text}`)).text).toBe('9')
    const one = await client.get(
      `${items}(PurchaseOrder='4500000001',PurchaseOrderItem='10')?$select=PurchaseOrderItem,to_ScheduleLine/ScheduleLine&$expand=to_ScheduleLine`,
    )
    const lines = listAt(one.json, 'd', 'to_ScheduleLine', 'results')
    expect(at(one.json, 'd', 'Material')).toBeUndefined()
    expect(at(lines[0] ?? null, 'ScheduleLine')).toBe('1')
    expect(at(lines[0] ?? null, 'ScheduleLineDeliveryDate')).toBeUndefined()
    const plain = await client.get(`${items}(PurchaseOrder='4500000001',PurchaseOrderItem='00010')`)
    expect(at(plain.json, 'd', 'to_ScheduleLine', '__deferred', 'uri')).toContain(
      '/to_ScheduleLine',
    )
    expect(at(plain.json, 'd', 'OrderQuantity')).toBe('100')
  })

  it('finds only what changed since a moment', async () => {
    const orders = 'API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrder'
    const before = await client.get(orders)
    const stamp = textAt(before.json, 'd', 'results', 0, 'LastChangeDateTime')
    expect(stamp).toMatch(/^\/Date\(\d+\+0000\)\/$/)
    const moment = new Date(Number(stamp.slice(6, -7))).toISOString()
    const filter = `$filter=LastChangeDateTime gt datetimeoffset'${moment}'`
    expect(listAt((await client.get(`${orders}?${filter}`)).json, 'd', 'results')).toHaveLength(0)
    const change = { purchaseOrder: '4500000001', item: '20', deliveryDate: '2026-12-01' }
    expect((await client.control('POST', 'purchase-orders/change', change)).status).toBe(200)
    expect(listAt((await client.get(`${orders}?${filter}`)).json, 'd', 'results')).toHaveLength(1)
    const line = await client.get(
      "API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrderScheduleLine(PurchasingDocument='4500000001',PurchasingDocumentItem='20',ScheduleLine='1')",
    )
    expect(at(line.json, 'd', 'ScheduleLineDeliveryDate')).toBe(`/Date(${Date.UTC(2026, 11, 1)})/`)
  })

  it('refuses unknown properties, keys, sets and entities as the gateway does', async () => {
    expect((await client.get(`${items}?$filter=Nothing eq 'x'`)).status).toBe(400)
    expect((await client.get(`${items}?$select=Nothing`)).status).toBe(400)
    expect((await client.get(`${items}?$expand=to_Nothing`)).status).toBe(400)
    expect((await client.get(`${items}('4500000001')`)).status).toBe(400)
    expect((await client.get('API_PURCHASEORDER_PROCESS_SRV/A_Nothing')).status).toBe(404)
    const missing = await client.get(`${items}(PurchaseOrder='1',PurchaseOrderItem='10')`)
    expect(missing.status).toBe(404)
    expect(at(missing.json, 'error', 'code')).toBe('/IWBEP/CM_MGW_RT/020')
  })

  it('answers in XML to who does not ask for JSON, errors too', async () => {
    const headers = { accept: 'application/xml' }
    const feed = await client.call('GET', `${items}?$top=1`, undefined, headers)
    expect(feed.headers.get('content-type')).toContain('atom+xml')
    expect(feed.text).toContain('<d:PurchaseOrderItem>10</d:PurchaseOrderItem>')
    const error = await client.call('GET', `${items}?$select=No`, undefined, headers)
    expect(error.text).toContain('<code>')
    const metadata = await client.get('API_MATERIAL_STOCK_SRV/$metadata')
    expect(metadata.text).toContain(
      'Name="MatlWrhsStkQtyInMatlBaseUnit" Type="Edm.Decimal" Precision="31" Scale="14"',
    )
  })

  it('shows stock under eleven keys, unused ones empty', async () => {
    const reply = await client.get('API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod?$top=1')
    const uri = textAt(reply.json, 'd', 'results', 0, '__metadata', 'uri')
    expect(uri.match(/='/g)).toHaveLength(11)
    const path = uri.slice(uri.indexOf('API_MATERIAL_STOCK_SRV'))
    const again = await client.get(path)
    expect(at(again.json, 'd', '__metadata', 'uri')).toBe(uri)
  })
})

describe('writing', () => {
  it('takes items as an array and as results, and reads back by year first', async () => {
    const wrapped = { results: [receipt] }
    const reply = await client.call('POST', documents, {
      GoodsMovementCode: '01',
      PostingDate: '2026-11-20T00:00:00',
      DocumentDate: '2026-11-20T00:00:00',
      ReferenceDocument: 'key-77',
      to_MaterialDocumentItem: wrapped,
    })
    expect(reply.status).toBe(201)
    const number = textAt(reply.json, 'd', 'MaterialDocument')
    const back = await client.get(
      `${documents}(MaterialDocumentYear='2026',MaterialDocument='${number}')?$expand=to_MaterialDocumentItem`,
    )
    expect(at(back.json, 'd', 'ReferenceDocument')).toBe('KEY-77')
    expect(at(back.json, 'd', 'PostingDate')).toBe(`/Date(${Date.UTC(2026, 10, 20)})/`)
    const item = at(back.json, 'd', 'to_MaterialDocumentItem', 'results', 0)
    expect(at(item ?? null, 'PurchaseOrderItem')).toBe('30')
    expect(at(item ?? null, 'QuantityInEntryUnit')).toBe('1.000')
    const found = await client.get(`${documents}?$filter=ReferenceDocument eq 'KEY-77'`)
    expect(listAt(found.json, 'd', 'results')).toHaveLength(1)
  })

  it('refuses bad types, too long texts, too fine decimals and unknown names', async () => {
    for (const bad of [
      { QuantityInEntryUnit: '1.2345' },
      { QuantityInEntryUnit: 1 },
      { MaterialDocumentItemText: 'x'.repeat(51) },
      { Unknown: '1' },
    ]) {
      expect((await client.post('01', [{ ...receipt, ...bad }])).status).toBe(400)
    }
    expect((await client.call('POST', documents, '{not json')).status).toBe(400)
  })

  it('changes mutable entities only with a matching If-Match', async () => {
    const order = "API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrder('4500000001')"
    const read = await client.get(order)
    const etag = read.headers.get('etag') ?? ''
    expect(at(read.json, 'd', '__metadata', 'etag')).toBe(etag)
    const change = { PurchasingGroup: '002' }
    expect((await client.call('PATCH', order, change)).status).toBe(412)
    expect((await client.call('PATCH', order, change, { 'if-match': 'W/"other"' })).status).toBe(
      412,
    )
    expect((await client.call('PATCH', order, change, { 'if-match': etag })).status).toBe(204)
    expect((await client.call('PATCH', order, change, { 'if-match': etag })).status).toBe(412)
    const merge = { 'if-match': '*', 'x-http-method': 'MERGE' }
    expect((await client.call('POST', order, { PurchasingGroup: '003' }, merge)).status).toBe(204)
    expect(at((await client.get(order)).json, 'd', 'PurchasingGroup')).toBe('003')
    const document = await client.post('01', [receipt])
    const uri = textAt(document.json, 'd', '__metadata', 'uri')
    const path = uri.slice(uri.indexOf('API_MATERIAL'))
    expect((await client.call('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(405)
  })

  it('repeats the first outcome of a request id only when that is set up', async () => {
    const headers = { RequestID: '0'.repeat(32), RepeatabilityCreation: '2026-11-20T10:00:00' }
    const body = {
      GoodsMovementCode: '01',
      PostingDate: '2026-11-20',
      DocumentDate: '2026-11-20',
      to_MaterialDocumentItem: [receipt],
    }
    const off = await client.call('POST', documents, body, headers)
    expect(off.headers.get('repeatabilityresult')).toBe('unsupported')
    standIn.system.settings.idempotency = true
    const first = await client.call('POST', documents, body, headers)
    const second = await client.call('POST', documents, body, headers)
    expect(second.headers.get('repeatabilityresult')).toBe('accepted')
    expect(at(second.json, 'd', 'MaterialDocument')).toBe(at(first.json, 'd', 'MaterialDocument'))
    expect(at(first.json, 'd', 'MaterialDocument')).not.toBe(at(off.json, 'd', 'MaterialDocument'))
    standIn.system.settings.idempotencySeconds = -1
    const late = await client.call('POST', documents, body, headers)
    expect(at(late.json, 'error', 'code')).toBe('/IWBEP/CM_COS/005')
    standIn.system.settings.idempotency = false
  })

  it('creates and deletes a reservation, enables and validates a requisition', async () => {
    const created = await client.call(
      'POST',
      'API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentHeader',
      {
        GoodsMovementType: '201',
        CostCenter: 'CC200',
        to_ReservationDocumentItem: [
          { Product: 'VALVE-1', Plant: '1010', ResvnItmRequiredQtyInEntryUnit: '3' },
        ],
      },
    )
    expect(created.status).toBe(201)
    const number = textAt(created.json, 'd', 'Reservation')
    const header = `API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentHeader('${number}')`
    const items = await client.get(`${header}/to_ReservationDocumentItem`)
    expect(at(items.json, 'd', 'results', 0, 'ReservationItem')).toBe('1')
    expect((await client.call('DELETE', header)).status).toBe(204)
    expect((await client.get(header)).status).toBe(404)
    const requisition = await client.call(
      'POST',
      'API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionHeader',
      {
        to_PurchaseReqnItem: [
          { Material: 'VALVE-1', Plant: '1010', RequestedQuantity: '4', BaseUnit: 'EA' },
        ],
      },
    )
    const pr = textAt(requisition.json, 'd', 'PurchaseRequisition')
    const enabled = await client.call(
      'POST',
      `API_PURCHASEREQ_PROCESS_SRV/EnableForPurchasing?PurchaseRequisition='${pr}'&PurchaseRequisitionItem='00010'`,
    )
    expect(at(enabled.json, 'd', 'results', 0, 'Type')).toBe('S')
    const validated = await client.get(
      `API_PURCHASEREQ_PROCESS_SRV/Validate?PurchaseRequisition='${pr}'`,
    )
    expect(listAt(validated.json, 'd', 'results')).toHaveLength(0)
  })
})
