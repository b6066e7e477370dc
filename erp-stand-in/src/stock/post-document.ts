import { findPlant } from '../masters/organization.ts'
import { blockingDocument } from '../stocktake/posting-block.ts'
import type { Database, Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage, materialDocumentError } from '../protocol/messages.ts'
import type { ItemProblem } from '../protocol/messages.ts'
import type { Settings } from '../settings.ts'
import { saveAccounting } from './accounting-documents.ts'
import { creationColumns, transactionType, writeItemRows } from './document-rows.ts'
import type { DocumentDraft } from './document-rows.ts'
import { openItem } from './item-context.ts'
import type { ItemContext } from './item-context.ts'
import { planItem } from './item-posting.ts'
import type { ItemPosting } from './item-posting.ts'
import { materialDocumentTables } from './material-document-sets.ts'
import { textOf } from './movement-rules.ts'
import { checkPostingPeriod } from './periods.ts'
import { applyRecord, saveRecord } from './posting-record.ts'
import type { PostingRecord } from './posting-record.ts'
import { saveSerialNumbers } from './serial-numbers.ts'

/** A document as sent: header columns and items with their serial numbers. */
export interface DocumentInput {
  readonly header: Row
  readonly items: readonly {
    readonly row: Row
    readonly serialNumbers: readonly Row[]
  }[]
}

export interface PostingContext {
  readonly database: Database
  readonly settings: Settings
  readonly user: string
  readonly language: string
}

/**
 * Posts a material document, all items or none; returns its header row. Throws an ODataError 400 with one detail per
 * refused item.
 */
export function postDocument(context: PostingContext, input: DocumentInput): Row {
  return context.database.transact((transaction) =>
    postWithin(transaction, context, input, 'goods movement'),
  )
}

/** What posts a material document: a goods movement of its own, the goods issue of a delivery, or an inventory document. */
export type Origin = 'goods movement' | 'delivery' | 'inventory document'

/** Posts a material document within a transaction; see `postDocument`. */
export function postWithin(
  transaction: Transaction,
  context: PostingContext,
  input: DocumentInput,
  origin: Origin,
): Row {
  const { settings, language } = context
  const problems: ItemProblem[] = []
  const attempt = <T>(target: string, work: () => T): T | undefined => {
    try {
      return work()
    } catch (problem) {
      if (!(problem instanceof BusinessMessage)) throw problem
      problems.push({ target, message: problem })
      return undefined
    }
  }
  const postingDate = textOf(input.header, 'PostingDate')
  attempt('', () => checkHeader(input))
  const draft: DocumentDraft = {
    year: postingDate.slice(0, 4),
    document: '',
    postingDate,
    lines: 0,
  }
  const movementCode = textOf(input.header, 'GoodsMovementCode')
  if (problems.length === 0) {
    const numbered = { ...draft, document: nextDocument(transaction, draft.year, movementCode) }
    for (const [index, { row, serialNumbers }] of input.items.entries()) {
      const target = `to_MaterialDocumentItem(${index + 1})`
      attempt(target, () => {
        checkReason(row, settings)
        if (origin === 'goods movement') {
          checkCostObject(row, settings)
          checkDelivery(row, movementCode)
          checkCount(row, movementCode, settings)
        }
        postItem(transaction, numbered, input.header, row, serialNumbers)
      })
    }
    if (problems.length === 0) return writeHeader(transaction, context, input.header, numbered)
  }
  throw materialDocumentError(problems, language, settings.ownErrorCodeForOneProblem)
}

function checkHeader(input: DocumentInput): void {
  const { header } = input
  if (textOf(header, 'GoodsMovementCode') === '')
    throw new BusinessMessage('M7/018', 'Goods movement code')
  if (textOf(header, 'PostingDate') === '') throw new BusinessMessage('M7/018', 'Posting date')
  if (textOf(header, 'DocumentDate') === '') throw new BusinessMessage('M7/018', 'Document date')
  if (!/^0[1-7]$/.test(textOf(header, 'GoodsMovementCode'))) {
    throw new BusinessMessage('M7/001', 'T158G', textOf(header, 'GoodsMovementCode'))
  }
  if (input.items.length === 0) throw new BusinessMessage('MM_IM_ODATA_API_MDOC/015')
}

/** The customer says for which movement types a reason is required (T156-KZGRU). */
function checkReason(row: Row, { reasonRequiredFor }: Settings): void {
  const type = textOf(row, 'GoodsMovementType')
  if (!reasonRequiredFor.split(',').includes(type)) return
  if (textOf(row, 'GoodsMovementReasonCode') === '')
    throw new BusinessMessage('M7/018', 'Reason for movement')
}

/** What an account that is a cost element is charged to. */
const costObjects = ['CostCenter', 'WBSElement', 'ManufacturingOrder', 'SalesOrder']

/**
 * The customer says for which movement types OBYC finds a cost element without default assignment (OKB9): scrapping and
 * differences then need a cost object. An inventory document cannot name one: for it there is a default.
 */
function checkCostObject(row: Row, { accountRequiredFor }: Settings): void {
  const type = textOf(row, 'GoodsMovementType')
  if (!accountRequiredFor.split(',').includes(type)) return
  if (costObjects.every((name) => textOf(row, name) === ''))
    throw new BusinessMessage('KI/235', type)
}

/**
 * Movement types of outbound and returns deliveries (delivery types LF, NL, NLCC, LR), which MIGO and its services do not
 * offer: the goods issue of the delivery posts them.
 */
const ofDeliveries = /^(60[1-8]|64[1-8]|65[1-8]|67[1-8])$/

function checkDelivery(row: Row, movementCode: string): void {
  const type = textOf(row, 'GoodsMovementType')
  if (ofDeliveries.test(type))
    throw new BusinessMessage('M7/096', type, movementCode, textOf(row, 'GoodsMovementRefDocType'))
}

/** Differences of counts: where it is configured so, MIGO and its services do not offer their movement types. */
const ofCounts = /^70[1-8]$/

function checkCount(row: Row, movementCode: string, { inventoryDocumentPlants }: Settings): void {
  const type = textOf(row, 'GoodsMovementType')
  if (!ofCounts.test(type)) return
  if (inventoryDocumentPlants.split(',').includes(textOf(row, 'Plant')))
    throw new BusinessMessage('M7/096', type, movementCode, textOf(row, 'GoodsMovementRefDocType'))
}

/** An inventory document with posting block holds its stock until its differences are posted. */
function checkBlock(transaction: Transaction, record: PostingRecord): void {
  for (const { key } of record.stock) {
    const blocking = blockingDocument(transaction, key)
    if (blocking === undefined) continue
    const number = textOf(blocking, 'PhysicalInventoryDocument')
    throw new BusinessMessage(
      'M7/704',
      key.material,
      `${key.plant} ${key.storageLocation} ${key.batch}`,
      number,
    )
  }
}

function postItem(
  transaction: Transaction,
  draft: DocumentDraft,
  header: Row,
  row: Row,
  serialNumbers: readonly Row[],
): void {
  const item = openItem(transaction, textOf(header, 'GoodsMovementCode'), row)
  const posting = planItem(transaction, item, textOf(header, 'ReferenceDocument'))
  checkPeriods(transaction, item, posting.record, draft.postingDate)
  checkBlock(transaction, posting.record)
  applyRecord(transaction, posting.record)
  const number = writeItemRows(transaction, draft, item, posting)
  const key = [draft.year, draft.document, number] as const
  saveRecord(transaction, key, posting.record)
  saveItemAccounting(transaction, key, draft.postingDate, item, posting)
  saveSerialNumbers(transaction, key, item, posting.record, serialNumbers)
}

function saveItemAccounting(
  transaction: Transaction,
  [year, document, item]: readonly [string, string, string],
  postingDate: string,
  { row, company, product }: ItemContext,
  { record, amount }: ItemPosting,
): void {
  const of = {
    year,
    document,
    item,
    postingDate,
    currency: company.currency,
    baseUnit: String(product.BaseUnit),
    purchaseOrder: textOf(row, 'PurchaseOrder'),
    purchaseOrderItem: textOf(row, 'PurchaseOrderItem'),
    amount,
  }
  saveAccounting(transaction, of, record.accounting ?? [])
}

function checkPeriods(
  transaction: Transaction,
  item: ItemContext,
  record: PostingRecord,
  postingDate: string,
): void {
  const companies = new Set([item.company.code])
  for (const { key } of record.stock) {
    const plant = findPlant(transaction, key.plant)
    if (plant !== undefined) companies.add(String(plant.CompanyCode))
  }
  for (const company of companies) checkPostingPeriod(transaction, company, postingDate)
}

/** The number of a new document: receipts for orders have their own range. */
export function nextDocument(transaction: Transaction, year: string, movementCode: string): string {
  const receipt = movementCode === '01' || movementCode === '02'
  const first = receipt ? 5_000_000_000 : 4_900_000_000
  return String(transaction.nextNumber(`MaterialDocument ${receipt ? '50' : '49'} ${year}`, first))
}

function writeHeader(
  transaction: Transaction,
  context: PostingContext,
  sent: Row,
  draft: DocumentDraft,
): Row {
  return transaction.put(materialDocumentTables.document, {
    ...sent,
    MaterialDocumentYear: draft.year,
    MaterialDocument: draft.document,
    InventoryTransactionType: transactionType(textOf(sent, 'GoodsMovementCode')),
    ...creationColumns(transaction.moment, context.user),
  })
}
