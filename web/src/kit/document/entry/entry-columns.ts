import { commonLine, limitFields } from '@kufang/contract/document/declare/common-fields.ts'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { quantityOfPieces } from '@kufang/contract/document/declare/serial-numbers.ts'
import { indexedDocument } from '../../declarations.ts'
import type { Row } from '../../fields/field-column.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import { referenceEditor } from '../../fields/reference-editor.tsx'
import { serialColumn } from '../../serial-numbers/serial-column.ts'
import { lacksSerialNumbers } from '../../serial-numbers/line-serials.ts'
import { serialNumbersOf } from '../../text/serial-list.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { lacksSecondUnit, lineFields, repeats, saidWithQuantities } from '../document-fields.ts'
import { isEnteredField, isOpenIn } from './entry-lines.ts'
import type { EntryLine } from './entry-lines.ts'

const first = [
  'materialNo',
  'description',
  'quantity',
  'secondQuantity',
  'serialNumbers',
  'available',
  'erpQuantity',
  'openQuantity',
  'heldQuantity',
  'freeQuantity',
  'unit',
]
const afterEntry = ['specification', 'sourceNo', 'sourceLine']
const neverEntered: ReadonlySet<string> = new Set([
  'lineNo',
  'doneQuantity',
  'closedQuantity',
  'progress',
  'lineErpState',
])

/** Whether the document's own line field is copied from the stock and not entered. */
function isTakenFromStock({ stockLines, lines }: AnyDocument, name: string): boolean {
  return stockLines?.lines.includes(name) === true && lines[name]?.by === 'source'
}

/** Whether the document's own line field is what the server writes with each line, such as the limits of a measurement. */
function isWrittenBeside(
  { lines }: AnyDocument,
  name: string,
  entered: readonly EntryLine[],
): boolean {
  return lines[name]?.by === 'server' && entered.some((line) => !isEmptyValue(line[name]))
}

/** What of the predecessor's line is left for others, which means nothing to a document that takes nothing of it. */
const leftOfSource: ReadonlySet<string> = new Set(['openQuantity', 'heldQuantity', 'freeQuantity'])

/** The order with the serial numbers of a part, such as of what is rejected, beside the quantity of that part. */
function besideQuantities(
  fields: Readonly<Record<string, Field>>,
  order: readonly string[],
): string[] {
  const ofPart = (name: string): boolean =>
    fields[name]?.kind === 'serialNumbers' &&
    order.includes(quantityOfPieces(name)) &&
    name !== 'serialNumbers'
  const parts = order.filter(ofPart)
  return order.flatMap((name) =>
    ofPart(name) ? [] : [name, ...parts.filter((part) => quantityOfPieces(part) === name)],
  )
}

/** The serial numbers of the predecessor's line, as far as it was shown. */
const numbersOfSource = (line: EntryLine): readonly string[] =>
  serialNumbersOf((line as Row)['numbersOfSource'])

/** Whether the predecessor only says what will come: a document about an order, before the goods are there. */
function isOnlyAnnounced({ source }: AnyDocument): boolean {
  const before = source && indexedDocument(source.document)
  const [first] = before?.sources ?? []
  return first !== undefined && indexedDocument(first.document)?.isMirror === true
}

/** The fields of a line while it is entered: its own, and what is available of its stock. */
export function entryFields(definition: AnyDocument): Record<string, Field> {
  const fields = lineFields(definition)
  const limit = limitOfStock(definition)
  return limit === null ? fields : { ...fields, available: limitFields[limit] }
}

/**
 * The columns of the line grid: identification, quantity and open quantity, required fields, optional fields, then
 * fields copied from the source.
 *
 * @param withoutChoice references that nothing can be chosen for, shown only if a line has one
 * @param linesOf the newest lines, for cells that are compared with those of other lines
 */
export function entryColumns(
  definition: AnyDocument,
  lines: readonly EntryLine[],
  headerOf: () => Row,
  withoutChoice: ReadonlySet<string> = new Set(),
  linesOf: () => readonly EntryLine[] = () => lines,
): GridColumn<EntryLine>[] {
  const fields = entryFields(definition)
  const names = Object.keys(fields).filter((name) => !neverEntered.has(name))
  const entered = names.filter((name) => fields[name] !== undefined && isEnteredField(fields[name]))
  // What is taken from the stock and stays as it is, or is written by the server, stands beside what is entered, as declared.
  const inPlace = names.filter(
    (name) =>
      entered.includes(name) ||
      isTakenFromStock(definition, name) ||
      isWrittenBeside(definition, name, lines),
  )
  const required = entered.filter((name) => fields[name]?.required === true)
  const order = [
    ...new Set([
      ...first,
      ...required,
      ...inPlace.filter((name) => name !== 'lineRemark'),
      'lineRemark',
      ...afterEntry,
      ...names,
    ]),
  ]
  return besideQuantities(fields, order).flatMap((name): GridColumn<EntryLine>[] => {
    const field = fields[name]
    if (field === undefined) return []
    const isEntered = isEnteredField(field)
    const isEmpty = lines.every((line) => isEmptyValue(line[name])) || repeats(name, lines)
    if (withoutChoice.has(name) && lines.every((line) => isEmptyValue(line[name]))) return []
    // Hide columns that are empty in all lines and not editable.
    if (!isEntered && isEmpty && !['description', 'unit'].includes(name)) return []
    if (saidWithQuantities.has(name)) return []
    if (definition.source?.consumesOpenQuantity === false && leftOfSource.has(name)) return []
    if (lacksSecondUnit(field, lines) || lacksSerialNumbers(name, field, lines)) return []
    const column = fieldColumn(name, field) as GridColumn<EntryLine>
    const editor =
      field.kind === 'reference' && field.master !== undefined
        ? referenceEditor<EntryLine>({ ...field, master: field.master }, headerOf)
        : undefined
    return [
      {
        ...column,
        // In this grid it is the open quantity of the source, not of this document.
        ...(name === 'openQuantity' && { label: commonLine.openQuantity.label }),
        ...(isEntered && { isEditable: field.isEnteredIfEmpty !== true || isOpenIn(name) }),
        ...(isEntered && editor !== undefined && { editor }),
        ...(isEntered &&
          field.kind === 'serialNumbers' &&
          serialColumn(name, field, {
            headerOf,
            linesOf,
            ofSource: numbersOfSource,
            isOnlyAnnounced: isOnlyAnnounced(definition),
          })),
        ...(name === 'materialNo' && { pinned: 'left' as const }),
      },
    ]
  })
}
