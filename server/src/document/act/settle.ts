import type { Transaction } from '../../platform/database/database.ts'
import type { SettledPosting } from '../../erp/posting-model.ts'
import { postIntoRecordedMonths, writeValuations, type MoveValuation } from '../../ledger/public.ts'
import { continueSteps } from './continue-steps.ts'
import { followPostings, postedType } from '../books/follow-postings.ts'
import { followWaiting, waitingFor } from '../books/follow-waiting.ts'

/**
 * Transfers the ERP's answer to the document: the ERP state derived from all its postings, document numbers on the
 * lines, the ERP's amounts on the movements, and the cut-off of recorded months in which it was posted. Called in the transaction that settles the posting.
 */
export async function settleDocument(tx: Transaction, posting: SettledPosting): Promise<void> {
  const { companyCode, documentType, documentId, postingId, postingKey } = posting
  await writeValuations(tx, companyCode, valuationsOf(posting))
  if (posting.event === 'posted') await postIntoRecordedMonths(tx, companyCode, posting)
  const definition = postedType(documentType, postingKey)
  const refused = definition.postingSteps ? await continueSteps(tx, definition, posting) : null
  await followPostings(tx, companyCode, documentType, documentId, postingKey, refused)
  const waiting = await waitingFor(tx, companyCode, [postingId], [documentId])
  await followWaiting(tx, waiting, postingKey)
}

function valuationsOf({ direction, items, sequence }: SettledPosting): MoveValuation[] {
  if (direction !== 'post') return []
  return items.flatMap((item) => {
    const {
      moveId,
      quantity,
      postedAmount: amount,
      postedCurrency: currency,
      postedValueSource: source,
    } = item
    return amount === null
      ? []
      : [{ moveId, amount, currency, source, quantity, postingSequence: sequence }]
  })
}
