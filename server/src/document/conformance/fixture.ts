import type { CreateRequest } from '@kufang/contract/document/api.ts'
import type { Place } from '../testing/core-flow.ts'
import type { World } from '../testing/world.ts'

/** How a state is reached from a new document: actions in order (`send` lets the ERP answer), or what others do. */
export type Way = readonly string[] | ((world: World, id: string) => Promise<void>)

/** All that the conformance suite must be told about one document type. */
export interface Fixture {
  /** A request for one with so many lines, its predecessors made. Left out where no person makes any. */
  request?: (world: World, place: Place, lines: number) => Promise<CreateRequest>
  /** Makes one where no person does: by the system, or by the ERP. */
  make?: (world: World, place: Place, lines: number) => Promise<string>
  /** One way for every state but the initial one, where it has none. */
  states: Record<string, Way>
  /** What actions that ask for something are given. */
  inputs?: Record<string, Record<string, unknown>>
  /** Documents that move goods: the way to where they have moved, and from posted back to nothing. */
  books?: {
    /** To the state from which it can be posted. */
    moved: readonly string[]
    /** Asks the ERP to book it; left out where another document's posting does. */
    post?: string
    /** From posted to reversed in the ERP. */
    reversal: readonly string[]
  }
  /** Only where more than one line makes no sense. */
  linesMax?: number
}
