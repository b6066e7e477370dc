import type { LineInput, SecondRatio } from '@kufang/contract/document/api.ts'
import { copiedUnits } from '@kufang/contract/document/declare/common-fields.ts'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { compareQuantity, isPositive, isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import { inEntryUnit } from '@kufang/contract/document/entry-unit.ts'
import { splitUnit } from '@kufang/kernel/unit-conversion.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import { typedValues, valueProblem } from '../../fields/validate-fields.ts'
import type { CellProblem } from '../../grid/line-entry.ts'
import { piecesOf, serialNumbersOf } from '../../text/serial-list.ts'
import { serialCountProblem, serialDoubledProblem } from '../../serial-numbers/line-serials.ts'
import { filled } from '../../text/messages.ts'
import { lineFields } from '../document-fields.ts'
import type { SlotLine } from '../slots.ts'
import { availableProblems, identityOfStock } from './entry-stock.ts'

export type EntryLine = SlotLine

let counted = 0

/** A row id, unique while the form is open. */
export function newRowId(): string {
  counted += 1
  return `new ${counted}`
}

/**
 * Converts proposed lines of the server to form rows. `known` are the list rows of the sources: the form shows the
 * fields that the document will copy from them; `secondRatios` those by which second quantities are proposed, `written` what
 * the server will write with each line.
 */
export function linesOfPrefill(
  definition: AnyDocument,
  lines: readonly LineInput[],
  known: readonly Row[] = [],
  secondRatios: readonly (SecondRatio | null)[] = [],
  written: readonly Row[] = [],
): EntryLine[] {
  const taken = definition.source?.lines ?? []
  return lines.map((line, index): EntryLine => {
    const { source } = line
    const shown = known.find((row) => row['id'] === source?.id && row['lineNo'] === source?.lineNo)
    // Of more or fewer pieces than are left, the server takes over those that are, unless a person names them.
    const isFitting = areAllPieces(shown, line)
    return {
      ...(shown !== undefined && {
        ...Object.fromEntries(
          [...taken, ...copiedUnits, 'secondUnit']
            .filter((name) => name !== 'serialNumbers' || isFitting)
            .map((name) => [name, shown[name] ?? null]),
        ),
        openQuantity: shown['openQuantity'],
        ...(taken.includes('serialNumbers') && { numbersOfSource: shown['serialNumbers'] }),
        ...heldShare(shown),
        sourceNo: shown['docNo'],
        sourceLine: shown['lineNo'],
        copied: taken.filter((name) => !isEmptyValue(shown[name])),
        copiedHeader: headerTaken(definition).filter(
          (name) =>
            definition.header[name]?.isEnteredIfEmpty === true && !isEmptyValue(shown[name]),
        ),
      }),
      ...line,
      ...(secondRatios[index] && { secondRatio: secondRatios[index] }),
      ...written[index],
      rowId: newRowId(),
    }
  })
}

/** Whether a line takes all pieces of its predecessor's line, or that one has none. */
function areAllPieces(shown: Row | undefined, { quantity }: LineInput): boolean {
  const { length } = serialNumbersOf(shown?.['serialNumbers'])
  return length === 0 || length === piecesOf(quantity)
}

/** The quantity held by drafts and the remaining free quantity; only if any is held. */
function heldShare({ heldQuantity, freeQuantity }: Row): Row {
  const isHeld = isQuantity(heldQuantity) && isPositive(parseQuantity(heldQuantity as string))
  return isHeld ? { heldQuantity, freeQuantity } : {}
}

/** Header fields taken over from what was chosen: lines of a predecessor, or stock. */
const headerTaken = ({ source, stockLines }: AnyDocument): readonly string[] =>
  source?.header ?? stockLines?.header ?? []

/** A chosen row in words: the line of a document, or the material that lies there. */
const nameOf = ({ docNo, lineNo, materialNo }: Row): string =>
  isEmptyValue(docNo) ? String(materialNo) : `${String(docNo)}/${String(lineNo)}`

/**
 * Rows of the stock as lines of the form, without those that are in it already. If a quantity is entered, all that is
 * available is proposed.
 */
export function linesOfStock(
  definition: Pick<AnyDocument, 'stockLines'>,
  lines: readonly EntryLine[],
  rows: readonly Row[],
): EntryLine[] {
  const names = definition.stockLines?.lines ?? []
  const limit = limitOfStock(definition)
  const known = new Set(lines.map(identityOfStock))
  return rows
    .map((row) => ({
      ...Object.fromEntries(
        names.map((name) => [name, isEmptyValue(row[name]) ? null : row[name]]),
      ),
      ...(limit !== null && { quantity: row[limit], available: row[limit] }),
      rowId: newRowId(),
    }))
    .filter((line) => !known.has(identityOfStock(line)))
}

/**
 * The fields the header will copy from its sources, which also restrict references such as bins; what `header` has
 * already comes first.
 */
export function headerOfSources(
  definition: AnyDocument,
  known: readonly Row[],
  header: Row = {},
): Row {
  if (known.length === 0) return {}
  return Object.fromEntries(
    headerTaken(definition).map((name) => [
      name,
      [header, ...known].map((row) => row[name]).find((value) => !isEmptyValue(value)) ?? null,
    ]),
  )
}

/** The header fields in which sources differ; they must be equal within one document. */
export function mixedHeaderFields(
  definition: AnyDocument,
  header: Row,
  known: readonly Row[],
): string[] {
  return headerTaken(definition).filter((name) => {
    const values = new Set(
      [header, ...known].map((row) => row[name]).filter((value) => !isEmptyValue(value)),
    )
    return values.size > 1
  })
}

/**
 * The differing values of a header field with their source lines: `1011（4500001138/10）、1012（4500001138/20）`. `header`
 * contains the values already in the form.
 */
export function mixedValues(
  definition: AnyDocument,
  field: string,
  header: Row,
  known: readonly Row[],
): { value: string; lines: string[] }[] {
  const found = new Map<string, string[]>()
  const add = (value: unknown, line: string | null): void => {
    if (isEmptyValue(value)) return
    const lines = found.get(String(value)) ?? []
    found.set(String(value), line === null ? lines : [...lines, line])
  }
  if (headerTaken(definition).includes(field)) add(header[field], null)
  for (const row of known) add(row[field], nameOf(row))
  return [...found].map(([value, lines]) => ({ value, lines }))
}

/** Adds a second line for the same source with an empty quantity and no pieces, for another bin or batch. */
export function splitLine(lines: readonly EntryLine[], rowId: string): EntryLine[] {
  return lines.flatMap((line) =>
    line.rowId === rowId
      ? [
          line,
          {
            ...line,
            rowId: newRowId(),
            lineNo: undefined,
            quantity: null,
            ...('serialNumbers' in line && { serialNumbers: null }),
          },
        ]
      : [line],
  )
}

/** The lines as sent: their source and the fields a person may set. */
export function lineInputs(definition: AnyDocument, lines: readonly EntryLine[]): LineInput[] {
  const fields = lineFields(definition)
  return lines.map((line) => {
    const source = line['source'] as LineInput['source']
    const { lineNo } = line as { lineNo?: unknown }
    return {
      ...typedValues(fields, line),
      ...quantityWithUnit(line),
      ...(source !== undefined && { source: { id: source.id, lineNo: source.lineNo } }),
      ...(typeof lineNo === 'number' && { lineNo }),
    }
  })
}

/**
 * The quantity with its unit, where the server could not know it: typed in the base unit though the source has another
 * (`entryUnit` is ''), in another unit than the source's (`isUnitChosen`), or in one of a line without source.
 */
function quantityWithUnit(line: EntryLine): { quantity?: string } {
  const { quantity, unit, source } = line as Row
  if (!isQuantity(quantity)) return {}
  if (line['entryUnit'] === '') return { quantity: `${textOf(quantity)} ${textOf(unit)}` }
  const isChosen = source === undefined || line['isUnitChosen'] === true
  const entry = isChosen ? inEntryUnit(line, quantity) : null
  return entry === null ? {} : { quantity: `${entry.quantity} ${entry.unit}` }
}

/** Whether a line lets a person enter a field of its source: the source has no value. */
export const isOpenIn =
  (name: string) =>
  (line: EntryLine): boolean =>
    !((line['copied'] as readonly string[] | undefined) ?? []).includes(name)

/** The header fields entered only where the sources are empty, of which some source has a value. */
export function takenByHeader(lines: readonly EntryLine[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => (line['copiedHeader'] as readonly string[] | undefined) ?? []),
  )
}

/** Whether a header field is asked for: always, or because a line has what needs it (`neededBy`). */
export function isNeeded(
  { neededBy, required }: Pick<Field, 'neededBy' | 'required'>,
  lines: readonly EntryLine[],
): boolean {
  return neededBy === undefined || required || lines.some((line) => !isEmptyValue(line[neededBy]))
}

/** Whether a person may enter this field in a new line; fields copied from the source are read-only. */
export function isEnteredField(field: Field): boolean {
  return isTyped(field)
}

const texts = {
  beyondHint: {
    zh: '{entered} 超过未清数量 {open} {unit}，仅在允许的超量范围内可提交',
    en: '{entered} exceeds the open quantity {open} {unit}; only within the tolerance',
  },
  beyondOpen: {
    zh: '超过未清数量 {open} {unit}，请改小',
    en: 'exceeds the open quantity {open} {unit}; reduce it',
  },
  beyondFree: {
    zh: '超过可开单数量 {free} {unit}：未清 {open}，其中 {held} 已被其他草稿占用；请改小',
    en: 'exceeds the free quantity {free} {unit}: of {open} open, drafts hold {held}; reduce it',
  },
} as const

/** Errors of the lines by cell; the server validates again. */
export function lineProblemsOf(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): CellProblem[] {
  const fields = lineFields(definition)
  return [
    ...lines.flatMap((line) => [
      ...cellProblems(fields, line),
      ...quantityProblems(definition, line, lines),
    ]),
    ...serialProblemsOf(definition, lines),
  ]
}

/** Invalid quantities, regardless of missing fields. */
export function quantityProblemsOf(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): CellProblem[] {
  return lines.flatMap((line) => quantityProblems(definition, line, lines))
}

/** Lines that have begun to name their pieces: too many or too few for their quantity, or one that an earlier line has. */
export function serialProblemsOf(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): CellProblem[] {
  const names = Object.entries(lineFields(definition)).flatMap(([name, field]) =>
    field.kind === 'serialNumbers' && isEnteredField(field) ? [name] : [],
  )
  return names.flatMap((name) =>
    lines.flatMap((line, at) =>
      [
        serialCountProblem(name, line),
        serialDoubledProblem(name, line, lines.slice(0, at)),
      ].flatMap((message) =>
        message === null ? [] : [{ rowId: line.rowId, field: name, message }],
      ),
    ),
  )
}

/**
 * Warnings for quantities above the open quantity if only the server knows the tolerance; they do not prevent sending.
 */
export function quantityHintsOf(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): CellProblem[] {
  if (definition.source?.checksOwnQuantity !== true) return []
  return lines.flatMap((line) => {
    const { quantity, openQuantity } = line
    if (!isQuantity(quantity) || !isQuantity(openQuantity)) return []
    const entered = parseQuantity(quantity as string)
    const open = parseQuantity(openQuantity as string)
    if (compareQuantity(entered, open) <= 0) return []
    const unit = typeof line['unit'] === 'string' ? line['unit'] : ''
    const parameters = { entered, open, unit }
    return [
      {
        rowId: line.rowId,
        field: 'quantity',
        message: filled(texts.beyondHint, parameters),
      },
    ]
  })
}

function cellProblems(fields: Fields, line: EntryLine): CellProblem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isEnteredField(field)) return []
    // Valid quantities are checked together with the open quantity.
    if (name === 'quantity' && isQuantity(line.quantity)) return []
    // The grid and the server read quantities with a unit.
    if (field.kind === 'quantity' && splitUnit(textOf(line[name])) !== null) return []
    const message = valueProblem(name, field, line[name])
    return message === null ? [] : [{ rowId: line.rowId, field: name, message }]
  })
}

function quantityProblems(
  definition: AnyDocument,
  line: EntryLine,
  lines: readonly EntryLine[],
): CellProblem[] {
  const { quantity, openQuantity, heldQuantity, freeQuantity } = line
  if (isEmptyValue(quantity) || !isQuantity(quantity)) return []
  const at = { rowId: line.rowId, field: 'quantity' }
  const field = lineFields(definition)['quantity']
  const problem = field === undefined ? null : valueProblem('quantity', field, quantity)
  if (problem !== null) return [{ ...at, message: problem }]
  const limit = limitOfStock(definition)
  if (limit !== null) return availableProblems(limit, line, lines)
  const entered = parseQuantity(quantity as string)
  const isLimited = definition.source !== undefined && definition.source.checksOwnQuantity !== true
  if (!isLimited || !isQuantity(openQuantity)) return []
  const open = parseQuantity(openQuantity as string)
  const free = isQuantity(freeQuantity) ? parseQuantity(freeQuantity as string) : open
  if (compareQuantity(entered, free) <= 0) return []
  const words = compareQuantity(entered, open) > 0 ? texts.beyondOpen : texts.beyondFree
  const parameters = {
    open,
    free,
    held: typeof heldQuantity === 'string' ? heldQuantity : '',
    unit: typeof line['unit'] === 'string' ? line['unit'] : '',
  }
  return [{ ...at, message: filled(words, parameters) }]
}
