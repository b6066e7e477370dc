import { parseMoney } from '@kufang/kernel/money.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { inventoryTables } from '../stocktake/inventory-sets.ts'
import type { Transaction } from '../database.ts'
import { findPlant } from '../masters/organization.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage, materialDocumentError } from '../protocol/messages.ts'
import { goodsMovementViewTable } from './accounting-document-sets.ts'
import { saveAccounting } from './accounting-documents.ts'
import { creationColumns, nextLine } from './document-rows.ts'
import type { DocumentDraft } from './document-rows.ts'
import { materialDocumentTables } from './material-document-sets.ts'
import { textOf } from './movement-rules.ts'
import { findMovementType } from './movement-types.ts'
import { checkPostingPeriod } from './periods.ts'
import { nextDocument } from './post-document.ts'
import type { Origin, PostingContext } from './post-document.ts'
import { applyRecord, loadRecord, oppositeRecord, saveRecord } from './posting-record.ts'
import { reverseSerialNumbers } from './serial-numbers.ts'

/** The document to reverse, or one of its items. */
export interface ReversalInput {
  readonly year: string
  readonly document: string
  readonly item: string | null
  /** 'yyyy-MM-dd', or null for today. */
  readonly postingDate: string | null
}

/**
 * Cancel and CancelItem: a new document with exactly the opposite changes. Refused if it was already reversed, is a
 * reversal itself, or its goods are gone (M7/021).
 */
export function reverseDocument(
  context: PostingContext,
  input: ReversalInput,
): { header: Row; items: readonly Row[] } {
  return context.database.transact((transaction) => {
    try {
      return reverseWithin(transaction, context, input, 'goods movement')
    } catch (problem) {
      if (!(problem instanceof BusinessMessage)) throw problem
      const problems = [{ target: '', message: problem }]
      const { ownErrorCodeForOneProblem } = context.settings
      throw materialDocumentError(problems, context.language, ownErrorCodeForOneProblem)
    }
  })
}

/** Reverses within a transaction; see `reverseDocument`. What a delivery has posted is reversed there (VL09). */
export function reverseWithin(
  transaction: Transaction,
  context: PostingContext,
  input: ReversalInput,
  origin: Origin,
): { header: Row; items: readonly Row[] } {
  const { year, document } = input
  const original = transaction.get(materialDocumentTables.document, year, document)
  if (original === undefined) throw new BusinessMessage('M7/083', document, year)
  const groups = itemsToReverse(transaction, input)
  if (origin === 'goods movement') {
    checkNoDelivery(groups)
    checkNoCount(transaction, groups)
  }
  const today = new Date(transaction.moment).toISOString().slice(0, 10)
  const postingDate = input.postingDate ?? today
  if (!isLocalDate(postingDate)) throw new BusinessMessage('M7/018', 'Posting date')
  const movementCode = textOf(original, 'GoodsMovementCode')
  const newYear = postingDate.slice(0, 4)
  const draft: DocumentDraft = {
    year: newYear,
    document: nextDocument(transaction, newYear, movementCode),
    postingDate,
    lines: 0,
  }
  const items = groups.flatMap((group) => reverseGroup(transaction, draft, group))
  const copied = context.settings.cancelCopiesHeaderText
  const header = transaction.put(materialDocumentTables.document, {
    MaterialDocumentYear: newYear,
    MaterialDocument: draft.document,
    InventoryTransactionType: textOf(original, 'InventoryTransactionType'),
    DocumentDate: today,
    PostingDate: postingDate,
    ...creationColumns(transaction.moment, context.user),
    MaterialDocumentHeaderText: copied ? textOf(original, 'MaterialDocumentHeaderText') : '',
    ReferenceDocument: copied ? textOf(original, 'ReferenceDocument') : '',
    GoodsMovementCode: movementCode,
  })
  return { header, items }
}

/** Main items with their counter lines; last posted first, because stock must be returned in that order. */
function itemsToReverse(transaction: Transaction, input: ReversalInput): Row[][] {
  const { year, document } = input
  const all = transaction
    .where(materialDocumentTables.item, 'MaterialDocument', document)
    .filter((row) => row.MaterialDocumentYear === year)
  const chosen =
    input.item === null ? null : all.find((row) => row.MaterialDocumentItem === input.item)
  if (input.item !== null && chosen === undefined) {
    throw new BusinessMessage('M7/083', `${document} ${input.item}`, year)
  }
  const main = chosen == null ? null : textOf(chosen, 'MaterialDocumentParentLine') || input.item
  const mains = all.filter((row) => {
    return (
      textOf(row, 'MaterialDocumentParentLine') === '' &&
      (main === null || row.MaterialDocumentItem === main)
    )
  })
  if (mains.some((row) => textOf(row, 'ReversedMaterialDocument') !== '')) {
    throw new BusinessMessage('M7/062', document, year)
  }
  const open = mains.filter((row) => row.GoodsMovementIsCancelled !== true)
  if (open.length === 0) throw new BusinessMessage('M7/061', document, year)
  return open
    .toSorted((a, b) => Number(b.MaterialDocumentItem) - Number(a.MaterialDocumentItem))
    .map((row) => {
      const below = all.filter(
        (each) => textOf(each, 'MaterialDocumentParentLine') === row.MaterialDocumentItem,
      )
      return [row, ...below]
    })
}

function checkNoDelivery(groups: readonly Row[][]): void {
  for (const row of groups.flat())
    if (textOf(row, 'GoodsMovementRefDocType') === 'L')
      throw new BusinessMessage('VL/609', textOf(row, 'MaterialDocument'), textOf(row, 'Delivery'))
}

function checkNoCount(transaction: Transaction, groups: readonly Row[][]): void {
  for (const row of groups.flat()) {
    const { MaterialDocument: document = '', MaterialDocumentYear: year = '' } = row
    const counted = transaction
      .where(inventoryTables.item, 'Material', textOf(row, 'Material'))
      .find((item) => item.MaterialDocument === document && item.MaterialDocumentYear === year)
    if (counted !== undefined)
      throw new BusinessMessage(
        'M7/709',
        String(document),
        String(year),
        textOf(counted, 'PhysicalInventoryDocument'),
      )
  }
}

function reverseGroup(
  transaction: Transaction,
  draft: DocumentDraft,
  group: readonly Row[],
): Row[] {
  const [main] = group
  if (main === undefined) return []
  const key = [
    textOf(main, 'MaterialDocumentYear'),
    textOf(main, 'MaterialDocument'),
    textOf(main, 'MaterialDocumentItem'),
  ] as const
  const record = loadRecord(transaction, key)
  if (record === null) throw new BusinessMessage('M7/083', key[1], key[0])
  for (const row of group) {
    const plant = findPlant(transaction, textOf(row, 'Plant'))
    if (plant !== undefined) {
      checkPostingPeriod(transaction, String(plant.CompanyCode), draft.postingDate)
    }
  }
  const opposite = oppositeRecord(record)
  applyRecord(transaction, opposite)
  let mainNumber = ''
  const rows: Row[] = []
  for (const row of group) {
    const number = nextLine(draft)
    if (mainNumber === '') mainNumber = number
    transaction.patch(materialDocumentTables.item, row, { GoodsMovementIsCancelled: true })
    const movement = findMovementType(textOf(row, 'GoodsMovementType'))
    rows.push(
      transaction.put(materialDocumentTables.item, {
        ...row,
        MaterialDocumentYear: draft.year,
        MaterialDocument: draft.document,
        MaterialDocumentItem: number,
        MaterialDocumentLine: number,
        MaterialDocumentParentLine: number === mainNumber ? '' : mainNumber,
        GoodsMovementType: movement?.opposite ?? textOf(row, 'GoodsMovementType'),
        DebitCreditCode: row.DebitCreditCode === 'S' ? 'H' : 'S',
        GoodsMovementIsCancelled: false,
        ReversedMaterialDocumentYear: textOf(row, 'MaterialDocumentYear'),
        ReversedMaterialDocument: textOf(row, 'MaterialDocument'),
        ReversedMaterialDocumentItem: textOf(row, 'MaterialDocumentItem'),
        FiscalYear: draft.year,
        FiscalYearPeriod: `${draft.year}0${draft.postingDate.slice(5, 7)}`,
      }),
    )
  }
  const reversal = [draft.year, draft.document, mainNumber] as const
  saveRecord(transaction, reversal, opposite)
  const original = transaction.get(goodsMovementViewTable, ...key)
  saveAccounting(
    transaction,
    {
      year: draft.year,
      document: draft.document,
      item: mainNumber,
      postingDate: draft.postingDate,
      currency: textOf(main, 'CompanyCodeCurrency'),
      baseUnit: textOf(main, 'MaterialBaseUnit'),
      purchaseOrder: textOf(main, 'PurchaseOrder'),
      purchaseOrderItem: textOf(main, 'PurchaseOrderItem'),
      amount: parseMoney(String(original?.TotalGoodsMvtAmtInCCCrcy ?? '0')),
    },
    opposite.accounting ?? [],
  )
  reverseSerialNumbers(transaction, key, reversal, opposite)
  return rows
}
