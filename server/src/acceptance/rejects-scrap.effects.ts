import { rejectsScrap, scrapApproval } from '@kufang/contract/acceptance/rejects-scrap.ts'
import { stateAfterLevel } from '@kufang/contract/document/approval-route.ts'
import { addAll } from '@kufang/kernel/add-all.ts'
import { sumQuantities } from '@kufang/kernel/quantity.ts'
import { problemsOf, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import {
  effectsFor,
  noEffect,
  type ContextOf,
  type WantedMove,
} from '../document/effects/effects.ts'
import { accumulatedAmounts } from '../document/act/accumulated-amounts.ts'
import { decideRoute } from '../document/act/approval-route.ts'
import { isWithinLeader } from '../document/act/director-reversal.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { accountAssignmentOf } from '../document/books/account-assignment.ts'
import { erpMovementOf } from '../document/books/erp-movement.ts'
import { readBookPrices, stockKey, worthOfDifference } from '../ledger/public.ts'
import { proposeRejects } from './propose-rejects.ts'
import { assertNotInspected, rejectedLines, rejectsKey } from './rejected-lines.ts'

// Rejected goods are destroyed where they were set aside (553, or 555 out of blocked stock; spec domain.md 1.2), at the cost of
// an account object or of the supplier.

type Context<N extends string> = ContextOf<typeof rejectsScrap, N>
type Behind = Awaited<ReturnType<typeof rejectedLines<Context<'approve'>['lines'][number]>>>[number]

/** The scrapping of the same goods lately that counts: not what was given up or taken back. */
const accumulated = {
  amountField: 'scrapAmount',
  placeFields: ['plant', 'storageLocation'],
  states: [
    'submitted',
    'toDirector',
    'scrapped',
    'reversalRequested',
    'reversalToDirector',
    'reversalApproved',
  ],
} as const

/** Keeps what the goods are worth, and whose approval that needs; refused where nobody pays for them, or the ERP would refuse them. */
async function submit(context: Context<'submit'>): Promise<void> {
  const { tx, now, document, lines, problem, setHeader, setLine } = context
  if (accountAssignmentOf(document) === null && textOf(document.claimNo) === '') {
    const quantity = sumQuantities(lines.map((line) => line.quantity))
    const params = { lines: lines.length, quantity }
    throw refuseAll([problem('scrap-charge-missing', params, undefined, 'costCenter')])
  }
  const behind = await rejectedLines(context)
  const refused: RefusalDetail[] = []
  for (const { line, arrived } of behind)
    // oxlint-disable-next-line no-await-in-loop -- the rules are read once and cached; there is no query per line
    addAll(refused, await problemsOf(() => erpMovementOf(tx, scrapOf(document, line, arrived))))
  if (refused.length > 0) throw refuseAll(refused)
  const keys = behind.map(({ line, arrived }) => rejectsKey(document, arrived, line))
  const prices = await readBookPrices(tx, document.companyCode, keys, now.toISOString())
  const valued = lines.map((line, at) => ({
    ...line,
    amount: worthOfDifference(line.quantity, prices[at]),
  }))
  for (const { lineNo, amount } of valued) setLine(lineNo, { scrapAmount: amount })
  const { own: scrapTotal, cumulated: cumulatedTotal } = await accumulatedAmounts(
    tx,
    rejectsScrap,
    { ...document, ...accumulated, lines: valued, now },
  )
  const totals = { scrapTotal, cumulatedTotal }
  const goods = lines.map(({ materialGroup }) => ({
    plant: document.plant,
    ...(materialGroup === null ? {} : { materialGroup }),
  }))
  const { header } = await decideRoute(tx, scrapApproval, { ...document, ...totals }, goods)
  setHeader({ ...totals, ...header })
}

/** Quality approves: the goods are destroyed, unless the director decides about them too. */
async function approve(context: Context<'approve'>): Promise<void> {
  const behind = await rejectedLines(context)
  assertNotInspected(context, behind)
  const isApproved = stateAfterLevel(scrapApproval, '', context.document) === scrapApproval.approved
  context.setState(isApproved ? 'scrapped' : 'toDirector')
  if (isApproved) await destroy(context, behind)
}

async function approveAsDirector(context: Context<'reviewDirector'>): Promise<void> {
  const behind = await rejectedLines(context)
  assertNotInspected(context, behind)
  await destroy(context, behind)
}

async function destroy(
  { document, move }: Context<'approve' | 'reviewDirector'>,
  behind: readonly Behind[],
): Promise<void> {
  for (const { line, arrived } of behind) await move(scrapOf(document, line, arrived))
}

/** The movement that destroys the goods of a line, charged to the cost object of the document if it names one. */
function scrapOf(
  document: Context<'approve'>['document'],
  line: Behind['line'],
  arrived: Behind['arrived'],
): WantedMove {
  const { companyCode, plant } = document
  return {
    lineNo: line.lineNo,
    from: rejectsKey(document, arrived, line),
    to: stockKey({ companyCode, place: 'scrap', plant, materialNo: line.materialNo }),
    quantity: line.quantity,
    accountAssignment: accountAssignmentOf(document) ?? undefined,
  }
}

const reviews = reviewEffects(rejectsScrap, scrapApproval, approveAsDirector)

/** What the goods are worth and who decides is found anew when it is handed in again. */
function forgetWorth({ lines, setHeader, setLine }: Context<'withdraw' | 'refuse'>): void {
  for (const { lineNo } of lines) setLine(lineNo, { scrapAmount: null })
  setHeader({ scrapTotal: null, cumulatedTotal: null, needsDirector: null, limitDirector: null })
}

export const rejectsScrapEffects = effectsFor(rejectsScrap, {
  actions: {
    ...postingEffects(rejectsScrap),
    ...reviews,
    submit,
    withdraw: forgetWorth,
    approve,
    async refuse(context) {
      await reviews.refuse(context)
      forgetWorth(context)
    },
    async refuseDirector(context) {
      await reviews.refuseDirector(context)
      forgetWorth(context)
    },
    approveReversal: ({ document, setState }) =>
      setState(isWithinLeader(document) ? 'reversalApproved' : 'reversalToDirector'),
    approveReversalDirector: noEffect,
    // The route stays for a later request.
    refuseReversal: noEffect,
    refuseReversalDirector: noEffect,
  },
  async prefill(request) {
    return { header: {}, lines: await proposeRejects(request) }
  },
})
