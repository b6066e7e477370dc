import { serialNumbers } from '../document/declare/field.ts'
import { label, type Label } from '../document/declare/label.ts'

// Goods with serial numbers are counted by piece: which are there, so which are missing and which are too much.

const ofServer = (words: Label) => serialNumbers(words, { by: 'server', width: 160 })
const countedLabel = label('实盘序列号', 'Counted serial numbers')
const recountedLabel = label('复盘序列号', 'Recounted serial numbers')

/** Line fields: the pieces of the books, those counted, and how they differ. */
export const countedPieces = {
  serialNumbers: ofServer(label('账面序列号', 'Book serial numbers')),
  countedSerialNumbers: ofServer(countedLabel),
  recountedSerialNumbers: ofServer(recountedLabel),
  missingSerialNumbers: ofServer(label('盘亏序列号', 'Missing serial numbers')),
  surplusSerialNumbers: ofServer(label('盘盈序列号', 'Surplus serial numbers')),
} as const

/** Those that say what the books have: not shown while a blind count runs. */
export const piecesOfBooks = [
  'serialNumbers',
  'missingSerialNumbers',
  'surplusSerialNumbers',
] as const

/** Input of a count, of goods with serial numbers: one for each piece that was found. */
export const piecesFound = {
  counted: { countedSerialNumbers: serialNumbers(countedLabel, { width: 160 }) },
  recounted: { recountedSerialNumbers: serialNumbers(recountedLabel, { width: 160 }) },
} as const
