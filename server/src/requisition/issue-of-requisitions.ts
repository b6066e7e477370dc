import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import { provided } from '../document/effects/provided.ts'

/** A requisition. */
interface Named {
  companyCode: string
  id: string
}

/** Goods of a line that are with the unit already. */
export interface GoneGoods {
  lineNo: number
  quantity: Quantity
  bin: string | null | undefined
  batch: string | null | undefined
  pieces: readonly string[]
}

/** How the goods of requisitions are issued; provided by the area that issues. */
export interface IssueOfRequisitions {
  /** Begins to pick what is free of these lines; null if nothing can be picked. */
  pick: (
    documents: Pick<DocumentPort, 'createProposed'>,
    requisition: Named,
    lineNos: readonly number[],
  ) => Promise<{ docNo: string } | null>
  /** The latest issue whose goods are being picked. */
  beingPicked: (context: {
    successors: (type: string) => Promise<{ docNo: string; state: string }[]>
  }) => Promise<{ docNo: string } | undefined>
  /** Issues goods that left in an emergency, once their requisition is approved. */
  issueGone: (
    documents: Pick<DocumentPort, 'create' | 'act'>,
    requisition: Named,
    recipient: string,
    goods: readonly GoneGoods[],
  ) => Promise<void>
  /**
   * A query in parentheses: what drafts name of the stock for lines of requisitions, by `from_id` and `from_line` with `bin`,
   * `batch`, `special_stock`, `special_stock_reference` and `quantity`.
   * @param of the requisitions, as SQL: company and an array of their ids
   */
  claims: (of: { company: string; ids: string }) => string
}

export const { provide: provideIssue, use: issueOfRequisitions } = provided<IssueOfRequisitions>(
  'the issue of requisitions',
)
