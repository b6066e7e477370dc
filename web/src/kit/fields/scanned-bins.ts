import { isBinLabel } from '@kufang/contract/document/scanned-code.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../api/client.ts'
import type { Row } from './field-column.ts'

const master = 'bin'

/** A bin with the place that its label says. */
export interface ScannedBin {
  plant: string
  storageLocation: string
  bin: string
}

/**
 * The bins that a label may mean (`scannedCodes`): one of a barcode, several of a code that storage locations share. Only
 * those within the scope of the person are found.
 */
export async function scannedBins(codes: readonly string[]): Promise<ScannedBin[]> {
  const found = await Promise.all(
    codes.map((text) => api.post<Row[]>(`/api/masters/${master}/search`, { text, size: 50 })),
  )
  const bins = found
    .flat()
    .filter((row) =>
      isBinLabel(codes, { bin: textOf(row['bin']), barcode: textOf(row['barcode']) }),
    )
    .map((row) => ({
      plant: textOf(row['plant']),
      storageLocation: textOf(row['storageLocation']),
      bin: textOf(row['bin']),
    }))
  return [...new Map(bins.map((bin) => [JSON.stringify(bin), bin])).values()]
}
