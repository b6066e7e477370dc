import { serialNumberOf } from '@kufang/contract/document/serial-number.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { failureOfEmptySuccess } from '../client/erp-failure.ts'
import {
  asEntity,
  type CallOptions,
  type Entity,
  type ODataClient,
  rowsOf,
} from '../client/odata-client.ts'
import { dateLiteral, keyPath, textLiteral, withoutZeros } from '../client/odata-text.ts'
import type { GoodsValues, PostingRequest } from '../posting-model.ts'
import { type BodySettings, materialDocumentBody } from './material-document-body.ts'

/** The number of an ERP document, which includes the year. */
export interface DocumentNumber {
  materialDocument: string
  year: string
}

/** An item of an ERP document as read back. */
export interface DocumentItem {
  itemNo: string
  materialNo: string
  plant: string
  batch: string
  /** K of a consignor's stock, Q, E, O; '' of own stock. */
  specialStock: string
  valuationType: string
  movementType: string
  /** Order and item without leading zeros, such as `4500000001/10`; '' for none. */
  purchaseOrderItem: string
  baseQuantity: Quantity
  baseUnit: string
  isCancelled: boolean
  /** Created by the ERP itself, such as the receiving line of a transfer. */
  isAutomatic: boolean
  /** The item reversed by this one; '' for none. */
  reverses: string
  /** The delivery of the goods, and its item without leading zeros; '' for none. */
  delivery: string
  deliveryItem: string
  /** Of its pieces, sorted; null if they were not read. */
  serialNumbers: readonly string[] | null
}

export interface ErpDocument extends DocumentNumber {
  items: DocumentItem[]
  /** Not in the document itself, but from the source of values (`valuesOfGoods`); absent until it was asked. */
  values?: GoodsValues
}

export type Call = Pick<CallOptions, 'onExchange' | 'signal' | 'headers'>

/**
 * The call without the headers by which the gateway repeats its first outcome: they are of the call that posts, and one
 * that prepares it would take the outcome for its own.
 */
export function preparing({ headers = {}, ...call }: Call): Call {
  const { RequestID: _id, RepeatabilityCreation: _at, ...others } = headers
  return { ...call, headers: others }
}

/** How the ERP documents of postings are posted, reversed, found and read: goods movements, or goods issues of deliveries. */
export interface ErpDocuments {
  /** The request as it would be sent. */
  body(request: PostingRequest, key: string): Record<string, unknown>
  /**
   * Posts one document with all items; throws `ErpFailure`, with kind 'unknown' also for a success without a number.
   */
  post(request: PostingRequest, key: string, call: Call): Promise<DocumentNumber>
  /** Reverses a whole document; returns the number of the new document. */
  cancel(document: DocumentNumber, postingDate: LocalDate, call: Call): Promise<DocumentNumber>
  /** The documents that the ERP has of a request, oldest first, without reversals. */
  find(
    request: PostingRequest,
    key: string,
    postingDate: LocalDate,
    call: Call,
  ): Promise<ErpDocument[]>
  /** Items of other documents that reverse items of this one. */
  findReversals(
    document: DocumentNumber,
    call: Call,
  ): Promise<(DocumentNumber & { reverses: string })[]>
  /** The document with its items, or undefined if the ERP has none with this number. */
  read(document: DocumentNumber, call: Call): Promise<ErpDocument | undefined>
}

/** Posts, cancels, finds and reads material documents of S/4HANA (API_MATERIAL_DOCUMENT_SRV). */
export class MaterialDocuments implements ErpDocuments {
  readonly #client: ODataClient
  readonly #settings: BodySettings

  constructor(client: ODataClient, settings: BodySettings) {
    this.#client = client
    this.#settings = settings
  }

  /** The request body as it would be sent. */
  body(request: PostingRequest, key: string): Record<string, unknown> {
    return materialDocumentBody(request, key, this.#settings)
  }

  /**
   * Posts one document with all items; throws `ErpFailure`, with kind 'unknown' also for a success without a number.
   */
  async post(request: PostingRequest, key: string, call: Call): Promise<DocumentNumber> {
    const body = this.body(request, key)
    const answer = await this.#client.post('A_MaterialDocumentHeader', body, {
      ...call,
      operation: 'post',
    })
    return numberIn(answer.data, answer.status)
  }

  /** Reverses a whole document; returns the number of the new document. */
  async cancel(
    document: DocumentNumber,
    postingDate: LocalDate,
    call: Call,
  ): Promise<DocumentNumber> {
    const path = `Cancel?MaterialDocumentYear=${textLiteral(document.year)}&MaterialDocument=${textLiteral(document.materialDocument)}&PostingDate=${dateLiteral(postingDate)}`
    const answer = await this.#client.post(path, undefined, { ...call, operation: 'cancel' })
    return numberIn(answer.data, answer.status)
  }

  /** Documents with a posting key; reversals may repeat the text. */
  async find(
    _request: PostingRequest,
    key: string,
    postingDate: LocalDate,
    call: Call,
  ): Promise<ErpDocument[]> {
    const rows = await this.#client.getAll('A_MaterialDocumentHeader', {
      ...call,
      operation: 'look-up',
      query: {
        $filter: `${this.#settings.keyField} eq ${textLiteral(key)} and PostingDate eq ${dateLiteral(postingDate)}`,
        $expand: 'to_MaterialDocumentItem',
        $orderby: 'MaterialDocumentYear,MaterialDocument',
      },
    })
    return rows
      .map(documentOf)
      .filter(
        (document) =>
          document.items.length === 0 || document.items.some((item) => item.reverses === ''),
      )
  }

  /** Items of other documents that reverse items of this one. */
  async findReversals(
    document: DocumentNumber,
    call: Call,
  ): Promise<(DocumentNumber & { reverses: string })[]> {
    const rows = await this.#client.getAll('A_MaterialDocumentItem', {
      ...call,
      operation: 'look-up-reversal',
      query: {
        $filter: `ReversedMaterialDocument eq ${textLiteral(document.materialDocument)} and ReversedMaterialDocumentYear eq ${textLiteral(document.year)}`,
        $orderby: 'MaterialDocumentYear,MaterialDocument,MaterialDocumentItem',
      },
    })
    return rows.map((row) => ({
      materialDocument: text(row.MaterialDocument),
      year: text(row.MaterialDocumentYear),
      reverses: withoutZeros(text(row.ReversedMaterialDocumentItem)),
    }))
  }

  /** Items of whatever documents, oldest first, each with the number of its document. */
  async findItems(
    filter: string,
    call: Call,
  ): Promise<(DocumentNumber & { item: DocumentItem })[]> {
    const rows = await this.#client.getAll('A_MaterialDocumentItem', {
      ...call,
      operation: 'look-up',
      query: {
        $filter: filter,
        $orderby: 'MaterialDocumentYear,MaterialDocument,MaterialDocumentItem',
      },
    })
    return rows.map((row) => ({
      materialDocument: text(row.MaterialDocument),
      year: text(row.MaterialDocumentYear),
      item: itemOf(row),
    }))
  }

  /**
   * The document with its items, or undefined if the ERP has none with this number.
   * @param withSerialNumbers reads those of the items too
   */
  async read(
    document: DocumentNumber,
    call: Call,
    withSerialNumbers = false,
  ): Promise<ErpDocument | undefined> {
    // Year first, because it is the first key of the set.
    const path = keyPath('A_MaterialDocumentHeader', {
      MaterialDocumentYear: document.year,
      MaterialDocument: document.materialDocument,
    })
    const entity = await this.#client.getEntity(path, {
      ...call,
      operation: 'read-back',
      query: {
        $expand: `to_MaterialDocumentItem${withSerialNumbers ? '/to_SerialNumbers' : ''}`,
      },
    })
    return entity === undefined ? undefined : documentOf(entity)
  }
}

/** The number in a response's `d`, also if a function wraps it in its own name or a list. */
function numberIn(data: unknown, status: number): DocumentNumber {
  const entity = asEntity(data)
  const candidates = [
    entity,
    asEntity(entity?.Cancel),
    asEntity(entity?.CancelItem),
    rowsOf(data)[0],
  ]
  for (const candidate of candidates) {
    const materialDocument = text(candidate?.MaterialDocument)
    const year = text(candidate?.MaterialDocumentYear)
    if (withoutZeros(materialDocument) !== '0' && materialDocument !== '' && year !== '')
      return { materialDocument, year }
  }
  throw failureOfEmptySuccess(status, 'the ERP accepted the posting but gave no document number')
}

function documentOf(row: Entity): ErpDocument {
  return {
    materialDocument: text(row.MaterialDocument),
    year: text(row.MaterialDocumentYear),
    items: rowsOf(row.to_MaterialDocumentItem).map(itemOf).sort(byItemNo),
  }
}

function itemOf(row: Entity): DocumentItem {
  const parent = withoutZeros(text(row.MaterialDocumentParentLine))
  const reversed = withoutZeros(text(row.ReversedMaterialDocumentItem))
  return {
    itemNo: text(row.MaterialDocumentItem),
    materialNo: withoutZeros(text(row.Material)),
    plant: text(row.Plant),
    batch: text(row.Batch),
    specialStock: text(row.InventorySpecialStockType),
    valuationType: text(row.InventoryValuationType),
    movementType: text(row.GoodsMovementType),
    purchaseOrderItem:
      text(row.PurchaseOrder) === ''
        ? ''
        : `${withoutZeros(text(row.PurchaseOrder))}/${withoutZeros(text(row.PurchaseOrderItem))}`,
    baseQuantity: parseQuantity(text(row.QuantityInBaseUnit) || '0'),
    baseUnit: text(row.MaterialBaseUnit),
    isCancelled: row.GoodsMovementIsCancelled === true,
    isAutomatic: text(row.IsAutomaticallyCreated) !== '' || (parent !== '' && parent !== '0'),
    reverses:
      reversed === '0' || withoutZeros(text(row.ReversedMaterialDocument)) === '' ? '' : reversed,
    delivery: withoutZeros(text(row.Delivery)),
    deliveryItem: text(row.Delivery) === '' ? '' : withoutZeros(text(row.DeliveryItem)),
    serialNumbers: serialNumbersIn(row),
  }
}

/** The serial numbers of an item, if they were expanded. */
const serialNumbersIn = (row: Entity): string[] | null =>
  asEntity(row.to_SerialNumbers)?.['__deferred'] !== undefined || row.to_SerialNumbers === undefined
    ? null
    : rowsOf(row.to_SerialNumbers)
        .map((serial) => serialNumberOf(text(serial.SerialNumber)))
        .toSorted()

const byItemNo = (a: DocumentItem, b: DocumentItem) => Number(a.itemNo) - Number(b.itemNo)

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
