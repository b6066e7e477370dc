import {
  assessValues,
  findingOf,
  readSampledValues,
  type CharacteristicLimits,
} from '@kufang/contract/acceptance/sampled-values.ts'
import { isPositive, isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'

type Line = Readonly<Record<string, unknown>>

/** What the values typed so far say of a line of a record sheet. */
export type LineFinding =
  | { kind: 'unreadable'; value: string }
  | { kind: 'few'; given: number; wanted: number }
  | { kind: 'failed'; finding: string }
  | { kind: 'passed' }

const limitOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Null while nothing is entered, or the characteristic of the line is not known to the form. */
export function findingOfLine(line: Line): LineFinding | null {
  const { kind, sampleSize } = line
  const text = textOf(line['sampledValues'])
  if ((kind !== 'variable' && kind !== 'attribute') || text.trim() === '') return null
  const limits: CharacteristicLimits = {
    kind,
    lowerLimit: limitOf(line['lowerLimit']),
    upperLimit: limitOf(line['upperLimit']),
  }
  const { values, wrong } = readSampledValues(text, kind)
  if (wrong !== null) return { kind: 'unreadable', value: wrong.value }
  if (assessValues(values, limits).failed.length > 0) {
    const name = textOf(line['characteristicName'])
    return {
      kind: 'failed',
      finding: findingOf(name, values, limitOf(line['measuringUnit']), limits),
    }
  }
  const wanted = Number(sampleSize ?? 0)
  return values.length < wanted ? { kind: 'few', given: values.length, wanted } : { kind: 'passed' }
}

/** What the record sheet of a line of an inspection order says against accepting it; null if nothing does. */
export function recordObjection(
  line: Line,
): { kind: 'refuses' | 'needsGround'; record: string; finding: string; acceptable: string } | null {
  const { recordVerdict, acceptedQuantity, concessionReference } = line
  const isAccepting =
    typeof acceptedQuantity === 'string' &&
    isQuantity(acceptedQuantity) &&
    isPositive(parseQuantity(acceptedQuantity))
  if (!isAccepting) return null
  const said = {
    record: textOf(line['recordNo']),
    finding: textOf(line['recordFinding']),
    acceptable: textOf(line['acceptableQuantity']),
  }
  if (recordVerdict === 'failed') return { kind: 'refuses', ...said }
  return recordVerdict === 'deviating' && textOf(concessionReference) === ''
    ? { kind: 'needsGround', ...said }
    : null
}
