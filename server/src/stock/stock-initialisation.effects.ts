import { stockInitialisation } from '@kufang/contract/stock/stock-initialisation.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/act/effects.ts'
import { upsertBatches } from './batches.ts'
import { stockKey } from './ledger/key.ts'
import { checkGoodsLines, expiryOf } from './line-checks.ts'

type Checked = ContextOf<typeof stockInitialisation, 'submit' | 'initialise'>

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
  return materials
}

async function initialise(
  context: ContextOf<typeof stockInitialisation, 'initialise'>,
): Promise<void> {
  const { tx, document, lines, now } = context
  const { companyCode, plant, storageLocation } = document
  const materials = await check(context)
  await upsertBatches(
    tx,
    companyCode,
    lines
      .filter((line) => line.batch)
      .map((line) => ({
        materialNo: line.materialNo,
        batch: line.batch!,
        productionDate: line.productionDate as LocalDate | null,
        expiryDate: expiryOf(line, materials.get(line.materialNo)!),
        firstReceivedAt: now,
      })),
  )
  for (const line of lines) {
    await context.move({
      lineNo: line.lineNo,
      from: stockKey({ companyCode, place: 'opening', plant, materialNo: line.materialNo }),
      to: stockKey({
        companyCode,
        plant,
        storageLocation,
        bin: line.bin,
        materialNo: line.materialNo,
        batch: line.batch ?? '',
        stockCategory: line.stockCategory,
      }),
      quantity: line.quantity,
      item: {
        productionDate: (line.productionDate as LocalDate | null) ?? undefined,
        expiryDate: (line.expiryDate as LocalDate | null) ?? undefined,
      },
      ...(line.amount === null ? {} : { amount: line.amount, amountSource: 'entered' as const }),
    })
  }
}

/** Refuses the same goods on two lines, because a mistake could not be distinguished from intention. */
async function beforeSave({
  lines,
  problem,
}: SaveContext<typeof stockInitialisation>): Promise<void> {
  const seen = new Map<string, number>()
  const problems: RefusalDetail[] = []
  for (const { line } of lines) {
    const key = [line.materialNo, line.bin, line.batch ?? '', line.stockCategory].join('/')
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
  actions: {
    ...postingEffects(stockInitialisation),
    submit: async (context) => void (await check(context)),
    initialise,
  },
  batchable: ['post'],
  beforeSave,
})
