import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import type { HeaderOf, LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { chargeOf } from '../document/books/account-assignment.ts'
import { stockKey, type HoldReference, type StockKey } from '../ledger/public.ts'

export type IssueHeader = HeaderOf<typeof goodsIssue>
export type IssueLine = LineOf<typeof goodsIssue>

/** The requisitions of the lines, sorted. */
export const requisitionsOf = (lines: readonly IssueLine[]): string[] =>
  [...new Set(lines.map((line) => sourceOfLine(line).id))].sort()

/** The stock key of a line's goods before the issue. */
export function keyOf(document: IssueHeader, line: IssueLine): StockKey {
  return stockKey({
    companyCode: document.companyCode,
    plant: document.plant,
    storageLocation: document.storageLocation,
    bin: line.bin,
    materialNo: line.materialNo,
    batch: line.batch ?? '',
    specialStock: line.specialStock ?? '',
    specialStockReference: line.specialStockReference ?? '',
  })
}

/** Where the goods of a line are from their bin to the signature. */
export const distributionKey = (document: IssueHeader, line: IssueLine): StockKey =>
  stockKey({ ...keyOf(document, line), bin: '', place: 'in-distribution' })

/** An issue of chemicals: its goods are transferred to the storage location of the unit, and stay in the stock. */
export const isTransfer = ({
  receivingStorageLocation,
}: Pick<IssueHeader, 'receivingStorageLocation'>): boolean =>
  (receivingStorageLocation ?? '') !== ''

/** Where the goods of a line are after the issue. */
export const issuedKey = (document: IssueHeader, line: IssueLine): StockKey =>
  isTransfer(document)
    ? stockKey({
        ...keyOf(document, line),
        storageLocation: document.receivingStorageLocation!,
        bin: line.receivingBin!,
      })
    : stockKey({
        companyCode: document.companyCode,
        place: 'consumption',
        plant: document.plant,
        materialNo: line.materialNo,
      })

/** What is left of a line with the unit: issued, and neither refused by it nor taken back. */
export const leftWithUnit = ({
  quantity,
  refusedQuantity,
  reversedQuantity,
}: IssueLine): Quantity =>
  subtractQuantity(
    quantity,
    addQuantity(refusedQuantity ?? zeroQuantity, reversedQuantity ?? zeroQuantity),
  )

/** The hold of the requisition that a line's goods were held for. */
export const heldFor = (line: IssueLine): HoldReference => ({
  kind: 'reservation',
  documentType: 'requisition',
  documentId: sourceOfLine(line).id,
  lineNo: sourceOfLine(line).lineNo,
})

/** What the ERP is told of a line that is issued: what it is charged to, and its item. */
export const chargedAs = (
  document: IssueHeader,
  line: IssueLine,
  finalIssue: 'final' | 'open' | undefined,
  delivery: { deliveryNo: string | null; deliveryItem: number | null } = line,
) => ({
  ...chargeOf(document, line),
  ...(delivery.deliveryNo
    ? {
        basis: {
          kind: 'delivery' as const,
          delivery: delivery.deliveryNo,
          deliveryItem: String(delivery.deliveryItem),
        },
      }
    : {}),
  item: {
    reservation: line.reservationNo || undefined,
    reservationItem: textOf(line.reservationLine) || undefined,
    glAccount: document.glAccount || undefined,
    recipient: document.recipient || undefined,
    finalIssue: finalIssue === 'final' || undefined,
  },
})
