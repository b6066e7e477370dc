import { holdsAny, rolesForDrafts, rolesFor } from '@kufang/contract/document/decide.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database } from '../platform/database/database.ts'
import { attachmentRoutes } from '../platform/files/attachment-routes.ts'
import { fileRoutes } from '../platform/files/file-routes.ts'
import { readParameter } from '../system/public.ts'
import { assertMayRead } from './list/list.ts'
import { tableByName } from './service.ts'
import { loadVisible } from './storage/store.ts'

/** The maximum file size from the business configuration. */
const bytesMax = async (database: Database): Promise<number> =>
  (await readParameter(database, 'attachment.sizeMaxMb', {})) * 1024 * 1024

/** Multipart upload, and user pictures. */
export const uploadRoutes = fileRoutes(bytesMax)

/**
 * Access to attachments follows the document: readers of the document may read them, its editors may add and remove
 * them.
 */
export const documentAttachmentRoutes = attachmentRoutes(
  async (database, session, subject, intent) => {
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
  },
  bytesMax,
)
