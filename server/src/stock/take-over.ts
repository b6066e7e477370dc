import { addAll } from '@kufang/kernel/add-all.ts'
import { companyMoment } from '@kufang/kernel/company-day.ts'
import { specialStocks, stockCategories } from '@kufang/contract/document/declare/stock-words.ts'
import { stockInitialisation, stockOrigins } from '@kufang/contract/stock/stock-initialisation.ts'
import {
  compareQuantity,
  isZero,
  subtractQuantity,
  sumQuantities,
} from '@kufang/kernel/quantity.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, firstOf } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { lastReading, recentMinutes, type ReadQuantity } from './erp-stock-reading.ts'

// The comparison of initial stock with what the ERP holds, key by key (trade review 1).

type Checked = ContextOf<typeof stockInitialisation, 'submit' | 'initialise'>
type Line = Checked['lines'][number]
type Position = Pick<
  ReadQuantity,
  'materialNo' | 'batch' | 'stockCategory' | 'specialStock' | 'specialStockReference'
>

/** What of the ERP's stock falls to a line, and how far the line differs from it. */
export interface TakenLine {
  lineNo: number
  erpQuantity: Quantity
  differenceQuantity: Quantity
}

const keyOf = (position: Position): string =>
  JSON.stringify([
    position.materialNo,
    position.batch,
    position.stockCategory,
    position.specialStock,
    position.specialStockReference,
  ])

/** The ERP's key of the goods of a line: without its bin. */
export const positionOf = (line: Line): Position => ({
  materialNo: line.materialNo,
  batch: textOf(line.batch),
  stockCategory: line.stockCategory,
  specialStock: textOf(line.specialStock),
  specialStockReference: textOf(line.specialStockReference),
})

const labelIn = (
  labels: Readonly<Record<string, { zh: string; en: string }>>,
  code: string,
): { zh: string; en: string } => labels[code] ?? { zh: code, en: code }

/** A key in words: material, batch, category, special stock. */
function wordsOf(position: Position): { goods: string; goodsEn: string } {
  const { materialNo, batch, specialStockReference } = position
  const category = labelIn(stockCategories, position.stockCategory)
  const special = labelIn(specialStocks, position.specialStock)
  const joined = (language: 'zh' | 'en') =>
    [materialNo, batch, category[language], special[language], specialStockReference]
      .filter((part) => part !== '')
      .join(' ')
  return { goods: joined('zh'), goodsEn: joined('en') }
}

/** Categories and special stocks that a person can count in a bin; the rest is cleared in the ERP first. */
const takeableCategories: readonly string[] = Object.keys(
  stockInitialisation.lines.stockCategory.choices,
)
const takeableSpecialStocks: readonly string[] = ['', 'K', 'Q', 'E']
const isTakeable = ({ stockCategory, specialStock }: Position): boolean =>
  takeableCategories.includes(stockCategory) && takeableSpecialStocks.includes(specialStock)

/**
 * Divides the ERP's quantity of a key among its lines in their order: each gets what was counted there, the last one the
 * rest, so that the difference of the key stands on one line.
 */
function divide(lines: readonly Line[], inErp: Quantity): TakenLine[] {
  let left = inErp
  return lines.map((line, index) => {
    const isLast = index === lines.length - 1
    const fits = compareQuantity(line.quantity, left) <= 0
    const erpQuantity = isLast || !fits ? left : line.quantity
    left = subtractQuantity(left, erpQuantity)
    return {
      lineNo: line.lineNo,
      erpQuantity,
      differenceQuantity: subtractQuantity(line.quantity, erpQuantity),
    }
  })
}

/**
 * Compares the lines with the last reading of the ERP's stock. What the ERP holds must be listed completely, and each
 * difference has a reason.
 * @returns what falls to each line, in the order of the lines
 * @throws `erp-stock-not-read`, `erp-stock-not-listed`, `erp-stock-not-takeable`, `erp-stock-changed`,
 * `difference-unexplained`, all lines together
 */
export async function compareWithErp(context: Checked): Promise<TakenLine[]> {
  const { tx, document, lines, problem, refuse } = context
  const plant = document.plant
  const storageLocation = document.storageLocation
  const { companyCode } = document
  const reading = await lastReading(tx, { companyCode, plant, storageLocation })
  if (!reading.isRecent)
    throw refuse('erp-stock-not-read', {
      plant,
      storageLocation,
      minutes: recentMinutes,
      readAt: reading.readAt === null ? '–' : companyMoment(reading.readAt),
    })
  const byKey = Map.groupBy(lines, (line) => keyOf(positionOf(line)))
  const problems: RefusalDetail[] = []
  for (const row of reading.rows) {
    const { quantity, unit } = row
    if (!isTakeable(row))
      problems.push(problem('erp-stock-not-takeable', { ...wordsOf(row), quantity, unit }))
    else if (!byKey.has(keyOf(row)))
      problems.push(problem('erp-stock-not-listed', { ...wordsOf(row), quantity, unit }))
  }
  const inErp = new Map(reading.rows.map((row) => [keyOf(row), row.quantity]))
  const taken = new Map<number, TakenLine>()
  for (const [key, some] of byKey)
    for (const part of divide(some, inErp.get(key) ?? zeroQuantity)) taken.set(part.lineNo, part)
  for (const [key, some] of byKey)
    addAll(problems, changedOrUnexplained(context, some, inErp.get(key) ?? zeroQuantity, taken))
  if (problems.length > 0) throw refuseAll(problems)
  return lines.map(({ lineNo }) => entryOf(taken, lineNo))
}

/** A key whose ERP quantity is another than the one submitted, or that differs without a reason. */
function changedOrUnexplained(
  { document, problem }: Checked,
  lines: readonly Line[],
  inErp: Quantity,
  taken: ReadonlyMap<number, TakenLine>,
): RefusalDetail[] {
  const first = firstOf(lines)
  const words = { ...wordsOf(positionOf(first)), unit: textOf(first.unit) }
  const submitted = sumQuantities(lines.map(({ erpQuantity }) => erpQuantity ?? zeroQuantity))
  if (document.state === 'submitted' && submitted !== inErp)
    return [
      problem(
        'erp-stock-changed',
        { ...words, before: submitted, after: inErp },
        first.lineNo,
        'erpQuantity',
      ),
    ]
  return lines.flatMap((line) => {
    const { erpQuantity, differenceQuantity } = entryOf(taken, line.lineNo)
    if (isZero(differenceQuantity) || textOf(line.differenceReason) !== '') return []
    return [
      problem(
        'difference-unexplained',
        {
          ...words,
          counted: line.quantity,
          erp: erpQuantity,
          difference: differenceQuantity,
        },
        line.lineNo,
        'differenceReason',
      ),
    ]
  })
}

/**
 * Refuses stock entered as new that the ERP already holds: posting it would double it. Where the ERP was not read the
 * person who chose the origin answers for it.
 * @throws `erp-stock-exists`, `quantity-not-positive`, all lines together
 */
export async function compareAsNew({ tx, document, lines, problem }: Checked): Promise<void> {
  const { companyCode } = document
  const { rows } = await lastReading(tx, {
    companyCode,
    plant: document.plant,
    storageLocation: document.storageLocation,
  })
  const inErp = new Map(rows.map((row) => [keyOf(row), row]))
  const { label } = stockInitialisation.lines.quantity
  const problems = lines.flatMap((line) => {
    if (isZero(line.quantity))
      return [
        problem(
          'quantity-not-positive',
          { field: label.zh, fieldEn: label.en, quantity: line.quantity },
          line.lineNo,
          'quantity',
        ),
      ]
    const row = inErp.get(keyOf(positionOf(line)))
    if (row === undefined) return []
    const { quantity, unit } = row
    const { zh, en } = stockOrigins.erp
    return [
      problem(
        'erp-stock-exists',
        { ...wordsOf(row), quantity, unit, origin: zh, originEn: en },
        line.lineNo,
        'quantity',
      ),
    ]
  })
  if (problems.length > 0) throw refuseAll(problems)
}
