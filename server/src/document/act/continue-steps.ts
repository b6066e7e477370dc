import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { isRefusal, refusalDetails } from '@kufang/kernel/refusal.ts'
import type { SettledPosting } from '../../erp/posting-model.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemSession } from '../../platform/session/session.ts'
import { performAction } from './perform.ts'
import { clock } from '../storage/clock.ts'
import { bilingualRefusal } from '../input/describe-refusal.ts'
import { loadInCompany } from '../storage/store.ts'
import { documentTable } from '../storage/table.ts'
import { answerOf } from '../books/step-work.ts'
import type { RefusedStep } from '../books/steps.ts'

/**
 * Performs the `settled` action of a step that the ERP has just posted, in the transaction that settles the posting, so
 * that it happens exactly once. A refusal undoes the action only: the posting stays settled, and the step keeps the
 * reason until `repeatWork` has done it.
 * @returns the refusal, or null
 */
export async function continueSteps(
  tx: Transaction,
  definition: AnyDocument,
  posting: SettledPosting,
): Promise<RefusedStep | null> {
  if (posting.event !== 'posted' || posting.direction !== 'post') return null
  const step = Object.values(definition.postingSteps ?? {})[posting.step - 1]
  if (step?.settled === undefined) return null
  const { companyCode, documentId } = posting
  const table = documentTable(definition)
  const session = systemSession([companyCode], posting.postingKey)
  const loaded = await loadInCompany(tx, table, companyCode, documentId, true)
  const acting = {
    session,
    functionCodes: new Set<string>(),
    isSystem: true,
    table,
    action: step.settled,
    given: { input: answerOf(posting) },
    clock: clock(),
  }
  try {
    await tx.attempt(() => performAction(tx, acting, loaded))
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    const told = refusalDetails(error).map(bilingualRefusal)
    const words = {
      zh: told.map(({ zh }) => zh).join('；'),
      en: told.map(({ en }) => en).join('; '),
    }
    await writeAudit(tx, session, [
      {
        companyCode,
        subjectType: definition.name,
        subjectId: documentId,
        subjectNo: loaded.header.docNo,
        action: 'stepRefused',
        after: { action: step.settled, reason: words },
      },
    ])
    return { stepNo: posting.step, ...words }
  }
}
