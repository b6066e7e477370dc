import type { Label } from '@kufang/contract/document/declare/label.ts'
import { erpStates, erpStatesNotInBooks } from '@kufang/contract/document/declare/erp-state.ts'
import { postingStateWords } from '@kufang/contract/document/posting-state.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { resolveCancellations } from '../../erp/direct-words.ts'
import type { PostingState } from '../../erp/posting-model.ts'
import { inBooksSql } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { DocumentHeader } from '../storage/document.ts'

/**
 * Permits the reversal of goods only if none of the document's postings is in the ERP or can still reach it, whatever
 * the action is called. Rejected postings are closed; a posting with an unknown outcome blocks the reversal.
 * @throws Refusal `wrong-erp-state`, `posting-in-flight`, `posting-in-books`
 */
export async function assertMayTakeBack(
  tx: Transaction,
  definition: AnyDocument,
  header: DocumentHeader,
  action: Label,
): Promise<void> {
  if (!definition.posts) return
  if (header.erpState === 'cancelledInErp')
    await resolveCancellations(
      tx,
      { companyCode: header.companyCode, documentType: definition.name, documentId: header.id },
      { userId: null, resolution: action.zh },
    )
  if (!erpStatesNotInBooks.includes(header.erpState)) {
    const { label } = erpStates[header.erpState]
    throw refuse('wrong-erp-state', {
      no: header.docNo,
      erpState: label.zh,
      erpStateEn: label.en,
      action: action.zh,
      actionEn: action.en,
    })
  }
  const postings = await tx.query<{
    id: string
    state: PostingState
    isOutcomeOpen: boolean
    isInBooks: boolean
    materialDocument: string
  }>(
    `select p.id, p.state, p.is_outcome_open, p.material_document, ${inBooksSql('p')} as is_in_books from erp_posting p
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and p.state <> 'closed' for update`,
    [header.companyCode, definition.name, header.id],
  )
  const inBooks = postings.find((posting) => posting.isInBooks)
  if (inBooks)
    throw refuse('posting-in-books', {
      no: header.docNo,
      materialDocument: inBooks.materialDocument,
    })
  const open = postings.filter(({ state }) => state !== 'posted')
  // In a failed document, pending postings wait for the failed one and were never sent.
  const inFlight = open.find(
    (posting) =>
      posting.isOutcomeOpen ||
      ['sending', 'unknown'].includes(posting.state) ||
      (posting.state === 'pending' && header.erpState !== 'failed'),
  )
  if (inFlight)
    throw refuse('posting-in-flight', { no: header.docNo, ...postingStateWords(inFlight.state) })
  if (open.length > 0) {
    await tx.query(
      `update erp_posting set state = 'closed', closed_reason = 'reversed before posting', updated_at = now()
       where company_code = $1 and id = any($2::uuid[])`,
      [header.companyCode, open.map((posting) => posting.id)],
    )
  }
}
