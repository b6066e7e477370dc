import type { Transaction } from '../../platform/database/database.ts'
import type { SettledPosting } from '../../erp/posting-model.ts'
import { dependenciesOf } from '../../erp/posting-row.ts'
import { writeValuations, type MoveValuation } from '../../stock/public.ts'
import { continueSteps } from './continue-steps.ts'
import { followPostings, postedType } from './follow-postings.ts'

/**
 * Transfers the ERP's answer to the document: the ERP state derived from all its postings, document numbers on the
 * lines, and the ERP's amounts on the movements. Called in the transaction that settles the posting.
 */
export async function settleDocument(tx: Transaction, posting: SettledPosting): Promise<void> {
  const { companyCode, documentType, documentId } = posting
  await writeValuations(tx, companyCode, valuationsOf(posting))
  const definition = postedType(documentType, posting.postingKey)
  const refused = definition.postingSteps ? await continueSteps(tx, definition, posting) : null
  await followPostings(tx, companyCode, documentType, documentId, posting.postingKey, refused)
  // Documents whose postings depend on this one (a receipt on its arrival) fail and continue with it.
  const waiting = await tx.query<{ companyCode: string; documentType: string; documentId: string }>(
    `select distinct p.company_code, p.document_type, p.document_id from erp_posting p, ${dependenciesOf('p')}
     where p.state = 'pending' and p.depends_on <> '{}' and need.company_code = $1 and need.id = $2 and p.document_id <> $3
     order by p.company_code, p.document_id`,
    [companyCode, posting.postingId, documentId],
  )
  for (const one of waiting)
    await followPostings(tx, one.companyCode, one.documentType, one.documentId, posting.postingKey)
}

function valuationsOf({ direction, items }: SettledPosting): MoveValuation[] {
  if (direction !== 'post') return []
  return items.flatMap(({ moveId, postedAmount: amount, postedCurrency: currency }) =>
    amount === null ? [] : [{ moveId, amount, currency }],
  )
}
