import { negateMoney } from '@kufang/kernel/money.ts'
import { negateQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { applyOrderChange, oppositeOrderChange } from '../external-documents/order-progress.ts'
import type { OrderChange } from '../external-documents/order-progress.ts'
import {
  applyReservationChange,
  oppositeReservationChange,
} from '../external-documents/reservation-progress.ts'
import type { ReservationChange } from '../external-documents/reservation-progress.ts'
import { applySalesChange, oppositeSalesChange } from '../external-documents/sales-progress.ts'
import type { SalesChange } from '../external-documents/sales-progress.ts'
import { parseProperties } from '../protocol/edm.ts'
import { oppositeLines } from './accounting-documents.ts'
import type { AccountingLine } from './accounting-documents.ts'
import { applyReceiptChange } from './receipt-reference.ts'
import type { ReceiptChange } from './receipt-reference.ts'
import { moveStock } from './stock-ledger.ts'
import type { StockKey } from './stock-ledger.ts'
import { changeValue } from './valuation.ts'
import type { ValueChange } from './valuation.ts'

/** All changes of a document item; its reversal is exactly the opposite. */
export interface PostingRecord {
  readonly stock: readonly { readonly key: StockKey; readonly quantity: Quantity }[]
  /** Records of an earlier version name no owner. */
  readonly values: readonly ValueChange[]
  readonly order: OrderChange | null
  readonly reservation: ReservationChange | null
  readonly sales: SalesChange | null
  /** What is returned of a receipt; null or, in records of an earlier version, absent without reference. */
  readonly receipt?: ReceiptChange | null
  /** Of the accounting document; records of an earlier version have none. */
  readonly accounting?: readonly AccountingLine[]
}

const tableName = 'PostingRecord'

export function definePostingRecordTable(database: Database): void {
  database.add(
    new Table(
      tableName,
      parseProperties('MaterialDocumentYear 4n, MaterialDocument 10u, MaterialDocumentItem 4n'),
    ),
  )
}

/** Applies a record; throws the business message of the first impossible change. */
export function applyRecord(transaction: Transaction, record: PostingRecord): void {
  for (const { key, quantity } of record.stock) moveStock(transaction, key, quantity)
  for (const change of record.values) {
    changeValue(transaction, change, change.quantity, change.value)
  }
  if (record.order !== null) applyOrderChange(transaction, record.order)
  if (record.reservation !== null) applyReservationChange(transaction, record.reservation)
  if (record.sales !== null) applySalesChange(transaction, record.sales)
  if (record.receipt != null) applyReceiptChange(transaction, record.receipt)
}

export function oppositeRecord(record: PostingRecord): PostingRecord {
  return {
    // In reverse order, so that the first change is undone last.
    stock: record.stock.toReversed().map(({ key, quantity }) => {
      return { key, quantity: negateQuantity(quantity) }
    }),
    values: record.values.toReversed().map((change) => {
      const [quantity, value] = [negateQuantity(change.quantity), negateMoney(change.value)]
      return { ...change, quantity, value }
    }),
    order: record.order === null ? null : oppositeOrderChange(record.order),
    reservation: record.reservation === null ? null : oppositeReservationChange(record.reservation),
    sales: record.sales === null ? null : oppositeSalesChange(record.sales),
    receipt:
      record.receipt == null
        ? null
        : { ...record.receipt, returned: negateQuantity(record.receipt.returned) },
    accounting: oppositeLines(record.accounting ?? []),
  }
}

export function saveRecord(
  transaction: Transaction,
  key: readonly [year: string, document: string, item: string],
  record: PostingRecord,
): void {
  const [year, document, item] = key
  transaction.put(tableName, {
    MaterialDocumentYear: year,
    MaterialDocument: document,
    MaterialDocumentItem: item,
    Record: JSON.stringify(record),
  })
}

export function loadRecord(
  transaction: Transaction,
  key: readonly [year: string, document: string, item: string],
): PostingRecord | null {
  const row = transaction.get(tableName, ...key)
  return row === undefined ? null : (JSON.parse(String(row.Record)) as PostingRecord)
}
