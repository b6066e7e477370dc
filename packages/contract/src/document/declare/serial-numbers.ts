import { serialNumbers, type Fields } from './field.ts'
import { label } from './label.ts'

// Goods of a serial-managed material (`isSerialManaged`) have a serial number for each piece. A document that moves such
// goods, or passes their numbers on, declares the field of its lines below; lines of other materials leave it empty.

const serialNumbersLabel = label('序列号', 'Serial numbers')

/**
 * The serial numbers of a line, one for each piece in the base unit. The frame checks them and passes them to the ledger
 * with the movements of the line; a document copies them from its predecessor by naming the field in `source.lines`, and
 * takes all that are left there unless others are entered.
 */
export const numberedPieces = {
  serialNumbers: serialNumbers(serialNumbersLabel, { width: 160 }),
} as const

/** The same, copied from the predecessor and read-only. */
export const carriedPieces = {
  serialNumbers: { ...numberedPieces.serialNumbers, by: 'source' },
} as const

/** The same, of a document that takes its goods from the stock: the pieces that lie there are offered. */
export const stockPieces = {
  serialNumbers: { ...numberedPieces.serialNumbers, offeredBy: 'serial-number' },
} as const

/** The quantity whose pieces a field of serial numbers names: `rejectedQuantity` of `rejectedSerialNumbers`. */
export const quantityOfPieces = (name: string): string =>
  name === 'serialNumbers' ? 'quantity' : name.replace(/SerialNumbers$/, 'Quantity')

/** Whether lines of the document have serial numbers. */
export const hasSerialNumbers = ({ lines }: { lines: Fields }): boolean =>
  lines['serialNumbers']?.kind === 'serialNumbers'
