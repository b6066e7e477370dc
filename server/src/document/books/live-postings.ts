import type { PostingReference } from '../../erp/posting-model.ts'
import { isReversedSql } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** The postings of documents of one type that are in the ERP's books or on their way there, for others to depend on. */
export async function livePostings(
  tx: Transaction,
  companyCode: string,
  type: string,
  ids: readonly string[],
): Promise<PostingReference[]> {
  const rows = await tx.query<{ id: string }>(
    `select p.id from erp_posting p
     where p.company_code = $1 and p.document_type = $2 and p.document_id = any ($3::uuid[]) and p.direction = 'post'
       and p.state <> 'closed' and not ${isReversedSql('p')} order by p.sequence`,
    [companyCode, type, ids],
  )
  return rows.map(({ id }) => ({ companyCode, postingId: id }))
}
