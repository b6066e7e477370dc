/** An item of a delivery, in the fields of API_OUTBOUND_DELIVERY_SRV. */
export interface FakeDeliveryItem extends Record<string, unknown> {
  DeliveryDocumentItem: string
  Material: string
  Plant: string
  ActualDeliveredQtyInBaseUnit: string
  BaseUnit: string
  GoodsMovementType: string
}

interface FakeDelivery {
  header: Record<string, unknown>
  items: FakeDeliveryItem[]
}

/** The document of a goods issue, and how it is made and reversed. */
export interface DocumentsOfDeliveries {
  post(header: Record<string, unknown>, items: Record<string, unknown>[]): void
  reverse(delivery: string): void
}

/** The necessary part of API_OUTBOUND_DELIVERY_SRV: a delivery is read, picked, posted and reversed. */
export class FakeDeliveries {
  readonly #deliveries = new Map<string, FakeDelivery>()
  readonly #documents: DocumentsOfDeliveries

  constructor(documents: DocumentsOfDeliveries) {
    this.#documents = documents
  }

  add(delivery: string, items: readonly FakeDeliveryItem[]): void {
    const header = { DeliveryDocument: delivery, OverallGoodsMovementStatus: 'A' }
    this.#deliveries.set(delivery, { header, items: items.map((item) => ({ ...item })) })
  }

  /** The entity of a path, with its items; undefined if there is none. */
  read(path: string): Record<string, unknown> | undefined {
    const found = this.#deliveries.get(/\('([^']+)'\)/.exec(path)?.[1] ?? '')
    return found && { ...found.header, to_DeliveryDocumentItem: { results: found.items } }
  }

  /** Performs a change; false if there is nothing to change, or not in this state. */
  change(path: string, query: URLSearchParams, body: string): boolean {
    const value = (name: string) => (query.get(name) ?? '').replaceAll("'", '').replace(/m$/, '')
    const number = /DeliveryDocument='([^']+)'|Header\('([^']+)'\)/.exec(path)
    const no = number?.[1] ?? number?.[2] ?? value('DeliveryDocument')
    const delivery = this.#deliveries.get(no)
    if (delivery === undefined) return false
    const { header, items } = delivery
    const isIssued = header.OverallGoodsMovementStatus === 'C'
    if (path.startsWith('/ReverseGoodsIssue')) {
      if (!isIssued) return false
      header.OverallGoodsMovementStatus = 'A'
      this.#documents.reverse(no)
      return true
    }
    if (isIssued) return false
    const itemNo = /DeliveryDocumentItem='([^']+)'/.exec(path)?.[1] ?? value('DeliveryDocumentItem')
    const item = items.find((one) => one.DeliveryDocumentItem === itemNo)
    if (path.startsWith('/A_Outb'))
      Object.assign(item ?? header, JSON.parse(body) as Record<string, unknown>)
    else if (path.startsWith('/PickOneItem'))
      Object.assign(item!, {
        ActualDeliveredQtyInBaseUnit: value('ActualDeliveredQtyInBaseUnit'),
        PickingStatus: 'C',
      })
    else if (path.startsWith('/AddSerialNumber')) {
      const { results = [] } = (item!['to_SerialDeliveryItem'] ?? {}) as { results?: unknown[] }
      const serials = [...results, { SerialNumber: value('SerialNumber') }]
      item!['to_SerialDeliveryItem'] = { results: serials }
    } else if (path.startsWith('/PostGoodsIssue')) {
      header.OverallGoodsMovementStatus = 'C'
      this.#documents.post(
        { PostingDate: header.ActualGoodsMovementDate, ReferenceDocument: no },
        items.map((one) => ({
          GoodsMovementType: one.GoodsMovementType,
          Material: one.Material,
          Plant: one.Plant,
          StorageLocation: one['StorageLocation'],
          Batch: one['Batch'] ?? '',
          InventoryValuationType: one['InventoryValuationType'] ?? '',
          QuantityInEntryUnit: one.ActualDeliveredQtyInBaseUnit,
          EntryUnit: one.BaseUnit,
          Delivery: no,
          DeliveryItem: one.DeliveryDocumentItem,
        })),
      )
    } else return false
    return true
  }
}
