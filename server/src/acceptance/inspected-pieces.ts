import type { inspectionOrder } from '@kufang/contract/acceptance/inspection-order.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  compareQuantity,
  parseQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { notOfSource } from '../document/draft/serial-numbers.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// Which pieces of a serial-managed material a decision rejects, finds missing or destroyed; the others are accepted.

type Line = LineOf<typeof inspectionOrder>

const decided = {
  rejectedSerialNumbers: 'rejectedQuantity',
  missingSerialNumbers: 'missingQuantity',
  destroyedSerialNumbers: 'destroyedQuantity',
} as const

/** Rejected, missing and destroyed pieces that are not named, not inspected, or two of these at once. */
export async function problemsOfPieces(
  tx: Transaction,
  lines: readonly Line[],
): Promise<RefusalDetail[]> {
  const materials = await readMaterials(
    tx,
    lines.map((line) => line.materialNo),
  )
  return lines.flatMap((line): RefusalDetail[] => {
    const isManaged = materials.get(line.materialNo)?.isSerialManaged === true
    return isManaged ? ofManaged(line) : ofOther(line)
  })
}

function ofManaged(line: Line): RefusalDetail[] {
  const { lineNo, materialNo: material, unit } = line
  const required = (field: string, quantity: Quantity, given: number): RefusalDetail => ({
    code: 'serial-numbers-required',
    params: { material, quantity, given, unit },
    line: lineNo,
    field,
  })
  const inspected = line.serialNumbers ?? []
  if (inspected.length === 0) return [required('serialNumbers', line.quantity, 0)]
  const problems = Object.entries(decided).flatMap(([field, quantityField]): RefusalDetail[] => {
    const quantity = line[quantityField] ?? zeroQuantity
    const given = line[field as keyof typeof decided] ?? []
    const wrong = notOfSource(line, `${line.sourceNo}/${line.sourceLine}`, inspected, field)
    if (wrong.length > 0) return wrong
    return compareQuantity(parseQuantity(given.length), quantity) === 0
      ? []
      : [required(field, quantity, given.length)]
  })
  const seen = new Set<string>()
  const doubled = Object.keys(decided).flatMap((field): RefusalDetail[] => {
    const own = line[field as keyof typeof decided] ?? []
    const twice = own.filter((one) => seen.has(one))
    for (const one of own) seen.add(one)
    return twice.map((serialNo) => ({
      code: 'serial-number-doubled',
      params: { serialNo, other: '' },
      line: lineNo,
      field,
    }))
  })
  return [...problems, ...doubled]
}

const ofOther = (line: Line): RefusalDetail[] =>
  Object.keys(decided).flatMap((field) => {
    const given = (line[field as keyof typeof decided] ?? []).length
    if (given === 0) return []
    const params = { material: line.materialNo, given }
    return [{ code: 'serial-numbers-not-managed', params, line: line.lineNo, field }]
  })
