import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import {
  compareQuantity,
  isNegative,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

/** The dangerous goods of a requisition, as submitted. */
interface Draw {
  companyCode: string
  id: string
  requester: string
  /** The last day of the period; requisitions of later days count, too. */
  day: LocalDate
  lines: readonly { lineNo: number; materialNo: string; unit: string; quantity: Quantity }[]
}

/** What a line says of the cap, for whoever approves. */
export interface CapFacts {
  lineNo: number
  capQuantity: Quantity | null
  capDays: number
  drawnBefore: Quantity
}

/**
 * Whether the requester draws more of a chemical than its cap permits within the days of `requisition.chemicalCapDays`:
 * every requisition that was submitted counts, from whichever page it is, also if its goods are not issued yet, less what
 * was written off. Locks the
 * requester, so that two requisitions of his submitted at once are counted one after the other. Three statements.
 */
export async function checkCaps(
  tx: Transaction,
  { companyCode, id, requester, day, lines }: Draw,
): Promise<{ problems: RefusalDetail[]; facts: CapFacts[] }> {
  const days = await readParameter(tx, 'requisition.chemicalCapDays', { companyCode })
  const [person] = await tx.query<{ name: string }>(
    `select name from requester where company_code = $1 and requester = $2 for update`,
    [companyCode, requester],
  )
  const numbers = [...new Set(lines.map(({ materialNo }) => materialNo))]
  const [materials, rows] = await Promise.all([
    readMaterials(tx, numbers),
    tx.query<{ materialNo: string; drawn: Quantity }>(
      `select l.material_no, sum(l.quantity - l.closed_quantity) as drawn
       from requisition h join requisition_line l on l.company_code = h.company_code and l.document_id = h.id
       where h.company_code = $1 and h.requester = $2 and h.requested_on > $3
         and h.state not in ('draft', 'returned') and h.id <> $4 and l.material_no = any($5::text[])
       group by l.material_no`,
      [companyCode, requester, addDays(day, -days), id, numbers],
    ),
  ])
  const before = new Map(rows.map(({ materialNo, drawn }) => [materialNo, drawn]))
  const wanted = new Map<string, Quantity>()
  const problems: RefusalDetail[] = []
  const facts = lines.map(({ lineNo, materialNo, unit, quantity }): CapFacts => {
    const capQuantity = materials.get(materialNo)?.personCapQuantity ?? null
    const drawnBefore = before.get(materialNo) ?? zeroQuantity
    const inAll = sumQuantities([wanted.get(materialNo) ?? zeroQuantity, quantity])
    wanted.set(materialNo, inAll)
    if (capQuantity !== null) {
      const left = subtractQuantity(capQuantity, drawnBefore)
      if (compareQuantity(inAll, left) > 0)
        problems.push({
          code: 'chemical-cap-exceeded',
          params: {
            material: materialNo,
            requester: person?.name ?? requester,
            days,
            cap: capQuantity,
            drawn: drawnBefore,
            left: isNegative(left) ? zeroQuantity : left,
            quantity: inAll,
            unit,
          },
          line: lineNo,
          field: 'quantity',
        })
    }
    return { lineNo, capQuantity, capDays: days, drawnBefore }
  })
  return { problems, facts }
}
