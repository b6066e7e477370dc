import type {
  AnyDocument,
  HeaderOf,
  LineOf,
} from '@kufang/contract/document/declare/define-document.ts'
import type { Parts } from '@kufang/contract/document/declare/in-parts.ts'
import {
  addQuantity,
  isPositive,
  negateQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { LineQuantity, LooseContext } from '../effects/effects.ts'
import {
  missingBySource,
  problemsBeyondOpen,
  proposeMissing,
  type DraftOfMissing,
  type SourceOfMissing,
} from './missing-parts.ts'
import type { StockKey } from '../../ledger/public.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** What was entered of one line, with the line. */
export interface PartOfLine<Line, Given> {
  lineNo: number
  line: Line
  /** What was entered besides, such as the bin. */
  given: Given
  quantity: Quantity
  /** What was done of the line before. */
  before: Quantity
}

/** What these effects use of any document's context. */
interface PartWork<Line extends { lineNo: number }, Given extends { lineNo: number }> {
  lines: readonly Line[]
  lineInput: readonly Given[]
  setLine: (lineNo: number, changes: never) => void
  setState: (state: never) => void
  reverseMoves: LooseContext['reverseMoves']
}
type AnyWork = PartWork<{ lineNo: number }, { lineNo: number }>

/** The same context with untyped names; `parts` proves that the document has them. */
const loose = (context: AnyWork): LooseContext => context as unknown as LooseContext

/** What is no longer done, by line. */
const negated = (undone: readonly LineQuantity[]): ReadonlyMap<number, Quantity> =>
  new Map(undone.map(({ lineNo, quantity }) => [lineNo, negateQuantity(quantity)]))

type StateOf<D> = HeaderOf<D> extends { state: infer S extends string } ? S : never

const of = (line: Record<string, unknown>, field: string): Quantity =>
  (line[field] as Quantity | null | undefined) ?? zeroQuantity

/** What is still elsewhere of the lines, and what no longer is, with the state that follows. */
function sumsOf({ open, done, missing, states }: Parts) {
  // What is no longer elsewhere, for either reason.
  const gone = missing === undefined ? [done] : [done, missing]

  /** Adds the changes to what is done of the lines, or missing; the state follows from the sums. */
  const keep = (
    { lines, setLine, setState }: LooseContext,
    changes: ReadonlyMap<number, Quantity>,
    field: string = done,
  ): void => {
    let stillOpen = zeroQuantity
    let allGone = zeroQuantity
    for (const line of lines) {
      const change = changes.get(line.lineNo)
      const rest = subtractQuantity(of(line, open), change ?? zeroQuantity)
      stillOpen = addQuantity(stillOpen, rest)
      allGone = sumQuantities([
        allGone,
        change ?? zeroQuantity,
        ...gone.map((name) => of(line, name)),
      ])
      if (change !== undefined)
        setLine(line.lineNo, { [open]: rest, [field]: addQuantity(of(line, field), change) })
    }
    const isPart = isPositive(stillOpen) ? states.part : states.all
    setState(isPositive(allGone) ? isPart : states.none)
  }

  /** Nothing is done of a line, and nothing of it is missing. */
  const nothingGone = Object.fromEntries(gone.map((name) => [name, zeroQuantity]))
  return { keep, nothingGone }
}

/**
 * The effects of `inParts`: quantities that are elsewhere, and arrive or come back all at once or in parts.
 * @param parts the `parts` of the declaration
 */
export function partsOf<const D extends AnyDocument>(
  definition: D,
  parts: Parts<keyof LineOf<D> & string, keyof LineOf<D> & string, string, StateOf<D>>,
) {
  const { open, done, given, missing } = parts
  const { keep, nothingGone } = sumsOf(parts)

  /** The lines of which something was entered. */
  const entered = ({ lines, lineInput, refuse }: LooseContext) => {
    const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
    const found = lineInput.flatMap((input) => {
      const quantity = of(input, given)
      const line = entryOf(byNumber, input.lineNo)
      const before = of(line, done)
      return isPositive(quantity)
        ? [{ lineNo: input.lineNo, line, given: input, quantity, before }]
        : []
    })
    if (found.length === 0) throw refuse('lines-required')
    return found
  }

  const missed = ({ lineInput }: LooseContext): LineQuantity[] =>
    lineInput.map((input) => ({ lineNo: input.lineNo, quantity: of(input, 'quantityMissing') }))
  const keepMissing = (context: LooseContext, changes: ReadonlyMap<number, Quantity>): void => {
    if (missing === undefined) throw new Error('no field says what is missing')
    keep(context, changes, missing)
  }

  return {
    /** The goods of all lines have left: everything is open, nothing is done. */
    begin: (context: AnyWork): void => {
      const { lines, setLine } = loose(context)
      for (const { lineNo, quantity } of lines)
        setLine(lineNo, { ...nothingGone, [open]: quantity })
    },
    /** Keeps what arrived or came back, and returns it by line, to be moved. */
    enter: <Line extends { lineNo: number }, Given extends { lineNo: number }>(
      context: PartWork<Line, Given>,
    ): PartOfLine<Line, Given>[] => {
      const found = entered(loose(context))
      keep(loose(context), new Map(found.map(({ lineNo, quantity }) => [lineNo, quantity])))
      return found as unknown as PartOfLine<Line, Given>[]
    },
    /**
     * Reverses the movements of what is taken back, the latest of each line first. Returns the numbers of the lines of
     * whose done quantity is zero again; the caller clears their fields about it, such as the bin.
     */
    takeBack: (context: AnyWork): number[] => {
      const found = entered(loose(context))
      context.reverseMoves(found.map(({ lineNo, quantity }) => ({ lineNo, quantity })))
      keep(loose(context), negated(found))
      return found
        .filter(({ line, quantity }) => !isPositive(subtractQuantity(of(line, done), quantity)))
        .map(({ lineNo }) => lineNo)
    },
    /** What the caller takes back itself, by line: it is open again. */
    undo: (context: AnyWork, undone: readonly LineQuantity[]): void =>
      keep(loose(context), negated(undone)),
    /** What is still open does not arrive: nothing is open, what is done remains. Returns what was open. */
    close: (context: AnyWork): { lineNo: number; quantity: Quantity }[] => {
      const { lines, setLine } = loose(context)
      const rest = lines
        .map((line) => ({ lineNo: line.lineNo, quantity: of(line, open) }))
        .filter(({ quantity }) => isPositive(quantity))
      for (const { lineNo } of rest) setLine(lineNo, { [open]: zeroQuantity })
      return rest
    },
    /** Everything is undone: nothing is open, nothing is done. */
    clear: (context: AnyWork): void => {
      const { lines, setLine } = loose(context)
      for (const { lineNo } of lines) setLine(lineNo, { ...nothingGone, [open]: zeroQuantity })
    },
    /** A document of its own says what of them does not come back (`missing`). */
    settleMissing: (context: AnyWork): void =>
      keepMissing(
        loose(context),
        new Map(missed(loose(context)).map(({ lineNo, quantity }) => [lineNo, quantity])),
      ),
    /** That document is taken back: it is elsewhere again. */
    reopenMissing: (context: AnyWork): void =>
      keepMissing(loose(context), negated(missed(loose(context)))),
    /** For the document that says so: what its lines say of each document, what is too much of them, and what is proposed. */
    bySource: missingBySource,
    problemsBeyond: (own: Pick<AnyDocument, 'relabel'>, lines: DraftOfMissing): RefusalDetail[] =>
      problemsBeyondOpen(own, definition, open, lines),
    propose: <Source extends SourceOfMissing>(
      tx: Transaction,
      sources: readonly Source[],
      at: (source: Source) => StockKey,
    ) => proposeMissing(tx, sources, open, at),
  }
}
