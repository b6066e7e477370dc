import { refuseAll } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { MoveRequest } from '../../ledger/public.ts'
import { notOfSource, serialNumbersOf } from '../draft/serial-numbers.ts'
import type { BegunAct } from './begin-act.ts'
import type { LineQuantity } from '../effects/effects.ts'

/**
 * The pieces entered for lines with an action (`serialNumbers` of `lineInput`), where it is done to a part of them, or
 * where they are read from the pieces for the first time.
 * @throws Refusal `serial-number-not-of-source` for those that are not of the line
 */
function enteredPieces({
  acting,
  declared,
  loaded,
  context,
}: BegunAct): Map<number, readonly string[]> {
  const entered = new Map<number, readonly string[]>()
  if (declared.lineInput?.['serialNumbers'] === undefined) return entered
  const { lineFields } = acting.table
  const fields = Object.keys(lineFields).filter(
    (name) => fieldOf(lineFields, name).kind === 'serialNumbers',
  )
  const problems = context.lineInput.flatMap((given) => {
    const numbers = serialNumbersOf(given)
    if (numbers.length === 0) return []
    entered.set(given.lineNo, numbers)
    const line = loaded.lines.find(({ lineNo }) => lineNo === given.lineNo)
    const known = fields.flatMap((name) => (line?.[name] as readonly string[] | null) ?? [])
    // A line that has none so far is of goods that come in: the ledger checks that they are new, and how many.
    if (known.length === 0) return []
    return notOfSource(given, `${loaded.header.docNo}/${given.lineNo}`, known)
  })
  if (problems.length > 0) throw refuseAll(problems)
  return entered
}

/**
 * Movements with the serial numbers of their lines, or those entered with the action, of which the ledger takes those that
 * lie where the goods come from; moves whose effect has given them stay as they are.
 */
export function withSerialNumbers(
  act: BegunAct,
  moves: readonly MoveRequest[],
): readonly MoveRequest[] {
  const { loaded, work } = act
  const entered = enteredPieces(act)
  const lines = new Map(
    loaded.lines.flatMap((line) => {
      const own = serialNumbersOf({ ...line, ...work.lines.get(line.lineNo) })
      const numbers = entered.get(line.lineNo) ?? own
      return numbers.length === 0 ? [] : [[line.lineNo, numbers] as const]
    }),
  )
  if (lines.size === 0) return moves
  return moves.map((move) =>
    move.serialNumbers === undefined ? { ...move, serialNumbers: lines.get(move.lineNo) } : move,
  )
}

/** The quantities of lines to take back, with the pieces that were entered with the action. */
export function takenBackPieces(
  act: BegunAct,
  lines: readonly LineQuantity[],
): readonly LineQuantity[] {
  const entered = enteredPieces(act)
  if (entered.size === 0) return lines
  return lines.map((line) => {
    const serialNumbers = line.serialNumbers ?? entered.get(line.lineNo)
    return serialNumbers === undefined ? line : { ...line, serialNumbers }
  })
}
