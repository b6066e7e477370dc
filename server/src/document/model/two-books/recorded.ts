import { isOfPlaces, type Operation } from './operation.ts'
import type { State } from './state.ts'

// Operations name documents by their position in the lists of the state. If steps of a run are left out, the same documents
// have other positions: what each step made is recorded, so that they are found.

/** What is performed at a time: one operation, or several at once. */
export type Step = Operation | readonly Operation[]

const lists = [
  'notes',
  'drafts',
  'arrivals',
  'decisions',
  'requests',
  'transfers',
  'binMoves',
  'counts',
  'freezes',
  'placeFreezes',
  'papers',
  'postings',
  'directs',
] as const satisfies readonly (keyof State)[]
type List = (typeof lists)[number]

/** The operands that are positions, and the lists that they are of; a freeze is one of goods or of a place. */
const listOf: Readonly<Record<string, List>> = {
  note: 'notes',
  draft: 'drafts',
  arrival: 'arrivals',
  decision: 'decisions',
  request: 'requests',
  transfer: 'transfers',
  move: 'binMoves',
  count: 'counts',
  freeze: 'freezes',
  paper: 'papers',
  posting: 'postings',
  direct: 'directs',
}

/** How much is in each list. */
type Lengths = Record<List, number>

export const lengthsOf = (state: State): Lengths =>
  Object.fromEntries(lists.map((list) => [list, state[list].length])) as Lengths

/** A step as it was performed first. */
export interface Recorded {
  step: Step
  /** The model permitted it; not said of several at once. */
  wasAllowed: boolean
  before: Lengths
  after: Lengths
}

/** Where the documents of the recorded run are now. */
export class Positions {
  readonly #now = new Map<string, number>()

  /** What a recorded step made is what was made now. */
  made({ before, after }: Recorded, first: Lengths, last: Lengths): void {
    for (const list of lists)
      for (
        let made = 0;
        made < Math.min(after[list] - before[list], last[list] - first[list]);
        made += 1
      )
        this.#now.set(`${list} ${before[list] + made}`, first[list] + made)
  }

  /** The operation with the positions of now, or null if what it is about was not made. */
  translate(operation: Operation): Operation | null {
    const changed: Record<string, unknown> = { ...operation }
    for (const [operand, position] of Object.entries(operation)) {
      const list = operand === 'freeze' && isOfPlaces(operation) ? 'placeFreezes' : listOf[operand]
      if (list === undefined) continue
      const there = this.#now.get(`${list} ${position}`)
      if (there === undefined) return null
      changed[operand] = there
    }
    return changed as Operation
  }
}
