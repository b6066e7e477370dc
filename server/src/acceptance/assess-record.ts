import type { inspectionRecord } from '@kufang/contract/acceptance/inspection-record.ts'
import type { RecordVerdict } from '@kufang/contract/acceptance/record-verdict.ts'
import {
  assessValues,
  findingOf,
  readSampledValues,
  writtenValues,
} from '@kufang/contract/acceptance/sampled-values.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { sampledMax } from '@kufang/contract/masters/inspection-characteristic.ts'
import {
  isPositive,
  parseQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import { characteristicsOfGroups, type Characteristic } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'

// The verdict of a record sheet is computed from its values and the limits of the day; nobody enters it.

export type RecordLine = LineOf<typeof inspectionRecord>
type GivenLine = Partial<RecordLine> & { lineNo: number }
type Problem = (
  code:
    | 'characteristic-twice'
    | 'characteristic-missing'
    | 'sampled-value-invalid'
    | 'sampled-values-too-many'
    | 'sampled-values-missing'
    | 'master-unknown',
  params: Record<string, string | number>,
  line?: number,
  field?: string,
) => RefusalDetail

/** A line with its characteristic, the values read from it, and what the server writes of both. */
export interface AssessedLine {
  line: GivenLine
  characteristic: Characteristic
  values: string[]
  /** Positions of the values beyond the limits. */
  failed: number[]
  written: Partial<RecordLine>
}

/** Compares the lines of a record sheet with the characteristics of the day. */
export async function assessLines(
  queryable: Queryable,
  given: { companyCode: string; today: string; lines: readonly GivenLine[]; problem: Problem },
): Promise<{ assessed: AssessedLine[]; problems: RefusalDetail[]; declared: Declared }> {
  const { companyCode, today, lines, problem } = given
  const groups = lines.map(({ materialGroup }) => textOf(materialGroup))
  const declared = await characteristicsOfGroups(queryable, companyCode, groups, today)
  const assessed: AssessedLine[] = []
  const problems: RefusalDetail[] = []
  const seen = new Map<string, number>()
  for (const line of lines) {
    const { lineNo } = line
    const code = textOf(line.characteristic)
    const characteristic = declared
      .get(textOf(line.materialGroup))
      ?.find((one) => one.characteristic === code)
    if (characteristic === undefined) {
      const params = { master: '检验项目', masterEn: 'inspection characteristic', value: code }
      problems.push(problem('master-unknown', params, lineNo, 'characteristic'))
      continue
    }
    const key = `${line.sourceId ?? ''}/${line.sourceLine ?? ''}/${code}`
    const first = seen.get(key)
    seen.set(key, first ?? lineNo)
    const { name } = characteristic
    if (first !== undefined)
      problems.push(
        problem('characteristic-twice', { characteristic: name, first }, lineNo, 'characteristic'),
      )
    const read = readSampledValues(textOf(line.sampledValues), characteristic.kind)
    if (read.wrong !== null) {
      const params = { characteristic: name, ...read.wrong }
      problems.push(problem('sampled-value-invalid', params, lineNo, 'sampledValues'))
    } else if (read.isTooMany) {
      const params = { characteristic: name, given: read.values.length, limit: sampledMax }
      problems.push(problem('sampled-values-too-many', params, lineNo, 'sampledValues'))
    } else assessed.push(assess(line, characteristic, read.values))
  }
  return { assessed, problems, declared }
}

type Declared = Awaited<ReturnType<typeof characteristicsOfGroups>>

function assess(line: GivenLine, characteristic: Characteristic, values: string[]): AssessedLine {
  const { failed, lowest, highest, average } = assessValues(values, characteristic)
  const { name, kind, importance, lowerLimit, upperLimit, measuringUnit, standard, sampleSize } =
    characteristic
  return {
    line,
    characteristic,
    values,
    failed,
    written: {
      sampledValues: values.length === 0 ? null : writtenValues(values),
      characteristicName: name,
      kind,
      importance,
      lowerLimit,
      upperLimit,
      measuringUnit: measuringUnit || null,
      standard: standard || null,
      sampleSize,
      samples: values.length,
      failedSamples: failed.length,
      lowest,
      highest,
      average,
      verdict: values.length === 0 ? null : failed.length === 0 ? 'passed' : 'failed',
    },
  }
}

/** What is missing before a verdict can be given: values, and whole characteristics, by line. */
export function missingOf(
  assessed: readonly AssessedLine[],
  declared: Declared,
  problem: Problem,
): RefusalDetail[] {
  const few = assessed.flatMap(({ line, characteristic: { name, sampleSize: wanted }, values }) =>
    values.length >= wanted
      ? []
      : [
          problem(
            'sampled-values-missing',
            { characteristic: name, wanted, given: values.length },
            line.lineNo,
            'sampledValues',
          ),
        ],
  )
  const lacking = [...byGoods(assessed).values()].flatMap((own) => {
    const { lineNo, materialNo, materialGroup } = firstOf(own).line
    const present = new Set(own.map(({ characteristic }) => characteristic.characteristic))
    const missing = (declared.get(textOf(materialGroup)) ?? []).filter(
      (one) => (one.importance === 'main' || one.isRequired) && !present.has(one.characteristic),
    )
    if (missing.length === 0) return []
    const params = {
      material: textOf(materialNo),
      group: textOf(materialGroup),
      missing: missing.map(({ name }) => name).join('、'),
    }
    return [problem('characteristic-missing', params, lineNo, 'characteristic')]
  })
  return [...few, ...lacking]
}

/** The lines of a sheet by the line of goods they are about: `notice/line`. */
const byGoods = (assessed: readonly AssessedLine[]): Map<string, AssessedLine[]> =>
  Map.groupBy(assessed, ({ line }) => `${line.sourceId}/${line.sourceLine}`)

/** The verdict about one line of goods, for the notice and its inspection orders. */
export interface GoodsVerdict {
  noticeId: string
  noticeLine: number
  recordVerdict: RecordVerdict
  recordFinding: string | null
  acceptableQuantity: Quantity
}

/**
 * The verdict of a sheet for each line of goods, of the whole quantity that was called for inspection, whatever a person
 * entered on the sheet. A failed main characteristic stands for the whole quantity, of which a
 * sample was taken; only where each piece was measured the failed pieces can be told from the others.
 */
export function verdictsOf(
  assessed: readonly AssessedLine[],
  calledQuantity: (noticeId: string, noticeLine: number) => Quantity,
): GoodsVerdict[] {
  return [...byGoods(assessed).values()].map((own) => {
    const source = sourceOfLine(firstOf(own).line)
    const quantity = calledQuantity(source.id, source.lineNo)
    const failing = own.filter(({ failed }) => failed.length > 0)
    const main = failing.filter(({ characteristic }) => characteristic.importance === 'main')
    const finding = failing
      .map(({ characteristic, values }) =>
        findingOf(characteristic.name, values, characteristic.measuringUnit, characteristic),
      )
      .join('、')
    return {
      noticeId: source.id,
      noticeLine: source.lineNo,
      recordVerdict: main.length > 0 ? 'failed' : failing.length > 0 ? 'deviating' : 'passed',
      recordFinding: finding || null,
      acceptableQuantity: main.length === 0 ? quantity : sortedOut(failing, quantity),
    }
  })
}

/** What is left of a quantity without the pieces that fail anything, as far as each piece was measured for that. */
function sortedOut(failing: readonly AssessedLine[], quantity: Quantity): Quantity {
  const areAllMeasured = failing.every(({ values }) => String(values.length) === quantity)
  if (!areAllMeasured) return zeroQuantity
  const pieces = new Set(failing.flatMap(({ failed }) => failed))
  const left = subtractQuantity(quantity, parseQuantity(pieces.size))
  return isPositive(left) ? left : zeroQuantity
}
