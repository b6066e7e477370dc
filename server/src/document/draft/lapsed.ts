import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemSession, type Session } from '../../platform/session/session.ts'
import { actOf } from '../storage/act-of.ts'
import type { Clock } from '../storage/clock.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { retakeSources } from '../storage/links.ts'
import type { DocumentTable } from '../storage/table.ts'
import { checkShares } from './read-draft.ts'

/**
 * Holds the quantities of lapsed drafts again before an action. They are checked as for a new draft and refused with
 * the free quantity and the holders of the rest.
 */
export async function retakeLapsed(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  documents: readonly LoadedDocument[],
  clock: Clock,
): Promise<void> {
  const { definition } = table
  if (!takesShares(definition)) return
  const [first] = documents
  if (first === undefined) return
  const lapsed = await tx.query<{ id: string }>(
    `select distinct to_id as id from document_link
     where company_code = any($1) and to_type = $2 and to_id = any($3::uuid[]) and lapsed_at is not null`,
    [
      [...new Set(documents.map(({ header }) => header.companyCode))],
      definition.name,
      documents.map(({ header }) => header.id),
    ],
  )
  for (const { id } of lapsed)
    await retake(
      tx,
      session,
      table,
      itemWith(documents, ({ header }) => header.id === id),
      clock,
    )
}

/** Whether drafts of this type hold quantities of predecessors. */
export const takesShares = (definition: AnyDocument): boolean =>
  sourcesOf(definition).some(({ consumesOpenQuantity }) => consumesOpenQuantity !== false)

async function retake(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
): Promise<void> {
  const { definition } = table
  // The right to act on the document suffices, even if predecessors are outside the scope.
  const company = systemSession([loaded.header.companyCode], session.requestId)
  await checkShares(tx, company, table, clock, loaded)
  const { header } = loaded
  await retakeSources(tx, actOf(session, clock), header.companyCode, definition.name, header.id)
  await writeAudit(tx, session, [
    {
      companyCode: header.companyCode,
      subjectType: definition.name,
      subjectId: header.id,
      subjectNo: header.docNo,
      action: 'retake',
    },
  ])
}
