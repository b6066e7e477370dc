import type { Transaction } from '../platform/database/database.ts'

/**
 * Updates the reserved quantities of requisition lines after holds were placed, consumed or released. Locks the
 * requisitions first, so that concurrent consumption is included after its commit.
 */
export async function refreshReservedQuantities(
  tx: Transaction,
  companyCode: string,
  ids: readonly string[],
): Promise<void> {
  tx.write(
    `select 1 as locked from requisition where company_code = $1 and id = any($2::uuid[]) order by id for update`,
    [companyCode, ids],
  )
  await tx.query(
    `update requisition_line l set reserved_quantity = coalesce((
       select sum(s.open_quantity) from stock_hold s where s.company_code = $1 and s.document_type = 'requisition'
         and s.document_id = l.document_id and s.line_no = l.line_no and s.released_at is null), 0)
     where l.company_code = $1 and l.document_id = any($2::uuid[])`,
    [companyCode, ids],
  )
}
