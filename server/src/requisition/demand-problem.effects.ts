import { raiseDemandProblems } from './watch-demands.ts'
import { registerDemandWatcher } from '../external-documents/public.ts'
import { demandProblem } from '@kufang/contract/requisition/demand-problem.ts'
import { effectsFor } from '../document/effects/effects.ts'
import { withdrawGone } from '../external-documents/public.ts'

// A demand problem moves nothing: it says to unit and storekeeper what the ERP has changed, and keeps what they say.

export const demandProblemEffects = effectsFor(demandProblem, {
  // What changes of a reservation or sales order is raised with the unit and the storekeeper who work on it.
  connects: () => registerDemandWatcher(raiseDemandProblems),
  actions: {
    addFinding({ lineInput, setLine }) {
      for (const { lineNo, ...facts } of lineInput) setLine(lineNo, facts)
    },
    withdraw(context) {
      if (!withdrawGone(context)) return
      context.setHeader({
        decision: context.input.isRestored === true ? 'demandRestored' : 'causeGone',
      })
      context.setState('closed')
    },
  },
})
