import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { Session } from '../session/session.ts'
import type { StoredFile } from './file-store.ts'

/** The document of an attachment. */
export interface AttachmentSubject {
  companyCode: string
  documentType: string
  documentId: string
}

export interface Attachment extends AttachmentSubject {
  id: string
  lineNo: number | null
  fileName: string
  mediaType: string
  sizeBytes: number
  digestSha256: string
  kind: string
  /** Not shown to external persons, who sign in for a supplier. */
  isInternal: boolean
  createdAt: string
  createdBy: string
  createdByName: string
}

const columns = `company_code, id, document_type, document_id, line_no, file_name, media_type,
  size_bytes, digest_sha256, kind, is_internal, created_at, created_by, created_by_name`

const isExternal = ({ scope }: Session): boolean => scope.supplierNo !== null

/** The attachments of a document that were not removed, oldest first; to external persons those that are not internal. */
export function listAttachments(
  database: Queryable,
  session: Session,
  subject: AttachmentSubject,
): Promise<Attachment[]> {
  return database.query<Attachment>(
    `select ${columns} from attachment
     where company_code = $1 and document_type = $2 and document_id = $3 and removed_at is null
       and not (is_internal and $4)
     order by created_at, id`,
    [subject.companyCode, subject.documentType, subject.documentId, isExternal(session)],
  )
}

/** An attachment by id within the companies of the session; refuses `not-found`. */
export async function findAttachment(
  database: Queryable,
  session: Session,
  id: string,
): Promise<Attachment> {
  const [found] = await database.query<Attachment>(
    `select ${columns} from attachment where company_code = any($1) and id = $2 and removed_at is null
       and not (is_internal and $3)`,
    [session.scope.companyCodes, id, isExternal(session)],
  )
  if (found === undefined)
    throw refuse('not-found', { subject: '附件', subjectEn: 'Attachment', no: id })
  return found
}

/** Records stored content as an attachment of a document, with its audit entry. */
export async function addAttachment(
  tx: Transaction,
  session: Session,
  subject: AttachmentSubject,
  file: StoredFile & {
    fileName: string
    kind?: string
    lineNo?: number | null
    isInternal?: boolean
  },
): Promise<Attachment> {
  const id = newId()
  const made = firstOf(
    await tx.query<Attachment>(
      `insert into attachment (company_code, id, document_type, document_id, line_no, file_name, media_type,
       size_bytes, digest_sha256, kind, created_by, created_by_name, is_internal)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${columns}`,
      [
        subject.companyCode,
        id,
        subject.documentType,
        subject.documentId,
        file.lineNo ?? null,
        file.fileName,
        file.content.mediaType,
        file.sizeBytes,
        file.digestSha256,
        file.kind ?? 'other',
        session.userId,
        session.userName,
        // Nobody hides from the company what he attaches from outside.
        file.isInternal === true && !isExternal(session),
      ],
    ),
  )
  await audit(tx, session, made, 'attachment.add')
  return made
}

/** Removes an attachment from its document; content and row are kept as evidence. Refuses `not-found`. */
export async function removeAttachment(
  tx: Transaction,
  session: Session,
  attachment: Attachment,
): Promise<void> {
  const removed = await tx.query(
    `update attachment set removed_at = now()
     where company_code = $1 and id = $2 and removed_at is null returning 1 as removed`,
    [attachment.companyCode, attachment.id],
  )
  if (removed.length === 0)
    throw refuse('not-found', { subject: '附件', subjectEn: 'Attachment', no: attachment.fileName })
  await audit(tx, session, attachment, 'attachment.remove')
}

function audit(tx: Transaction, session: Session, attachment: Attachment, action: string) {
  const { fileName, sizeBytes, digestSha256, kind, isInternal } = attachment
  const state = { id: attachment.id, fileName, sizeBytes, digestSha256, kind, isInternal }
  return writeAudit(tx, session, [
    {
      companyCode: attachment.companyCode,
      subjectType: attachment.documentType,
      subjectId: attachment.documentId,
      action,
      ...(action === 'attachment.add' ? { after: state } : { before: state }),
    },
  ])
}
