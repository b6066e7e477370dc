import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { holdsAny, rolesForDrafts, rolesFor } from '@kufang/contract/document/decide.ts'
import { evidenceOf } from '@kufang/contract/document/evidence.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { authoriseMasterFile, countMasterFiles, fileMaster } from '../../masters/public.ts'
import type { Database } from '../../platform/database/database.ts'
import { attachmentRoutes } from '../../platform/files/attachment-routes.ts'
import type { Attachment } from '../../platform/files/attachments.ts'
import { fileRoutes } from '../../platform/files/file-routes.ts'
import type { Session } from '../../platform/session/session.ts'
import { readParameter } from '../../system/public.ts'
import { assertWhole } from '../act/whole-document.ts'
import { assertMayRead } from '../list/list.ts'
import { tableByName } from '../storage/table.ts'
import type { DocumentHeader } from '../storage/document.ts'
import { loadVisible } from '../storage/store.ts'

/** The maximum file size from the business configuration. */
const bytesMax = async (database: Database): Promise<number> =>
  (await readParameter(database, 'attachment.sizeMaxMb', {})) * 1024 * 1024

/** Multipart upload, and user pictures. */
export const uploadRoutes = fileRoutes(bytesMax)

/**
 * Access to attachments follows the document: readers of the document may read them, its editors may add them. Who added
 * one may remove it while the document can be edited, or until somebody acts on it: afterwards it is evidence of what
 * that act relied on; signature and pictures of a hand-over are evidence from the first, which nobody removes. Files of a
 * row of a master follow that row.
 */
export const documentAttachmentRoutes = attachmentRoutes(
  async (database, session, subject, intent) => {
    const master = fileMaster(subject.documentType)
    if (master !== undefined) return authoriseMasterFile(database, session, master, subject, intent)
    const table = tableByName(subject.documentType)
    const { definition } = table
    assertMayRead(table, session)
    const loaded = await loadVisible(database, table, session, subject.documentId)
    if (!loaded || loaded.header.companyCode !== subject.companyCode) {
      throw refuse('not-found', {
        subject: definition.label.zh,
        subjectEn: definition.label.en,
        no: subject.documentId,
      })
    }
    if (intent === 'read') return
    assertWhole(loaded)
    const roles = [
      ...rolesForDrafts(definition, 'edit'),
      ...Object.keys(definition.actions).flatMap((action) => rolesFor(definition, action)),
    ]
    if (!holdsAny(session, roles)) {
      throw refuse('role-missing', {
        action: '维护附件',
        actionEn: 'maintain attachments',
        roles: [...new Set(roles)].join('/'),
      })
    }
    if (intent !== 'add') assertMayRemove(session, definition, loaded.header, intent.remove)
  },
  bytesMax,
  async (tx, subject) => {
    const master = fileMaster(subject.documentType)
    if (master !== undefined) await countMasterFiles(tx, master, subject)
  },
)

/** Refuses `attachment-of-other` and `attachment-relied-on`. */
function assertMayRemove(
  session: Session,
  definition: AnyDocument,
  header: DocumentHeader,
  { createdBy, createdByName, createdAt, fileName: name, kind }: Attachment,
): void {
  const evidence = evidenceOf(kind)
  if (evidence !== null) {
    const label = definition.actions[evidence.action]?.label
    throw refuse('attachment-relied-on', {
      name,
      action: label?.zh ?? evidence.action,
      actionEn: label?.en ?? evidence.action,
      user: createdByName,
    })
  }
  if (createdBy !== session.userId && !session.isAdmin)
    throw refuse('attachment-of-other', { name, user: createdByName })
  if (definition.editable.includes(header.state)) return
  const later = Object.entries(header.acts).find(([, { at }]) => at > createdAt)
  if (later === undefined) return
  const [action, { userName }] = later
  const label = definition.actions[action]?.label
  throw refuse('attachment-relied-on', {
    name,
    action: label?.zh ?? action,
    actionEn: label?.en ?? action,
    user: userName,
  })
}
