import { sampleWithdrawal } from '@kufang/contract/acceptance/sample-withdrawal.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { chosenDate, postingEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import type { AccountAssignment } from '../erp/erp-movement.ts'
import { readOrderPrices } from '../external-documents/public.ts'
import { costCentersOfInspectionUnits } from '../masters/public.ts'
import { arrivalKey, postLeftOf, postWithArrivals } from '../receiving/public.ts'
import { stockKey } from '../ledger/public.ts'
import { arrivedLines, movesInto, quantitiesByArrival, type ArrivedLine } from './arrived-lines.ts'
import { arePostedNow } from './posted-now.ts'

// Pieces that a test destroyed were delivered and are consumed by the inspection (331). In GR blocked stock they are not the
// company's yet: they are released into inspection stock first (105), as the accepted ones are with their receipt. Consignment
// goods are consumed as what they are (331 K), those of a project at its own cost (331 Q).

type Context<N extends string> = ContextOf<typeof sampleWithdrawal, N>
/** The arrival line behind each line. */
type Behind = readonly ArrivedLine<Context<'record'>['lines'][number]>[]

/** The destroyed pieces by arrival, as its actions take them. */
const byArrival = (behind: Behind) =>
  quantitiesByArrival(behind).map(({ id, lines }) => ({
    id,
    lines: lines.map(({ lineNo, quantity, serialNumbers }) => ({
      lineNo,
      destroyedQuantity: quantity,
      destroyedSerialNumbers: serialNumbers,
    })),
  }))

/**
 * What each line is charged to: the WBS element of goods of a project, otherwise the cost centre of the inspection unit.
 * @throws Refusal `sample-account-missing` for the line of the decision
 */
async function chargedTo(
  { tx, document, problem }: Context<'record'>,
  behind: Behind,
): Promise<(AccountAssignment & { inspectionUnit: string })[]> {
  const units = behind.map(({ notice }) => textOf(notice.header.inspectionUnit))
  const costCenters = await costCentersOfInspectionUnits(tx, document.companyCode, units)
  const problems = behind.flatMap(({ line, arrived }, index) => {
    const inspectionUnit = units[index]!
    if (arrived.specialStock === 'Q' || costCenters.has(inspectionUnit)) return []
    const params = { destroyed: line.quantity, unit: line.unit, inspectionUnit }
    return [problem('sample-account-missing', params, line.sourceLine!, 'destroyedQuantity')]
  })
  if (problems.length > 0) throw refuseAll(problems)
  return behind.map(({ arrived }, index) => {
    const inspectionUnit = units[index]!
    return arrived.specialStock === 'Q'
      ? { kind: 'project', wbsElement: textOf(arrived.specialStockReference), inspectionUnit }
      : { kind: 'cost-center', costCenter: costCenters.get(inspectionUnit)!, inspectionUnit }
  })
}

async function record(context: Context<'record'>): Promise<void> {
  const { tx, document, lines, documents, setLine, move } = context
  const { companyCode, plant, storageLocation } = document
  const behind = await arrivedLines(context)
  const [accounts, prices, settled] = await Promise.all([
    chargedTo(context, behind),
    readOrderPrices(tx, companyCode, lines),
    movesInto(tx, companyCode, behind),
  ])
  for (const [index, { line, arrival, arrived }] of behind.entries()) {
    const { lineNo, quantity, materialNo } = line
    const { inspectionUnit, ...accountAssignment } = accounts[index]!
    const price = prices.get(`${line.purchaseOrderNo}/${line.purchaseOrderLine}`)
    const amount =
      price === undefined
        ? {}
        : { amount: multiplyMoney(price, quantity), amountSource: 'order-price' as const }
    const stock = arrived
    setLine(lineNo, {
      arrivalNo: arrival.header.docNo,
      reference: textOf(arrived.reference, arrival.header.docNo),
      inspectionUnit,
      costCenter: 'costCenter' in accountAssignment ? accountAssignment.costCenter : null,
      wbsElement: 'wbsElement' in accountAssignment ? accountAssignment.wbsElement : null,
      stockCategory: stock.stockCategory,
      specialStock: stock.specialStock,
      specialStockReference: stock.specialStockReference,
    })
    const from = arrivalKey(companyCode, plant, storageLocation, stock)
    const inspected = { ...from, stockCategory: 'QI' as const }
    const settlesMove = settled.get(`${arrival.header.id}/${arrived.lineNo}`)
    if (from.stockCategory === 'GRB')
      await move({
        lineNo,
        from,
        to: inspected,
        quantity,
        basis: purchaseOrderOf(document, line),
        ...(settlesMove === undefined ? {} : { item: { settlesMove } }),
        ...amount,
      })
    await move({
      lineNo,
      from: inspected,
      to: stockKey({ companyCode, place: 'consumption', plant, materialNo }),
      quantity,
      accountAssignment,
      ...amount,
    })
  }
  context.afterwards(async () => {
    for (const { id, lines: destroyed } of byArrival(behind))
      await documents.act('arrival', companyCode, id, 'recordDestroyed', { lines: destroyed })
    if (!(await arePostedNow(context, behind))) return
    await postWithArrivals(context, 'sample-withdrawal', {})
    // What else waited for the last of these lines, such as missing pieces of them.
    const arrived = behind.map((one) => `${one.arrival.header.id}/${one.arrived.lineNo}`)
    await postLeftOf(context, companyCode, arrived, {})
  })
}

/** The pieces are whole after all: they are in inspection again, and the arrival has them to be received. */
async function takeBack(context: Context<'reversePhysical' | 'withdraw'>): Promise<void> {
  const { document, documents } = context
  const behind = await arrivedLines(context)
  context.reverseMoves()
  await context.releaseSources('all')
  context.afterwards(async () => {
    for (const { id, lines } of byArrival(behind))
      await documents.act('arrival', document.companyCode, id, 'withdrawDestroyed', { lines })
  })
}

export const sampleWithdrawalEffects = effectsFor(sampleWithdrawal, {
  actions: {
    ...postingEffects(sampleWithdrawal),
    record,
    withdraw: takeBack,
    reversePhysical: takeBack,
    post: (context) => postWithArrivals(context, 'sample-withdrawal', chosenDate(context.input)),
  },
})
