import { addAll } from '@kufang/kernel/add-all.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { unitCode } from '@kufang/contract/document/catalogue/unit-words.ts'
import { quantitiesBeyondLine } from '@kufang/contract/document/line-limits.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { convertEntered, readMaterials } from '../../masters/public.ts'
import { secondUnitProblem } from '../draft/second-quantity.ts'
import { unitProblem } from '../draft/unit-problem.ts'
import { withoutUnits } from '../draft/entered-units.ts'
import { missingFields, readInput } from '../input/input.ts'
import { checkReferences } from '../draft/reference-check.ts'
import type { DocumentLine } from '../storage/document.ts'
import type { LooseContext } from '../effects/effects.ts'

type GivenLine = { lineNo: number } & Record<string, unknown>

/**
 * What was given of lines with an action: by its declared fields, each line once, and no more than the line allows. An
 * action that persons do to lines is done to one at least.
 * @param today the company's day of the act
 */
export function readLineInput(
  definition: AnyDocument,
  declared: ActionDeclaration<string>,
  lines: readonly DocumentLine[],
  given: readonly GivenLine[],
  today?: LocalDate,
): { lineInput: GivenLine[]; problems: RefusalDetail[] } {
  const fields = declared.lineInput ?? {}
  const problems: RefusalDetail[] = []
  if (declared.lineInput !== undefined && given.length === 0)
    problems.push({ code: 'lines-required', params: {} })
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const seen = new Set<number>()
  const lineInput = given.map(({ lineNo, ...raw }) => {
    const line = byNumber.get(lineNo)
    if (line === undefined)
      problems.push({ code: 'line-unknown', params: { lineNo }, line: lineNo })
    if (seen.has(lineNo)) problems.push({ code: 'line-twice', params: { lineNo }, line: lineNo })
    seen.add(lineNo)
    const { plain, units } = withoutUnits(fields, raw)
    const read = readInput(fields, plain, { accepts: () => true, line: lineNo, today })
    if (line !== undefined && read.problems.length === 0)
      addAll(problems, convertLineUnits(fields, line, read.values, units))
    addAll(problems, read.problems)
    addAll(problems, missingFields(fields, { ...raw, ...read.values }, { line: lineNo }))
    if (line !== undefined)
      addAll(
        problems,
        quantitiesBeyondLine(definition, declared, line, read.values).map((problem) => ({
          ...problem,
          line: lineNo,
        })),
      )
    return { lineNo, ...read.values }
  })
  return { lineInput, problems }
}

/**
 * Converts quantities given with the entry unit of their line to the base unit, in place; a quantity in the second unit is
 * given in that unit only.
 */
function convertLineUnits(
  fields: Fields,
  line: DocumentLine,
  values: Record<string, unknown>,
  units: ReadonlyMap<string, string>,
): RefusalDetail[] {
  const { lineNo, materialNo, unit: baseUnit, entryUnit, unitNumerator, unitDenominator } = line
  return [...units].flatMap(([field, text]): RefusalDetail[] => {
    const given = unitCode(text)
    if (fields[field]?.unit === 'secondUnit') {
      const { secondUnit } = line
      // Without a second unit the quantity is refused as such.
      if (secondUnit === null || given === secondUnit) return []
      const params = { material: materialNo, unit: text, units: secondUnit }
      return [{ code: 'unit-not-of-material', params, line: lineNo, field }]
    }
    if (given === baseUnit) return []
    if (given !== entryUnit || unitNumerator === null || unitDenominator === null) {
      const known = unitNumerator === null ? [baseUnit] : [baseUnit, entryUnit]
      const params = { material: materialNo, unit: text, units: known.join('/') }
      return [{ code: 'unit-not-of-material', params, line: lineNo, field }]
    }
    const outcome = convertEntered(
      values[field] as Quantity,
      // The decimals of both units: those of the base unit are checked with all quantities (assertUnitsOfLines).
      { ...plainUnit(entryUnit), numerator: unitNumerator, denominator: unitDenominator },
      { unit: baseUnit, unitDecimals: 3 },
    )
    if (!('base' in outcome)) return [{ ...outcome.problem, line: lineNo, field }]
    values[field] = outcome.base
    return []
  })
}

const plainUnit = (unit: string) => ({ unit, nameZh: unit, nameEn: unit, decimals: 3 })

/**
 * What was given with an action in reference fields exists, is active and valid, as in a draft; one statement per
 * master, and none without references.
 */
export async function assertReferencesGiven(
  {
    tx,
    document,
    lines,
    input,
    lineInput,
  }: Pick<LooseContext, 'tx' | 'document' | 'lines' | 'input' | 'lineInput'>,
  declared: Pick<ActionDeclaration<string>, 'input' | 'lineInput'>,
): Promise<void> {
  const { input: headerFields = {}, lineInput: lineFields = {} } = declared
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const given = lineInput.map((line) => ({ ...byNumber.get(line.lineNo), ...line }))
  const header = { ...document, ...input }
  const problems = await checkReferences(tx, { headerFields, lineFields }, header, given)
  if (problems.length > 0) throw refuseAll(problems)
}

/** Quantities given of lines suit the unit of their material; one statement for all, and none without such a quantity. */
export async function assertUnitsOfLines(
  { tx, lines, lineInput }: LooseContext,
  fields: Fields,
): Promise<void> {
  const names = Object.keys(fields).filter((name) => fieldOf(fields, name).kind === 'quantity')
  if (names.length === 0 || lineInput.length === 0) return
  const byNumber = new Map(lines.map((line) => [line.lineNo, line]))
  const materialOf = (lineNo: number): string => String(byNumber.get(lineNo)?.['materialNo'] ?? '')
  const materials = await readMaterials(
    tx,
    lineInput.map(({ lineNo }) => materialOf(lineNo)),
  )
  const problems = lineInput.flatMap((given) => {
    const material = materials.get(materialOf(given.lineNo))
    return names.flatMap((name) => {
      const quantity = given[name]
      if (material === undefined || typeof quantity !== 'string') return []
      if (fieldOf(fields, name).unit !== 'secondUnit')
        return unitProblem(material, quantity, given.lineNo, name)
      const at = { line: given.lineNo, field: name }
      return secondUnitProblem(material, quantity as Quantity, at)
    })
  })
  if (problems.length > 0) throw refuseAll(problems)
}
