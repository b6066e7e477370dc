import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import { giveBackToWorkOrder } from '../freeze/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { releaseHolds } from '../ledger/public.ts'
import { issueOfRequisitions } from './issue-of-requisitions.ts'
import { refreshReservedQuantities } from './reserved-quantities.ts'
import { withdrawDemandProblems } from './withdraw-demand-problems.ts'

interface Unclaimed {
  id: string
  lineNo: number
  keyId: number
  quantity: Quantity
}

/**
 * Releases what requisitions hold and no goods issue is to take: of lines that are issued in full from other stock, and of
 * requisitions that were written off, where what a draft names of a stock stays held for it. What was drawn of goods frozen
 * for a work order is held for that again (spec domain.md 1.4). Call it when a requisition is issued or written off, and when
 * quantity of one comes back: a draft is deleted or lapses, an issue is reversed. A hold that issues have used up stays, so
 * that their reversal restores it. What demand problems report of them is taken back as far as nothing holds it any more.
 */
export async function releaseUnclaimed(
  tx: Transaction,
  documents: Pick<DocumentPort, 'act'>,
  { companyCode, ids, now }: { companyCode: string; ids: readonly string[]; now: Date },
): Promise<void> {
  if (ids.length === 0) return
  await withdrawDemandProblems(tx, documents, companyCode, ids)
  const rows = await tx.query<Unclaimed>(
    `with claim as ${issueOfRequisitions().claims({ company: '$1', ids: '$2::uuid[]' })}
     select s.document_id as id, s.line_no, s.key_id, s.open_quantity - coalesce(claim.quantity, 0) as quantity
     from stock_hold s
     join requisition r on r.company_code = $1 and r.id = s.document_id
     join requisition_line l on l.company_code = $1 and l.document_id = s.document_id and l.line_no = s.line_no
     join stock_key key on key.company_code = $1 and key.id = s.key_id
     left join claim on claim.from_id = s.document_id and claim.from_line = s.line_no and claim.bin = key.bin
       and claim.batch = key.batch and claim.special_stock = key.special_stock
       and claim.special_stock_reference = key.special_stock_reference
     where s.company_code = $1 and s.document_type = 'requisition' and s.document_id = any($2::uuid[])
       and (r.state = 'writtenOff' or l.open_quantity = 0) and s.released_at is null and s.open_quantity > coalesce(claim.quantity, 0)
     order by s.document_id, s.line_no, s.key_id`,
    [companyCode, ids],
  )
  if (rows.length === 0) return
  for (const [documentId, lines] of Map.groupBy(rows, ({ id }) => id)) {
    // An issue is of one or two requisitions.
    // oxlint-disable-next-line no-await-in-loop -- each has its own holds
    await releaseHolds(tx, {
      companyCode,
      documentType: 'requisition',
      documentId,
      now,
      kind: 'reservation',
      keepsUsed: true,
      lines,
    })
    // oxlint-disable-next-line no-await-in-loop -- after its own holds are released
    await giveBackToWorkOrder(tx, documents, { companyCode, id: documentId }, now, lines)
  }
  await refreshReservedQuantities(tx, companyCode, ids)
}
