import type { FreezeReason } from '@kufang/contract/freeze/freeze-reasons.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import { batchHolder, type HeldBatch } from '../ledger/public.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'

/** A freeze of rows of the stock, as far as its batches matter. */
interface Freeze {
  companyCode: string
  plant: string
  storageLocation: string
  freezeReason: FreezeReason | null
  releaseCondition: string | null
  holdUntil: string
  docNo: string
}

interface Goods {
  lineNo: number
  materialNo: string
  batch: string | null
}

/**
 * The batches of these goods, each once; goods that lie under their valuation type instead of a batch are in none. One
 * statement.
 */
async function batchesOf(tx: Transaction, goods: readonly Goods[]): Promise<HeldBatch[]> {
  const materials = await readMaterials(
    tx,
    goods.map(({ materialNo }) => materialNo),
  )
  const batches = new Map<string, HeldBatch>()
  for (const { lineNo, materialNo, batch } of goods) {
    const material = materials.get(materialNo)
    if (!batch || (material?.isSplitValued === true && !material.isBatchManaged)) continue
    batches.set(`${materialNo}/${batch}`, { lineNo, materialNo, batch })
  }
  return [...batches.values()]
}

/**
 * Doubt of the quality of some pieces is doubt of their batch (spec domain.md 1.7): it is frozen as a whole, by a document of
 * its own, unless one holds it already.
 */
export async function freezeBatches(
  tx: Transaction,
  documents: DocumentPort,
  freeze: Freeze,
  goods: readonly Goods[],
): Promise<void> {
  if (freeze.freezeReason !== 'quality') return
  const { companyCode, plant, storageLocation, releaseCondition, holdUntil, docNo } = freeze
  for (const batch of await batchesOf(tx, goods)) {
    // oxlint-disable-next-line no-await-in-loop -- a document for each batch
    if ((await batchHolder(tx, companyCode, batch)) !== undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- as above
    const made = await documents.create('batch-freeze', {
      companyCode,
      header: {
        plant,
        storageLocation,
        freezeReason: 'quality',
        releaseCondition: releaseCondition ?? '',
        holdUntil: holdUntil as LocalDate,
        remark: docNo,
      },
      lines: [{ ofMaterialNo: batch.materialNo, ofBatch: batch.batch }],
    })
    // oxlint-disable-next-line no-await-in-loop -- as above
    await documents.act('batch-freeze', companyCode, made.id, 'freeze')
  }
}
