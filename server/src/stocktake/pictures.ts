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
 * attached to the order. One statement, and none where the company asks for no pictures.
 */
export async function problemsOfPictures(
  tx: Transaction,
  { companyCode, id }: { companyCode: string; id: string },
  lines: readonly DifferingLine[],
): Promise<RefusalDetail[]> {
  const limit = await readParameter(tx, 'stocktake.pictureAmount', { companyCode })
  if (limit === toleranceAmountMax) return []
  const large = lines.filter(({ differenceAmount: amount }) => {
    if (amount === null) return true
    const worth = compareMoney(amount, zeroMoney) < 0 ? negateMoney(amount) : amount
    return compareMoney(worth, parseMoney(limit)) > 0
  })
  if (large.length === 0) return []
  const pictures = await tx.query(
    `select 1 as found from attachment where company_code = $1 and document_type = 'stocktaking' and document_id = $2
       and removed_at is null and media_type like 'image/%' limit 1`,
    [companyCode, id],
  )
  if (pictures.length > 0) return []
  return large.map(({ lineNo, materialNo, bin }) => ({
    code: 'difference-picture-missing',
    params: { material: materialNo, bin: bin ?? '' },
    line: lineNo,
  }))
}
