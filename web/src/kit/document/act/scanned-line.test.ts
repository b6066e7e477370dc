import { expect, test } from 'vitest'
import { quantity } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { scannedCodes } from '@kufang/contract/document/scanned-code.ts'
import type { LineEntry } from './line-inputs.ts'
import { scannedLine } from './scanned-line.ts'

const declared = { lineInput: { countedQuantity: quantity(label('实盘数量', 'Counted')) } }

const line = (lineNo: number, bin: string, materialNo: string, counted: string | null = null) =>
  ({
    rowId: String(lineNo),
    lineNo,
    bin,
    materialNo,
    batch: lineNo === 3 ? 'B-77' : null,
    countedQuantity: counted,
    standing: { countedQuantity: null },
  }) as LineEntry

const rows = [
  line(1, 'A-01', 'M-BOLT', '5'),
  line(2, 'A-01', 'M-VALVE'),
  line(3, 'A-02', 'M-BOLT'),
  line(4, 'A-02', 'M-RESIN'),
]
const found = (text: string, bin = '', of = rows) => {
  const one = scannedLine(declared, of, scannedCodes(text), bin)
  return one === null ? null : [one.row.lineNo, one.bin]
}

test('the label of a bin leads to its first line that is not counted yet', () => {
  expect(found('A-01')).toEqual([2, 'A-01'])
  expect(found(' a-02 ')).toEqual([3, 'A-02'])
  // All of it is counted: its first line, to correct it.
  expect(found('A-01', '', [line(1, 'A-01', 'M-BOLT', '5')])).toEqual([1, 'A-01'])
})

test('the label of a material leads to its line in the bin scanned before', () => {
  expect(found('M-BOLT', 'A-01')).toEqual([1, 'A-01'])
  expect(found('M-BOLT', 'A-02')).toEqual([3, 'A-02'])
})

test('without a bin it leads to the first line of the material that is not counted, and a batch to its own', () => {
  expect(found('M-BOLT')).toEqual([3, 'A-02'])
  expect(found('B-77', 'A-01')).toEqual([3, 'A-02'])
  // As a scanner behind a wide input method sends it, and as SAP prints a number.
  expect(found('ｂ-７７', 'A-01')).toEqual([3, 'A-02'])
  const numbered = [line(1, 'A-01', '15020006')]
  for (const label of ['１５０２０００６', '000000000015020006', '15020006'])
    expect(found(label, '', numbered)).toEqual([1, 'A-01'])
})

test('a label that no line has leads nowhere', () => {
  expect(found('M-PIPE')).toBeNull()
  expect(found('   ')).toBeNull()
})
