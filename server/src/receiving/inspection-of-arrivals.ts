import type { DocumentPort } from '../document/effects/effects.ts'
import { provided } from '../document/effects/provided.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

/** A document made of an arrival, as far as it is asked whether it was used. */
interface Made {
  type: string
  state: string
}

/** How goods that arrive get to their inspection; provided by the area that inspects. */
export interface InspectionOfArrivals {
  /** Asks for the inspection of these lines, all of them in full. */
  ask: (
    documents: Pick<DocumentPort, 'create'>,
    arrival: { companyCode: string; id: string },
    lines: readonly { lineNo: number; quantity: Quantity }[],
  ) => Promise<void>
  /** Whether a successor of an arrival only asks for its inspection, which has not begun. */
  isUnused: (made: Made) => boolean
  /** Takes back what only asks. */
  cancel: (
    documents: Pick<DocumentPort, 'act'>,
    asking: { companyCode: string; id: string },
  ) => Promise<void>
}

export const { provide: provideInspection, use: inspection } = provided<InspectionOfArrivals>(
  'the inspection of arrivals',
)
