import {
  compareDecimals,
  NumberProblem,
  parseDecimal,
  proportionOfDecimal,
  sumDecimals,
} from '@kufang/kernel/decimal-text.ts'
import { sampledMax, type CharacteristicKind } from '../masters/inspection-characteristic.ts'

// What is measured of a sample, entered as one text with any usual separator, and its verdict by the limits. The browser
// shows the verdict while values are typed; the server computes it again.

/** Decimals of a measured value, as of every number that is stored. */
const decimals = 3

/** How people write that a piece conforms or not, in lower case; stored as OK and NG. */
const attributeWords: Readonly<Record<string, 'OK' | 'NG'>> = {
  ok: 'OK',
  合格: 'OK',
  '√': 'OK',
  y: 'OK',
  ng: 'NG',
  不合格: 'NG',
  '×': 'NG',
  x: 'NG',
  n: 'NG',
}

export interface CharacteristicLimits {
  kind: CharacteristicKind
  lowerLimit: string | null
  upperLimit: string | null
}

/** A value that cannot be read: the text, and its position from 1. */
export interface WrongValue {
  value: string
  position: number
}

/**
 * Reads sampled values: separated by blanks, commas, semicolons or 、. Of a variable numbers, of an attribute OK or NG.
 * Equal values stay: they are of different pieces.
 */
export function readSampledValues(
  text: string,
  kind: CharacteristicKind,
): { values: string[]; wrong: WrongValue | null; isTooMany: boolean } {
  const parts = text.split(/[\s,，;；、]+/).filter((part) => part !== '')
  const values: string[] = []
  for (const [index, part] of parts.entries()) {
    const value = kind === 'variable' ? numberOf(part) : attributeWords[part.toLowerCase()]
    if (value === undefined || value === null)
      return { values, wrong: { value: part, position: index + 1 }, isTooMany: false }
    values.push(value)
  }
  return { values, wrong: null, isTooMany: values.length > sampledMax }
}

function numberOf(text: string): string | null {
  try {
    return parseDecimal(text, decimals)
  } catch (error) {
    if (error instanceof NumberProblem) return null
    throw error
  }
}

/** As stored and shown. */
export const writtenValues = (values: readonly string[]): string => values.join('、')

/** Whether one value meets the limits, which are included. */
function conforms(value: string, { kind, lowerLimit, upperLimit }: CharacteristicLimits): boolean {
  if (kind === 'attribute') return value === 'OK'
  if (lowerLimit !== null && compareDecimals(value, lowerLimit) < 0) return false
  return upperLimit === null || compareDecimals(value, upperLimit) <= 0
}

export interface Assessment {
  /** The positions from 0 of the values beyond the limits: the pieces that fail. */
  failed: number[]
  /** Of a variable with values; otherwise null. */
  lowest: string | null
  highest: string | null
  average: string | null
}

/** Compares sampled values with the limits of their characteristic. */
export function assessValues(values: readonly string[], limits: CharacteristicLimits): Assessment {
  const failed = values.flatMap((value, index) => (conforms(value, limits) ? [] : [index]))
  if (limits.kind === 'attribute' || values.length === 0)
    return { failed, lowest: null, highest: null, average: null }
  const sorted = values.toSorted(compareDecimals)
  return {
    failed,
    lowest: sorted[0]!,
    highest: sorted.at(-1)!,
    average: proportionOfDecimal(sumDecimals(values), '1', String(values.length), decimals),
  }
}

/**
 * What is wrong, without words so that it reads alike in both languages: the values beyond the limits, with the limit that
 * they miss: `480 < 515 MPa`.
 */
export function findingOf(
  name: string,
  values: readonly string[],
  measuringUnit: string | null,
  limits: CharacteristicLimits,
): string {
  const { failed, lowest, highest } = assessValues(values, limits)
  if (failed.length === 0) return ''
  if (limits.kind === 'attribute') return `${name} NG × ${failed.length}`
  const unit = measuringUnit === null || measuringUnit === '' ? '' : ` ${measuringUnit}`
  const { lowerLimit, upperLimit } = limits
  const parts = [
    lowerLimit !== null && compareDecimals(lowest!, lowerLimit) < 0
      ? `${lowest} < ${lowerLimit}${unit}`
      : null,
    upperLimit !== null && compareDecimals(highest!, upperLimit) > 0
      ? `${highest} > ${upperLimit}${unit}`
      : null,
  ]
  return `${name} ${parts.filter((part) => part !== null).join(' / ')}`
}
