import type { PostingReference } from '../../erp/posting-model.ts'
import { isReversedSql } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** The postings of these lines (`id/line`) of documents of one type that are in the ERP's books or on their way there, for others to depend on. */
export async function livePostings(
  tx: Transaction,
  companyCode: string,
  type: string,
  lines: readonly string[],
): Promise<PostingReference[]> {
  const rows = await tx.query<{ id: string }>(
    `select p.id from erp_posting p
     where p.company_code = $1 and p.document_type = $2 and p.document_id = any ($3::uuid[]) and p.direction = 'post'
       and p.state <> 'closed' and not ${isReversedSql('p')}
       and exists (select from erp_posting_item i where i.company_code = p.company_code and i.posting_id = p.id
         and p.document_id || '/' || i.document_line = any ($4))
     order by p.sequence`,
    [companyCode, type, lines.map((line) => line.split('/')[0]), lines],
  )
  return rows.map(({ id }) => ({ companyCode, postingId: id }))
}
