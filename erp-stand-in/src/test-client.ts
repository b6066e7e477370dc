import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applySeed } from './apply-seed.ts'
import type { StandInSeed } from './seed.ts'
import { serve } from './server.ts'
import { openStandIn } from './system.ts'
import type { StandIn } from './system.ts'

/** A response for tests; `json` is null for other bodies. */
export interface TestReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

/** JSON of unknown shape, checked step by step. */
export type Json =
  | null
  | string
  | number
  | boolean
  | readonly Json[]
  | { readonly [name: string]: Json }

/** Follows names and positions into a response; undefined if missing. */
export function at(json: Json, ...path: (string | number)[]): Json | undefined {
  let current: Json | undefined = json
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Reflect.get(current, step) as Json | undefined
  }
  return current
}

/** The text at a path of a response; JSON if it is not a text. */
export function textAt(json: Json, ...path: (string | number)[]): string {
  const found = at(json, ...path)
  return typeof found === 'string' ? found : String(JSON.stringify(found))
}

/** The array at a path of a response; empty if missing. */
export function listAt(json: Json, ...path: (string | number)[]): readonly Json[] {
  const found = at(json, ...path)
  return Array.isArray(found) ? (found as readonly Json[]) : []
}

const authorization = `Basic ${Buffer.from('KUFANG:Kufang@2026').toString('base64')}`

/** A client with authentication, cookies and token, as required of OData clients. */
export class TestClient {
  readonly url: string
  private cookies = ''
  private token = ''

  constructor(url: string) {
    this.url = url
  }

  /** Calls below /sap/opu/odata/sap/ with authentication, and with the token if fetched. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestReply> {
    const response = await fetch(`${this.url}sap/opu/odata/sap/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        authorization,
        ...(this.cookies === '' ? {} : { cookie: this.cookies }),
        ...(this.token === '' || method === 'GET' ? {} : { 'x-csrf-token': this.token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return readReply(response)
  }

  get(path: string): Promise<TestReply> {
    return this.call('GET', path)
  }

  /** Fetches a token at the service root, with the slash. */
  async fetchToken(service = 'API_MATERIAL_DOCUMENT_SRV'): Promise<string> {
    const reply = await this.call('GET', `${service}/`, undefined, { 'x-csrf-token': 'Fetch' })
    const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    if (cookies.length > 0) this.cookies = cookies.join('; ')
    this.token = reply.headers.get('x-csrf-token') ?? ''
    return this.token
  }

  /** Uses other cookies or another token than the fetched ones. */
  pretend(change: { readonly cookies?: string; readonly token?: string }): void {
    if (change.cookies !== undefined) this.cookies = change.cookies
    if (change.token !== undefined) this.token = change.token
  }

  get cookieHeader(): string {
    return this.cookies
  }

  /** Posts a material document with these items. */
  post(movementCode: string, items: readonly object[], header: object = {}): Promise<TestReply> {
    return this.call('POST', 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader', {
      GoodsMovementCode: movementCode,
      PostingDate: '2026-11-20T00:00:00',
      DocumentDate: '/Date(1795132800000)/',
      ...header,
      to_MaterialDocumentItem: items,
    })
  }

  cancel(year: string, document: string, more = ''): Promise<TestReply> {
    const name = more.includes('MaterialDocumentItem') ? 'CancelItem' : 'Cancel'
    const key = `MaterialDocumentYear='${year}'&MaterialDocument='${document}'`
    return this.call('POST', `API_MATERIAL_DOCUMENT_SRV/${name}?${key}${more}`)
  }

  /** The control API. */
  async control(method: string, path: string, body?: unknown): Promise<TestReply> {
    const response = await fetch(`${this.url}stand-in/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return readReply(response)
  }
}

async function readReply(response: Response): Promise<TestReply> {
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const json = isJson && text !== '' ? (JSON.parse(text) as Json) : null
  return { status: response.status, headers: response.headers, text, json }
}

/** A stand-in on a free port with its own folder. */
export interface TestStandIn {
  readonly system: StandIn
  readonly client: TestClient
  close(): Promise<void>
}

export async function startTestStandIn(seed: StandInSeed): Promise<TestStandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-erp-'))
  const system = openStandIn(folder, false)
  applySeed(system, seed)
  const server = await serve(system, '127.0.0.1', 0)
  const client = new TestClient(server.url)
  await client.fetchToken()
  return {
    system,
    client,
    close: async () => {
      await server.close()
      system.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Throws with the response's text if its status differs. */
export function requireStatus(reply: TestReply, status: number): void {
  if (reply.status !== status)
    throw new Error(`${reply.status} instead of ${status}: ${reply.text}`)
}

/** All non-zero stock as sorted "location type special batch: quantity" lines. */
export async function stockLines(client: TestClient, material?: string): Promise<string[]> {
  const filter = material === undefined ? '' : `&$filter=Material eq '${material}'`
  const reply = await client.get(`API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod?$top=500${filter}`)
  return listAt(reply.json, 'd', 'results')
    .filter((row) => at(row, 'MatlWrhsStkQtyInMatlBaseUnit') !== '0')
    .map((row) => {
      const columns = [
        'Material',
        'Plant',
        'StorageLocation',
        'InventoryStockType',
        'InventorySpecialStockType',
        'MatlWrhsStkQtyInMatlBaseUnit',
      ]
      return columns.map((column) => textAt(row, column)).join(' ')
    })
    .toSorted()
}

/** Two companies, three plants, a few materials and orders: sufficient for every movement. */
export const testSeed: StandInSeed = {
  plants: [
    { plant: '1010', companyCode: '1000', storageLocations: ['0001', '0002'] },
    { plant: '1020', companyCode: '1000', storageLocations: ['0001'] },
    { plant: '2010', companyCode: '2000', storageLocations: ['0001'] },
  ],
  suppliers: [{ supplier: '100001', name: '远洋阀门有限公司' }],
  products: [
    {
      product: 'VALVE-1',
      descriptions: { ZH: '闸阀 DN50', EN: 'Gate valve DN50' },
      baseUnit: 'EA',
      units: [{ unit: 'BOX', numerator: 12, denominator: 1 }],
      price: '100',
    },
    { product: 'VALVE-2', descriptions: { ZH: '闸阀 DN80' }, baseUnit: 'EA', price: '150' },
    {
      product: '4711',
      descriptions: { ZH: '催化剂' },
      baseUnit: 'KG',
      isBatchManaged: true,
      price: '8.5',
    },
    {
      product: 'PUMP-1',
      descriptions: { ZH: '离心泵' },
      baseUnit: 'EA',
      serialNumberProfile: 'SN01',
      plants: ['1010'],
    },
    {
      product: 'MOTOR-1',
      descriptions: { ZH: '电机' },
      baseUnit: 'EA',
      valuationCategory: 'C',
      valuationTypes: ['NEW', 'REPAIRED'],
      plants: ['1010'],
      price: '900',
    },
    {
      product: 'RESIN-1',
      descriptions: { ZH: '树脂' },
      baseUnit: 'EA',
      isBatchManaged: true,
      valuationCategory: 'C',
      valuationTypes: ['NEW', 'REPAIRED'],
      plants: ['1010'],
      price: '20',
    },
  ],
  purchaseOrders: [
    {
      purchaseOrder: '4500000001',
      companyCode: '1000',
      supplier: '100001',
      orderDate: '2026-10-01',
      items: [
        line('10', { overDeliveryPercent: '10' }),
        line('20', {}),
        line('30', { isUnlimitedOverDelivery: true, underDeliveryPercent: '5' }),
        line('40', { isReturnsItem: true }),
        line('50', { itemCategory: 'K' }),
        line('60', { accountAssignmentCategory: 'Q', account: { wbsElement: 'P-100-1' } }),
        line('70', { accountAssignmentCategory: 'K', account: { costCenter: 'CC100' } }),
        line('80', { isDeleted: true }),
        line('90', { isCompletelyDelivered: true }),
      ],
    },
  ],
  salesOrders: [
    {
      salesOrder: '1',
      soldToParty: '200001',
      orderDate: '2026-11-01',
      items: [
        {
          item: '10',
          product: 'VALVE-1',
          plant: '1010',
          quantity: '100',
          unit: 'EA',
          deliveryDate: '2026-12-01',
        },
      ],
    },
  ],
  reservations: [
    {
      reservation: '1001',
      movementType: '201',
      reservationDate: '2026-11-01',
      account: { costCenter: 'CC100' },
      items: [
        {
          item: '1',
          product: 'VALVE-1',
          plant: '1010',
          storageLocation: '0001',
          quantity: '5',
          requirementDate: '2026-11-30',
        },
      ],
    },
  ],
  stock: [
    {
      product: 'VALVE-1',
      plant: '1010',
      storageLocation: '0001',
      quantity: '100',
      amount: '10000',
    },
    {
      product: 'VALVE-1',
      plant: '1010',
      storageLocation: '0001',
      stockType: '02',
      quantity: '50',
      amount: '5000',
    },
    {
      product: 'VALVE-1',
      plant: '1010',
      storageLocation: '0001',
      stockType: '07',
      quantity: '40',
      amount: '4000',
    },
    {
      product: 'VALVE-1',
      plant: '1010',
      storageLocation: '0001',
      specialStock: 'K',
      supplier: '100001',
      quantity: '30',
    },
    {
      product: 'VALVE-1',
      plant: '1010',
      storageLocation: '0001',
      specialStock: 'Q',
      wbsElement: 'P-100-1',
      quantity: '20',
      amount: '2000',
    },
  ],
}

function line(item: string, more: object) {
  return {
    item,
    product: 'VALVE-1',
    plant: '1010',
    storageLocation: '0001',
    quantity: '100',
    unit: 'EA',
    netPrice: '110',
    deliveryDate: '2026-11-15',
    ...more,
  }
}
