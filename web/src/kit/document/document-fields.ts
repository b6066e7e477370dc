import { isQuantity, isZero, parseQuantity } from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import {
  commonHeader,
  commonLineOf,
  copiedUnits,
  lineProgress,
} from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { indexedDocuments } from '../declarations.ts'
import type { ColumnState, GridColumn } from '../grid/grid-column.ts'
import { fieldColumn } from '../fields/field-column.ts'
import { isEmptyValue } from '../fields/entered-value.ts'
import type { Row } from '../fields/field-column.ts'

export type Level = 'header' | 'line'

const booksOnly: ReadonlySet<string> = new Set([
  'erpState',
  'postingDate',
  'lineErpState',
  'materialDocument',
  'materialDocumentYear',
])
/** Fields mirrors do not have, because they are not created here. */
const notOfMirrors: ReadonlySet<string> = new Set([
  'documentDate',
  'createdByName',
  'createdAt',
  'updatedAt',
  'printCount',
  'remark',
  'lineRemark',
  'sourceNo',
  'sourceLine',
])

const ofProgress: ReadonlySet<string> = new Set([
  'doneQuantity',
  'heldQuantity',
  'openQuantity',
  'freeQuantity',
  'closedQuantity',
  'progress',
])

/** Whether a progress column is useless, because no document uses this one as a source. */
export function saysNothing(definition: AnyDocument, name: string): boolean {
  return ofProgress.has(name) && !isTakenUp(definition)
}

function isTakenUp(definition: AnyDocument): boolean {
  return indexedDocuments.some(({ sources }) =>
    sources.some(({ document, refersOnly }) => document === definition.name && refersOnly !== true),
  )
}

/**
 * Whether a column says the same of all lines, and nothing: no drafts hold goods of them, nothing of them is closed, the ERP
 * does not get them.
 */
export function isIdle(name: string, lines: readonly Row[]): boolean {
  if (name === 'lineErpState') return lines.every((line) => line[name] === 'notNeeded')
  if (name !== 'heldQuantity' && name !== 'closedQuantity') return false
  return lines.every((line) => !isQuantity(line[name]) || isZero(parseQuantity(textOf(line[name]))))
}

/** Whether a column only repeats the description, as a specification contained in it. */
export function repeats(name: string, lines: readonly Row[]): boolean {
  return (
    name === 'specification' &&
    lines.every(({ description, specification }) =>
      textOf(description).includes(textOf(specification)),
    )
  )
}

function labelled(definition: AnyDocument, fields: Fields): Record<string, Field> {
  const result: Record<string, Field> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (definition.posts !== true && booksOnly.has(name)) continue
    if (definition.isMirror === true && notOfMirrors.has(name)) continue
    const words = definition.relabel?.[name]
    result[name] = words === undefined ? field : { ...field, label: words }
  }
  return result
}

/** The header fields of a document including those of the frame, with its own labels. */
export function headerFields(definition: AnyDocument): Record<string, Field> {
  return labelled(definition, { ...commonHeader, ...definition.header })
}

/** The line fields of a document, likewise. */
export function lineFields(definition: AnyDocument): Record<string, Field> {
  return labelled(definition, { ...commonLineOf(definition), ...definition.lines })
}

/** All fields a list row can show; the line's field takes precedence over a header field of the same name. */
export function rowFields(definition: AnyDocument, level: Level): Record<string, Field> {
  return level === 'header'
    ? headerFields(definition)
    : { ...headerFields(definition), ...lineFields(definition) }
}

/** Declared states as a column shows them. */
export function states(
  source: Readonly<Record<string, { label: ColumnState['label']; tone: ColumnState['tone'] }>>,
): ColumnState[] {
  return Object.entries(source).map(([value, state]) => ({
    value,
    label: state.label,
    tone: state.tone,
  }))
}

/** The states of a column shown as coloured tags; undefined for other columns. */
export function statesOfColumn(definition: AnyDocument, name: string): ColumnState[] | undefined {
  if (name === 'state') return states(definition.states)
  if (name === 'erpState' || name === 'lineErpState') return states(erpStates)
  if (name === 'progress') return states(lineProgress)
  return undefined
}

const firstOfHeaders = ['docNo', 'state', 'erpState']
const lastOfHeaders = ['plant', 'storageLocation', 'createdByName', 'createdAt', 'remark']
const firstOfLines = ['docNo', 'lineNo', 'state', 'erpState', 'progress']
const middleOfLines = [
  'supplierNo',
  'pickingUnit',
  'materialNo',
  'description',
  'quantity',
  'reversedQuantity',
  'doneQuantity',
  'heldQuantity',
  'openQuantity',
]

/** The most important columns, for pages that declare none. */
export function defaultColumns(definition: AnyDocument, level: Level): string[] {
  const known = rowFields(definition, level)
  const declared = Object.entries(level === 'header' ? definition.header : definition.lines)
  // Texts set later, such as reasons, come after the identifying fields.
  const own = declared
    .filter(([, field]) => field.kind !== 'text' || field.by !== 'server')
    .map(([name]) => name)
  const said = declared
    .filter(([, field]) => field.kind === 'text' && field.by === 'server')
    .map(([name]) => name)
  const order =
    level === 'header'
      ? [...firstOfHeaders, ...own, ...lastOfHeaders.slice(0, -1), ...said, 'remark']
      : [
          ...firstOfLines,
          ...middleOfLines,
          'materialDocument',
          ...own,
          'sourceNo',
          'plant',
          'storageLocation',
          'createdAt',
          ...said,
        ]
  return [...new Set(order)].filter(
    (name) =>
      name in known && !(level === 'line' && isAppended(name)) && !saysNothing(definition, name),
  )
}

/** What each quantity of a line shows by itself: the entry unit, and the second unit. */
export const saidWithQuantities: ReadonlySet<string> = new Set([
  ...copiedUnits,
  'entryQuantity',
  'secondUnit',
])

/** In lists of lines the unit is shown after each quantity, the specification after the description. */
const isAppended = (name: string): boolean => name === 'unit' || name === 'specification'

/** Leaves out what the list shows in another column anyway, also if a page declares it; the user can add it. */
function withoutAppended(fields: Fields, level: Level, shown: readonly string[]): string[] {
  const isBeside = (name: string): boolean =>
    name === 'unit'
      ? shown.some((other) => fields[other]?.kind === 'quantity')
      : shown.includes('description')
  return shown.filter((name) => level !== 'line' || !isAppended(name) || !isBeside(name))
}

/** All columns of a list: the shown ones in order, then the others, which the user can add. */
export function listColumns(
  definition: AnyDocument,
  level: Level,
  shown: readonly string[] | undefined,
): GridColumn<Row>[] {
  const fields = rowFields(definition, level)
  const first = withoutAppended(fields, level, shown ?? defaultColumns(definition, level))
  const rest = Object.keys(fields).filter((name) => !first.includes(name))
  return [...first, ...rest].flatMap((name) => {
    const field = fields[name]
    if (field === undefined) return []
    const column = fieldColumn(name, field, {
      states: statesOfColumn(definition, name),
      unitField: level === 'line' ? 'unit' : undefined,
    })
    return [
      {
        ...column,
        ...(name === 'docNo' && { pinned: 'left' as const }),
        ...(level === 'line' &&
          name === 'description' &&
          'specification' in fields &&
          !first.includes('specification') && { appendedField: 'specification' }),
        ...(!first.includes(name) && { isHidden: true }),
      },
    ]
  })
}

/** Whether a line's column is a quantity the document itself declares and totals: what an action decides on. */
function isDecidedOn(definition: AnyDocument, name: string): boolean {
  const field = definition.lines[name]
  return field?.kind === 'quantity' && field.isTotalled === true
}

/**
 * The quantities of lines that stay in view: those that are decided on. Of the second unit only the last one that a line has,
 * such as the difference: there is no room for the others beside the goods.
 */
export function quantitiesInView(definition: AnyDocument, lines: readonly Row[]): Set<string> {
  const decided = Object.keys(definition.lines).filter((name) => isDecidedOn(definition, name))
  const ofSecond = (name: string): boolean => definition.lines[name]?.unit !== undefined
  const lastSecond = decided.findLast(
    (name) => ofSecond(name) && !lines.every((line) => isEmptyValue(line[name])),
  )
  return new Set(decided.filter((name) => !ofSecond(name) || name === lastSecond))
}

/** Whether a column is of the second unit, and none of the goods has one. */
export const lacksSecondUnit = (field: Field, lines: readonly Row[]): boolean =>
  field.unit === 'secondUnit' && lines.every((line) => isEmptyValue(line['secondUnit']))

/** Columns with a total. */
export function totalledFields(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.isTotalled === true)
    .map(([name]) => name)
}
