import { textOf } from '@kufang/kernel/text-of.ts'
import { isScanned } from '@kufang/contract/document/scanned-code.ts'
import { serialNumberOf } from '@kufang/contract/document/serial-number.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import { isEntered } from './line-inputs.ts'
import type { LineEntry } from './line-inputs.ts'

/** The line that a scanned label means, and the bin in which its next label is looked for. */
export interface ScannedLine {
  row: LineEntry
  bin: string
}

/**
 * The line that a label means: of a bin its first line that nothing is entered for, of a material, a batch or a piece the one
 * in the bin scanned before, else the first that nothing is entered for.
 * @param codes what the label may mean (`scannedCodes`)
 * @param bin the bin scanned last; '' for none
 * @returns null if no line has the label
 */
export function scannedLine(
  declared: Pick<ActionDeclaration<string>, 'lineInput'>,
  rows: readonly LineEntry[],
  codes: readonly string[],
  bin: string,
): ScannedLine | null {
  const is = (row: LineEntry, name: string): boolean => isScanned(codes, textOf(row[name]))
  const firstOpen = (some: readonly LineEntry[]): LineEntry | undefined =>
    some.find((row) => !isEntered(declared, row)) ?? some[0]
  const inBin = rows.filter((row) => is(row, 'bin'))
  const ofBin = firstOpen(inBin)
  if (ofBin !== undefined) return { row: ofBin, bin: textOf(ofBin['bin']) }
  const ofGoods = rows.filter(
    (row) =>
      is(row, 'materialNo') ||
      is(row, 'batch') ||
      (Array.isArray(row['numbersOfSource']) &&
        row['numbersOfSource'].some((number) =>
          codes.map(serialNumberOf).includes(String(number)),
        )),
  )
  const here = ofGoods.filter((row) => textOf(row['bin']) === bin)
  const found = firstOpen(here.length > 0 ? here : ofGoods)
  return found === undefined ? null : { row: found, bin: textOf(found['bin']) }
}
