import { replenishmentRequest } from '@kufang/contract/safe-stock/replenishment-request.ts'
import { compareQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { coveredSql, inForceSql, missingSql, positionFrom } from './position-sql.ts'
import { problemsOfResponsible } from './responsible.ts'
import { lockQuotas, type QuotaPlace } from './versions.ts'

// What is missing is asked for once: what stands is reckoned in, and a request above what is missing then is refused.

type Save = SaveContext<typeof replenishmentRequest>
type Context<N extends string> = ContextOf<typeof replenishmentRequest, N>

interface Position {
  materialNo: string
  target: Quantity
  covered: Quantity
  missing: Quantity
}

/** What covers the targets of materials now, and what is missing, by material. One statement. */
async function readPositions(
  tx: Transaction,
  place: QuotaPlace,
  materials: readonly string[],
): Promise<ReadonlyMap<string, Position>> {
  const rows = await tx.query<Position>(
    `select v.material_no, v.maximum_quantity as target, ${coveredSql} as covered, ${missingSql} as missing
     from ${positionFrom('$1')}
     where v.company_code = $1 and v.plant = $2 and v.storage_location = $3 and v.material_no = any($4::text[]) and ${inForceSql('v')}`,
    [place.companyCode, place.plant, place.storageLocation, [...materials]],
  )
  return new Map(rows.map((row) => [row.materialNo, row]))
}

const placeOf = (header: {
  companyCode?: unknown
  plant?: unknown
  storageLocation?: unknown
}): QuotaPlace => ({
  companyCode: textOf(header.companyCode),
  plant: textOf(header.plant),
  storageLocation: textOf(header.storageLocation),
})

/** Lines without a quota in force, lines of the same material, and lines that ask for more than is missing. */
function problemsOf(
  lines: readonly { lineNo: number; materialNo?: unknown; quantity?: Quantity | null }[],
  positions: ReadonlyMap<string, Position>,
  place: QuotaPlace,
  problem: Save['problem'],
): RefusalDetail[] {
  const seen = new Map<string, number>()
  return lines.flatMap(({ lineNo, materialNo, quantity }): RefusalDetail[] => {
    const material = textOf(materialNo)
    const other = seen.get(material)
    seen.set(material, other ?? lineNo)
    if (other !== undefined)
      return [problem('quota-repeated', { material, other }, lineNo, 'materialNo')]
    const position = positions.get(material)
    const where = `${place.plant}/${place.storageLocation}`
    if (position === undefined)
      return [problem('quota-missing', { material, place: where }, lineNo, 'materialNo')]
    const { target, covered, missing } = position
    if (!quantity || compareQuantity(quantity, missing) <= 0) return []
    const params = { material, missing, quantity, target, covered }
    return [problem('replenishment-repeated', params, lineNo, 'quantity')]
  })
}

/** Shows the target and what covers it beside each line of a draft, and refuses what is not missing. */
async function beforeSave(context: Save): Promise<void> {
  const { tx, session, header, problem } = context
  const lines = context.lines.map(({ line }) => line)
  const place = placeOf(header)
  const names = lines.map(({ materialNo }) => textOf(materialNo))
  const positions = await readPositions(tx, place, names)
  const materials = await readMaterials(tx, names)
  const problems = [
    ...problemsOf(lines, positions, place, problem),
    ...(await problemsOfResponsible(
      tx,
      session,
      'safe_stock_requester',
      place,
      lines,
      materials,
      (params, lineNo) => problem('quota-not-requested-by', params, lineNo, 'materialNo'),
    )),
  ]
  if (problems.length > 0) throw refuseAll(problems)
  for (const line of lines) {
    const { target, covered, missing } = entryOf(positions, textOf(line.materialNo))
    Object.assign(line, {
      targetQuantity: target,
      coveredQuantity: covered,
      missingQuantity: missing,
    })
  }
}

/** Asks for the goods: by then somebody else may have, so it is reckoned again while nobody else asks. */
async function request(context: Context<'submit'>): Promise<void> {
  const { tx, session, document, lines, problem, setHeader, setLine } = context
  const place = placeOf(document)
  await lockQuotas(tx, place)
  const positions = await readPositions(
    tx,
    place,
    lines.map(({ materialNo }) => materialNo),
  )
  const problems = problemsOf(lines, positions, place, problem)
  if (problems.length > 0) throw refuseAll(problems)
  setHeader({ purchaseRequester: session.userName })
  for (const { lineNo, materialNo } of lines) {
    const { target, covered, missing } = entryOf(positions, materialNo)
    setLine(lineNo, { targetQuantity: target, coveredQuantity: covered, missingQuantity: missing })
  }
}

export const replenishmentRequestEffects = effectsFor(replenishmentRequest, {
  actions: { submit: request },
  beforeSave,
})
