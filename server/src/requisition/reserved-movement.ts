import { addAll } from '@kufang/kernel/add-all.ts'
import type { requisition } from '@kufang/contract/requisition/requisition.ts'
import { problemsOf, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { SaveContext } from '../document/effects/effects.ts'
import { chargeOf } from '../document/books/account-assignment.ts'
import { erpMovementOf } from '../document/books/erp-movement.ts'
import type { Transaction } from '../platform/database/database.ts'
import { stockKey, type SpecialStock } from '../ledger/public.ts'

type Saved = SaveContext<typeof requisition>

/**
 * What would refuse the issue of requested goods because of the movement type of their reservation items: it is not
 * permitted, or the reservation lacks what it is charged to. Refused here, so that no goods are held for it.
 */
export async function problemsOfMovements(
  tx: Transaction,
  header: Saved['header'],
  lines: Saved['lines'],
): Promise<RefusalDetail[]> {
  const problems: RefusalDetail[] = []
  for (const { line } of lines) {
    if (!line.movementType) continue
    const of = {
      companyCode: textOf(header.companyCode),
      plant: textOf(header.plant),
      materialNo: textOf(line.materialNo),
    }
    const from = stockKey({
      ...of,
      storageLocation: textOf(header.storageLocation),
      specialStock: textOf(line.specialStock) as SpecialStock,
      specialStockReference: textOf(line.specialStockReference),
    })
    const to = stockKey({ ...of, place: 'consumption' })
    const move = { lineNo: line.lineNo, from, to, quantity: line.quantity! }
    addAll(
      problems,
      await problemsOf(() => erpMovementOf(tx, { ...move, ...chargeOf(header, line) })),
    )
  }
  return problems
}
