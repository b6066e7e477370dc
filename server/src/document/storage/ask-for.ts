import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DocumentHeader } from './document.ts'
import { announceTodos } from './todo.ts'

/** A document on which a person asks others to act. */
type AskedDocument = Pick<
  DocumentHeader,
  'companyCode' | 'id' | 'docNo' | 'plant' | 'storageLocation'
> & { supplierNo: string; definition: Pick<AnyDocument, 'name'> }

/** What is asked for: an action on `step`, so that `subject` can be undone. */
export interface Asked {
  step: AskedDocument
  subject: { type: string; id: string; docNo: string }
  action: string
  path: string
  reason: string
}

/**
 * Creates one to-do for an action that is possible but not due, such as a step of undoing. Its link carries the reason,
 * with which the action begins (`asked-reason.ts` of the web). A to-do that the same person has opened carries the newest
 * reason; one of somebody else stays as it is, and no second one is opened. The logs of both documents name who asked.
 */
export async function askFor(tx: Transaction, session: Session, asked: Asked): Promise<void> {
  const { step, subject, action, path, reason } = asked
  const { companyCode, definition, id, docNo } = step
  const link = new URLSearchParams({ docNo, act: action, reason })
  const [made] = await tx.query<{ id: string }>(
    `with own as (
       update todo set handle_url = $11 where company_code = $1 and document_type = $7 and document_id = $8
         and done_at is null and role_code = $3 and action = $10 and created_by = $12
         and handle_url like '%act=%' returning id)
     insert into todo (company_code, id, role_code, plant, storage_location, supplier_no, document_type, document_id, document_no, action, handle_url, created_by)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 where not exists (select from todo where company_code = $1
       and document_type = $7 and document_id = $8 and done_at is null and role_code = $3 and action = $10)
     returning id`,
    [
      companyCode,
      newId(),
      cataloguePage(path).role,
      step.plant ?? '',
      step.storageLocation ?? '',
      step.supplierNo,
      definition.name,
      id,
      docNo,
      action,
      `${path}?${link}`,
      session.userId,
    ],
  )
  const entry = { companyCode, action: 'ask-for', after: { action, reason } }
  await writeAudit(tx, session, [
    { ...entry, subjectType: definition.name, subjectId: id, subjectNo: docNo },
    ...(subject.id === id
      ? []
      : [
          {
            ...entry,
            subjectType: subject.type,
            subjectId: subject.id,
            subjectNo: subject.docNo,
          },
        ]),
  ])
  if (made !== undefined) announceTodos(tx, { closed: [], opened: [`${companyCode}|${made.id}`] })
}
