import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import type { HeaderOf, LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { stockKey, type SpecialStock, type StockKey } from '../stock/public.ts'

export type IssueHeader = HeaderOf<typeof goodsIssue>
export type IssueLine = LineOf<typeof goodsIssue>

/** The requisitions of the lines, sorted. */
export const requisitionsOf = (lines: readonly IssueLine[]): string[] =>
  [...new Set(lines.map((line) => line.sourceId!))].sort()

/** The stock key of a line's goods before the issue. */
export function keyOf(document: IssueHeader, line: IssueLine): StockKey {
  return stockKey({
    companyCode: document.companyCode,
    plant: document.plant,
    storageLocation: document.storageLocation,
    bin: line.bin!,
    materialNo: line.materialNo,
    batch: line.batch ?? '',
    specialStock: (line.specialStock ?? '') as SpecialStock,
    specialStockReference: line.specialStockReference ?? '',
  })
}
