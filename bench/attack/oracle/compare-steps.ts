import type { NextStepRow } from '../../../packages/contract/src/document/api.ts'
import type { AnyDocument } from '../../../packages/contract/src/document/declare/define-document.ts'
import type { UndoPlan, UndoRow } from '../../../packages/contract/src/document/undo-plan.ts'
import { documents } from '../../../packages/contract/src/registry.ts'
import { isSupplier, type Account } from './account.ts'
import { seenLines, type Universe } from './documents.ts'
import type { Findings } from './findings.ts'

interface Steps {
  findings: Findings
  account: Account
  universe: Universe
}

/** The document of a step by type and number, because a step on a closed document has no id. */
function isOpen({ account, universe }: Steps, type: string, docNo: string, ofId: string): boolean {
  const definition = (documents as Record<string, AnyDocument>)[type]
  for (const [id, stored] of universe.get(type) ?? [])
    if (stored.header['docNo'] === docNo)
      return (
        id === ofId || (definition !== undefined && seenLines(account, definition, stored) !== null)
      )
  return false
}

/**
 * The plan of undoing: of documents that the account may not read only type, number, step and whom to ask; to a supplier only steps on
 * documents that he reads, and nothing that is in the way.
 */
export function compareUndo(one: Steps, path: string, id: string, plan: UndoPlan): void {
  const { findings, account } = one
  findings.compared += 1
  for (const step of plan.steps) {
    const closedPart = closedParts(step)
    if (isOpen(one, step.documentType, step.documentNo, id)) continue
    if (isSupplier(account))
      findings.add(account, path, `names ${step.documentType} ${step.documentNo} to a supplier`)
    if (closedPart !== '')
      findings.add(account, path, `shows ${closedPart} of ${step.documentType} ${step.documentNo}`)
  }
  if (isSupplier(account) && plan.blockers.length > 0)
    findings.add(account, path, 'shows what is in the way to a supplier')
}

const closedParts = ({ documentId, state, erpState }: UndoRow): string =>
  [documentId === null ? '' : 'id', state === '' ? '' : 'state', erpState === '' ? '' : 'ERP state']
    .filter((part) => part !== '')
    .join(', ')

/** Next steps: neither id nor time of documents that the account may not read; to a supplier his own document's. */
export function compareNext(
  one: Steps,
  path: string,
  id: string,
  type: string,
  rows: readonly NextStepRow[],
): void {
  const { findings, account, universe } = one
  const own = universe.get(type)?.get(id)?.header['docNo']
  findings.compared += 1
  for (const row of rows) {
    if (isSupplier(account) && row.documentNo !== own)
      findings.add(account, path, `names ${row.documentNo} to a supplier`)
    // The step that makes a document names its predecessor.
    if (row.action === null || isOpen(one, row.documentType, row.documentNo, id)) continue
    if (row.documentId !== null || row.since !== '')
      findings.add(account, path, `shows more than type and number of ${row.documentNo}`)
  }
}
