import { addAll } from '@kufang/kernel/add-all.ts'

/** The control API of the ERP stand-in: orders file, faults, counts, seeds. */
export class StandIn {
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  /** The lines of the orders file as parsed by the stand-in. */
  async fileLines(): Promise<FileLine[]> {
    const lines: FileLine[] = []
    for (;;) {
      const block = await this.#call<{ total: number; lines: FileLine[] }>(
        'GET',
        `orders-file?skip=${lines.length}&top=2000`,
      )
      addAll(lines, block.lines)
      if (block.lines.length === 0 || lines.length >= block.total) return lines
    }
  }

  /** Enables faults, which occur with their probability from now on. */
  async breakDown(rules: readonly object[]): Promise<void> {
    await this.#call('POST', 'faults', rules)
  }

  /** Number of occurrences of each fault. */
  async struck(): Promise<Map<string, number>> {
    const faults = await this.#call<{ rule: { kind: string }; hits: number }[]>('GET', 'faults')
    const counts = new Map<string, number>()
    for (const { rule, hits } of faults) counts.set(rule.kind, (counts.get(rule.kind) ?? 0) + hits)
    return counts
  }

  async mend(): Promise<void> {
    await this.#call('DELETE', 'faults')
  }

  async seed(seed: object): Promise<void> {
    await this.#call('POST', 'seed', seed)
  }

  /** ERP documents by posting key. */
  documentsByKey(): Promise<DocumentsOfKey[]> {
    return this.#call('GET', 'documents-by-key')
  }

  /** Documents of goods issues of deliveries by the ten digits of their number, which is their key. */
  documentsByReference(): Promise<DocumentsOfKey[]> {
    return this.#call('GET', 'documents-by-key?field=ReferenceDocument')
  }

  /** Documents that posted differences of counts, by the reference number of their inventory document. */
  documentsByInventory(): Promise<DocumentsOfKey[]> {
    return this.#call('GET', 'documents-by-inventory')
  }

  duplicates(): Promise<DocumentsOfKey[]> {
    return this.#call('GET', 'duplicates')
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(`/stand-in/${path}`, this.#address), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the ERP stand-in refused ${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
}

export interface FileLine {
  Line: string
  LineId: string
  PurchaseOrder: string
  PurchaseOrderItem: string
  DeliveryNote: string
  Product: string
  Plant: string
  StorageLocation: string
  Quantity: string
  LineValue: string
  DeliveredDate: string
}

export interface DocumentsOfKey {
  key: string
  documents: number
  standing: number
  reversals: number
  numbers: string[]
}
