import type { chemicalTransfer } from '@kufang/contract/requisition/chemical-transfer.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { problemsOfFilledBins } from '../document/draft/stock-lines.ts'
import { readMaterials, readSafetyDataSheets, type SafetyDataSheet } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { problemsOfBinRoom } from '../stock/public.ts'

// Chemicals that a unit draws for its own storage location (spec domain.md 1.3: 危化品 needs permit, SDS, quantity cap). The
// same checks when the requisition is entered, submitted and approved, and when its goods leave: a permit or a sheet may
// have run out meanwhile, and a bin been filled.

type Code = (typeof chemicalTransfer)['refusals'][number]

/** What a requisition or an issue of chemicals says of them. */
export interface ChemicalHeader {
  companyCode: string
  plant: string
  receivingStorageLocation: string
  permitNo: string | null
  permitValidTo: LocalDate | null
}

export interface ChemicalLine {
  lineNo: number
  materialNo: string
  quantity: Quantity
  receivingBin: string | null
}

/** What is known of the chemicals of the lines, by material. */
export interface ChemicalFacts {
  hazardClass: string | null
  capQuantity: Quantity | null
  sheet: SafetyDataSheet | null
}

/** Hazard class, cap and best safety data sheet of each material; two statements. */
export async function readChemicals(
  tx: Transaction,
  companyCode: string,
  today: LocalDate,
  lines: readonly Pick<ChemicalLine, 'materialNo'>[],
): Promise<Map<string, ChemicalFacts>> {
  const numbers = lines.map(({ materialNo }) => materialNo)
  const [materials, sheets] = await Promise.all([
    readMaterials(tx, numbers),
    readSafetyDataSheets(tx, companyCode, numbers, today),
  ])
  return new Map(
    [...materials].map(([no, { hazardClass, personCapQuantity }]) => [
      no,
      { hazardClass, capQuantity: personCapQuantity, sheet: sheets.get(no) ?? null },
    ]),
  )
}

/** What refuses these chemicals: permit, class, safety data sheet, cap, receiving bin. Five statements. */
export async function problemsOfChemicals(
  tx: Transaction,
  today: LocalDate,
  header: ChemicalHeader,
  lines: readonly ChemicalLine[],
): Promise<RefusalDetail[]> {
  const { companyCode, plant, receivingStorageLocation: storageLocation } = header
  const facts = await readChemicals(tx, companyCode, today, lines)
  const named = lines.flatMap(({ receivingBin: bin, ...line }) =>
    bin === null ? [] : [{ ...line, bin }],
  )
  const place = { companyCode, plant, storageLocation }
  return [
    ...permitProblems(today, header),
    ...lines.flatMap((line) => problemsOfLine(line, facts.get(line.materialNo))),
    ...(await problemsOfFilledBins(tx, today, place, lines.map(loose), 'receivingBin')),
    ...(await problemsOfBinRoom(tx, place, named, 'receivingBin')),
  ]
}

const loose = (line: ChemicalLine): ChemicalLine & Readonly<Record<string, unknown>> => ({
  ...line,
})

function permitProblems(
  today: LocalDate,
  { permitNo, permitValidTo }: ChemicalHeader,
): RefusalDetail[] {
  if (permitValidTo === null || permitValidTo >= today) return []
  const params = { permit: permitNo ?? '', date: permitValidTo }
  return [{ code: 'permit-expired' satisfies Code, params, field: 'permitValidTo' }]
}

function problemsOfLine(
  { lineNo, materialNo: material }: ChemicalLine,
  facts: ChemicalFacts | undefined,
): RefusalDetail[] {
  // An unknown material is refused elsewhere.
  if (facts === undefined) return []
  const refused = (code: Code, params: RefusalDetail['params'] = {}): RefusalDetail => ({
    code,
    params: { material, ...params },
    line: lineNo,
    field: 'materialNo',
  })
  if (facts.hazardClass === null) return [refused('not-a-chemical')]
  const found = problemOfSheet(facts.sheet, refused)
  if (facts.capQuantity === null) found.push(refused('chemical-cap-missing'))
  return found
}

function problemOfSheet(
  sheet: SafetyDataSheet | null,
  refused: (code: Code, params?: RefusalDetail['params']) => RefusalDetail,
): RefusalDetail[] {
  if (sheet === null) return [refused('safety-sheet-missing')]
  if (sheet.isOnFile) return []
  const { sheetNo, validFrom, validTo, isValid } = sheet
  return [
    isValid
      ? refused('safety-sheet-without-file', { sheet: sheetNo })
      : refused('safety-sheet-expired', { sheet: sheetNo, from: validFrom ?? '–', to: validTo }),
  ]
}
