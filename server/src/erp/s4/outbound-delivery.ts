import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { fromSapDate, toSapDate } from '@kufang/kernel/local-date.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import {
  addQuantity,
  compareQuantity,
  parseQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { ErpFailure, failureOfEmptySuccess, failureOfOwn } from '../client/erp-failure.ts'
import { asEntity, type Entity, type ODataClient, rowsOf } from '../client/odata-client.ts'
import { dateLiteral, keyPath, textLiteral, withoutZeros } from '../client/odata-text.ts'
import { deliveryOf, type PostingItemRequest, type PostingRequest } from '../posting-model.ts'
import { preparing } from './material-document.ts'
import type {
  Call,
  DocumentNumber,
  ErpDocument,
  ErpDocuments,
  MaterialDocuments,
} from './material-document.ts'

/** An item of a delivery as it is to be issued: our items for it together. */
interface WantedItem {
  itemNo: string
  quantity: Quantity
  unit: string
  batch: string
  valuationType: string
  storageLocation: string
  serialNumbers: string[]
}

/**
 * Goods issues of outbound deliveries (API_OUTBOUND_DELIVERY_SRV, version 2): 601, 641 and 643 are posted and reversed by
 * the delivery only. Its number is the key: a delivery has at most one goods issue that stands, whoever posted it, so that
 * a posting of unknown outcome is looked up by it. The material documents are read where all are.
 */
export class DeliveryGoodsIssues implements ErpDocuments {
  readonly #client: ODataClient
  readonly #documents: MaterialDocuments

  constructor(client: ODataClient, documents: MaterialDocuments) {
    this.#client = client
    this.#documents = documents
  }

  /** What is set and posted, for the log of a simulation. */
  body(request: PostingRequest): Record<string, unknown> {
    return {
      DeliveryDocument: deliveryOf(request),
      ActualGoodsMovementDate: toSapDate(request.postingDate),
      to_DeliveryDocumentItem: { results: wantedItems(request) },
    }
  }

  /**
   * Sets quantities, batches, serial numbers and the posting date of the delivery and posts its goods issue. If that is
   * posted already, with what is wanted, its document is the posting.
   */
  async post(request: PostingRequest, _key: string, call: Call): Promise<DocumentNumber> {
    const number = deliveryOf(request)
    const delivery = await beforePosting(() => this.#read(number, call))
    if (delivery === undefined) throw failureOfOwn('delivery-not-there', number)
    if (textOf(delivery.OverallGoodsMovementStatus) === 'C') {
      const [issued] = await beforePosting(() => this.find(request, '', request.postingDate, call))
      if (issued !== undefined) return issued
      throw failureOfOwn('delivery-issued', number)
    }
    await beforePosting(() => this.#prepare(delivery, request, preparing(call)))
    await this.#change('PostGoodsIssue', number, {}, 'post', call)
    // The answer has messages only, no number.
    const [issued] = await this.find(request, '', request.postingDate, call)
    if (issued !== undefined) return issued
    throw failureOfEmptySuccess(200, `no document of the goods issue of delivery ${number} yet`)
  }

  /** Reverses the goods issue that posted a document. */
  async cancel(
    document: DocumentNumber,
    postingDate: LocalDate,
    call: Call,
  ): Promise<DocumentNumber> {
    const original = await beforePosting(() => this.#documents.read(document, call))
    const number = original?.items.find((item) => item.delivery !== '')?.delivery
    if (number === undefined) throw failureOfOwn('delivery-not-there', document.materialDocument)
    const day = { ActualGoodsMovementDate: dateLiteral(postingDate) }
    await this.#change('ReverseGoodsIssue', number, day, 'cancel', call)
    const [reversal] = await this.#documents.findReversals(document, call)
    if (reversal !== undefined) return reversal
    throw failureOfEmptySuccess(200, `no reversal of ${document.materialDocument} yet`)
  }

  /**
   * The goods issue of the delivery that is not reversed, if it is what the request wants.
   * @throws ErpFailure of kind 'rejected' if other quantities were issued
   */
  async find(
    request: PostingRequest,
    _key: string,
    _postingDate: LocalDate,
    call: Call,
  ): Promise<ErpDocument[]> {
    const number = deliveryOf(request)
    const rows = await this.#documents.findItems(`Delivery eq ${textLiteral(number)}`, call)
    const standing = rows.find(
      ({ item }) => !item.isCancelled && item.reverses === '' && !item.isAutomatic,
    )
    if (standing === undefined) return []
    const document = await this.#documents.read(standing, call)
    if (document === undefined) return []
    const difference = differenceOf(request, document)
    if (difference === '') return [document]
    throw failureOfOwn(
      'delivery-issued-otherwise',
      `${number}, ${document.materialDocument}: ${difference}`,
    )
  }

  findReversals(document: DocumentNumber, call: Call) {
    return this.#documents.findReversals(document, call)
  }

  read(document: DocumentNumber, call: Call) {
    return this.#documents.read(document, call)
  }

  async #read(number: string, call: Call): Promise<Entity | undefined> {
    return this.#client.getEntity(headerPath(number), {
      ...call,
      operation: 'read-delivery',
      query: { $expand: 'to_DeliveryDocumentItem/to_SerialDeliveryItem' },
    })
  }

  /** Brings the delivery to what left the warehouse; what is so already is not changed again. */
  async #prepare(delivery: Entity, request: PostingRequest, call: Call): Promise<void> {
    const number = deliveryOf(request)
    const items = rowsOf(delivery.to_DeliveryDocumentItem)
    const wanted = wantedItems(request)
    const left = items.filter(
      (item) =>
        !wanted.some(({ itemNo }) => itemNo === withoutZeros(textOf(item.DeliveryDocumentItem))),
    )
    if (left.length > 0)
      throw failureOfOwn(
        'delivery-item-left',
        `${number}/${left.map((item) => withoutZeros(textOf(item.DeliveryDocumentItem))).join(', ')}`,
      )
    const date = textOf(delivery.ActualGoodsMovementDate)
    if (date === '' || fromSapDate(date) !== request.postingDate) {
      const change = { ActualGoodsMovementDate: toSapDate(request.postingDate) }
      await this.#patch(headerPath(number), number, change, call)
    }
    for (const item of wanted) {
      const row = items.find(
        (one) => withoutZeros(textOf(one.DeliveryDocumentItem)) === item.itemNo,
      )
      if (row === undefined) throw failureOfOwn('delivery-not-there', `${number}/${item.itemNo}`)
      await this.#prepareItem(number, row, item, call)
    }
  }

  async #prepareItem(number: string, row: Entity, item: WantedItem, call: Call): Promise<void> {
    const wanted = {
      Batch: item.batch,
      StorageLocation: item.storageLocation,
      InventoryValuationType: item.valuationType,
    }
    const change = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => value !== '' && textOf(row[name]) !== value),
    )
    if (Object.keys(change).length > 0) {
      const key = { DeliveryDocument: number, DeliveryDocumentItem: item.itemNo }
      await this.#patch(keyPath('A_OutbDeliveryItem', key), number, change, call)
    }
    const delivered = parseQuantity(textOf(row.ActualDeliveredQtyInBaseUnit) || '0')
    if (textOf(row.PickingStatus) !== 'C' || compareQuantity(delivered, item.quantity) !== 0)
      await this.#change(
        'PickOneItemWithBaseQuantity',
        number,
        {
          DeliveryDocumentItem: textLiteral(item.itemNo),
          ActualDeliveredQtyInBaseUnit: `${item.quantity}m`,
          BaseUnit: textLiteral(item.unit),
        },
        'pick',
        call,
      )
    const present = rowsOf(row.to_SerialDeliveryItem).map((serial) => textOf(serial.SerialNumber))
    const serials = [
      ...present
        .filter((one) => !item.serialNumbers.includes(one))
        .map((one) => ['DeleteSerialNumberFromDeliveryItem', one] as const),
      ...item.serialNumbers
        .filter((one) => !present.includes(one))
        .map((one) => ['AddSerialNumberToDeliveryItem', one] as const),
    ]
    for (const [name, serial] of serials)
      // oxlint-disable-next-line no-await-in-loop -- each call changes the version of the delivery
      await this.#change(
        name,
        number,
        { DeliveryDocumentItem: textLiteral(item.itemNo), SerialNumber: textLiteral(serial) },
        'pick',
        call,
      )
  }

  async #patch(path: string, number: string, change: Entity, call: Call): Promise<void> {
    const headers = await this.#version(number, call)
    await this.#client.patch(path, change, { ...call, headers, operation: 'pick' })
  }

  /** Calls a function for the delivery, under its present version. */
  async #change(
    name: string,
    number: string,
    more: Readonly<Record<string, string>>,
    operation: string,
    call: Call,
  ): Promise<void> {
    const values = { DeliveryDocument: textLiteral(number), ...more }
    const query = Object.entries(values).map(([key, value]) => `${key}=${value}`)
    const headers = await beforePosting(() => this.#version(number, call))
    try {
      await this.#client.post(`${name}?${query.join('&')}`, undefined, {
        ...call,
        headers,
        operation,
      })
    } catch (error) {
      // Somebody changed the delivery in between: nothing was done, and the next attempt reads it again.
      if (!(error instanceof ErpFailure) || ![412, 428].includes(error.facts.status)) throw error
      throw new ErpFailure({ ...error.facts, kind: 'never-reached' }, error)
    }
  }

  async #version(number: string, call: Call): Promise<Record<string, string>> {
    const header = await this.#client.getEntity(headerPath(number), {
      ...call,
      operation: 'read-delivery',
    })
    const etag = textOf(asEntity(header?.__metadata)?.etag)
    return { ...call.headers, 'If-Match': etag || '*' }
  }
}

const headerPath = (number: string) => `A_OutbDeliveryHeader(${textLiteral(number)})`

/** A call before the one that posts: if it fails, nothing is posted. */
async function beforePosting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ErpFailure) || error.facts.kind !== 'unknown') throw error
    throw new ErpFailure({ ...error.facts, kind: 'never-reached' }, error)
  }
}

/** The items of the delivery, each with what our items for it take together. */
function wantedItems({ items }: PostingRequest): WantedItem[] {
  const byItem = Map.groupBy(items, ({ deliveryItem = '' }) => withoutZeros(deliveryItem))
  return [...byItem].map(([itemNo, own]) => {
    const { unit, from, valuationType = '', isUnderValuationType } = firstOf(own)
    return {
      itemNo,
      unit,
      quantity: sumOf(own),
      batch: isUnderValuationType === true ? '' : (from?.batch ?? ''),
      valuationType,
      storageLocation: from?.storageLocation ?? '',
      serialNumbers: own.flatMap(({ serialNumbers = [] }) => [...serialNumbers]),
    }
  })
}

const sumOf = (items: readonly PostingItemRequest[]): Quantity =>
  items.reduce((sum, { quantity }) => addQuantity(sum, quantity), zeroQuantity)

/** What a document of the delivery issued otherwise than wanted; '' if nothing. */
function differenceOf(request: PostingRequest, document: ErpDocument): string {
  const issued = new Map<string, Quantity>()
  for (const { deliveryItem, baseQuantity, isAutomatic } of document.items)
    if (!isAutomatic)
      issued.set(deliveryItem, addQuantity(issued.get(deliveryItem) ?? zeroQuantity, baseQuantity))
  const wanted = new Map(wantedItems(request).map(({ itemNo, quantity }) => [itemNo, quantity]))
  return [...new Set([...issued.keys(), ...wanted.keys()])]
    .flatMap((itemNo) => {
      const theirs = issued.get(itemNo) ?? zeroQuantity
      const ours = wanted.get(itemNo) ?? zeroQuantity
      return compareQuantity(theirs, ours) === 0 ? [] : [`${itemNo}: ${ours} / ${theirs}`]
    })
    .join(', ')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
