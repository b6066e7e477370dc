import { compareQuantity } from '@kufang/kernel/quantity.ts'
import { withoutZeros } from './client/odata-text.ts'
import type { PostingDirection, SettledItem } from './posting-model.ts'
import type { DocumentItem } from './s4/material-document.ts'

/** An item of ours, with what of its request is compared besides. */
export type MatchedItem = SettledItem & {
  purchaseOrderItem?: string
  valuationType?: string
  serialNumbers?: readonly string[]
}

export interface ItemMatch {
  itemNo: number
  erp: DocumentItem
}

/**
 * Matches ERP items with ours. The ERP adds its own items (the other side of a transfer) and may return an empty list
 * on success; items without a match, or with another quantity, movement type, plant, batch, valuation type, purchase order or serial
 * numbers are differences.
 * @param direction the items of a reversal name the movement types that they reverse
 */
export function matchItems(
  ours: readonly MatchedItem[],
  theirs: readonly DocumentItem[],
  direction: PostingDirection = 'post',
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
    for (const [one, other] of comparedParts(item, found, direction))
      if (one !== '' && one !== other)
        differences.push(`${item.itemNo}: ${item.materialNo} ${one} / ${other || '-'}`)
  }
  for (const rest of free)
    differences.push(`+ ${rest.materialNo} ${rest.baseQuantity} ${rest.baseUnit}`)
  return { matches, differences }
}

/** What else an item of ours says, and what the ERP's says; what ours leaves open, the ERP determines. */
function comparedParts(
  item: MatchedItem,
  erp: DocumentItem,
  direction: PostingDirection,
): [string, string][] {
  const place = item.from ?? item.to
  return [
    [direction === 'post' ? item.movementType : '', erp.movementType],
    [place?.plant ?? '', erp.plant],
    // Stock kept under its valuation type has no batch of its own.
    [place?.batch ?? '', erp.batch || erp.valuationType],
    [item.valuationType ?? '', erp.valuationType],
    [item.purchaseOrderItem ?? '', erp.purchaseOrderItem],
    [
      erp.serialNumbers === null ? '' : (item.serialNumbers ?? []).toSorted().join(' '),
      erp.serialNumbers?.join(' ') ?? '',
    ],
  ]
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
