import type { stepAnswer } from '@kufang/contract/document/declare/posting-lifecycle.ts'
import { sumMoney, type Money } from '@kufang/kernel/money.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { SettledPosting } from '../../erp/posting-model.ts'
import { inBooksSql, readPosting, settledPosting } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Perform } from '../effects/acting.ts'
import type { Clock } from '../storage/clock.ts'
import type { DocumentHeader, LoadedDocument } from '../storage/document.ts'
import { loadInCompany } from '../storage/store.ts'
import type { DocumentTable } from '../storage/table.ts'
import { followPostings } from './follow-postings.ts'

// The work that follows a posted step: its `settled` action. The document's row is locked whenever it is repeated.

/** The ERP's answer as the input of the action; amounts may arrive only when the document is read back. */
export function answerOf({ materialDocument, materialDocumentYear, items }: SettledPosting): {
  [field in keyof typeof stepAnswer]: string | null
} {
  const amounts = items.map(({ postedAmount }) => postedAmount)
  return {
    materialDocument,
    materialDocumentYear,
    amount: amounts.includes(null) ? null : sumMoney(amounts as Money[]),
  }
}

/** The first step in the books whose work was refused, with its posting; null if there is none. */
export async function findRefusedWork(
  tx: Transaction,
  { definition }: DocumentTable,
  header: Pick<DocumentHeader, 'companyCode' | 'id'>,
): Promise<{ postingId: string } | null> {
  if (definition.postingSteps === undefined) return null
  const [found] = await tx.query<{ postingId: string }>(
    `with refused as materialized (
       select step_no from document_step
       where company_code = $1 and document_type = $2 and document_id = $3 and work_zh <> '')
     select p.id as posting_id from erp_posting p join refused on refused.step_no = p.step
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and ${inBooksSql('p')}
     order by p.step limit 1`,
    [header.companyCode, definition.name, header.id],
  )
  return found ?? null
}

/**
 * Repeats the work of a step with the ERP's stored answer; nothing of the step is sent again. A refusal undoes it, and
 * the step keeps its reason.
 * @returns the document afterwards
 */
export async function repeatWork(
  tx: Transaction,
  perform: Perform,
  session: Session,
  table: DocumentTable,
  { companyCode, id }: Pick<DocumentHeader, 'companyCode' | 'id'>,
  { postingId }: { postingId: string },
  clock: Clock,
): Promise<LoadedDocument> {
  const { definition } = table
  const row = await readPosting(tx, companyCode, postingId)
  const posting = await settledPosting(tx, row!, 'posted')
  const step = itemAt(Object.values(definition.postingSteps!), posting.step - 1)
  await tx.query(
    `update document_step set work_zh = '', work_en = ''
     where company_code = $1 and document_type = $2 and document_id = $3 and step_no = $4`,
    [companyCode, definition.name, id, posting.step],
  )
  await perform(
    tx,
    {
      session,
      functionCodes: new Set(),
      isSystem: true,
      table,
      action: step.settled!,
      given: { input: answerOf(posting) },
      clock,
    },
    await loadInCompany(tx, table, companyCode, id, true),
  )
  await followPostings(tx, companyCode, definition.name, id, posting.postingKey)
  return loadInCompany(tx, table, companyCode, id, true)
}
