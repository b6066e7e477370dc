import { quantity, serialNumbers } from './field.ts'
import { label, type Label } from './label.ts'
import { askedReason, takingBack } from './posting-lifecycle.ts'
import { numberedPieces } from './serial-numbers.ts'

/**
 * The reversal of a part of a document's goods movements (domain.md 1.1: "whole or partial"), to be spread: `lines`, and
 * `action` as the action of that name. The document stays, without that part, and posts the rest; what is in the ERP's books
 * is reversed there first. Its effect asks `partBack`.
 * @param from the states after the movement and before its audit; approved reversals can be of a part, too
 */
export function partialReversal<const State extends string>(word: Label, from: readonly State[]) {
  return {
    lines: {
      reversedQuantity: quantity(label('已冲销数量', 'Reversed'), {
        by: 'server',
        width: 100,
      }),
      reversedSerialNumbers: serialNumbers(label('已冲销序列号', 'Reversed serial numbers'), {
        by: 'server',
      }),
    },
    action: {
      ...takingBack<State | 'reversalApproved'>(word, [...from, 'reversalApproved']),
      // It stays as it is; with nothing left of it, it is reversed.
      to: null,
      isOptional: true,
      input: askedReason,
      lineInput: {
        quantityBack: quantity(label('冲销数量', 'To reverse'), { required: true, width: 110 }),
        ...numberedPieces,
      },
      lineLimits: { quantityBack: 'quantity' },
    },
  } as const
}
