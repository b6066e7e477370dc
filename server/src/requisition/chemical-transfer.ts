import type { requisition } from '@kufang/contract/requisition/requisition.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ContextOf, SaveContext } from '../document/act/effects.ts'
import { mayDrawFrom } from '../masters/public.ts'
import { checkCaps } from './chemical-caps.ts'
import {
  problemsOfChemicals,
  readChemicals,
  type ChemicalHeader,
  type ChemicalLine,
} from './chemical-goods.ts'

// The requisition of chemicals (领料单创建(化学品转储)): what it checks when it is entered, submitted and approved.

type Saved = SaveContext<typeof requisition>
type Row = Readonly<Record<string, unknown>>

/** Whether its goods are transferred to the unit's own storage location instead of being consumed. */
export const isChemical = ({ requisitionType }: { requisitionType?: unknown }): boolean =>
  requisitionType === 'chemical'

/** Checks a draft, and writes beside each line what is known of its chemical. */
export async function problemsOfDraft({
  tx,
  header,
  lines,
  today,
  problem,
}: Pick<Saved, 'tx' | 'header' | 'lines' | 'today' | 'problem'>): Promise<RefusalDetail[]> {
  const [head, goods] = [headerOf(header), lines.map(({ line }) => lineOf(line))]
  const known = await readChemicals(tx, head.companyCode, today, goods)
  for (const { line } of lines) {
    const facts = known.get(textOf(line.materialNo))
    Object.assign(line, {
      hazardClass: facts?.hazardClass ?? null,
      safetySheetNo: facts?.sheet?.sheetNo ?? null,
      safetySheetValidTo: facts?.sheet?.validTo ?? null,
      capQuantity: facts?.capQuantity ?? null,
    })
  }
  const { plant, receivingStorageLocation: storageLocation } = head
  const problems: RefusalDetail[] = []
  const field = 'receivingStorageLocation'
  if (storageLocation === textOf(header.storageLocation))
    problems.push(problem('transfer-same-location', { plant, storageLocation }, undefined, field))
  const pickingUnit = textOf(header.pickingUnit)
  if (!(await mayDrawFrom(tx, head.companyCode, pickingUnit, plant, storageLocation)))
    problems.push(
      problem(
        'receiving-location-outside',
        { pickingUnit, plant, storageLocation },
        undefined,
        field,
      ),
    )
  return [...problems, ...(await problemsOfChemicals(tx, today, head, goods))]
}

/**
 * Checks the chemicals and the cap of their requester again, and keeps with each line what he had drawn before.
 * @throws Refusal as of `problemsOfChemicals`, and `chemical-cap-exceeded`
 */
export async function checkChemicals(
  context: ContextOf<typeof requisition, 'submit'> | ContextOf<typeof requisition, 'approve'>,
  day: LocalDate,
): Promise<void> {
  const { tx, today, document, lines, setLine } = context
  const { companyCode, id, requester } = document
  const { problems, facts } = await checkCaps(tx, { companyCode, id, requester, day, lines })
  const found = [
    ...(await problemsOfChemicals(tx, today, headerOf(document), lines.map(lineOf))),
    ...problems,
  ]
  if (found.length > 0) throw refuseAll(found)
  for (const { lineNo, ...fact } of facts) setLine(lineNo, fact)
}

const headerOf = (header: Row): ChemicalHeader => ({
  companyCode: textOf(header['companyCode']),
  plant: textOf(header['plant']),
  receivingStorageLocation: textOf(header['receivingStorageLocation']),
  permitNo: textOf(header['permitNo']) || null,
  permitValidTo: (header['permitValidTo'] ?? null) as LocalDate | null,
})

const lineOf = (line: Row & { lineNo: number }): ChemicalLine => ({
  lineNo: line.lineNo,
  materialNo: textOf(line['materialNo']),
  quantity: line['quantity'] as Quantity,
  receivingBin: textOf(line['receivingBin']) || null,
})
