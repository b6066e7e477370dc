import { addAll } from '@kufang/kernel/add-all.ts'
import type { dangerousGoods } from '@kufang/contract/masters/dangerous-goods.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { readMaterials } from '../materials.ts'
import { readSafetyDataSheets, type SafetyDataSheet } from '../safety-data-sheets.ts'
import type { Transaction } from '../../platform/database/database.ts'

// Dangerous goods are drawn under a permit, with their safety data sheet on file and no more than their cap (spec domain.md
// 1.3), whichever page they are requested on. The same checks when the requisition is submitted and approved, and when its
// goods leave: a permit or a sheet may have run out meanwhile. What goes straight to its user, or to another company, is
// checked as far as these know it.

type Code = (typeof dangerousGoods)['refusals'][number]

/** What a requisition or an issue says of the permit. */
export interface DangerousHeader {
  companyCode: string
  permitNo: string | null
  permitValidTo: LocalDate | null
}

export interface DangerousLine {
  lineNo: number
  materialNo: string
}

/** What is known of a material that may be dangerous; without a class it is not. */
export interface Danger {
  hazardClass: string | null
  capQuantity: Quantity | null
  sheet: SafetyDataSheet | null
}

/** Hazard class, cap and best safety data sheet of each material. At most two statements; one where nothing is dangerous. */
export async function readDangers(
  tx: Transaction,
  companyCode: string,
  today: LocalDate,
  lines: readonly Pick<DangerousLine, 'materialNo'>[],
): Promise<Map<string, Danger>> {
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  const dangerous = [...materials].flatMap(([no, { hazardClass }]) =>
    hazardClass === null ? [] : [no],
  )
  const sheets =
    dangerous.length === 0
      ? new Map<string, SafetyDataSheet>()
      : await readSafetyDataSheets(tx, companyCode, dangerous, today)
  return new Map(
    [...materials].map(([no, { hazardClass, personCapQuantity }]) => [
      no,
      { hazardClass, capQuantity: personCapQuantity, sheet: sheets.get(no) ?? null },
    ]),
  )
}

/** The lines whose goods are dangerous. */
export const dangerousOf = <L extends Pick<DangerousLine, 'materialNo'>>(
  lines: readonly L[],
  dangers: ReadonlyMap<string, Danger>,
): L[] => lines.filter(({ materialNo }) => (dangers.get(materialNo)?.hazardClass ?? null) !== null)

/** What the line of a document shows of its goods. */
export const shownDanger = (danger: Danger | undefined) => ({
  hazardClass: danger?.hazardClass ?? null,
  safetySheetNo: danger?.sheet?.sheetNo ?? null,
  safetySheetValidTo: danger?.sheet?.validTo ?? null,
})

/**
 * What refuses the dangerous goods of these lines: no permit or one that has run out, no valid safety data sheet on file,
 * no cap. `isUncapped`: nobody draws these goods from the stock, because they have left already in an emergency, and a paper
 * that the cap refused would leave them without any; or because their order was made for the unit that gets them.
 */
export function problemsOfDangerousGoods(
  today: LocalDate,
  { permitNo, permitValidTo }: Omit<DangerousHeader, 'companyCode'>,
  lines: readonly DangerousLine[],
  dangers: ReadonlyMap<string, Danger>,
  isUncapped = false,
): RefusalDetail[] {
  const dangerous = dangerousOf(lines, dangers)
  const problems: RefusalDetail[] = []
  const hasPermit = (permitNo ?? '') !== '' && permitValidTo !== null
  if (dangerous.length > 0 && hasPermit && permitValidTo < today)
    problems.push({
      code: 'permit-expired' satisfies Code,
      params: { permit: permitNo!, date: permitValidTo },
      field: 'permitValidTo',
    })
  for (const { lineNo, materialNo: material } of dangerous) {
    const { hazardClass, capQuantity, sheet } = entryOf(dangers, material)
    const refused = (code: Code, params: RefusalDetail['params'] = {}): RefusalDetail => ({
      code,
      params: { material, ...params },
      line: lineNo,
      field: 'materialNo',
    })
    if (!hasPermit) problems.push(refused('permit-missing', { class: hazardClass! }))
    addAll(problems, problemsOfSheet(sheet, refused))
    if (capQuantity === null && !isUncapped) problems.push(refused('chemical-cap-missing'))
  }
  return problems
}

/** Lines of dangerous goods whose safety data sheet is not on file or not valid: nobody may be given them without it. */
export const problemsOfSheets = (
  lines: readonly DangerousLine[],
  dangers: ReadonlyMap<string, Danger>,
): RefusalDetail[] =>
  dangerousOf(lines, dangers).flatMap(({ lineNo, materialNo: material }) =>
    problemsOfSheet(entryOf(dangers, material).sheet, (code, params) => ({
      code,
      params: { material, ...params },
      line: lineNo,
      field: 'materialNo',
    })),
  )

function problemsOfSheet(
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
