import type { AnyMaster, MasterFiles } from '@kufang/contract/document/declare/define-master.ts'
import { holdsAny } from '@kufang/contract/document/decide.ts'
import { masterDefinition } from '@kufang/contract/masters/declarations.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Attachment, AttachmentSubject } from '../platform/files/attachments.ts'
import type { Session } from '../platform/session/session.ts'
import { masterScope } from './master-scope.ts'
import { columnOf, masterSource, rolesForMaster } from './master-table.ts'

// Files attached to a row of a master, such as a safety data sheet. The row counts them, so that lists show which rows
// have none, and rules need not look for them.

/** A master whose rows have files. */
export type FileMaster = AnyMaster & { files: MasterFiles<string> }

/** The master that a subject of attachments names, or undefined if it is none with files. */
export function fileMaster(name: string): FileMaster | undefined {
  const definition = masterDefinition(name)
  return definition?.files === undefined ? undefined : (definition as FileMaster)
}

/**
 * Whoever may see the row reads its files; who may edit the master adds them, and removes those he added himself.
 * @throws Refusal `not-found`, `role-missing`, `attachment-of-other`
 */
export async function authoriseMasterFile(
  queryable: Queryable,
  session: Session,
  definition: FileMaster,
  subject: AttachmentSubject,
  intent: 'read' | 'add' | { remove: Attachment },
): Promise<void> {
  const scope = masterScope(definition, session)
  const place = scope.values.length
  const found = await queryable.query(
    `select 1 as found from ${masterSource(definition)} where ${scope.sql}
       and ${columnOf(definition.scope.companyCode!)} = $${place + 1} and ${columnOf(definition.files.id)} = $${place + 2}`,
    [...scope.values, subject.companyCode, subject.documentId],
  )
  if (found.length === 0)
    throw refuse('not-found', {
      subject: definition.label.zh,
      subjectEn: definition.label.en,
      no: subject.documentId,
    })
  if (intent === 'read') return
  const roles = rolesForMaster(definition, 'edit')
  if (!holdsAny(session, roles))
    throw refuse('role-missing', {
      action: '维护附件',
      actionEn: 'maintain attachments',
      roles: roles.join('/'),
    })
  if (intent === 'add') return
  const { createdBy, createdByName: user, fileName: name } = intent.remove
  if (createdBy !== session.userId && !session.isAdmin)
    throw refuse('attachment-of-other', { name, user })
}

/** Writes how many files a row has, after one was added or removed. */
export async function countMasterFiles(
  tx: Transaction,
  definition: FileMaster,
  { companyCode, documentType, documentId }: AttachmentSubject,
): Promise<void> {
  const { files, scope } = definition
  const column = (name: string) => columnOf(name).replace('m.', '')
  // Locked first, so that the number of two files added at once is counted one after the other.
  await tx.query(
    `select 1 as locked from ${masterSource(definition)}
     where ${columnOf(scope.companyCode!)} = $1 and ${columnOf(files.id)} = $2 for update`,
    [companyCode, documentId],
  )
  await tx.query(
    `update ${masterSource(definition)} set ${column(files.count)} = (
       select count(*) from attachment
       where company_code = $1 and document_type = $3 and document_id = $2::uuid and removed_at is null)
     where ${columnOf(scope.companyCode!)} = $1 and ${columnOf(files.id)} = $2::text`,
    [companyCode, documentId, documentType],
  )
}
