import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { compareQuantity, parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Material } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { SourceLine } from '../effects/requests.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { DraftContent } from './draft.ts'
import { isFirstOfGoods } from './posting-obstacle.ts'
import { takenPieces } from './taken-pieces.ts'

type Line = DraftContent['lines'][number]
type Values = Readonly<Record<string, unknown>>

/** The serial numbers of a line of a document or of its predecessor; none if it has no such field. */
export const serialNumbersOf = (line: Values | null | undefined): readonly string[] =>
  (line?.['serialNumbers'] as readonly string[] | null | undefined) ?? []

/** Whether nobody entered the serial numbers of a new line: they are those of its predecessor, all of them. */
export const areCopied = (line: Values, source: Values | null | undefined): boolean =>
  serialNumbersOf(line).length > 0 && line['serialNumbers'] === source?.['serialNumbers']

/** What the lines of a draft are checked against. */
export interface DraftPieces {
  tx: Transaction
  table: DocumentTable
  companyCode: string
  materials: ReadonlyMap<string, Material>
  lines: DraftContent['lines']
  /** The predecessor's line. */
  sourceOf: (line: Line) => SourceLine | null | undefined
}

/**
 * Completes and checks the serial numbers of the lines of a draft. Entered ones are as many as pieces, or none yet (the
 * movement of the goods needs them), and of those that are open on a predecessor that had the goods; what was only announced
 * is corrected. A line that copies those of its predecessor keeps the first open ones. One statement, if lines have a
 * predecessor with serial numbers.
 */
export async function completeSerialNumbers(draft: DraftPieces): Promise<RefusalDetail[]> {
  const { tx, table, companyCode, materials, lines, sourceOf } = draft
  if (table.lineFields['serialNumbers'] === undefined) return []
  const managed = lines.filter((line) => isManaged(materials, line))
  const others = lines.filter((line) => !isManaged(materials, line))
  const problems = others.flatMap((line) => withoutSerialNumbers(line, sourceOf(line)))
  if (managed.length === 0) return problems
  const numbered = managed.flatMap((line) => {
    const source = sourceOf(line)
    return source && serialNumbersOf(source).length > 0 ? [source] : []
  })
  const taken = await takenPieces(
    tx,
    companyCode,
    table.definition,
    numbered.map(({ id }) => id),
  )
  const openOf = (source: SourceLine) => {
    const gone = taken.get(`${source.id}/${source.lineNo}`) ?? []
    return serialNumbersOf(source).filter((one) => !gone.includes(one))
  }
  const isBinding = !isOnlyAnnounced(table.definition)
  const holders = new Map<string, number>()
  const keyOf = (line: Line, serialNo: string) => `${textOf(line['materialNo'])}/${serialNo}`
  const keep = (line: Line) => {
    addAll(problems, countProblems(entryOf(materials, textOf(line['materialNo'])), line))
    for (const serialNo of serialNumbersOf(line)) {
      const other = holders.get(keyOf(line, serialNo))
      if (other !== undefined) problems.push(doubled(line, serialNo, other))
      holders.set(keyOf(line, serialNo), line.lineNo)
    }
  }
  const copied = managed.filter((line) => areCopied(line, sourceOf(line)))
  for (const line of managed) {
    if (copied.includes(line)) continue
    const source = sourceOf(line)
    if (isBinding && source && serialNumbersOf(source).length > 0)
      addAll(problems, notOfSource(line, `${source.docNo}/${source.lineNo}`, openOf(source)))
    keep(line)
  }
  for (const line of copied) {
    const left = openOf(sourceOf(line)!).filter((one) => !holders.has(keyOf(line, one)))
    const own = left.slice(0, Number(line.quantity))
    // Of fewer than wanted nobody knows which are missing.
    line['serialNumbers'] = isAsMany(own, line.quantity) ? own : null
    keep(line)
  }
  return problems
}

/** Whether the predecessor only says what will come: a document of the supplier, about an order. */
function isOnlyAnnounced({ source }: AnyDocument): boolean {
  const before = source && documentDefinition(source.document)
  return before !== undefined && isFirstOfGoods(before)
}

const doubled = (line: Line, serialNo: string, other: number): RefusalDetail => ({
  code: 'serial-number-doubled',
  params: { serialNo, other },
  line: line.lineNo,
  field: 'serialNumbers',
})

const isManaged = (materials: ReadonlyMap<string, Material>, line: Line): boolean =>
  materials.get(textOf(line['materialNo']))?.isSerialManaged === true

const isAsMany = (numbers: readonly string[], quantity: Quantity): boolean =>
  compareQuantity(parseQuantity(numbers.length), quantity) === 0

function withoutSerialNumbers(line: Line, source: Values | null | undefined): RefusalDetail[] {
  const given = areCopied(line, source) ? 0 : serialNumbersOf(line).length
  line['serialNumbers'] = null
  if (given === 0) return []
  const params = { material: textOf(line['materialNo']), given }
  return [{ code: 'serial-numbers-not-managed', params, line: line.lineNo, field: 'serialNumbers' }]
}

/** A quantity that is no whole number of pieces, or another number of pieces than of serial numbers. */
function countProblems(
  { materialNo: material, unit }: Material,
  { lineNo, quantity, ...line }: Line,
): RefusalDetail[] {
  if (!/^\d+(\.0+)?$/.test(quantity))
    return [
      {
        code: 'serial-quantity-whole',
        params: { material, quantity, unit },
        line: lineNo,
        field: 'quantity',
      },
    ]
  const numbers = serialNumbersOf(line)
  if (numbers.length === 0 || isAsMany(numbers, quantity)) return []
  return [
    {
      code: 'serial-numbers-required',
      params: { material, quantity, given: numbers.length, unit },
      line: lineNo,
      field: 'serialNumbers',
    },
  ]
}

/** Serial numbers of a line that are none of those open on its predecessor. */
export function notOfSource(
  line: Values & { lineNo: number },
  source: string,
  open: readonly string[],
  field = 'serialNumbers',
): RefusalDetail[] {
  return ((line[field] as readonly string[] | null | undefined) ?? [])
    .filter((one) => !open.includes(one))
    .map((serialNo) => ({
      code: 'serial-number-not-of-source',
      params: { serialNo, source, known: open.slice(0, 10).join('、') },
      line: line.lineNo,
      field,
    }))
}
