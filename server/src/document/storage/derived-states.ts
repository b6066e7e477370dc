import { numberParameter } from '../../platform/database/drawn-number.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { DocumentHeader } from './document.ts'
import type { DerivedState } from './progress.ts'

/**
 * Names in the audit log of what an act of another document caused: `progress` is a state derived from what successors
 * have done, `followed` a change by the effect of that document. They cannot be requested.
 */
export const derivedActions = { progress: 'progress', change: 'followed' } as const

/**
 * Audit entries of documents whose state changed because of an act, written with the act's own entry in the same
 * person's name.
 * @param type type of the document acted upon
 * @param header the document acted upon; its number may not be drawn yet
 */
export function auditsOfDerivedStates(
  type: string,
  header: Pick<DocumentHeader, 'docNo'>,
  derived: readonly DerivedState[],
): AuditEntry[] {
  return derived.map((one) => ({
    companyCode: one.header.companyCode,
    subjectType: one.type,
    subjectId: one.header.id,
    subjectNo: one.header.docNo,
    action: derivedActions.progress,
    before: { state: one.before },
    after: { state: one.header.state },
    cause: { type, no: numberParameter(header.docNo) },
  }))
}
