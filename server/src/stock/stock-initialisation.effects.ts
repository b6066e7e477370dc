import { readBeforeTakeOver } from './erp-stock-reading.ts'
import { stockInitialisation } from '@kufang/contract/stock/stock-initialisation.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { proportionOfMoney } from '@kufang/kernel/money.ts'
import {
  isNegative,
  isZero,
  negateQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import {
  effectsFor,
  type ContextOf,
  type SaveContext,
  type WantedMove,
} from '../document/effects/effects.ts'
import { problemsOfPosting } from '../document/draft/posting-obstacle.ts'
import { enterOpeningBook } from '../erp/book.ts'
import { stockBatch } from '../masters/public.ts'
import { batchProblems, compareBatches, recordBatches } from '../ledger/public.ts'
import { stockKey, type StockKey } from '../ledger/public.ts'
import { checkGoodsLines, expiryOf } from '../bins/public.ts'
import { compareAsNew, compareWithErp, positionOf, type TakenLine } from './take-over.ts'

type Checked = ContextOf<typeof stockInitialisation, 'submit' | 'initialise'>
type Header = Checked['document']
type Line = Checked['lines'][number]

// Initial quantities are entered once per storage location, never after its first other movement (spec domain.md 1.4).

/** Refuses a location that already has an initialisation or any other movement. */
async function assertBeginning({ tx, document, refuse }: Checked): Promise<void> {
  const { plant, storageLocation } = document
  const [first] = await tx.query<{ documentType: string; documentNo: string }>(
    `select m.document_type, m.document_no from stock_key k
     join stock_move m on m.company_code = k.company_code and (m.to_key = k.id or m.from_key = k.id)
     where k.company_code = $1 and k.place = 'stock' and k.plant = $2 and k.storage_location = $3 and m.document_id <> $4
       -- An initialisation that was taken back never happened, for this purpose.
       and m.reverses is null and m.quantity > coalesce((select sum(r.quantity) from stock_move r where r.company_code = m.company_code and r.reverses = m.id), 0)
     order by (m.document_type = 'stock-initialisation'), m.moved_at limit 1`,
    [document.companyCode, plant, storageLocation, document.id],
  )
  if (!first) return
  const params = {
    plant: plant ?? '',
    storageLocation: storageLocation ?? '',
    by: first.documentNo,
  }
  throw refuse(
    first.documentType === 'stock-initialisation'
      ? 'initialisation-repeated'
      : 'initialisation-closed',
    params,
  )
}

/**
 * Refuses what cannot become initial stock: already when it is submitted, because who entered it can correct it, and
 * again when it becomes stock.
 */
async function check(context: Checked) {
  const { tx, document, lines, today } = context
  const { companyCode, plant, storageLocation } = document
  // Serialises initialisations of the same location.
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', [
    `stock-initialisation ${companyCode} ${plant} ${storageLocation}`,
  ])
  await assertBeginning(context)
  const { problems, materials } = await checkGoodsLines(tx, {
    companyCode,
    plant,
    storageLocation,
    today,
    lines,
    fillsBin: true,
    // They lie there already.
    isFact: true,
  })
  for (const line of lines) {
    const material = materials.get(line.materialNo)
    if (material?.shelfLifeDays && !expiryOf(line, material)) {
      problems.push(
        context.problem(
          'expiry-required',
          { material: line.materialNo },
          line.lineNo,
          'expiryDate',
        ),
      )
    }
  }
  if (problems.length > 0) throw refuseAll(problems)
  const kept = lines.map((line) => ({
    ...line,
    batch: stockBatch(line, materials.get(line.materialNo)),
  }))
  return { materials, lines: kept }
}

/** What the lines state of their batches. */
const batchesOf = (
  lines: readonly Line[],
  materials: Awaited<ReturnType<typeof check>>['materials'],
  firstReceivedAt: Date,
) =>
  lines
    .filter((line) => line.batch)
    .map((line) => ({
      lineNo: line.lineNo,
      materialNo: line.materialNo,
      batch: line.batch!,
      productionDate: line.productionDate as LocalDate | null,
      expiryDate: expiryOf(line, entryOf(materials, line.materialNo)),
      valuationType: line.valuationType,
      firstReceivedAt,
    }))

/** The checks of an act, and what of the ERP's stock falls to each line; null if the stock is new to the ERP. */
async function compared(context: Checked): Promise<(TakenLine | null)[]> {
  if (context.document.origin === 'erp') return compareWithErp(context)
  await compareAsNew(context)
  return context.lines.map(() => null)
}

async function submit(context: ContextOf<typeof stockInitialisation, 'submit'>): Promise<void> {
  const { materials, lines } = await check(context)
  const { tx, document, now } = context
  const otherBatches = await compareBatches(
    tx,
    document.companyCode,
    batchesOf(lines, materials, now),
  )
  if (otherBatches.length > 0)
    throw refuseAll(batchProblems(otherBatches, stockInitialisation.lines, context.problem))
  const taken = await compared({ ...context, lines })
  const differing = lines.filter(
    (_line, at) => !isZero(taken[at]?.differenceQuantity ?? zeroQuantity),
  )
  // Of pieces that the ERP has and nobody found the numbers are not known.
  const unpostable = await problemsOfPosting(tx, null, document, differing)
  if (unpostable.length > 0) throw refuseAll(unpostable)
  for (const [index, { lineNo, batch }] of lines.entries())
    context.setLine(lineNo, {
      batch,
      erpQuantity: taken[index]?.erpQuantity ?? null,
      differenceQuantity: taken[index]?.differenceQuantity ?? null,
    })
}

async function initialise(
  context: ContextOf<typeof stockInitialisation, 'initialise'>,
): Promise<void> {
  const { tx, document, now } = context
  const { companyCode } = document
  const { materials, lines } = await check(context)
  const taken = await compared({ ...context, lines })
  const differing = await recordBatches(tx, companyCode, batchesOf(lines, materials, now))
  if (differing.length > 0)
    throw refuseAll(batchProblems(differing, stockInitialisation.lines, context.problem))
  for (const [index, line] of lines.entries())
    for (const move of movesOf(document, line, taken[index]!)) await context.move(move)
  await enterOpeningBook(tx, companyCode, bookedOf(document, lines, 'enter'))
}

/**
 * The movements of a line. What is new comes from outside and is posted. What the ERP holds comes in without a posting,
 * and what was counted more or less is a count difference, which is posted.
 */
function movesOf(document: Header, line: Line, taken: TakenLine | null): WantedMove[] {
  const { companyCode, plant } = document
  const { lineNo, materialNo } = line
  const outside = (place: 'opening' | 'count-difference') =>
    stockKey({ companyCode, place, plant, materialNo })
  const here = stockKey({
    companyCode,
    plant,
    storageLocation: document.storageLocation,
    bin: line.bin,
    materialNo,
    batch: textOf(line.batch),
    stockCategory: line.stockCategory,
    specialStock: line.specialStock ?? '',
    specialStockReference: textOf(line.specialStockReference),
  })
  const item = {
    productionDate: (line.productionDate as LocalDate | null) ?? undefined,
    expiryDate: (line.expiryDate as LocalDate | null) ?? undefined,
  }
  const worth = (quantity: Quantity) =>
    line.amount === null || isZero(line.quantity)
      ? {}
      : {
          amount: proportionOfMoney(line.amount, quantity, line.quantity),
          amountSource: 'entered' as const,
        }
  const move = (from: StockKey, to: StockKey, quantity: Quantity, isInErp: boolean) =>
    isZero(quantity)
      ? []
      : [{ lineNo, from, to, quantity, item, isInErp, ...worth(quantity) } satisfies WantedMove]
  if (taken === null) return move(outside('opening'), here, line.quantity, false)
  const { erpQuantity, differenceQuantity: difference } = taken
  return [
    ...move(outside('opening'), here, erpQuantity, true),
    ...(isNegative(difference)
      ? move(here, outside('count-difference'), negateQuantity(difference), false)
      : move(outside('count-difference'), here, difference, false)),
  ]
}

/** The quantities by which taking over changes the ERP book: what the ERP held. */
function bookedOf(document: Header, lines: readonly Line[], way: 'enter' | 'take back') {
  const { plant, storageLocation } = document
  if (document.origin !== 'erp') return []
  return lines.flatMap((line) => {
    const quantity = line.erpQuantity ?? zeroQuantity
    if (isZero(quantity)) return []
    return [
      {
        plant,
        storageLocation,
        ...positionOf(line),
        quantity: way === 'enter' ? quantity : negateQuantity(quantity),
      },
    ]
  })
}

const shared = postingEffects(stockInitialisation)

/** Takes the stock back; what was taken over leaves the ERP book too, because it never came through a posting. */
async function reversePhysical(
  context: ContextOf<typeof stockInitialisation, 'reversePhysical'>,
): Promise<void> {
  await shared.reversePhysical(context)
  const { tx, document, lines } = context
  await enterOpeningBook(tx, document.companyCode, bookedOf(document, lines, 'take back'))
}

/** Refuses the same goods on two lines, because a mistake could not be distinguished from intention. */
async function beforeSave({
  tx,
  header,
  lines,
  problem,
}: SaveContext<typeof stockInitialisation>): Promise<void> {
  const seen = new Map<string, number>()
  // What the ERP holds already is not sent.
  const problems =
    header.origin === 'erp'
      ? []
      : await problemsOfPosting(
          tx,
          stockInitialisation,
          header,
          lines.map(({ line }) => line),
        )
  for (const { line } of lines) {
    if ((textOf(line.specialStock) === '') !== (textOf(line.specialStockReference) === ''))
      problems.push(
        problem(
          'special-stock-incomplete',
          { material: String(line.materialNo) },
          line.lineNo,
          textOf(line.specialStock) === '' ? 'specialStock' : 'specialStockReference',
        ),
      )
    const key = [
      line.materialNo,
      line.bin,
      textOf(line.batch),
      textOf(line.valuationType),
      line.stockCategory,
      textOf(line.specialStock),
      textOf(line.specialStockReference),
    ].join('/')
    const other = seen.get(key)
    if (other !== undefined)
      problems.push(
        problem('line-repeated', { other, source: key.replaceAll(/\/{2,}/g, '/') }, line.lineNo),
      )
    seen.set(key, line.lineNo)
  }
  if (problems.length > 0) throw refuseAll(problems)
}

export const stockInitialisationEffects = effectsFor(stockInitialisation, {
  // Initial stock is compared with what the ERP holds now.
  refreshes: { place: { actions: ['submit', 'initialise'], read: readBeforeTakeOver } },
  actions: {
    ...shared,
    submit,
    initialise,
    reversePhysical,
  },
  batchable: ['post'],
  beforeSave,
})
