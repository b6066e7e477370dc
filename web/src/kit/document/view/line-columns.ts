import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { entryUnitOf } from '@kufang/contract/document/entry-unit.ts'
import { cellText } from '../../grid/cell-format.ts'
import { columnFitting } from '../../grid/text-fits.ts'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import {
  isIdle,
  lineFields,
  quantitiesInView,
  repeats,
  saidWithQuantities,
  saysNothing,
  statesOfColumn,
} from '../document-fields.ts'

const firstColumns = [
  'lineNo',
  'materialNo',
  'description',
  'quantity',
  'reversedQuantity',
  'serialNumbers',
  'reversedSerialNumbers',
  'doneQuantity',
  'heldQuantity',
  'openQuantity',
  'closedQuantity',
  'progress',
]

const explaining: ReadonlySet<string> = new Set(['closedQuantity', 'reversedQuantity'])

/** Shown with each quantity: its unit, and the quantity in the entry unit. */
const isBeside = (name: string): boolean => name === 'unit' || saidWithQuantities.has(name)

/** A quantity column is as wide as its quantities in both units, so that a document says 5 盒 = 500 个. */
function bothUnitsFit(column: GridColumn<Row>, lines: readonly Row[]): { width?: number } {
  if (column.isInBaseUnit !== true) return {}
  const texts = lines
    .filter((line) => entryUnitOf(line) !== null)
    .map((line) => cellText(column, line))
  if (texts.length === 0) return {}
  return { width: Math.max(column.width ?? 0, ...texts.map(columnFitting)) }
}

/** The columns of a document's lines; those that say nothing about any line are hidden but can be added. */
export function lineColumns(definition: AnyDocument, lines: readonly Row[]): GridColumn<Row>[] {
  const fields = lineFields(definition)
  const own = Object.keys(definition.lines)
  const inView = quantitiesInView(definition, lines)
  const typed = own.filter((name) => fields[name] !== undefined && isTyped(fields[name]))
  const order = [...new Set([...firstColumns, ...typed, ...own, ...Object.keys(fields)])]
  return order.flatMap((name) => {
    const field = fields[name]
    if (field === undefined) return []
    const column = fieldColumn(name, field, {
      states: statesOfColumn(definition, name),
      unitField: 'unit',
    })
    const isEmpty = lines.every((line) => isEmptyValue(line[name]))
    const isUseless = isEmpty || repeats(name, lines) || isIdle(name, lines)
    return [
      {
        ...column,
        ...bothUnitsFit(column, lines),
        // Which pieces these are is looked up in a document as often as how many; what is closed or reversed explains why the
        // other quantities do not add up.
        ...((inView.has(name) ||
          (field.kind === 'serialNumbers' && !isEmpty) ||
          (explaining.has(name) && !isUseless)) && { isEssential: true }),
        ...((isUseless || isBeside(name) || saysNothing(definition, name)) && { isHidden: true }),
      },
    ]
  })
}
