import type { chemicalTransfer } from '@kufang/contract/requisition/chemical-transfer.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { problemsOfFilledBins } from '../document/draft/stock-lines.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  problemsOfDangerousGoods,
  readDangers,
  type DangerousHeader,
  type DangerousLine,
} from '../masters/public.ts'

// Chemicals that a unit draws for its own storage location: dangerous goods, and bins that may take them. The same checks
// when the requisition is entered, submitted and approved, and when its goods leave: a bin may have been filled meanwhile.

type Code = (typeof chemicalTransfer)['refusals'][number]

/** What a requisition or an issue of chemicals says of them. */
export interface ChemicalHeader extends DangerousHeader {
  plant: string
  receivingStorageLocation: string
}

export interface ChemicalLine extends DangerousLine {
  quantity: Quantity
  receivingBin: string | null
}

/** What refuses these chemicals: what refuses dangerous goods, no class, the receiving bin. Five statements. */
export async function problemsOfChemicals(
  tx: Transaction,
  today: LocalDate,
  header: ChemicalHeader,
  lines: readonly ChemicalLine[],
): Promise<RefusalDetail[]> {
  const { companyCode, plant, receivingStorageLocation: storageLocation } = header
  const dangers = await readDangers(tx, companyCode, today, lines)
  const place = { companyCode, plant, storageLocation }
  return [
    ...problemsOfDangerousGoods(today, header, lines, dangers),
    ...lines.flatMap(({ lineNo, materialNo: material }): RefusalDetail[] => {
      const known = dangers.get(material)
      // An unknown material is refused elsewhere.
      if (known === undefined || known.hazardClass !== null) return []
      const code: Code = 'not-a-chemical'
      return [{ code, params: { material }, line: lineNo, field: 'materialNo' }]
    }),
    ...(await problemsOfFilledBins(tx, today, place, lines.map(loose), 'receivingBin', {
      isForStorage: true,
    })),
  ]
}

const loose = (line: ChemicalLine): ChemicalLine & Readonly<Record<string, unknown>> => ({
  ...line,
})
