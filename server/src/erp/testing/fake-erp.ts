import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FakeDeliveries } from './fake-deliveries.ts'

/** Faults of the next changing call. */
export type Fault =
  | 'drop-before'
  | 'drop-after'
  | 'hang-after'
  | 'endless-after'
  | 'status-503'
  | 'status-502-after'
  | 'expire'
  | 'no-number'
  | 'period-closed'
  | 'locked'
  | 'not-registered'

interface FakeItem extends Record<string, unknown> {
  MaterialDocumentItem: string
}

export interface FakeDocument extends Record<string, unknown> {
  MaterialDocument: string
  MaterialDocumentYear: string
  items: FakeItem[]
}

/** The necessary part of API_MATERIAL_DOCUMENT_SRV and API_OUTBOUND_DELIVERY_SRV, with real token checks, to test the sender with every fault. */
export class FakeErp {
  readonly documents: FakeDocument[] = []
  readonly deliveries = new FakeDeliveries({
    post: (header, items) => void this.addDocument(header, items),
    reverse: (delivery) => {
      const standing = this.documents.findLast(
        ({ items }) => items[0]!.Delivery === delivery && items[0]!.ReversedMaterialDocument === '',
      )
      this.cancel(standing!.MaterialDocument)
    },
  })
  readonly faults: Fault[] = []
  /** The fault of the next posting with a key, whatever is sent before it. */
  readonly faultsOfKeys = new Map<string, Fault>()
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  /** The number of concurrent changing calls being processed, and its maximum. */
  atOnce = 0
  atOnceMax = 0
  url = ''
  /** Runs in each changing call before it answers. */
  beforeAnswer: (() => Promise<void>) | undefined
  readBackFails = false
  lookUpFails = false
  /** Material documents have no accounting documents yet. */
  accountingIsLate = false
  /** How often accounting documents were asked for. */
  accountingReads = 0
  #token = ''
  #session = ''
  readonly #server = createServer((request, reply) => {
    this.#handle(request, reply).catch((error: unknown) => {
      reply.destroy(error as Error)
    })
  })

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Documents with the key. */
  withKey(key: string): FakeDocument[] {
    return this.documents.filter((document) => document.MaterialDocumentHeaderText === key)
  }

  /** Documents of a posting: with its key, or those of its delivery. */
  ofPosting(posting: {
    postingKey: string
    interfaceCode: string
    reference: string
  }): FakeDocument[] {
    if (posting.interfaceCode !== 'outbound-delivery') return this.withKey(posting.postingKey)
    return this.documents.filter(({ items }) => items[0]?.Delivery === posting.reference)
  }

  addDocument(header: Record<string, unknown>, items: Record<string, unknown>[]): FakeDocument {
    const document: FakeDocument = {
      ...header,
      MaterialDocument: String(5_000_000_000 + this.documents.length),
      MaterialDocumentYear: '2026',
      items: items.map((item, index) => ({
        ...item,
        MaterialDocumentItem: String(index + 1),
        QuantityInBaseUnit: `${String(item.QuantityInEntryUnit)}.000`.replace(
          /(\.\d+)\.000$/,
          '$1',
        ),
        MaterialBaseUnit: item.EntryUnit,
        GdsMvtExtAmtInCoCodeCrcy: item.GdsMvtExtAmtInCoCodeCrcy ?? null,
        CompanyCodeCurrency: 'CNY',
        GoodsMovementIsCancelled: false,
        ...('ReversedMaterialDocument' in item
          ? {}
          : { ReversedMaterialDocument: '', ReversedMaterialDocumentItem: '0000' }),
      })),
    }
    this.documents.push(document)
    return document
  }

  /** Reverses like SAP's Cancel; undefined if the document is already cancelled. */
  cancel(number: string, user = 'KUFANG'): FakeDocument | undefined {
    const original = this.documents.find((document) => document.MaterialDocument === number)
    if (
      original === undefined ||
      original.items.every((item) => item.GoodsMovementIsCancelled === true)
    )
      return undefined
    for (const item of original.items) item.GoodsMovementIsCancelled = true
    const { items, MaterialDocument: _number, ...header } = original
    return this.addDocument(
      { ...header, CreatedByUser: user },
      items.map((item) => ({
        ...item,
        ReversedMaterialDocument: original.MaterialDocument,
        ReversedMaterialDocumentYear: original.MaterialDocumentYear,
        ReversedMaterialDocumentItem: item.MaterialDocumentItem,
      })),
    )
  }

  async #handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://erp')
    if (url.pathname.includes('/API_OPLACCTGDOCITEMCUBE_SRV/')) {
      this.accountingReads += 1
      return send(reply, 200, JSON.stringify({ d: { results: this.#accountingLines(url) } }))
    }
    const isOfDelivery = url.pathname.includes('/API_OUTBOUND_DELIVERY_SRV')
    const path =
      decodeURIComponent(url.pathname).split(
        /\/API_(?:MATERIAL_DOCUMENT_SRV|OUTBOUND_DELIVERY_SRV;v=0002)/,
      )[1] ?? ''
    this.requests.push({ method: request.method ?? '', path, headers: request.headers })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (
      request.headers.authorization !== `Basic ${Buffer.from('KUFANG:geheim').toString('base64')}`
    )
      return send(reply, 401, '<html><title>Anmeldung</title></html>')
    if (request.method === 'GET' && isOfDelivery && path !== '/') {
      const delivery = this.deliveries.read(path)
      if (delivery !== undefined) return send(reply, 200, JSON.stringify({ d: delivery }))
      return send(reply, 404, sapError('/IWBEP/CM_MGW_RT/020', 'Resource not found', []))
    }
    if (request.method === 'GET') return this.#read(path, url.searchParams, request, reply)
    const isPrepared = isOfDelivery && !/^\/(Post|Reverse)GoodsIssue/.test(path)
    const fault = isPrepared ? undefined : this.#faultOf(body)
    if (fault === 'expire') this.#token = randomUUID()
    const cookies = request.headers.cookie ?? ''
    if (
      request.headers['x-csrf-token'] !== this.#token ||
      !cookies.includes(`SAP_SESSIONID_X=${this.#session}`) ||
      !cookies.includes('sap-usercontext=')
    )
      return send(reply, 403, 'CSRF token validation failed', { 'x-csrf-token': 'Required' })
    this.atOnce += 1
    this.atOnceMax = Math.max(this.atOnceMax, this.atOnce)
    try {
      await this.beforeAnswer?.()
      await this.#change(path, url.searchParams, body, fault, reply)
    } finally {
      this.atOnce -= 1
    }
  }

  /** Stock lines of the accounting documents of a material document: 12.50 for each item. */
  #accountingLines(url: URL): Record<string, unknown>[] {
    if (this.accountingIsLate) return []
    const filter = url.searchParams.get('$filter') ?? ''
    return this.documents
      .filter(({ MaterialDocument: no, MaterialDocumentYear: year }) =>
        filter.includes(`'${no}${year}'`),
      )
      .flatMap(({ items }) =>
        items.map((item) => ({
          TransactionTypeDetermination: 'BSX',
          Material: item.Material,
          Plant: item.Plant,
          Quantity: item.QuantityInBaseUnit,
          AmountInCompanyCodeCurrency: '12.50',
          CompanyCodeCurrency: 'CNY',
        })),
      )
  }

  #faultOf(body: string): Fault | undefined {
    if (body === '' || this.faultsOfKeys.size === 0) return this.faults.shift()
    const { MaterialDocumentHeaderText: key } = JSON.parse(body) as Record<string, unknown>
    const fault = this.faultsOfKeys.get(String(key))
    this.faultsOfKeys.delete(String(key))
    return fault ?? this.faults.shift()
  }

  async #change(
    path: string,
    query: URLSearchParams,
    body: string,
    fault: Fault | undefined,
    reply: ServerResponse,
  ): Promise<void> {
    if (fault === 'drop-before') return void reply.destroy()
    if (fault === 'status-503') return send(reply, 503, '<html>unavailable</html>')
    if (fault === 'not-registered')
      return send(reply, 403, sapError('/IWFND/MED/170', 'No service found', []))
    if (fault === 'period-closed')
      return send(
        reply,
        400,
        sapError('MM_IM_ODATA_API_MDOC/014', 'Fehler bei Warenbewegung', [
          { code: 'M7053', message: 'Buchungsperiode 2026/10 ist nicht offen', severity: 'error' },
          {
            code: '/IWBEP/CX_MGW_BUSI_EXCEPTION',
            message: 'An exception was raised',
            severity: 'error',
          },
          { code: 'M7/999', message: 'nur ein Hinweis', severity: 'warning' },
        ]),
      )
    if (fault === 'locked')
      return send(
        reply,
        400,
        sapError('M3/024', 'Valuation data for material 4711 is locked by the user MEIER', []),
      )
    if (path.includes('Delivery') || path.includes('GoodsIssue') || path.startsWith('/PickOne')) {
      if (!this.deliveries.change(path, query, body))
        return send(reply, 400, sapError('VL/602', 'Delivery is not in this state', []))
      if (fault === 'drop-after') return void reply.destroy()
      if (fault === 'hang-after') return
      return send(reply, 200, '{"d":{"results":[]}}')
    }
    const made = path.startsWith('/Cancel')
      ? this.cancel(query.get('MaterialDocument')!.replaceAll("'", ''))
      : this.#post(body)
    if (made === undefined)
      return send(reply, 400, sapError('M7/122', `Document already cancelled`, []))
    if (fault === 'drop-after') return void reply.destroy()
    if (fault === 'hang-after') return
    if (fault === 'endless-after') return sendEndlessly(reply)
    if (fault === 'status-502-after') return send(reply, 502, '<html>bad gateway</html>')
    const { items: _items, ...header } = made
    const answer =
      fault === 'no-number' ? {} : { ...header, to_MaterialDocumentItem: { results: [] } }
    send(
      reply,
      201,
      JSON.stringify({ d: path.startsWith('/Cancel') ? { Cancel: answer } : answer }),
    )
  }

  #post(body: string): FakeDocument {
    const { to_MaterialDocumentItem: items, ...header } = JSON.parse(body) as Record<
      string,
      unknown
    > & {
      to_MaterialDocumentItem: { results: Record<string, unknown>[] }
    }
    return this.addDocument(header, items.results)
  }

  #read(
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    reply: ServerResponse,
  ): void {
    if (path === '/') {
      const headers: Record<string, string | string[]> = {}
      if (request.headers['x-csrf-token'] === 'Fetch') {
        this.#token = randomUUID()
        this.#session = randomUUID()
        headers['x-csrf-token'] = this.#token
        headers['set-cookie'] = [
          `SAP_SESSIONID_X=${this.#session}; path=/; HttpOnly`,
          'sap-usercontext=sap-client=100; path=/',
        ]
      }
      return send(reply, 200, '{"d":{"EntitySets":[]}}', headers)
    }
    const filter = query.get('$filter') ?? ''
    const wanted = Object.fromEntries(
      [...filter.matchAll(/(\w+) eq '([^']*)'/g)].map((match) => [match[1]!, match[2]!]),
    )
    const isMatch = (row: Record<string, unknown>) =>
      Object.entries(wanted).every(([name, value]) => row[name] === value)
    if (path === '/A_MaterialDocumentHeader') {
      if (this.lookUpFails) return send(reply, 503, 'later')
      return send(
        reply,
        200,
        JSON.stringify({ d: { results: this.documents.filter(isMatch).map(expanded) } }),
      )
    }
    if (path === '/A_MaterialDocumentItem') {
      if (this.lookUpFails) return send(reply, 503, 'later')
      const rows = this.documents.flatMap((document) =>
        document.items.map((item) => ({
          ...item,
          MaterialDocument: document.MaterialDocument,
          MaterialDocumentYear: document.MaterialDocumentYear,
        })),
      )
      return send(reply, 200, JSON.stringify({ d: { results: rows.filter(isMatch) } }))
    }
    const number = /MaterialDocumentYear='2026',MaterialDocument='(\d+)'/.exec(path)?.[1]
    const document = this.documents.find((candidate) => candidate.MaterialDocument === number)
    if (this.readBackFails) return send(reply, 503, 'later')
    if (document === undefined)
      return send(reply, 404, sapError('/IWBEP/CM_MGW_RT/020', 'Resource not found', []))
    send(reply, 200, JSON.stringify({ d: expanded(document) }))
  }
}

function expanded({ items, ...header }: FakeDocument): Record<string, unknown> {
  return { ...header, to_MaterialDocumentItem: { results: items } }
}

function sapError(code: string, value: string, errordetails: Record<string, string>[]): string {
  return JSON.stringify({
    error: {
      code,
      message: { lang: 'de', value },
      innererror: { transactionid: 'ABC123', timestamp: '', errordetails },
    },
  })
}

/** A success of blanks, as long as the client reads. */
function sendEndlessly(reply: ServerResponse): void {
  reply.writeHead(201, { 'content-type': 'application/json' })
  const part = Buffer.alloc(256 * 1024, ' ')
  const more = () => {
    while (reply.write(part));
  }
  reply.on('drain', more)
  more()
}

function send(
  reply: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string | string[]> = {},
): void {
  reply.writeHead(status, {
    'content-type': body.startsWith('{') ? 'application/json' : 'text/html',
    ...headers,
  })
  reply.end(body)
}
