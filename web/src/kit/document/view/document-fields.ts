import {
  commonHeader,
  commonLineOf,
  lineProgress,
} from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/erp-state.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { registry } from '@kufang/contract/registry.ts'
import type { ColumnState, GridColumn } from '../../grid/grid-column.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'

export type Level = 'header' | 'line'

const booksOnly: ReadonlySet<string> = new Set([
  'erpState',
  'postingDate',
  'lineErpState',
  'materialDocument',
  'materialDocumentYear',
])
/** What a mirror has not: nobody here wrote it. */
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

/** Columns on how far successors have taken up a line say nothing where no document does. */
export function saysNothing(definition: AnyDocument, name: string): boolean {
  return ofProgress.has(name) && !isTakenUp(definition)
}

function isTakenUp(definition: AnyDocument): boolean {
  return Object.values<AnyDocument>(registry.documents).some((one) =>
    sourcesOf(one).some(
      (source) => source.document === definition.name && source.consumesOpenQuantity !== false,
    ),
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether a column says only what the description says already: a specification that is a part of it. */
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

/** The header fields of a document, the frame's own among them, in the document's words. */
export function headerFields(definition: AnyDocument): Record<string, Field> {
  return labelled(definition, { ...commonHeader, ...definition.header })
}

/** The line fields of a document, likewise. */
export function lineFields(definition: AnyDocument): Record<string, Field> {
  return labelled(definition, { ...commonLineOf(definition), ...definition.lines })
}

/** Everything a row of a list can show; of a name on both, the line's counts. */
export function rowFields(definition: AnyDocument, level: Level): Record<string, Field> {
  return level === 'header'
    ? headerFields(definition)
    : { ...headerFields(definition), ...lineFields(definition) }
}

function states(
  source: Readonly<Record<string, { label: ColumnState['label']; tone: ColumnState['tone'] }>>,
): ColumnState[] {
  return Object.entries(source).map(([value, state]) => ({
    value,
    label: state.label,
    tone: state.tone,
  }))
}

/** The states of a column that is shown as coloured tags; undefined for the others. */
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
  'specification',
  'unit',
  'quantity',
  'doneQuantity',
  'heldQuantity',
  'openQuantity',
]

/** The columns people look for first, where the page declares none. */
export function defaultColumns(definition: AnyDocument, level: Level): string[] {
  const known = rowFields(definition, level)
  const declared = Object.entries(level === 'header' ? definition.header : definition.lines)
  // What was said later, such as reasons, comes after what identifies the document.
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
  return [...new Set(order)].filter((name) => name in known && !saysNothing(definition, name))
}

/** All columns of a list: the shown ones in order, then the rest, which a person may switch on. */
export function listColumns(
  definition: AnyDocument,
  level: Level,
  shown: readonly string[] | undefined,
): GridColumn<Row>[] {
  const fields = rowFields(definition, level)
  const first = shown ?? defaultColumns(definition, level)
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
        ...(!first.includes(name) && { isHidden: true }),
      },
    ]
  })
}

/** Columns with a sum in the totals row. */
export function totalledFields(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.isTotalled === true)
    .map(([name]) => name)
}
