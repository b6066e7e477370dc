import { piecesOfBooks } from './counted-pieces.ts'

/**
 * What a blind count hides: it shows the books when each line is counted, and not before; until then what was counted first is
 * seen by who counted it, so that whoever counts again finds out by himself.
 */
export const hiddenInBlindCount = {
  // With the price it tells the first count of a line.
  header: ['differenceTotal'],
  lines: [
    'quantity',
    'bookAtCount',
    'secondQuantity',
    'secondAtCount',
    'differenceQuantity',
    'secondDifferenceQuantity',
    'differenceAmount',
    'isDifferent',
    ...piecesOfBooks,
  ],
  states: [
    'counted',
    'differing',
    'handled',
    'toDirector',
    'adjusted',
    'writtenOff',
    'reversalRequested',
    'reversalToDirector',
    'reversalApproved',
    'reversed',
  ],
  where: { isBlind: true },
  own: {
    act: 'count',
    lines: [
      'countedQuantity',
      'countedSecondQuantity',
      'countedSerialNumbers',
      // It often says what was found.
      'countRemark',
    ],
    inputs: ['foundQuantity', 'foundSecondQuantity'],
  },
} as const
