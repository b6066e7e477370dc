import { toleranceAmountMax } from '@kufang/contract/system/count-parameters.ts'
import {
  compareMoney,
  negateMoney,
  parseMoney,
  zeroMoney,
  type Money,
} from '@kufang/kernel/money.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'
import { linesWorthMore } from './tolerance.ts'

/** What of a differing line decides whether it needs a picture. */
interface DifferingLine {
  lineNo: number
  materialNo: string
  bin: string | null
  /** null if its price is unknown. */
  differenceAmount: Money | null
}

/**
 * The lines whose difference is worth so much that whoever approves it wants to see a picture of the place, while none is
 * attached to the order: more than the company's limit, or where it wants that, than the tolerance of their ABC class. Two
 * statements at most, and none where the company asks for no pictures.
 */
export async function problemsOfPictures(
  tx: Transaction,
  { companyCode, id }: { companyCode: string; id: string },
  lines: readonly DifferingLine[],
): Promise<RefusalDetail[]> {
  const limit = await readParameter(tx, 'stocktake.pictureAmount', { companyCode })
  const byClass = (await readParameter(tx, 'stocktake.picture', { companyCode })) === 'tolerance'
  const beyond = byClass ? await linesWorthMore(tx, companyCode, lines) : new Set<number>()
  const large = lines.filter(({ lineNo, differenceAmount: amount }) => {
    if (beyond.has(lineNo)) return true
    if (limit === toleranceAmountMax) return false
    if (amount === null) return true
    const worth = compareMoney(amount, zeroMoney) < 0 ? negateMoney(amount) : amount
    return compareMoney(worth, parseMoney(limit)) > 0
  })
  if (large.length === 0) return []
  if (await hasPicture(tx, 'stocktaking', { companyCode, id })) return []
  return large.map(missingAt('difference-picture-missing'))
}

/**
 * The lines of a stock adjustment that the director is to approve, while no picture is attached to it. One statement, and none
 * where the company asks for no pictures.
 */
export async function problemsOfAdjustmentPicture(
  tx: Transaction,
  { companyCode, id }: { companyCode: string; id: string },
  lines: readonly Omit<DifferingLine, 'differenceAmount'>[],
): Promise<RefusalDetail[]> {
  if ((await readParameter(tx, 'adjustment.picture', { companyCode })) === 'optional') return []
  if (await hasPicture(tx, 'stock-adjustment', { companyCode, id })) return []
  return lines.map(missingAt('adjustment-picture-missing'))
}

async function hasPicture(
  tx: Transaction,
  documentType: string,
  { companyCode, id }: { companyCode: string; id: string },
): Promise<boolean> {
  const pictures = await tx.query(
    `select 1 as found from attachment where company_code = $1 and document_type = $2 and document_id = $3
       and removed_at is null and media_type like 'image/%' limit 1`,
    [companyCode, documentType, id],
  )
  return pictures.length > 0
}

const missingAt =
  (code: string) =>
  ({ lineNo, materialNo, bin }: Omit<DifferingLine, 'differenceAmount'>): RefusalDetail => ({
    code,
    params: { material: materialNo, bin: bin ?? '' },
    line: lineNo,
  })
