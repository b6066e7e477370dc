import type { HeaderOf, LineOf } from '@kufang/contract/document/declare/define-document.ts'
import type { requisition } from '@kufang/contract/requisition/requisition.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { SaveContext } from '../document/effects/effects.ts'
import { mayDrawFrom } from '../masters/public.ts'
import { problemsOfChemicals, type ChemicalHeader, type ChemicalLine } from './chemical-goods.ts'

// The requisition of chemicals (领料单创建(化学品转储)): what it says of where they go, and what is checked when it is entered.

type Saved = SaveContext<typeof requisition>
/** Whether its goods are transferred to the unit's own storage location instead of being consumed. */
export const isChemical = ({ requisitionType }: { requisitionType?: unknown }): boolean =>
  requisitionType === 'chemical'

/** Checks a draft. */
export async function problemsOfDraft({
  tx,
  header,
  lines,
  today,
  problem,
}: Pick<Saved, 'tx' | 'header' | 'lines' | 'today' | 'problem'>): Promise<RefusalDetail[]> {
  const head = chemicalHeaderOf(header)
  const { companyCode, plant, receivingStorageLocation: storageLocation } = head
  const problems: RefusalDetail[] = []
  const field = 'receivingStorageLocation'
  if (storageLocation === textOf(header.storageLocation))
    problems.push(problem('transfer-same-location', { plant, storageLocation }, undefined, field))
  const pickingUnit = textOf(header.pickingUnit)
  if (!(await mayDrawFrom(tx, companyCode, pickingUnit, plant, storageLocation)))
    problems.push(
      problem(
        'receiving-location-outside',
        { pickingUnit, plant, storageLocation },
        undefined,
        field,
      ),
    )
  const goods = lines.map(({ line }) => chemicalLineOf(line))
  const found = await problemsOfChemicals(tx, today, head, goods)
  // A draft may still lack its permit, which its page requires of what is submitted.
  return [...problems, ...found.filter(({ code }) => code !== 'permit-missing')]
}

/** What a requisition of chemicals says of them. */
export const chemicalHeaderOf = (
  header: Partial<HeaderOf<typeof requisition>>,
): ChemicalHeader => ({
  companyCode: textOf(header.companyCode),
  plant: textOf(header.plant),
  receivingStorageLocation: textOf(header.receivingStorageLocation),
  permitNo: textOf(header.permitNo) || null,
  permitValidTo: (header.permitValidTo ?? null) as LocalDate | null,
})

export const chemicalLineOf = (
  line: Partial<LineOf<typeof requisition>> & { lineNo: number },
): ChemicalLine => ({
  lineNo: line.lineNo,
  materialNo: textOf(line.materialNo),
  quantity: line.quantity ?? zeroQuantity,
  receivingBin: textOf(line.receivingBin) || null,
})
