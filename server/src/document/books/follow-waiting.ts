import { dependenciesOf } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { followPostings } from './follow-postings.ts'

// Documents whose postings wait for those of another (a receipt for its arrival) fail and go on with them, whether the
// ERP answered or a person sends a refused posting again.

/** A document with a posting that waits. */
export interface Waiting {
  companyCode: string
  documentType: string
  documentId: string
}

/**
 * The documents with postings that wait for one of these.
 * @param except documents that the caller writes himself
 */
export async function waitingFor(
  tx: Transaction,
  companyCode: string,
  postingIds: readonly string[],
  except: readonly string[],
): Promise<Waiting[]> {
  if (postingIds.length === 0) return []
  return tx.query<Waiting>(
    `select distinct p.company_code, p.document_type, p.document_id from erp_posting p, ${dependenciesOf('p')}
     where p.state = 'pending' and p.depends_on <> '{}' and need.company_code = $1 and need.id = any($2::uuid[])
       and p.document_id <> all($3::uuid[])
     order by p.company_code, p.document_id`,
    [companyCode, postingIds, except],
  )
}

/**
 * Updates the ERP states of documents that wait for a posting.
 * @param postingKey of the posting, for the log
 */
export async function followWaiting(
  tx: Transaction,
  waiting: readonly Waiting[],
  postingKey: string,
): Promise<void> {
  for (const { companyCode, documentType, documentId } of waiting)
    await followPostings(tx, companyCode, documentType, documentId, postingKey)
}
