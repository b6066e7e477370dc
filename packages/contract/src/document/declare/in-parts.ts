import { quantity } from './field.ts'
import type { Label } from './label.ts'
import { numberedPieces } from './serial-numbers.ts'

// Goods that are somewhere else for a time (in transit, on loan, with an institute) and arrive or come back all at once or
// in parts: of each line the quantity still open and the quantity done, and a state that follows from their sums.

/** The states by what is done of the lines: nothing, a part, everything. */
export interface PartStates<State extends string = string> {
  none: State
  part: State
  all: State
}

/** Names of the three quantities, as the server reads them. */
export interface Parts<
  Open extends string = string,
  Done extends string = string,
  Given extends string = string,
  State extends string = string,
> {
  /** The line field with the quantity that is still elsewhere. */
  open: Open
  /** The line field with the quantity that arrived or came back. */
  done: Done
  /** The input with the quantity of one act. */
  given: Given
  states: PartStates<State>
  /** The line field with the quantity that does not come back, as a document of its own says. */
  missing?: Open
}

const fieldOf = (label: Label) => quantity(label, { by: 'server', isTotalled: true, width: 110 })
const inputOf = (label: Label) => quantity(label, { required: true, width: 120 })

/** The acts with which a document of its own says what does not come back, and takes that back. */
function actsOfMissing<
  const State extends string,
  const Open extends string,
  const Missing extends string,
>({ none, part, all }: PartStates<State>, open: Open, missing: Missing, word: Label) {
  const act = <const Limit extends string>(from: readonly State[], limit: Limit) =>
    ({
      from,
      to: null,
      isSystem: true,
      isPreviewed: true,
      lineInput: { quantityMissing: inputOf(word) },
      lineLimits: { quantityMissing: limit },
    }) as const
  return { settle: act([none, part], open), reopen: act([part, all], missing) }
}

/**
 * Quantities that are done in parts, to be spread into a declaration: `lines`; `enter` into the action that enters what
 * arrived or came back; `takeBack` into the one that undoes a part of it. `parts` is for `partsOf`, which has the
 * effects. With `missing`, of which `lines` has the quantity, `missing.settle` and `missing.reopen` are the acts with which a
 * document of its own says that goods do not come back, and takes that back.
 */
export function inParts<
  const Open extends string,
  const Done extends string,
  const Given extends string,
  const None extends string,
  const Part extends string,
  const All extends string,
  const Missing extends string = never,
>(declared: {
  open: readonly [name: Open, label: Label]
  done: readonly [name: Done, label: Label]
  given: readonly [name: Given, label: Label]
  states: { none: None; part: Part; all: All }
  missing?: readonly [name: Missing, label: Label]
}) {
  type State = None | Part | All
  const { states, missing } = declared
  const [open, openLabel] = declared.open
  const [done, doneLabel] = declared.done
  const [given, givenLabel] = declared.given
  // Which pieces, of goods with serial numbers, if not all of the line that are there.
  const lineInput = { [given]: inputOf(givenLabel), ...numberedPieces } as Record<
    Given,
    ReturnType<typeof inputOf>
  > &
    typeof numberedPieces
  const limitedTo = <Name extends string>(name: Name) => ({ [given]: name }) as Record<Given, Name>
  return {
    parts: {
      open,
      done,
      given,
      states,
      ...(missing === undefined ? {} : { missing: missing[0] }),
    } as Parts<Open | Missing, Done, Given, State>,
    lines: {
      [open]: fieldOf(openLabel),
      [done]: fieldOf(doneLabel),
      ...(missing === undefined ? {} : { [missing[0]]: fieldOf(missing[1]) }),
    } as Record<Open | Done | Missing, ReturnType<typeof fieldOf>>,
    missing: (missing === undefined
      ? undefined
      : actsOfMissing<State, Open, Missing>(states, open, ...missing)) as [Missing] extends [never]
      ? undefined
      : ReturnType<typeof actsOfMissing<State, Open, Missing>>,
    /** Enters what arrived or came back: proposed, and limited to, what is still open. */
    enter: {
      from: [states.none, states.part] as const,
      to: null,
      isPreviewed: true,
      lineInput,
      lineDefaults: limitedTo(open),
      lineLimits: limitedTo(open),
    } as const,
    /** Takes back what was entered, whole or of some lines: proposed, and limited to, what is done. */
    takeBack: {
      from: [states.part, states.all] as const,
      to: null,
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      lineInput,
      lineDefaults: limitedTo(done),
      lineLimits: limitedTo(done),
    } as const,
  }
}
