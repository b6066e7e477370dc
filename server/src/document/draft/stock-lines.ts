import type { SecondRatio, StockLineRow } from '@kufang/contract/document/api.ts'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import {
  compareQuantity,
  isZero,
  subtractQuantity,
  sumQuantities,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { checkGoodsLines, type FillingRule } from '../../bins/public.ts'
import {
  frozenLines,
  readQuantities,
  stockKey,
  type Book,
  type SpecialStock,
  type StockCategory,
  type StockKey,
} from '../../ledger/public.ts'
import { effectsOf } from '../effects/effects.ts'
import type { Clock } from '../storage/clock.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { DraftInput } from './draft.ts'
import { ratioOfStock } from './second-ratio.ts'
import { assertMay, companyWithin, outsideScope } from './draft-checks.ts'

type Named = Readonly<Record<string, unknown>>

/**
 * The stock that a line of a document with `stockLines` is about, by the names of its fields.
 * @param elsewhere what differs where the goods are, such as the bin, or the place and who has them there
 */
export function stockOfLine(
  header: Named,
  line: Named,
  elsewhere: Partial<StockKey> = {},
): StockKey {
  const category = textOf(line['stockCategory'])
  const book = textOf(line['book'])
  return stockKey({
    companyCode: textOf(header['companyCode']),
    plant: textOf(header['plant']),
    storageLocation: textOf(header['storageLocation']),
    bin: textOf(line['bin']),
    materialNo: textOf(line['materialNo']),
    batch: textOf(line['batch']),
    specialStock: textOf(line['specialStock']) as SpecialStock,
    specialStockReference: textOf(line['specialStockReference']),
    ...(category === '' ? {} : { stockCategory: category as StockCategory }),
    ...(book === '' ? {} : { book: book as Book }),
    ...elsewhere,
  })
}

/** What the ledger has of each line now, in both units, and what of it is available, in their order; one statement. */
export function stockOfLines(tx: Transaction, header: Named, lines: readonly Named[]) {
  return readQuantities(
    tx,
    textOf(header['companyCode']),
    lines.map((line) => stockOfLine(header, line)),
  )
}

/** The lines whose stock is empty, in a document that takes the quantity of the ledger and needs some. */
export function withoutStock(
  header: Named,
  lines: readonly (Named & { lineNo: number; quantity: Quantity })[],
): RefusalDetail[] {
  return lines
    .filter(({ quantity }) => isZero(quantity))
    .map((line) => {
      const { bin, batch, materialNo } = stockOfLine(header, line)
      const params = { material: materialNo, bin, batch }
      return { code: 'stock-line-empty', params, line: line.lineNo, field: 'materialNo' }
    })
}

/**
 * The lines that want more than their stock has for them (`stockLines` with an entered `quantity`); lines of the same stock
 * are summed. One statement, and one more to say what freezes them.
 */
export async function beyondAvailable(
  tx: Transaction,
  limit: 'available' | 'movable',
  header: Named,
  lines: readonly (Named & { lineNo: number; quantity: Quantity })[],
): Promise<RefusalDetail[]> {
  const found = await stockOfLines(tx, header, lines)
  const wanted = new Map<string, Quantity>()
  const beyond = lines.flatMap((line, index) => {
    const { quantity: onHand, [limit]: available } = itemAt(found, index)
    const { bin, batch, materialNo } = stockOfLine(header, line)
    const key = JSON.stringify(stockOfLine(header, line))
    const quantity = sumQuantities([
      line.quantity,
      ...(wanted.has(key) ? [entryOf(wanted, key)] : []),
    ])
    wanted.set(key, quantity)
    if (compareQuantity(quantity, available) <= 0) return []
    const held = subtractQuantity(onHand, available)
    const unit = textOf(line['unit'])
    const stock = { material: materialNo, bin, batch }
    return [
      {
        // Named as the column beside it.
        code: `quantity-exceeds-${limit}`,
        params: { ...stock, quantity, unit, [limit]: available, onHand, held },
        line: line.lineNo,
        field: 'quantity',
        short: { lineNo: line.lineNo, key: stockOfLine(header, line), available, wanted: quantity },
      },
    ]
  })
  if (beyond.length === 0) return []
  const frozen = await frozenLines(
    tx,
    textOf(header['companyCode']),
    beyond.map(({ short }) => short),
  )
  return beyond.map(({ short: _short, ...problem }, index) => ({
    ...(frozen[index] ?? problem),
    field: 'quantity',
  }))
}

/**
 * Bins and batches of lines that are about stock, and lines about the same stock where each may have only one
 * (`isOncePerStock`); two statements.
 */
export async function problemsOfStock(
  tx: Transaction,
  { stockLines }: Pick<AnyDocument, 'stockLines'>,
  today: LocalDate,
  header: Named,
  lines: readonly (Named & { lineNo: number; quantity: Quantity })[],
): Promise<RefusalDetail[]> {
  const keys = lines.map((line) => stockOfLine(header, line))
  const { problems } = await checkGoodsLines(tx, {
    companyCode: textOf(header['companyCode']),
    plant: textOf(header['plant']),
    storageLocation: textOf(header['storageLocation']),
    today,
    lines: lines.map(({ lineNo, quantity }, index) => {
      const { materialNo, bin, batch } = itemAt(keys, index)
      return { lineNo, materialNo, bin: bin || null, batch: batch || null, quantity }
    }),
  })
  if (stockLines?.isOncePerStock !== true) return problems
  const seen = new Map<string, number>()
  for (const [index, { lineNo }] of lines.entries()) {
    const key = itemAt(keys, index)
    const text = JSON.stringify(key)
    const other = seen.get(text)
    const { materialNo, bin, batch, stockCategory, specialStock, specialStockReference } = key
    const named = [materialNo, bin, batch, stockCategory, specialStock, specialStockReference]
    const source = named.filter((part) => part).join('/')
    if (other !== undefined)
      problems.push({ code: 'line-repeated', params: { other, source }, line: lineNo })
    seen.set(text, lineNo)
  }
  return problems
}

/**
 * Bins that receive goods accept their hazard class, are in use and have room; a constant number of statements.
 * @param header the place of the bins
 * @param field the line's field with the bin, which the refusals name
 * @param rule what differs from a put-away
 */
export async function problemsOfFilledBins(
  tx: Transaction,
  today: LocalDate,
  header: Named,
  lines: readonly (Named & { lineNo: number })[],
  field: string,
  rule: FillingRule = {},
): Promise<RefusalDetail[]> {
  const { problems } = await checkGoodsLines(tx, {
    ...rule,
    companyCode: textOf(header['companyCode']),
    plant: textOf(header['plant']),
    storageLocation: textOf(header['storageLocation']),
    today,
    lines: lines.map((line) => ({
      lineNo: line.lineNo,
      materialNo: textOf(line['materialNo']),
      batch: textOf(line['batch']) || null,
      quantity: textOf(line['quantity']),
      bin: textOf(line[field]) || null,
    })),
    fillsBin: true,
  })
  return problems.flatMap((one) => (one.field === 'bin' ? [{ ...one, field }] : []))
}

/** The ratios of the stock that proposed lines take, with its bin and batch, in their order; at most two statements. */
export async function ratiosOfStock(
  tx: Transaction,
  header: Named,
  lines: readonly Named[],
): Promise<(SecondRatio | null)[]> {
  const materials = await readMaterials(
    tx,
    lines.map((line) => String(line['materialNo'])),
  )
  if ([...materials.values()].every(({ secondUnit }) => secondUnit === null))
    return lines.map(() => null)
  const found = await stockOfLines(tx, header, lines)
  return lines.map((line, index) => {
    const ratio = ratioOfStock(materials.get(String(line['materialNo'])), itemAt(found, index))
    const of = { bin: line['bin'] as string | null, batch: line['batch'] as string | null }
    return ratio === null ? null : { ...ratio, of }
  })
}

/**
 * What is available of the stock of lines being entered, and what the document proposes for their empty fields. Stock
 * outside the person's data scope is not returned.
 * @throws Refusal `role-missing`, `field-required`, `outside-scope`
 */
export async function proposeStockLines(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  { companyCode, header, lines }: Pick<DraftInput, 'companyCode' | 'header' | 'lines'>,
  clock: Clock,
): Promise<StockLineRow[]> {
  const { definition } = table
  const limit = limitOfStock(definition)
  if (limit === null) throw new Error(`${definition.name} has no lines of stock that are entered`)
  assertMay(definition, session, 'edit')
  const head = { ...header, companyCode: companyWithin(session, companyCode) }
  const materials = await readMaterials(
    tx,
    lines.map((line) => textOf(line['materialNo'])),
  )
  const numbered = lines.map((line, index) => ({
    ...line,
    lineNo: index + 1,
    quantity: '0' as Quantity,
    materialGroup: materials.get(textOf(line['materialNo']))?.materialGroup ?? null,
  }))
  const outside = outsideScope(table, session, head, numbered)
  if (outside.some(({ line }) => line === undefined)) return lines.map(() => nothingKnown)
  const hidden = new Set(outside.map(({ line }) => line))
  const materialOf = (index: number) => materials.get(textOf(lines[index]?.['materialNo']))
  const found = await stockOfLines(tx, head, numbered)
  const { proposeLines } = effectsOf(definition.name)
  const proposed = await proposeLines?.({
    tx,
    session,
    today: clock.today,
    header: head,
    lines: numbered,
  })
  return numbered.map(({ lineNo }, index) =>
    hidden.has(lineNo)
      ? nothingKnown
      : {
          available: itemAt(found, index)[limit],
          proposed: proposed?.[index] ?? {},
          secondUnit: materialOf(index)?.secondUnit ?? null,
          secondRatio: ratioOfStock(materialOf(index), itemAt(found, index)),
        },
  )
}

const nothingKnown: StockLineRow = {
  available: null,
  proposed: {},
  secondUnit: null,
  secondRatio: null,
}
