import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { addMoney, negateMoney, compareMoney, zeroMoney, type Money } from '@kufang/kernel/money.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { readParameter } from '../../system/public.ts'
import { documentTable } from '../storage/table.ts'

const absolute = (amount: Money): Money =>
  compareMoney(amount, zeroMoney) < 0 ? negateMoney(amount) : amount

/** A document whose amounts are added, and with which others of its type. */
export interface Accumulation<Line extends string = string, Header extends string = string> {
  companyCode: string
  id: string
  /** The line field with the amount. */
  amountField: Line
  /** Its plant and storage location, and the header fields of the type that contain them. */
  plant: string
  storageLocation: string
  placeFields: readonly [plant: Header, storageLocation: Header]
  /** The states in which another document counts. */
  states: readonly string[]
  lines: readonly { materialNo: string; amount: Money | null }[]
  now: Date
}

/**
 * What a document that changes the stock without a paper of somebody else is worth (an adjustment, a loss, scrapping),
 * surpluses and shortages added, and the same with the documents of its type about its materials in its storage location
 * within the days of `adjustment.cumulatedDays`: whoever divides one gains nothing by it. At most one statement.
 * @returns null where an amount of its own lines is unknown: an unknown amount is approved like one above the limit
 */
export async function accumulatedAmounts(
  tx: Transaction,
  definition: AnyDocument,
  of: Accumulation,
): Promise<{ own: Money | null; cumulated: Money | null }> {
  const { companyCode, lines } = of
  if (lines.some(({ amount }) => amount === null)) return { own: null, cumulated: null }
  const own = lines.reduce((sum, { amount }) => addMoney(sum, absolute(amount!)), zeroMoney)
  const days = Number(await readParameter(tx, 'adjustment.cumulatedDays', { companyCode }))
  if (days === 0) return { own, cumulated: own }
  const table = documentTable(definition)
  const [plant, storageLocation] = of.placeFields.map((field) => toSnake(field))
  const recent = firstOf(
    await tx.query<{ amount: Money }>(
      `select coalesce(sum(abs(l.${toSnake(of.amountField)})), 0) as amount
     from ${table.line} l
     join ${table.header} h on h.company_code = l.company_code and h.id = l.document_id
     where l.company_code = $1 and l.material_no = any($2) and h.id <> $3 and h.${plant} = $4 and h.${storageLocation} = $5
       and h.created_at >= $6 and h.state = any($7)`,
      [
        companyCode,
        [...new Set(lines.map(({ materialNo }) => materialNo))],
        of.id,
        of.plant,
        of.storageLocation,
        new Date(of.now.getTime() - days * 24 * 60 * 60 * 1000),
        of.states,
      ],
    ),
  )
  return { own, cumulated: addMoney(own, recent.amount) }
}
