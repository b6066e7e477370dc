import { addAll } from '@kufang/kernel/add-all.ts'
import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { lacksAccount } from '../document/books/account-assignment.ts'
import { problemsOfDangerousGoods, readDangers } from '../masters/public.ts'
import { problemsOfChemicals, problemsOfIssuedDemands } from '../requisition/public.ts'
import { checkGoodsLines } from '../bins/public.ts'
import { expiredBatches } from '../ledger/public.ts'
import { misplacedPieces } from '../stock/public.ts'
import { isTransfer, keyOf } from './issued-goods.ts'

type Context<N extends string> = ContextOf<typeof goodsIssue, N>

/**
 * Refuses lines that cannot be issued: unknown bins, expired batches, missing account assignment, reservation or sales order
 * items that the ERP has blocked, completed or deleted since the approval; of dangerous goods
 * whatever speaks against them by now, such as a permit that ran out since the approval.
 */
export async function pickGoods({
  tx,
  document,
  lines,
  today,
  problem,
}: Context<'issue'> | Context<'dispatch'> | Context<'pick'>): Promise<void> {
  const companyCode = document.companyCode
  const { problems } = await checkGoodsLines(tx, {
    companyCode,
    plant: document.plant,
    storageLocation: document.storageLocation,
    today,
    lines,
  })
  const found: RefusalDetail[] = [
    ...problems,
    ...(await problemsOfIssuedDemands(tx, companyCode, lines, problem)),
  ]
  const expired = await expiredBatches(
    tx,
    companyCode,
    lines.flatMap((line) =>
      line.batch ? [{ materialNo: line.materialNo, batch: line.batch }] : [],
    ),
    today,
  )
  for (const line of lines) {
    const expiry = expired.get(`${line.materialNo}/${line.batch}`)
    if (expiry)
      found.push(problem('batch-expired', { batch: line.batch!, expiry }, line.lineNo, 'batch'))
  }
  addAll(
    found,
    await misplacedPieces(
      tx,
      companyCode,
      lines.map((line) => ({ ...line, key: keyOf(document, line) })),
    ),
  )
  const permit = {
    companyCode,
    permitNo: document.permitNo,
    permitValidTo: document.permitValidTo as LocalDate | null,
  }
  if (isTransfer(document)) {
    const { plant, receivingStorageLocation } = document
    const header = { ...permit, plant, receivingStorageLocation: receivingStorageLocation! }
    addAll(found, await problemsOfChemicals(tx, today, header, lines))
  } else {
    const dangers = await readDangers(tx, companyCode, today, lines)
    addAll(found, problemsOfDangerousGoods(today, permit, lines, dangers))
    if (lines.some((line) => lacksAccount(document, line)))
      found.push(problem('account-assignment-missing', {}))
  }
  if (found.length > 0) throw refuseAll(found)
}
