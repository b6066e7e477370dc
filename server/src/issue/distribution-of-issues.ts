import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import { provided } from '../document/effects/provided.ts'

/** A goods issue, or what distributes its goods. */
interface Named {
  companyCode: string
  id: string
}

/** How goods that left their bins are brought to the unit; provided by the area that distributes. */
export interface DistributionOfIssues {
  /** Has these lines of a goods issue delivered. */
  begin: (
    documents: Pick<DocumentPort, 'create'>,
    issue: Named,
    lines: readonly { lineNo: number; quantity: Quantity }[],
  ) => Promise<void>
  /** What distributes the goods of an issue. */
  of: (context: {
    successors: (type: string) => Promise<{ id: string }[]>
  }) => Promise<{ id: string }[]>
  /** Ends with the issue that is taken back. */
  takeBack: (documents: Pick<DocumentPort, 'act'>, order: Named) => Promise<void>
}

export const { provide: provideDistribution, use: distribution } = provided<DistributionOfIssues>(
  'the distribution of goods issues',
)
