import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import {
  addQuantity,
  compareQuantity,
  isNegative,
  isZero,
  negateQuantity,
  parseQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { ErpFailure, failureOfEmptySuccess, failureOfOwn } from '../client/erp-failure.ts'
import { asEntity, type Entity, type ODataClient, rowsOf } from '../client/odata-client.ts'
import { dateLiteral, keyPath, textLiteral, withoutZeros } from '../client/odata-text.ts'
import type { PostingRequest } from '../posting-model.ts'
import {
  countedStocks,
  type CountedStock,
  goodsOfItem,
  inventoryDocumentBody,
  itemsOfInventory,
} from './physical-inventory-body.ts'
import { preparing } from './material-document.ts'
import type {
  Call,
  DocumentNumber,
  ErpDocument,
  ErpDocuments,
  MaterialDocuments,
} from './material-document.ts'

/** The book quantities of goods in a storage location, by `goodsOfItem`; what has none is missing. */
export type ReadBookQuantities = (
  stocks: readonly CountedStock[],
  call: Call,
) => Promise<ReadonlyMap<string, Quantity>>

interface Settings {
  materialLength: number
  /** Our account: who else has counted an item meant something else. */
  account: string
}

/** How often a count is entered again because the book quantity was another one by then. */
const roundsMax = 3

/**
 * Differences of counts, posted by physical inventory documents (API_PHYSICAL_INVENTORY_DOC_SRV): created (MI01), counted
 * (MI04) and posted (MI07), each step only if it is not done yet. What is posted is always the difference that was
 * decided: the count entered is the book quantity of the ERP with it, whatever moved there meanwhile. The reference number
 * of the document is our key, so that a posting of unknown outcome is found by it. SAP does not cancel such a posting: its
 * reversal is another count with the opposite differences, whose reference number names the document that it takes back.
 */
export class CountDifferences implements ErpDocuments {
  readonly #client: ODataClient
  readonly #documents: MaterialDocuments
  readonly #readBook: ReadBookQuantities
  readonly #settings: Settings

  constructor(
    client: ODataClient,
    documents: MaterialDocuments,
    readBook: ReadBookQuantities,
    settings: Settings,
  ) {
    this.#client = client
    this.#documents = documents
    this.#readBook = readBook
    this.#settings = settings
  }

  /** The document that is created, for the log of a simulation. */
  body(request: PostingRequest, key: string): Record<string, unknown> {
    return inventoryDocumentBody(countedStocks(request), {
      ...request,
      reference: key,
      materialLength: this.#settings.materialLength,
    })
  }

  /** Creates, counts and posts; what an earlier attempt has done is found and not done again. */
  post(request: PostingRequest, key: string, call: Call): Promise<DocumentNumber> {
    return this.#perform({ ...request, reference: key }, countedStocks(request), call)
  }

  /** Counts again with the opposite differences; a document that no inventory document posted is cancelled. */
  async cancel(
    document: DocumentNumber,
    postingDate: LocalDate,
    call: Call,
  ): Promise<DocumentNumber> {
    const items = await beforePosting(() => this.#itemsOf(document, call))
    if (items.length === 0) return this.#documents.cancel(document, postingDate, call)
    const stocks = itemsOfInventory(items).map((stock) => ({
      ...stock,
      difference: negateQuantity(stock.difference),
    }))
    const header = {
      reference: reversalReference(document),
      documentNo: document.materialDocument,
      documentDate: postingDate,
      postingDate,
    }
    return this.#perform(header, stocks, call)
  }

  /** The material documents of our inventory documents. */
  async find(
    _request: PostingRequest,
    key: string,
    _postingDate: LocalDate,
    call: Call,
  ): Promise<ErpDocument[]> {
    const numbers = postedNumbers(await this.#byReference(key, call))
    const found = await Promise.all(numbers.map((number) => this.#documents.read(number, call)))
    return found.filter((document) => document !== undefined)
  }

  async findReversals(
    document: DocumentNumber,
    call: Call,
  ): Promise<(DocumentNumber & { reverses: string })[]> {
    const cancelled = await this.#documents.findReversals(document, call)
    const counted = await this.#byReference(reversalReference(document), call)
    if (postedNumbers(counted).length === 0) return cancelled
    const items = await this.#itemsOf(document, call)
    const itemNos = new Map(
      items.map((row) => [goodsOfItem(row), withoutZeros(textOf(row.MaterialDocumentItem))]),
    )
    const again = counted.flatMap(itemRows).filter(isPosted)
    return [
      ...cancelled,
      ...again.map((row) => ({
        ...numberOf(row),
        reverses: itemNos.get(goodsOfItem(row)) ?? '',
      })),
    ]
  }

  read(document: DocumentNumber, call: Call) {
    return this.#documents.read(document, call)
  }

  async #perform(
    header: { reference: string; documentNo: string } & Record<
      'documentDate' | 'postingDate',
      LocalDate
    >,
    stocks: readonly CountedStock[],
    call: Call,
  ): Promise<DocumentNumber> {
    const { reference, postingDate } = header
    const known = await beforePosting(() => this.#byReference(reference, call))
    const [done] = postedNumbers(known)
    if (done !== undefined) return done
    const open = known.find((document) => itemRows(document).length > 0)
    const document =
      open ?? (await beforePosting(() => this.#create(header, stocks, preparing(call))))
    await beforePosting(() => this.#count(document, stocks, preparing(call)))
    await this.#post(document, postingDate, call)
    const [posted] = postedNumbers(await this.#byReference(reference, call))
    if (posted !== undefined) return posted
    throw failureOfEmptySuccess(200, `no document of the differences of ${reference} yet`)
  }

  async #create(
    header: Parameters<typeof inventoryDocumentBody>[1],
    stocks: readonly CountedStock[],
    call: Call,
  ): Promise<Entity> {
    const { materialLength } = this.#settings
    const body = inventoryDocumentBody(stocks, { ...header, materialLength })
    await explained('inventory-not-created', () =>
      this.#client.post('A_PhysInventoryDocHeader', body, { ...call, operation: 'count' }),
    )
    const [created] = await this.#byReference(header.reference, call)
    if (created !== undefined) return created
    throw failureOfEmptySuccess(201, `no inventory document with reference ${header.reference} yet`)
  }

  /** Enters the counts that make the wanted differences; items of the document that nobody wants any more have none. */
  async #count(before: Entity, stocks: readonly CountedStock[], call: Call): Promise<void> {
    const wanted = new Map(stocks.map((stock) => [stock.goods, stock.difference]))
    const number = textOf(before.PhysicalInventoryDocument)
    const present = new Set(itemRows(before).map(goodsOfItem))
    const missing = stocks.filter(({ goods }) => !present.has(goods))
    if (missing.length > 0)
      throw failureOfOwn(
        'inventory-items-missing',
        `${number}: ${missing.map(({ materialNo }) => materialNo).join(', ')}`,
      )
    let document = before
    for (let round = 1; ; round++) {
      const open = itemRows(document).filter((row) => !hasDifference(row, wanted))
      if (open.length === 0) return
      if (round > roundsMax) throw bookMoves(number)
      // oxlint-disable-next-line no-await-in-loop -- each round checks what the one before has entered
      await this.#enter(open, wanted, call)
      // oxlint-disable-next-line no-await-in-loop -- as above
      document = (await this.#read(before, call)) ?? before
    }
  }

  async #enter(
    rows: readonly Entity[],
    wanted: ReadonlyMap<string, Quantity>,
    call: Call,
  ): Promise<void> {
    const uncounted = rows.filter((row) => !isCounted(row))
    const books =
      uncounted.length === 0
        ? new Map<string, Quantity>()
        : await this.#readBook(itemsOfInventory(uncounted), call)
    for (const row of rows) {
      const goods = goodsOfItem(row)
      const label = `${textOf(row.PhysicalInventoryDocument)}/${withoutZeros(textOf(row.PhysicalInventoryDocumentItem))}, ${withoutZeros(textOf(row.Material))}`
      const counter = textOf(row.CountedByUser)
      if (isCounted(row) && counter !== '' && !this.#isOurs(counter))
        throw failureOfOwn('inventory-counted-otherwise', `${label}: ${counter}`)
      const book = isCounted(row) ? bookOf(row) : (books.get(goods) ?? zeroQuantity)
      const count = addQuantity(book, wanted.get(goods) ?? zeroQuantity)
      if (isNegative(count))
        throw failureOfOwn(
          'inventory-book-short',
          `${label}: ${book} ${textOf(row.MaterialBaseUnit)}, ${wanted.get(goods) ?? ''}`,
        )
      const change = {
        QuantityInUnitOfEntry: count,
        UnitOfEntry: textOf(row.MaterialBaseUnit),
        PhysicalInventoryItemIsZero: isZero(count),
      }
      // oxlint-disable-next-line no-await-in-loop -- each item has its own call
      await explained('inventory-not-counted', () =>
        this.#client.patch(keyPath('A_PhysInventoryDocItem', keyOfItem(row)), change, {
          ...call,
          headers: versionOf(row, call),
          operation: 'count',
        }),
      )
    }
  }

  #isOurs(user: string): boolean {
    const { account } = this.#settings
    return account === '' || account.toUpperCase() === user.toUpperCase()
  }

  async #post(document: Entity, postingDate: LocalDate, call: Call): Promise<void> {
    const current = (await beforePosting(() => this.#read(document, call))) ?? document
    const query = Object.entries({
      PhysicalInventoryDocument: textLiteral(textOf(document.PhysicalInventoryDocument)),
      FiscalYear: textLiteral(textOf(document.FiscalYear)),
      PostingDate: dateLiteral(postingDate),
    }).map(([name, value]) => `${name}=${value}`)
    const headers = versionOf(current, call)
    try {
      await this.#client.post(`PostDifferences?${query.join('&')}`, undefined, {
        ...call,
        headers,
        operation: 'post',
      })
    } catch (error) {
      throw unlessChanged(error)
    }
  }

  #byReference(reference: string, call: Call): Promise<Entity[]> {
    return this.#client.getAll('A_PhysInventoryDocHeader', {
      ...call,
      operation: 'look-up',
      query: {
        $filter: `PhysInventoryReferenceNumber eq ${textLiteral(reference)}`,
        $expand: 'to_PhysicalInventoryDocumentItem',
        $orderby: 'FiscalYear,PhysicalInventoryDocument',
      },
    })
  }

  #itemsOf({ materialDocument, year }: DocumentNumber, call: Call): Promise<Entity[]> {
    return this.#client.getAll('A_PhysInventoryDocItem', {
      ...call,
      operation: 'look-up',
      query: {
        $filter: `MaterialDocument eq ${textLiteral(materialDocument)} and MaterialDocumentYear eq ${textLiteral(year)}`,
        $orderby: 'FiscalYear,PhysicalInventoryDocument,PhysicalInventoryDocumentItem',
      },
    })
  }

  #read(document: Entity, call: Call): Promise<Entity | undefined> {
    const key = {
      FiscalYear: textOf(document.FiscalYear),
      PhysicalInventoryDocument: textOf(document.PhysicalInventoryDocument),
    }
    return this.#client.getEntity(keyPath('A_PhysInventoryDocHeader', key), {
      ...call,
      operation: 'look-up',
      query: { $expand: 'to_PhysicalInventoryDocumentItem' },
    })
  }
}

/** The reference number of the count that takes a material document back. */
const reversalReference = ({ materialDocument, year }: DocumentNumber) =>
  `R${materialDocument}${year}`

/** Its items that are not deleted. */
const itemRows = (document: Entity): Entity[] =>
  rowsOf(document.to_PhysicalInventoryDocumentItem).filter(
    (row) => row.PhysInvtryItemIsDeleted !== true,
  )

const isCounted = (row: Entity): boolean => row.PhysicalInventoryItemIsCounted === true
const isPosted = (row: Entity): boolean => withoutZeros(textOf(row.MaterialDocument) || '0') !== '0'
const bookOf = (row: Entity): Quantity =>
  parseQuantity(textOf(row.BookQtyBfrCountInMatlBaseUnit) || '0')

const hasDifference = (row: Entity, wanted: ReadonlyMap<string, Quantity>): boolean =>
  isCounted(row) &&
  compareQuantity(
    subtractQuantity(parseQuantity(textOf(row.Quantity) || '0'), bookOf(row)),
    wanted.get(goodsOfItem(row)) ?? zeroQuantity,
  ) === 0

const keyOfItem = (row: Entity) => ({
  FiscalYear: textOf(row.FiscalYear),
  PhysicalInventoryDocument: textOf(row.PhysicalInventoryDocument),
  PhysicalInventoryDocumentItem: textOf(row.PhysicalInventoryDocumentItem),
})

const numberOf = (row: Entity): DocumentNumber => ({
  materialDocument: textOf(row.MaterialDocument),
  year: textOf(row.MaterialDocumentYear),
})

/** The material documents that posted the differences, each once. */
function postedNumbers(documents: readonly Entity[]): DocumentNumber[] {
  const rows = documents.flatMap(itemRows).filter(isPosted)
  const byNumber = Map.groupBy(rows, (row) => JSON.stringify(numberOf(row)))
  return [...byNumber.values()].map((group) => numberOf(firstOf(group)))
}

const versionOf = (row: Entity, call: Call): Record<string, string> => ({
  ...call.headers,
  'If-Match': textOf(asEntity(row.__metadata)?.etag) || '*',
})

/** Goods moved in the ERP at each attempt to enter their count: nothing is posted, and it is tried again. */
const bookMoves = (number: string): ErpFailure => {
  const { facts } = failureOfOwn('inventory-book-moves', number)
  return new ErpFailure({ ...facts, isTransient: true })
}

/** A call before the one that posts: if it fails, nothing is posted. */
async function beforePosting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ErpFailure) || error.facts.kind !== 'unknown') throw error
    throw new ErpFailure({ ...error.facts, kind: 'never-reached' }, error)
  }
}

/** Somebody changed it in between: nothing was done, and the next attempt reads it again. */
function unlessChanged(error: unknown): unknown {
  if (!(error instanceof ErpFailure) || ![412, 428].includes(error.facts.status)) return error
  return new ErpFailure({ ...error.facts, kind: 'never-reached' }, error)
}

/** The ERP's refusal of a step, under a code that says which; its own code and text are kept as a detail. */
async function explained<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = unlessChanged(error)
    if (!(failure instanceof ErpFailure) || failure.facts.kind !== 'rejected') throw failure
    const { facts } = failure
    const { code: own, message } = facts
    const details =
      facts.details.length > 0
        ? facts.details
        : [{ code: own, message, propertyRef: '', target: '' }]
    throw new ErpFailure({ ...facts, code, details }, failure)
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
