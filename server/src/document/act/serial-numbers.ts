import { serialNumbersOf } from '../draft/serial-numbers.ts'
import type { MoveRequest } from '../../stock/public.ts'
import type { BegunAct } from './begin-act.ts'

/**
 * Movements with the serial numbers of their lines, of which the ledger takes those that lie where the goods come from; moves
 * whose effect has given them stay as they are.
 */
export function withSerialNumbers(
  { loaded, work }: BegunAct,
  moves: readonly MoveRequest[],
): readonly MoveRequest[] {
  const lines = new Map(
    loaded.lines.flatMap((line) => {
      const numbers = serialNumbersOf({ ...line, ...work.lines.get(line.lineNo) })
      return numbers.length === 0 ? [] : [[line.lineNo, numbers] as const]
    }),
  )
  if (lines.size === 0) return moves
  return moves.map((move) =>
    move.serialNumbers === undefined ? { ...move, serialNumbers: lines.get(move.lineNo) } : move,
  )
}
