import { compareQuantity, subtractQuantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import { withdrawLines, type DemandName } from '../external-documents/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { concernedQuantity } from './demand-problem-facts.ts'
import { concernedKey, itemKey, readDemandWork, readProblemsOfRequisitions } from './demand-work.ts'

/**
 * Takes back what demand problems report of requisitions that hold less than before, or nothing any more, of a reservation or
 * sales order: they were withdrawn, returned or written off, or their goods left. Call it once their own changes are written.
 * Five statements, and those of the problem documents; three without any.
 */
export async function withdrawDemandProblems(
  tx: Transaction,
  documents: Pick<DocumentPort, 'act'>,
  companyCode: string,
  requisitionIds: readonly string[],
): Promise<void> {
  if (requisitionIds.length === 0) return
  const open = await readProblemsOfRequisitions(tx, companyCode, requisitionIds)
  if (open.length === 0) return
  const workOf = (type: DemandName) =>
    readDemandWork(
      tx,
      companyCode,
      type,
      open.filter((problem) => problem.type === type),
    )
  const work = new Map([...(await workOf('reservation')), ...(await workOf('sales-order'))])
  const gone = open.flatMap((problem) => {
    const own = (work.get(itemKey(problem)) ?? []).filter(
      (one) => concernedKey(one) === concernedKey(problem),
    )
    const left = concernedQuantity(problem.cause, own, problem.excess, problem)
    return compareQuantity(left, problem.quantity) < 0
      ? [{ ...problem, quantity: subtractQuantity(problem.quantity, left) }]
      : []
  })
  await withdrawLines(gone, (id, lines) =>
    documents.act('demand-problem', companyCode, id, 'withdraw', { lines }),
  )
}
