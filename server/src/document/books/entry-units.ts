import { inOtherUnit } from '@kufang/kernel/unit-conversion.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { MovementItem } from '../../erp/erp-movement.ts'
import type { PostingItemRequest } from '../../erp/posting-model.ts'
import { readMaterialUnits, readUnits } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { DocumentLine } from '../storage/document.ts'

type EntryUnit = Pick<PostingItemRequest, 'entryQuantity' | 'entryUnit'>

/**
 * The quantity of an ERP item in the entry unit of its line, if the ERP converts it to exactly the quantity of the
 * ledger; otherwise the item is in the base unit. With an order the ERP converts by the order item's fraction, which the
 * line has; without one by the material's, which may differ. Two statements, none if no line has an entry unit.
 */
export async function readEntryUnits(
  tx: Transaction,
  lines: readonly DocumentLine[],
): Promise<(line: DocumentLine, quantity: Quantity, item: MovementItem) => EntryUnit> {
  const named = lines.filter(({ entryUnit }) => entryUnit !== null)
  if (named.length === 0) return () => ({})
  const [units, unitOf] = await Promise.all([
    readMaterialUnits(
      tx,
      named.map(({ materialNo }) => materialNo),
    ),
    readUnits(
      tx,
      named.map(({ entryUnit }) => entryUnit!),
    ),
  ])
  return ({ materialNo, entryUnit, unitNumerator, unitDenominator }, quantity, item) => {
    if (entryUnit === null || unitNumerator === null || unitDenominator === null) return {}
    const fraction = item.purchaseOrder
      ? { numerator: unitNumerator, denominator: unitDenominator }
      : units.get(materialNo)?.find(({ unit }) => unit === entryUnit)
    const entryQuantity = fraction && inOtherUnit(quantity, fraction, unitOf(entryUnit).decimals)
    return entryQuantity ? { entryQuantity, entryUnit } : {}
  }
}
