import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import type { AlsoTaken } from '../effects/requests.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { actOf } from '../storage/act-of.ts'
import type { Clock } from '../storage/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemSession, type Session } from '../../platform/session/session.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { linkSources } from '../storage/links.ts'
import type { DerivedState } from '../storage/progress.ts'
import { checkSources, loadSourceLines } from './sources.ts'

/**
 * Takes quantities of a further predecessor besides that from which the document was made: a requisition that papers goods
 * that left in an emergency takes them of the emergency issue, and of the reservation for which they were. Under the
 * same checks as the quantities of a new document, with the lines locked; nothing is taken if one is refused.
 * @param sourceType one of the declared sources of the document type
 */
export async function takeAlso(
  tx: Transaction,
  session: Session,
  definition: AnyDocument,
  { header }: LoadedDocument,
  sourceType: string,
  taken: readonly AlsoTaken[],
  clock: Clock,
): Promise<{ problems: RefusalDetail[]; derived: DerivedState[] }> {
  if (taken.length === 0) return { problems: [], derived: [] }
  const source = sourcesOf(definition).find(({ document }) => document === sourceType)
  if (source === undefined) throw new Error(`${definition.name} takes nothing of ${sourceType}`)
  const { companyCode, id } = header
  // The right to act on the document suffices, even if the predecessor is outside the scope.
  const company = systemSession([companyCode], session.requestId)
  const references = taken.map((one) => one.source)
  const found = await loadSourceLines(tx, company, sourceType, references, true)
  // Its header fields were decided where the document was made.
  const { header: _header, ...checked } = source
  const problems = await checkSources(tx, { ...definition, source: checked }, taken, found)
  if (problems.length > 0) return { problems, derived: [] }
  const links = taken.map(({ lineNo, source: { id: fromId, lineNo: fromLine }, quantity }) => ({
    fromType: sourceType,
    fromId,
    fromLine,
    toLine: lineNo,
    quantity,
  }))
  const by = actOf(session, clock)
  return {
    problems,
    derived: await linkSources(tx, by, companyCode, definition.name, id, links, false),
  }
}
