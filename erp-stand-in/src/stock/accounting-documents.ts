import { compareMoney, negateMoney, zeroMoney } from '@kufang/kernel/money.ts'
import type { Money } from '@kufang/kernel/money.ts'
import { negateQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { findPlant } from '../masters/organization.ts'
import { accountingItemTable, goodsMovementViewTable } from './accounting-document-sets.ts'
import type { MovementType } from './movement-types.ts'
import type { ValueChange } from './valuation.ts'

/** A line of the accounting document of a goods movement (BSEG), with its transaction (KTOSL). */
export interface AccountingLine {
  /** BSX stock, WRX goods received and not invoiced, KBS account of the order item, GBB offset, KON consignment. */
  readonly transaction: 'BSX' | 'WRX' | 'KBS' | 'GBB' | 'KON'
  readonly material: string
  readonly plant: string
  /** Signed as the amount: positive for a debit. */
  readonly quantity: Quantity
  readonly amount: Money
}

interface Valued {
  readonly movement: MovementType
  readonly material: string
  readonly plant: string
  readonly quantity: Quantity
  readonly amount: Money
  /** The value changes of stock. */
  readonly values: readonly ValueChange[]
  /** Received with account assignment. */
  readonly isConsumed: boolean
}

/**
 * The accounting lines of a document item: none if it posts no value, as a receipt into GR blocked stock, of consignment
 * or a transfer inside a plant (SAP help, "Account Determination", OBYC). The offset of a transfer is its other side.
 */
export function accountingLines(valued: Valued): AccountingLine[] {
  const { movement, material, plant, quantity, amount, values, isConsumed } = valued
  if (compareMoney(amount, zeroMoney) === 0) return []
  const ofOrder = movement.order !== 'none'
  const own = { material, plant }
  const line = (transaction: AccountingLine['transaction'], isDebit: boolean): AccountingLine => ({
    ...own,
    transaction,
    quantity: isDebit ? quantity : negateQuantity(quantity),
    amount: isDebit ? amount : negateMoney(amount),
  })
  const stock = values.map((change) => ({
    material: change.material,
    plant: change.plant,
    quantity: change.quantity,
    transaction: 'BSX' as const,
    amount: change.value,
  }))
  if (stock.length > 1) return stock
  if (isConsumed) {
    const isReceipt = movement.order === 'receive' || movement.order === 'release'
    const isReceived = isReceipt === (movement.direction === 1)
    return [line('KBS', isReceived), line('WRX', !isReceived)]
  }
  const [change] = stock
  if (change === undefined) {
    // Withdrawn from the stock of a consignor: an expense, and a debt to the consignor.
    const isDrawn = movement.direction === 1
    return [line('GBB', isDrawn), line('KON', !isDrawn)]
  }
  // Taken over from a consignor, or given back to him.
  const offset = movement.value === 'shift' ? 'KON' : ofOrder ? 'WRX' : 'GBB'
  return [change, line(offset, isCredit(change.amount))]
}

const isCredit = (amount: Money): boolean => compareMoney(amount, zeroMoney) < 0

export function oppositeLines(lines: readonly AccountingLine[]): AccountingLine[] {
  return lines.map((line) => ({
    ...line,
    quantity: negateQuantity(line.quantity),
    amount: negateMoney(line.amount),
  }))
}

interface MaterialDocumentItem {
  readonly year: string
  readonly document: string
  readonly item: string
  readonly postingDate: string
  readonly currency: string
  readonly baseUnit: string
  readonly purchaseOrder: string
  readonly purchaseOrderItem: string
  readonly amount: Money
}

/**
 * Writes the accounting lines of a document item, into the accounting document of its material document, and the amount
 * of the item for the view. The lines do not name the item (BSEG has no ZEILE): a reader finds it by material, plant and
 * quantity.
 */
export function saveAccounting(
  transaction: Transaction,
  of: MaterialDocumentItem,
  lines: readonly AccountingLine[],
): void {
  transaction.put(goodsMovementViewTable, {
    MaterialDocumentYear: of.year,
    MaterialDocument: of.document,
    MaterialDocumentItem: of.item,
    TotalGoodsMvtAmtInCCCrcy: of.amount,
    CompanyCodeCurrency: of.currency,
  })
  const reference = `${of.document}${of.year}`
  const year = of.postingDate.slice(0, 4)
  for (const line of lines) {
    // The plants of a transfer may belong to two companies, each with an accounting document of its own.
    const company = String(findPlant(transaction, line.plant)?.CompanyCode)
    const known = transaction
      .where(accountingItemTable, 'OriginalReferenceDocument', reference)
      .filter((row) => row.CompanyCode === company)
    const range = `AccountingDocument ${company} ${year}`
    transaction.put(accountingItemTable, {
      CompanyCode: company,
      FiscalYear: year,
      AccountingDocument:
        known[0]?.AccountingDocument ?? String(transaction.nextNumber(range, 4_900_000_000)),
      AccountingDocumentItem: String(known.length + 1),
      AccountingDocumentType: of.purchaseOrder === '' ? 'WA' : 'WE',
      PostingDate: of.postingDate,
      ReferenceDocumentType: 'MKPF',
      OriginalReferenceDocument: reference,
      TransactionTypeDetermination: line.transaction,
      DebitCreditCode: isCredit(line.amount) ? 'H' : 'S',
      Material: line.material,
      Plant: line.plant,
      Quantity: line.quantity,
      BaseUnit: of.baseUnit,
      PurchasingDocument: of.purchaseOrder,
      PurchasingDocumentItem: of.purchaseOrderItem,
      AmountInCompanyCodeCurrency: line.amount,
      CompanyCodeCurrency: of.currency,
    })
  }
}
