import { compareQuantity } from '@kufang/kernel/quantity.ts'
import { withoutZeros } from './client/odata-text.ts'
import type { SettledItem } from './posting-model.ts'
import type { DocumentItem } from './s4/material-document.ts'

export interface ItemMatch {
  itemNo: number
  erp: DocumentItem
}

/**
 * Matches ERP items with ours. The ERP adds its own items (the other side of a transfer) and may return an empty list
 * on success; items without a match or with another quantity are differences.
 */
export function matchItems(
  ours: readonly SettledItem[],
  theirs: readonly DocumentItem[],
): { matches: ItemMatch[]; differences: string[] } {
  const free = theirs.filter((item) => !item.isAutomatic)
  const matches: ItemMatch[] = []
  const differences: string[] = []
  for (const item of ours) {
    // First an exact match in order, then an exact match anywhere, then one of the same material.
    const found =
      take(free, (erp, index) => index === 0 && isSame(item, erp) && hasQuantity(item, erp)) ??
      take(free, (erp) => isSame(item, erp) && hasQuantity(item, erp)) ??
      take(free, (erp) => isSame(item, erp))
    if (found === undefined) {
      differences.push(`${item.itemNo}: ${item.materialNo} -`)
      continue
    }
    matches.push({ itemNo: item.itemNo, erp: found })
    if (!hasQuantity(item, found))
      differences.push(
        `${item.itemNo}: ${item.materialNo} ${item.quantity} ${item.unit} / ${found.baseQuantity} ${found.baseUnit}`,
      )
  }
  for (const rest of free)
    differences.push(`+ ${rest.materialNo} ${rest.baseQuantity} ${rest.baseUnit}`)
  return { matches, differences }
}

function take(
  list: DocumentItem[],
  fits: (item: DocumentItem, index: number) => boolean,
): DocumentItem | undefined {
  const index = list.findIndex(fits)
  return index < 0 ? undefined : list.splice(index, 1)[0]
}

const isSame = (item: SettledItem, erp: DocumentItem) =>
  withoutZeros(item.materialNo) === erp.materialNo

const hasQuantity = (item: SettledItem, erp: DocumentItem) =>
  compareQuantity(item.quantity, erp.baseQuantity) === 0
