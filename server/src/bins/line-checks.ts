import { addAll } from '@kufang/kernel/add-all.ts'
import { isHazardAllowed } from '@kufang/contract/masters/hazard-class.ts'
import { addDays, compareDates, daysBetween, type LocalDate } from '@kufang/kernel/local-date.ts'
import { isQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import {
  binKey,
  readBins,
  readMaterials,
  readValuationTypes,
  type Material,
} from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import { problemsOfFilling } from './bin-room.ts'
import { binFrozen, heldBins } from '../ledger/public.ts'

/** The data of a document line needed to check bins and batches. */
export interface CheckedLine {
  lineNo: number
  materialNo: string
  bin: string | null
  batch: string | null
  /** Where goods come in. */
  valuationType?: string | null
  productionDate?: string | null
  expiryDate?: string | null
  quantity: string
  /** They lie in the bin already, so that they take no more room: what is received out of the bin where it was inspected. */
  liesThere?: boolean
}

/** How the rule of full and mixed bins is applied; without a part of it as for a put-away. */
export interface FillingRule {
  /** The goods lie there, whatever the bin takes: stock that is taken over. */
  isFact?: boolean
  /** Only bins for storage are accepted. */
  isForStorage?: boolean
  /** Classes are kept apart also in areas where goods are received, set apart or staged. */
  isInEveryArea?: boolean
}

export interface LineCheck extends FillingRule {
  companyCode: string
  plant: string
  storageLocation: string
  today: LocalDate
  lines: readonly CheckedLine[]
  /**
   * At receipt: batch data must be complete, with sufficient remaining shelf life (spec domain.md 1.1,
   * "batch/serial/shelf life").
   */
  isIncoming?: boolean
  /** Their remaining shelf life was judged when they arrived: of goods that come in only what has expired is refused. */
  isLifeJudged?: boolean
  /**
   * Goods are put into the bin: its hazard class must match, neither it nor its area may be held, and it has room
   * (`bin-room.ts`).
   */
  fillsBin?: boolean
}

/**
 * Checks bins and batches of all lines in a constant number of statements: the bin belongs to the storage location, is active and
 * matches the hazard class; batch and shelf-life data are present if the material requires them.
 */
export async function checkGoodsLines(
  queryable: Queryable,
  check: LineCheck,
): Promise<{
  problems: RefusalDetail[]
  materials: Map<string, Material>
}> {
  const { companyCode, plant, storageLocation } = check
  const [materials, bins, held] = await Promise.all([
    readMaterials(
      queryable,
      check.lines.map((line) => line.materialNo),
    ),
    readBins(
      queryable,
      companyCode,
      check.lines.flatMap((line) => (line.bin ? [{ plant, storageLocation, bin: line.bin }] : [])),
    ),
    heldBins(
      queryable,
      { companyCode, plant, storageLocation },
      check.fillsBin ? check.lines.flatMap((line) => line.bin ?? []) : [],
    ),
  ])
  const types = await readValuationTypes(queryable, plant, materials.values())
  const problems: RefusalDetail[] = []
  for (const line of check.lines) {
    const add = (code: string, params: Record<string, string | number>, field: string) =>
      problems.push({ code, params, line: line.lineNo, field })
    const material = materials.get(line.materialNo)
    if (!material) {
      add('material-unknown', { material: line.materialNo }, 'materialNo')
      continue
    }
    const bin = line.bin ? bins.get(binKey({ plant, storageLocation, bin: line.bin })) : undefined
    if (line.bin && !bin) add('bin-unknown', { bin: line.bin, plant, storageLocation }, 'bin')
    if (bin && (!bin.isActive || bin.isFrozen)) add('bin-inactive', { bin: bin.bin }, 'bin')
    const hold = line.bin ? held.get(line.bin) : undefined
    if (hold !== undefined) problems.push(binFrozen(hold, line.lineNo, 'bin'))
    if (check.fillsBin && bin && !isHazardAllowed(material.hazardClass, bin.hazardClass)) {
      add(
        'bin-hazard-mismatch',
        {
          material: line.materialNo,
          hazard: material.hazardClass ?? '–',
          bin: bin.bin,
          binHazard: bin.hazardClass ?? '–',
        },
        'bin',
      )
    }
    addAll(problems, batchProblems(check, line, material, types.get(line.materialNo)))
  }
  if (check.fillsBin && !check.isFact)
    addAll(problems, await roomProblems(queryable, check, problems, materials, bins))
  return { problems, materials }
}

/** Full and mixed bins, of the lines whose bin is right otherwise: one reason for each is enough. */
async function roomProblems(
  queryable: Queryable,
  check: LineCheck,
  problems: readonly RefusalDetail[],
  materials: ReadonlyMap<string, Material>,
  bins: Awaited<ReturnType<typeof readBins>>,
): Promise<RefusalDetail[]> {
  const { companyCode, plant, storageLocation } = check
  const barred = new Set(problems.flatMap(({ field, line }) => (field === 'bin' ? [line] : [])))
  const isStorage = (bin: string) =>
    bins.get(binKey({ plant, storageLocation, bin }))?.purpose === 'storage'
  const filling = check.lines.flatMap(({ lineNo, materialNo, bin, quantity, liesThere }) =>
    bin && !liesThere && !barred.has(lineNo) && isQuantity(quantity)
      ? [{ lineNo, materialNo, bin, quantity: quantity as Quantity }]
      : [],
  )
  return problemsOfFilling(queryable, { companyCode, plant, storageLocation }, filling, {
    field: 'bin',
    isForStorage: check.isForStorage === true,
    isDangerous: ({ materialNo, bin }) =>
      (materials.get(materialNo)?.hazardClass ?? '') !== '' &&
      (check.isInEveryArea === true || isStorage(bin)),
  })
}

function batchProblems(
  check: LineCheck,
  line: CheckedLine,
  material: Material,
  types: readonly string[] | undefined,
): RefusalDetail[] {
  const problems: RefusalDetail[] = []
  const add = (code: string, params: Record<string, string | number>, field: string) =>
    problems.push({ code, params, line: line.lineNo, field })
  if (material.isBatchManaged && !line.batch)
    add('batch-required', { material: line.materialNo }, 'batch')
  if (!material.isBatchManaged && types !== undefined)
    addAll(problems, valuationProblems(check.plant, line, types))
  else if (!material.isBatchManaged && line.batch)
    add('batch-not-allowed', { material: line.materialNo, batch: line.batch }, 'batch')
  if (check.isLifeJudged !== true && (check.isIncoming || check.isFact))
    addAll(problems, dateProblems(line, check.today))
  if (!check.isIncoming) return problems
  const expiry = expiryOf(line, material)
  if (material.shelfLifeDays && !expiry)
    add('expiry-required', { material: line.materialNo }, 'expiryDate')
  if (!expiry) return problems
  const left = daysBetween(check.today, expiry)
  if (compareDates(expiry, check.today) < 0)
    add('batch-expired', { batch: line.batch ?? '–', expiry }, 'expiryDate')
  else if (
    check.isLifeJudged !== true &&
    material.minimumRemainingDays &&
    left < material.minimumRemainingDays
  ) {
    add(
      'remaining-life-short',
      {
        batch: line.batch ?? '–',
        days: left,
        material: line.materialNo,
        required: material.minimumRemainingDays,
      },
      'expiryDate',
    )
  }
  return problems
}

/** Goods without batches, valued separately: their batch is one of the valuation types of the material. */
function valuationProblems(
  plant: string,
  line: CheckedLine,
  types: readonly string[],
): RefusalDetail[] {
  const { lineNo, materialNo, batch, valuationType } = line
  const field = valuationType === undefined ? 'batch' : 'valuationType'
  const type = valuationType || batch
  const params = { material: materialNo, plant, types: types.join(' / ') }
  if (!type) return [{ code: 'valuation-type-required', params, line: lineNo, field }]
  if (batch && batch !== type) {
    const shown = { material: materialNo, batch, type }
    return [{ code: 'valuation-type-not-batch', params: shown, line: lineNo, field: 'batch' }]
  }
  return types.includes(type)
    ? []
    : [{ code: 'valuation-type-unknown', params: { ...params, type }, line: lineNo, field }]
}

/** What the dates of a batch contradict: each other, or that the goods are here today. */
function dateProblems(line: CheckedLine, today: LocalDate): RefusalDetail[] {
  const { lineNo, materialNo: material, batch, productionDate: production } = line
  const contradicting = expiryBeforeProduction(line)
  const found: RefusalDetail[] = contradicting
    ? [
        {
          code: 'expiry-before-production',
          params: { material, batch: batch ?? '', ...contradicting },
          line: lineNo,
          field: 'expiryDate',
        },
      ]
    : []
  if (production && production > today)
    found.push({
      code: 'production-in-future',
      params: { material, batch: batch ?? '', production, today },
      line: lineNo,
      field: 'productionDate',
    })
  return found
}

/** The days of goods that would have expired before they were produced; null of all others. */
export function expiryBeforeProduction({
  productionDate,
  expiryDate,
}: Pick<CheckedLine, 'productionDate' | 'expiryDate'>): {
  production: string
  expiry: string
} | null {
  if (!productionDate || !expiryDate || expiryDate >= productionDate) return null
  return { production: productionDate, expiry: expiryDate }
}

/** The given expiry date, or the production date plus the material's shelf life. */
export function expiryOf(
  line: Pick<CheckedLine, 'productionDate' | 'expiryDate'>,
  material: Pick<Material, 'shelfLifeDays'>,
): LocalDate | null {
  if (line.expiryDate) return line.expiryDate as LocalDate
  if (line.productionDate && material.shelfLifeDays)
    return addDays(line.productionDate as LocalDate, material.shelfLifeDays)
  return null
}
