import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort, PostingReference } from '../document/effects/effects.ts'
import { provided } from '../document/effects/provided.ts'

/** A document in the virtual bin's pair: its issue, or its receipt. */
interface Named {
  companyCode: string
  id: string
}

/** How goods that go straight to their unit are issued; provided by the area that issues. */
export interface IssueOfDirectReceipts {
  /** Makes the issue of these lines of a receipt. */
  make: (
    documents: Pick<DocumentPort, 'create'>,
    receipt: Named,
    lines: readonly { lineNo: number; quantity: Quantity; pieces: readonly string[] | null }[],
  ) => Promise<{ id: string; docNo: string }>
  /** Takes the goods out of the virtual bin. */
  issue: (documents: Pick<DocumentPort, 'act'>, made: Named) => Promise<void>
  /** The live issues of a receipt. */
  of: (context: {
    successors: (type: string) => Promise<{ id: string }[]>
  }) => Promise<{ id: string }[]>
  /** Asks for the reversal of its posting, if it is in the books; returns what the receipt's waits for. */
  reversePosting: (
    documents: Pick<DocumentPort, 'loadHeader' | 'reversePosting'>,
    made: Named,
    options: { postingDate: LocalDate | null },
  ) => Promise<PostingReference[]>
  /** The goods are in the virtual bin again. */
  takeBack: (documents: Pick<DocumentPort, 'act'>, made: Named) => Promise<void>
}

export const { provide: provideDirectIssue, use: directIssue } = provided<IssueOfDirectReceipts>(
  'the issue of direct receipts',
)
