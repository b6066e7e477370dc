import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** What a document holds, of goods or of places, is held until another day. Two statements. */
export async function extendHolds(
  tx: Transaction,
  request: {
    companyCode: string
    documentType: string
    documentId: string
    heldUntil: LocalDate
  },
): Promise<void> {
  const { companyCode, documentType, documentId, heldUntil } = request
  for (const table of ['stock_hold', 'stock_place_hold'])
    // oxlint-disable-next-line no-await-in-loop -- two tables
    await tx.query(
      `update ${table} set held_until = $4
       where company_code = $1 and document_type = $2 and document_id = $3 and released_at is null`,
      [companyCode, documentType, documentId, heldUntil],
    )
}
