import type { PrintResponse } from '@kufang/contract/document/api.ts'
import { holdsAny, rolesForReading } from '@kufang/contract/document/decide.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { fingerprintOf, withIdempotency } from '../../platform/http/idempotency.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentScope } from '../storage/scope.ts'
import { tableByName } from '../storage/table.ts'
import type { DocumentTable } from '../storage/table.ts'

/**
 * Counts one print of a document (spec domain.md 1.1 打印次数, 1.5 补打), with an audit entry; the same key counts once.
 * Version and time of change stay the same, because printing does not change the document.
 * @returns the number of prints, including this one
 * @throws refusals `role-missing`, `not-found` (also outside the data scope, and for mirrors of ERP documents)
 */
export async function printDocument(
  database: Database,
  session: Session,
  name: string,
  id: string,
  idempotencyKey: string,
): Promise<PrintResponse> {
  const table = tableByName(name)
  assertMayPrint(table, session)
  const keyCompany = session.scope.companyCodes[0] ?? ''
  return database.transaction((tx) =>
    withIdempotency(
      tx,
      session,
      keyCompany,
      idempotencyKey,
      fingerprintOf('print', name, id),
      async () => {
        const scope = documentScope(table, session, 'header', 2)
        const [printed] = await tx.query<{
          companyCode: string
          docNo: string
          printCount: number
        }>(
          `update ${table.header} h set print_count = h.print_count + 1
         where h.id = $1 and ${scope.sql} returning h.company_code, h.doc_no, h.print_count`,
          [id, ...scope.values],
        )
        const { label } = table.definition
        if (!printed) throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: id })
        const { companyCode, docNo, printCount } = printed
        await writeAudit(tx, session, [
          {
            companyCode,
            subjectType: name,
            subjectId: id,
            subjectNo: docNo,
            action: 'print',
            before: { printCount: printCount - 1 },
            after: { printCount },
          },
        ])
        return { printCount }
      },
    ),
  )
}

/** Requires a page of this document; readers of its successors may not print. */
function assertMayPrint({ definition }: DocumentTable, session: Session): void {
  if (definition.isMirror) {
    throw refuse('not-found', {
      subject: '可打印的单据',
      subjectEn: 'Printable document',
      no: definition.name,
    })
  }
  const roles = rolesForReading(definition)
  if (!holdsAny(session, roles))
    throw refuse('role-missing', { action: '打印', actionEn: 'print', roles: roles.join('/') })
}
