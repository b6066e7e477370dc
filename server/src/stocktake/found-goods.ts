import type { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { recordBinDates } from '../ledger/public.ts'

// What lies in a bin and is on no line of the sheet, and bins of the scope that should be empty and were looked into.

type Context<N extends string> = ContextOf<typeof stocktaking, N>

/**
 * Goods that the sheet does not have become an order of their own, counted with what was found: it is compared with the books,
 * counted again, explained, reviewed and put right like any other. The sheet itself goes on.
 */
export async function reportFound({
  document,
  input,
  documents,
}: Context<'reportFound'>): Promise<void> {
  const { companyCode, docNo } = document
  const { id } = await documents.create('stocktaking', {
    companyCode,
    header: {
      plant: document.plant,
      storageLocation: document.storageLocation,
      countType: document.countType,
      isBlind: document.isBlind,
      keeperName: document.keeperName,
      binArea: document.binArea,
      planScope: `账外实物，盘点单 ${docNo}`,
    },
    lines: [
      {
        materialNo: input.foundMaterialNo,
        bin: input.foundBin,
        stockCategory: input.foundCategory,
        ...(input.foundBatch && { batch: input.foundBatch }),
        ...(input.foundSpecialStock && { specialStock: input.foundSpecialStock }),
        ...(input.foundSpecialStockReference && {
          specialStockReference: input.foundSpecialStockReference,
        }),
      },
    ],
  })
  await documents.act('stocktaking', companyCode, id, 'start')
  await documents.act('stocktaking', companyCode, id, 'count', {
    lines: [
      {
        lineNo: 1,
        countedQuantity: input.foundQuantity,
        countedSecondQuantity: input.foundSecondQuantity ?? null,
        countedSerialNumbers: null,
        seenAt: null,
        countRemark: `账外实物，盘点单 ${docNo}`,
      },
    ],
  })
}

/** Somebody has looked into the bins that the books say are empty, and found nothing that he did not report. */
export function confirmEmpty({ tx, document, now, setHeader }: Context<'confirmEmpty'>): void {
  const { companyCode, docNo, plant, storageLocation, emptyBins } = document
  recordBinDates(
    tx,
    { companyCode, docNo },
    (emptyBins ?? []).map((bin) => ({
      plant: plant ?? '',
      storageLocation: storageLocation ?? '',
      bin,
      countedAt: now.toISOString(),
    })),
  )
  setHeader({ emptyConfirmedAt: now.toISOString() })
}
