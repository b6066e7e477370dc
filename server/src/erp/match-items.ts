import { compareQuantity } from '@kufang/kernel/quantity.ts'
import { withoutZeros } from './client/odata-text.ts'
import type { SettledItem } from './posting-model.ts'
import type { DocumentItem } from './s4/material-document.ts'

export interface ItemMatch {
  itemNo: number
  erp: DocumentItem
}

/**
 * Which ERP item books which of ours. The ERP adds items of its own (the other side of a transfer) and
 * may leave the list empty on success; what cannot be matched or has another quantity is a difference.
 */
export function matchItems(
  ours: readonly SettledItem[],
  theirs: readonly DocumentItem[],
): { matches: ItemMatch[]; differences: string[] } {
  const free = theirs.filter((item) => !item.isAutomatic)
  const matches: ItemMatch[] = []
  const differences: string[] = []
  for (const item of ours) {
    // In order and exact first; then exact anywhere; then at least the same material.
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
