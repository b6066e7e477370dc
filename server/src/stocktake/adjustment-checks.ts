import type { HeaderOf, LineOf } from '@kufang/contract/document/declare/define-document.ts'
import type { stockAdjustment } from '@kufang/contract/stocktake/stock-adjustment.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import {
  addQuantity,
  isNegative,
  isZero,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { SaveContext } from '../document/effects/effects.ts'
import { problemsOfFilledBins, stockOfLine } from '../document/draft/stock-lines.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { readKeyActivity, whoHolds } from '../ledger/public.ts'

// What is no stock adjustment, and what stands in the way of one. A difference is often a paper that is not finished: as long
// as one is on the row, the row is not put right over it.

type Problem = SaveContext<typeof stockAdjustment>['problem']
type Named = Partial<HeaderOf<typeof stockAdjustment>>
type Line = Partial<LineOf<typeof stockAdjustment>> & { lineNo: number }

const goodsOf = (line: Line) => ({
  material: textOf(line.materialNo),
  bin: textOf(line.bin),
  batch: textOf(line.batch),
})

const differenceOf = (line: Line): Quantity => line.differenceQuantity ?? zeroQuantity

/**
 * Lines without a difference, goods with serial numbers, goods that only lie in another bin, and bins that may not hold what
 * is found. Three statements at most.
 */
export async function problemsOfEntry(
  tx: Transaction,
  today: LocalDate,
  header: Named,
  lines: readonly Line[],
  problem: Problem,
): Promise<RefusalDetail[]> {
  const materials = await readMaterials(
    tx,
    lines.map((line) => textOf(line.materialNo)),
  )
  const reduced = new Map<string, number>()
  const erpKeyOf = (line: Line): string => JSON.stringify({ ...stockOfLine(header, line), bin: '' })
  for (const line of lines)
    if (isNegative(differenceOf(line))) reduced.set(erpKeyOf(line), line.lineNo)
  const problems = lines.flatMap((line): RefusalDetail[] => {
    const { lineNo } = line
    const goods = goodsOf(line)
    const difference = differenceOf(line)
    const material = materials.get(goods.material)
    if (material?.isSerialManaged === true)
      return [problem('adjustment-of-pieces', { material: goods.material }, lineNo, 'materialNo')]
    if (isZero(difference))
      return [
        problem(
          'adjustment-same',
          { ...goods, quantity: textOf(line.actualQuantity), unit: material?.unit ?? '' },
          lineNo,
          'actualQuantity',
        ),
      ]
    const other = isNegative(difference) ? undefined : reduced.get(erpKeyOf(line))
    if (other === undefined) return []
    const params = { material: goods.material, other }
    return [problem('adjustment-is-bin-move', params, lineNo, 'actualQuantity')]
  })
  if (problems.length > 0) return problems
  const surplus = lines.filter((line) => !isNegative(differenceOf(line)))
  if (surplus.length === 0) return []
  return problemsOfFilledBins(tx, today, header, surplus, 'bin')
}

/**
 * Whoever holds the goods, counts them, has moved them without the ERP knowing, or is adjusting them: the document is named
 * for each line. A constant number of statements.
 */
export async function problemsInTheWay(
  tx: Transaction,
  document: Named & { companyCode: string; id: string },
  lines: readonly Line[],
  problem: Problem,
): Promise<RefusalDetail[]> {
  const { companyCode, id } = document
  const keys = lines.map((line) => stockOfLine(document, line))
  const held = await whoHolds(tx, companyCode, keys)
  const activity = await readKeyActivity(tx, companyCode, keys)
  const open = await documentsAbout(tx, document, lines)
  return lines.flatMap((line, index): RefusalDetail[] => {
    const { lineNo } = line
    const goods = goodsOf(line)
    const unit = textOf(line.unit)
    const [hold] = itemAt(held, index)
    if (hold !== undefined) {
      const quantity = hold.quantity ?? textOf(line.quantity)
      const params = { ...goods, no: hold.documentNo, held: `${quantity} ${unit}` }
      return [problem('adjustment-key-held', params, lineNo)]
    }
    const of = (type: OpenDocument['type']) =>
      open.find((one) => one.position === index + 1 && one.type === type)
    const counted = of('stocktaking')
    if (counted !== undefined)
      return [problem('adjustment-key-counted', { ...goods, no: counted.docNo }, lineNo)]
    const adjusting = of('stock-adjustment')
    if (adjusting !== undefined)
      return [problem('adjustment-key-adjusted', { ...goods, no: adjusting.docNo }, lineNo)]
    // The ERP usually had what was taken over as initial stock; its own movements are what is decided about.
    const unposted = unpostedBalance(
      itemAt(activity, index).moves.filter(
        ({ isUnposted, documentId, documentType }) =>
          isUnposted &&
          documentId !== id &&
          !['stock-initialisation', 'stock-adjustment'].includes(documentType),
      ),
    )
    if (unposted === undefined) return []
    const params = { ...goods, no: unposted.documentNo, quantity: unposted.quantity, unit }
    return [problem('adjustment-key-unposted', params, lineNo)]
  })
}

/** The latest document of which something is open; one that was taken back before it was posted left nothing. */
function unpostedBalance(
  moves: readonly { documentNo: string; documentId: string; quantity: Quantity }[],
): { documentNo: string; quantity: Quantity } | undefined {
  const byDocument = Map.groupBy(moves, ({ documentId }) => documentId)
  for (const [, own] of byDocument) {
    const quantity = own.reduce((sum, one) => addQuantity(sum, one.quantity), zeroQuantity)
    if (!isZero(quantity)) return { documentNo: firstOf(own).documentNo, quantity }
  }
  return undefined
}

interface OpenDocument {
  position: number
  type: 'stocktaking' | 'stock-adjustment'
  docNo: string
}

/** Counts and other stock adjustments of the same rows that are not finished. One statement. */
async function documentsAbout(
  tx: Transaction,
  document: Named & { companyCode: string; id: string },
  lines: readonly Line[],
): Promise<OpenDocument[]> {
  const about = (table: string, type: OpenDocument['type'], states: string) =>
    `select w.position::int as position, '${type}' as type, min(h.doc_no) as doc_no
     from wanted w
     join ${table}_line l on l.company_code = $1 and l.material_no = w.material_no
       and coalesce(l.bin, '') = w.bin and coalesce(l.batch, '') = w.batch and l.stock_category = w.stock_category
       and coalesce(l.special_stock, '') = w.special_stock
       and coalesce(l.special_stock_reference, '') = w.special_stock_reference
     join ${table} h on h.company_code = $1 and h.id = l.document_id and h.plant = $2 and h.storage_location = $3
       and h.id <> $4 and h.state in (${states})
     group by w.position`
  const column = (name: keyof Line) => lines.map((line) => textOf(line[name]))
  return tx.query<OpenDocument>(
    `with wanted as (
       select * from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) with ordinality
         as w (material_no, bin, batch, stock_category, special_stock, special_stock_reference, position))
     ${about('stocktaking', 'stocktaking', `'counting', 'toRecount', 'counted', 'differing', 'handled', 'toDirector'`)}
     union all
     ${about('stock_adjustment', 'stock-adjustment', `'submitted', 'toDirector', 'adjusted', 'reversalRequested', 'reversalToDirector'`)}`,
    [
      document.companyCode,
      textOf(document.plant),
      textOf(document.storageLocation),
      document.id,
      column('materialNo'),
      column('bin'),
      column('batch'),
      column('stockCategory'),
      column('specialStock'),
      column('specialStockReference'),
    ],
  )
}

/**
 * Lines of whose row the books have another quantity than when the correction was handed in, with the document that moved it
 * last. At most three statements.
 */
export async function problemsOfMoved(
  tx: Transaction,
  document: Named & { companyCode: string },
  lines: readonly Line[],
  found: readonly Quantity[],
  problem: Problem,
): Promise<RefusalDetail[]> {
  const moved = lines.flatMap((line, index) =>
    found[index] === line.quantity ? [] : [{ line, quantity: itemAt(found, index) }],
  )
  const activity = await readKeyActivity(
    tx,
    document.companyCode,
    moved.map(({ line }) => stockOfLine(document, line)),
  )
  return moved.map(({ line, quantity }, index) =>
    problem(
      'adjustment-moved-since',
      {
        ...goodsOf(line),
        kept: textOf(line.quantity),
        quantity,
        unit: textOf(line.unit),
        by: itemAt(activity, index).moves[0]?.documentNo ?? '',
      },
      line.lineNo,
      'quantity',
    ),
  )
}
