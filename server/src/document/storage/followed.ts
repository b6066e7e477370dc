import { numberParameter } from '../../platform/database/drawn-number.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { DocumentHeader } from './document.ts'
import type { FollowedState } from './progress.ts'

/**
 * Audit entries of documents whose state changed because of an act, written with the act's own entry in the same
 * person's name.
 * @param type type of the document acted upon
 * @param header the document acted upon; its number may not be drawn yet
 */
export function followedAudits(
  type: string,
  header: Pick<DocumentHeader, 'docNo'>,
  followed: readonly FollowedState[],
): AuditEntry[] {
  return followed.map((one) => ({
    companyCode: one.header.companyCode,
    subjectType: one.type,
    subjectId: one.header.id,
    subjectNo: one.header.docNo,
    action: 'progress',
    before: { state: one.before },
    after: { state: one.header.state },
    cause: { type, no: numberParameter(header.docNo) },
  }))
}
