import { emergencyIssue } from '@kufang/contract/requisition/emergency-issue.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { addQuantity, compareQuantity, isPositive, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { mayDrawFrom, readDangers, shownDanger } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { withUnit } from './goods-with-unit.ts'
import { expiredBatches } from '../ledger/public.ts'
import { readParameter } from '../system/public.ts'
import { letPass } from './let-pass.ts'

// Goods that cannot wait for a requisition (spec domain.md 1.3): they leave the bin at once and are with the unit, which hands
// in its requisition later (requisition/supplement.ts). Until that is approved nothing is posted.
//
// Dangerous goods leave like all others (spec domain.md 1.3 wants permit, safety data sheet and cap of a requisition): at night
// nobody issues a permit or files a sheet, and a leak that waits for one is the greater danger. The line keeps the class and the
// sheet that are known, and the paper is refused without them (requisition/draw-dangerous-goods.ts).

type Context<N extends string> = ContextOf<typeof emergencyIssue, N>

/** The unit must be one that draws from this storage location, and another person must take the goods. */
async function beforeSave(context: SaveContext<typeof emergencyIssue>) {
  const { tx, session, today, header, lines, problem } = context
  const { companyCode, plant, storageLocation, pickingUnit, requester } = header
  const goods = lines.map(({ line }) => ({ materialNo: line.materialNo ?? '' }))
  const dangers = await readDangers(tx, companyCode ?? '', today, goods)
  for (const { line } of lines) Object.assign(line, shownDanger(dangers.get(line.materialNo ?? '')))
  if (!companyCode || !plant || !storageLocation || !pickingUnit) return
  const [self] = await tx.query<{ requester: string }>(
    `select requester from requester where company_code = $1 and requester = $2 and account = $3`,
    [companyCode, requester ?? '', session.account],
  )
  if (self) throw refuseAll([problem('requester-self', { ...self }, undefined, 'requester')])
  if (await mayDrawFrom(tx, companyCode, pickingUnit, plant, storageLocation)) return
  const place = { pickingUnit, plant, storageLocation }
  throw refuseAll([problem('picking-unit-outside', place, undefined, 'pickingUnit')])
}

async function issue(context: Context<'issue'>): Promise<void> {
  const { tx, document, lines, today, move, setHeader, problem } = context
  const batches = lines.flatMap(({ materialNo, batch }) => (batch ? [{ materialNo, batch }] : []))
  const expired = await expiredBatches(tx, document.companyCode, batches, today)
  const problems = lines.flatMap((line): RefusalDetail[] => {
    const expiry = expired.get(`${line.materialNo}/${line.batch}`)
    return expiry
      ? [problem('batch-expired', { batch: line.batch!, expiry }, line.lineNo, 'batch')]
      : []
  })
  if (problems.length > 0) throw refuseAll(problems)
  setHeader({ supplementDueDate: await paperDue(tx, document.companyCode, today) })
  for (const line of lines)
    await move({
      lineNo: line.lineNo,
      from: stockOfLine(document, line),
      to: withUnit(document, line),
      quantity: line.quantity,
    })
}

/** The last day for the paper: working days after today. */
async function paperDue(
  tx: Transaction,
  companyCode: string,
  today: LocalDate,
): Promise<LocalDate> {
  const days = await readParameter(tx, 'issue.supplementDays', { companyCode })
  const due = firstOf(
    await tx.query<{ day: LocalDate }>(`select working_days_after($1::date, $2)::text as day`, [
      today,
      days,
    ]),
  )
  return due.day
}

/** What was not used comes back into its bin, of each line so much as has no paper and is in none that stands. */
async function takeBack(context: Context<'takeBack'>): Promise<void> {
  const { document, lines, lineInput, successors, refuse, reverseMoves, setLine, setState } =
    context
  const given = new Map(lineInput.map((line) => [line.lineNo, line]))
  const back = lines.flatMap((line) => {
    const { returnedQuantity: quantity = zeroQuantity, serialNumbers } =
      given.get(line.lineNo) ?? {}
    return isPositive(quantity) ? [{ line, quantity, ...(serialNumbers && { serialNumbers }) }] : []
  })
  if (back.length === 0) {
    const [standing] = await successors()
    if (standing) throw refuse('successor-stands', { by: standing.docNo })
    throw refuse('nothing-taken-back', { no: document.docNo })
  }
  const returned = new Map(back.map(({ line, quantity }) => [line.lineNo, quantity]))
  const isWhole = lines.every(
    ({ lineNo, quantity }) => compareQuantity(returned.get(lineNo) ?? zeroQuantity, quantity) === 0,
  )
  if (isWhole) reverseMoves()
  else reverseMoves(back.map(({ line, ...some }) => ({ lineNo: line.lineNo, ...some })))
  for (const { line, quantity } of back)
    setLine(line.lineNo, { closedQuantity: addQuantity(line.closedQuantity, quantity) })
  const isPapered = lines.some(({ doneQuantity }) => isPositive(doneQuantity))
  const isOpen = lines.some(
    ({ lineNo, openQuantity }) =>
      compareQuantity(openQuantity, returned.get(lineNo) ?? zeroQuantity) > 0,
  )
  if (isOpen) setState(isPapered ? 'partlySupplemented' : 'awaiting')
  else setState(isPapered ? 'supplemented' : 'takenBack')
}

export const emergencyIssueEffects = effectsFor(emergencyIssue, {
  actions: { issue, passGate: letPass, takeBack },
  beforeSave,
})
