import { raiseReceiptProblems } from './watch-receipts.ts'
import { raiseOrderProblems } from './watch-orders.ts'
import { tellExpiredContracts } from './watch-contracts.ts'
import { registerOrderWatcher } from '../external-documents/public.ts'
import { isOfOurBooks, problemDocument } from '@kufang/contract/delivery/problem-document.ts'
import { zeroQuantity } from '@kufang/kernel/quantity.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { withdrawGone } from '../external-documents/public.ts'

// A problem document moves nothing: it says to supplier and buyer what does not fit, and keeps what they say.

const isOfOrder = (cause: string | null): boolean =>
  cause === 'orderChanged' || cause === 'orderEnded' || cause === 'orderBelowPosted'

/** The quantities whose cause is gone; the document is closed once that is all of it. */
function withdraw(context: ContextOf<typeof problemDocument, 'withdraw'>): void {
  if (!withdrawGone(context)) return
  const { document, setHeader, setState } = context
  setHeader({ decision: isOfOrder(document.cause) ? 'orderRestored' : 'causeGone' })
  setState('closed')
}

export const problemDocumentEffects = effectsFor(problemDocument, {
  // What changes of an order in the ERP under open work is raised with its supplier and buyer.
  connects: () =>
    registerOrderWatcher({
      changed: raiseOrderProblems,
      read: raiseReceiptProblems,
      contracts: tellExpiredContracts,
    }),
  actions: {
    withdraw,
    addFinding({ document, lineInput, setLine, setState }) {
      for (const { lineNo, ...facts } of lineInput) setLine(lineNo, facts)
      if (isOfOurBooks(document.cause)) setState('answered')
    },
    restate({ input, lineInput, setLine, setState }) {
      for (const { lineNo, quantity } of lineInput)
        setLine(lineNo, { quantity, closedQuantity: zeroQuantity })
      // What the supplier said is about less than what is known now.
      if (input.isFurther === true) setState('raised')
    },
  },
})
