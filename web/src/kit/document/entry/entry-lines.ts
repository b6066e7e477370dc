import type { LineInput } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { compareQuantity, isPositive, isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue, isTyped, typedValues, valueProblem } from '../../fields/validate-fields.ts'
import type { CellProblem } from '../../grid/line-entry.ts'
import { fill } from '../../text/messages.ts'
import { lineFields } from '../view/document-fields.ts'
import type { SlotLine } from '../slots.ts'

export type EntryLine = SlotLine

let counted = 0

/** A name for a row that lasts while the form is open. */
export function newRowId(): string {
  counted += 1
  return `new ${counted}`
}

/**
 * Proposed lines of the server as rows of the form. `known` holds what the list showed of each
 * source: the form shows what the document will take over from it before the server does so.
 */
export function linesOfPrefill(
  definition: AnyDocument,
  lines: readonly LineInput[],
  known: readonly Row[] = [],
): EntryLine[] {
  const taken = definition.source?.lines ?? []
  return lines.map((line) => {
    const { source } = line
    const shown = known.find((row) => row['id'] === source?.id && row['lineNo'] === source?.lineNo)
    return {
      ...(shown !== undefined && {
        ...Object.fromEntries(taken.map((name) => [name, shown[name] ?? null])),
        openQuantity: shown['openQuantity'],
        ...heldShare(shown),
        sourceNo: shown['docNo'],
        sourceLine: shown['lineNo'],
      }),
      ...line,
      rowId: newRowId(),
    }
  })
}

/** What drafts hold of the source, and what that leaves free: said only where there are any. */
function heldShare({ heldQuantity, freeQuantity }: Row): Row {
  const isHeld = isQuantity(heldQuantity) && isPositive(parseQuantity(heldQuantity as string))
  return isHeld ? { heldQuantity, freeQuantity } : {}
}

/** What the header will take over from the first source, and with that what narrows bins and the like. */
export function headerOfSources(definition: AnyDocument, known: readonly Row[]): Row {
  const [first] = known
  if (first === undefined) return {}
  return Object.fromEntries(
    (definition.source?.header ?? []).map((name) => [name, first[name] ?? null]),
  )
}

/** The header fields in which sources differ: one document can only be about one of each. */
export function mixedHeaderFields(
  definition: AnyDocument,
  header: Row,
  known: readonly Row[],
): string[] {
  return (definition.source?.header ?? []).filter((name) => {
    const values = new Set(
      [header, ...known].map((row) => row[name]).filter((value) => !isEmptyValue(value)),
    )
    return values.size > 1
  })
}

/**
 * Which source lines differ in a header field, each value with the lines that have it:
 * `1011（4500001138/10）、1012（4500001138/20）`. `header` is what the form has already.
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
  if ((definition.source?.header ?? []).includes(field)) add(header[field], null)
  for (const row of known) add(row[field], `${String(row['docNo'])}/${String(row['lineNo'])}`)
  return [...found].map(([value, lines]) => ({ value, lines }))
}

/** A second line for the same thing, quantity left open, as for another bin or batch. */
export function splitLine(lines: readonly EntryLine[], rowId: string): EntryLine[] {
  return lines.flatMap((line) =>
    line.rowId === rowId
      ? [line, { ...line, rowId: newRowId(), lineNo: undefined, quantity: null }]
      : [line],
  )
}

/** The lines as they are sent: where each comes from, and what a person may say of it. */
export function lineInputs(definition: AnyDocument, lines: readonly EntryLine[]): LineInput[] {
  const fields = lineFields(definition)
  return lines.map((line) => {
    const source = line['source'] as LineInput['source']
    const { lineNo } = line as { lineNo?: unknown }
    return {
      ...typedValues(fields, line),
      ...(source !== undefined && { source: { id: source.id, lineNo: source.lineNo } }),
      ...(typeof lineNo === 'number' && { lineNo }),
    }
  })
}

/** May a person type into this cell of a new line? What a source gave stays as it was given. */
export function isEnteredField(field: Field): boolean {
  return isTyped(field)
}

const texts = {
  notPositive: { zh: '必须大于 0', en: 'must be greater than 0' },
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

/** What is wrong with the lines, cell by cell; the server looks again and closer. */
export function lineProblemsOf(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): CellProblem[] {
  const fields = lineFields(definition)
  return lines.flatMap((line) => [
    ...cellProblems(fields, line),
    ...quantityProblems(definition, line),
  ])
}

/** Quantities that cannot be, whatever else is still to be entered. */
export function quantityProblemsOf(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): CellProblem[] {
  return lines.flatMap((line) => quantityProblems(definition, line))
}

/**
 * Quantities beyond what is open where the document has a tolerance that only the server knows: said while they
 * are typed, and no reason not to send them.
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
        message: {
          zh: fill(texts.beyondHint.zh, parameters),
          en: fill(texts.beyondHint.en, parameters),
        },
      },
    ]
  })
}

function cellProblems(fields: Fields, line: EntryLine): CellProblem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isEnteredField(field)) return []
    const message = valueProblem(name, field, line[name])
    return message === null ? [] : [{ rowId: line.rowId, field: name, message }]
  })
}

function quantityProblems(definition: AnyDocument, line: EntryLine): CellProblem[] {
  const { quantity, openQuantity, heldQuantity, freeQuantity } = line
  if (isEmptyValue(quantity) || !isQuantity(quantity)) return []
  const entered = parseQuantity(quantity as string)
  const at = { rowId: line.rowId, field: 'quantity' }
  if (!isPositive(entered)) return [{ ...at, message: texts.notPositive }]
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
  return [{ ...at, message: { zh: fill(words.zh, parameters), en: fill(words.en, parameters) } }]
}
