import { compareQuantity, isNegative, parseQuantity } from '@kufang/kernel/quantity.ts'
import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import type { ItemContext } from './item-context.ts'
import { materialDocumentTables } from './material-document-sets.ts'
import { textOf } from './movement-rules.ts'
import type { PostingRecord } from './posting-record.ts'
import type { StockKey } from './stock-ledger.ts'

/** Where each serial number lies (EQBS); `Stock` is '' for a piece that is not in stock. No service reads it. */
const serialNumberTable = 'SerialNumber'

export function defineSerialNumberTable(database: Database): void {
  database.add(new Table(serialNumberTable, parseProperties('Material 40a, SerialNumber 18a')))
}

type DocumentKey = readonly [year: string, document: string, item: string]

/**
 * Stores an item's serial numbers and moves their pieces. A material with a serial profile requires one per piece (M7/175,
 * sap.md), and the pieces must be where the movement takes them from, or nowhere if it brings them in: the stock check
 * "2" of the profile, made for all types of stock and special stocks (SAP help, "Serial Numbers in Inventory Management").
 */
export function saveSerialNumbers(
  transaction: Transaction,
  key: DocumentKey,
  item: ItemContext,
  record: PostingRecord,
  sent: readonly Row[],
): void {
  const { product, row } = item
  const isManaged = textOf(product, 'SerialNumberProfile') !== ''
  const material = textOf(row, 'Material')
  const isAutomatic = isManaged && row.SerialNumbersAreCreatedAutomly === true && sent.length === 0
  const rows = isAutomatic ? newNumbers(transaction, material, item) : sent
  if (isManaged && compareQuantity(parseQuantity(rows.length), item.baseQuantity) !== 0)
    throw new BusinessMessage('M7/175')
  const numbers = rows.map((serial) => textOf(serial, 'SerialNumber'))
  if (numbers.includes('')) throw new BusinessMessage('M7/018', 'Serial number')
  if (isManaged) movePieces(transaction, record, numbers)
  writeRows(transaction, key, material, rows)
}

/** The numbers SAP gives pieces by itself (SerialNumbersAreCreatedAutomly). */
function newNumbers(transaction: Transaction, material: string, item: ItemContext): Row[] {
  return Array.from({ length: Number(item.baseQuantity) }, () => ({
    SerialNumber: String(transaction.nextNumber(`SerialNumber ${material}`, 10_000_001)),
  }))
}

/** The serial numbers of a document item. */
export function serialNumbersOf(transaction: Transaction, [year, document, item]: DocumentKey) {
  return transaction
    .where(materialDocumentTables.serialNumber, 'MaterialDocument', document)
    .filter((row) => row.MaterialDocumentYear === year && row.MaterialDocumentItem === item)
}

/** Moves the pieces of a reversed item back and stores their numbers with the reversal. */
export function reverseSerialNumbers(
  transaction: Transaction,
  original: DocumentKey,
  reversal: DocumentKey,
  opposite: PostingRecord,
): void {
  const rows = serialNumbersOf(transaction, original)
  if (rows.length === 0) return
  movePieces(
    transaction,
    opposite,
    rows.map((row) => textOf(row, 'SerialNumber')),
  )
  writeRows(transaction, reversal, textOf(rows[0]!, 'Material'), rows)
}

function writeRows(
  transaction: Transaction,
  [year, document, item]: DocumentKey,
  material: string,
  rows: readonly Row[],
): void {
  for (const row of rows) {
    transaction.put(materialDocumentTables.serialNumber, {
      ...row,
      Material: material,
      MaterialDocumentYear: year,
      MaterialDocument: document,
      MaterialDocumentItem: item,
    })
  }
}

/** Removals first, so that a transfer finds its pieces nowhere when it puts them down. */
function movePieces(
  transaction: Transaction,
  { stock }: PostingRecord,
  numbers: readonly string[],
): void {
  const removals = stock.filter(({ quantity }) => isNegative(quantity))
  const placements = stock.filter(({ quantity }) => !isNegative(quantity))
  for (const number of numbers) {
    for (const { key } of removals) {
      if (stockOf(transaction, key.material, number) !== placeText(key))
        throw new BusinessMessage('IO/002', number, key.material, placeWords(key))
      putPiece(transaction, key.material, number, '')
    }
    for (const { key } of placements) {
      if (stockOf(transaction, key.material, number) !== '')
        throw new BusinessMessage('IO/001', number, key.material)
      putPiece(transaction, key.material, number, placeText(key))
    }
  }
}

const stockOf = (transaction: Transaction, material: string, number: string): string =>
  textOf(transaction.get(serialNumberTable, material, number) ?? {}, 'Stock')

const putPiece = (transaction: Transaction, material: string, number: string, stock: string) =>
  transaction.put(serialNumberTable, { Material: material, SerialNumber: number, Stock: stock })

const placeText = ({ plant, storageLocation, batch, special, stockType }: StockKey): string =>
  JSON.stringify([plant, storageLocation, batch, stockType, ...Object.values(special)])

const placeWords = ({ plant, storageLocation, batch, stockType }: StockKey): string =>
  `${plant} ${storageLocation} ${batch} ${stockType}`.replaceAll('  ', ' ')
