import { copiedUnits } from '@kufang/contract/document/declare/common-fields.ts'
import {
  isPositive,
  parseQuantity,
  subtractQuantity,
  sumQuantities,
} from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type {
  MoveRow,
  Preview,
  PreviewHold,
  PreviewMove,
  PreviewPlace,
} from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { cellText } from '../../grid/cell-format.ts'
import { lineFields, saidWithQuantities } from '../document-fields.ts'

/** A row of the table a user checks before an action. */
export interface CheckRow {
  key: string
  /** The document number, if several documents are checked together. */
  docNo: string
  lineNo: number
  materialNo: string
  description: string
  specification: string
  quantity: string
  unit: string
  /** The entry unit of the line with its fraction, by the names of its fields. */
  entryUnit?: Row
  /** What moves in the second unit, and that unit, by the names of the line's fields. */
  second?: Row
  from: PreviewPlace | null
  to: PreviewPlace | null
  movementType: string
  /** Further fields of the line: label and value. */
  details: readonly { name: string; label: Label; text: string }[]
}

const plainRow: CheckRow = {
  key: '',
  docNo: '',
  lineNo: 0,
  materialNo: '',
  description: '',
  specification: '',
  quantity: '',
  unit: '',
  from: null,
  to: null,
  movementType: '',
  details: [],
}

/** The movements of previews; `numbers` are the document numbers, one per preview. */
export function moveRows(
  previews: readonly Pick<Preview, 'moves'>[],
  numbers: readonly string[],
): CheckRow[] {
  return rowsOf(
    previews.map(({ moves }) => moves),
    numbers,
    (move: PreviewMove) => ({
      from: move.from,
      to: move.to,
      movementType: move.movementType,
    }),
  )
}

/** The holds that previews would place, or release. */
export function holdRows(
  previews: readonly Pick<Preview, 'holds'>[],
  numbers: readonly string[],
  isReleased: boolean,
): CheckRow[] {
  const holds = previews.map((preview) =>
    preview.holds.filter((hold) => hold.isReleased === isReleased),
  )
  return rowsOf(holds, numbers, (hold: PreviewHold) => ({ to: hold.at }))
}

function rowsOf<
  Item extends Pick<CheckRow, 'lineNo' | 'materialNo' | 'description' | 'quantity' | 'unit'>,
>(
  lists: readonly (readonly Item[])[],
  numbers: readonly string[],
  more: (item: Item) => Partial<CheckRow>,
): CheckRow[] {
  return lists.flatMap((items, document) =>
    items.map(({ lineNo, materialNo, description, quantity, unit, ...rest }, index) => ({
      ...plainRow,
      key: `${document} ${index}`,
      docNo: numbers[document] ?? '',
      lineNo,
      materialNo,
      description,
      quantity,
      unit,
      entryUnit: rest as Row,
      second: rest as Row,
      ...more({ lineNo, materialNo, description, quantity, unit, ...rest } as Item),
    })),
  )
}

/** Fields with columns of their own in the table, or progress fields of the frame. */
const inColumns: ReadonlySet<string> = new Set([
  'lineNo',
  'materialNo',
  'description',
  'specification',
  'materialGroup',
  'unit',
  ...saidWithQuantities,
  'quantity',
  'sourceLine',
  'materialDocument',
  'materialDocumentYear',
  'lineErpState',
  'doneQuantity',
  'heldQuantity',
  'closedQuantity',
  'openQuantity',
  'freeQuantity',
  'progress',
])

/** The lines of a document with their fields, entered ones first. */
export function lineRows(definition: AnyDocument, lines: readonly Row[]): CheckRow[] {
  const fields = Object.entries(lineFields(definition)).filter(([name]) => !inColumns.has(name))
  const byHand = (field: Field): number => (field.by === undefined || field.by === 'user' ? 0 : 1)
  const ordered = fields.toSorted(([, left], [, right]) => byHand(left) - byHand(right))
  return lines.map((line, index) => ({
    ...plainRow,
    key: String(index),
    lineNo: Number(line['lineNo']),
    materialNo: textOf(line['materialNo']),
    description: textOf(line['description']),
    specification: textOf(line['specification']),
    quantity: textOf(line['quantity']),
    unit: textOf(line['unit']),
    entryUnit: Object.fromEntries(copiedUnits.map((name) => [name, line[name]])),
    details: ordered
      .filter(([name]) => !isEmptyValue(line[name]))
      .map(([name, field]) => ({
        name,
        label: field.label,
        text: cellText(fieldColumn(name, field, { unitField: 'unit' }), line),
      })),
  }))
}

/** Of a document posted in steps, the movements that a posting tells the ERP of, without those of steps that are posted. */
export function movesToPost(
  moves: readonly MoveRow[],
  preview: Pick<Preview, 'postings' | 'laterSteps'> | undefined,
): readonly MoveRow[] {
  const posted = preview?.postings.filter(({ direction }) => direction === 'post') ?? []
  if (preview === undefined || posted.length === 0) return moves
  const types = new Set([
    ...posted.flatMap(({ movementTypes }) => movementTypes),
    ...preview.laterSteps.flatMap(({ movementTypes }) => movementTypes.split(/[^0-9A-Z]+/)),
  ])
  return moves.filter(({ movementType }) => types.has(movementType))
}

/**
 * The lines of a document with what is not reversed of their movements: one row per movement, or the line itself without
 * any. Other fields of the line are in its first row.
 */
export function movedRows(rows: readonly CheckRow[], moves: readonly MoveRow[]): CheckRow[] {
  const reversals = Map.groupBy(moves, ({ reverses }) => reverses)
  const standing = moves
    .filter(({ reverses }) => reverses === null)
    .map((move) => {
      const back = (reversals.get(move.id) ?? []).map(({ quantity }) => parseQuantity(quantity))
      return {
        ...move,
        quantity: subtractQuantity(parseQuantity(move.quantity), sumQuantities(back)),
      }
    })
    .filter(({ quantity }) => isPositive(quantity))
  return rows.flatMap((row) => {
    const own = standing.filter(({ lineNo }) => lineNo === row.lineNo)
    if (own.length === 0) return [row]
    return own.map(({ id, quantity, from, to, movementType }, index) => ({
      ...row,
      key: id,
      quantity,
      from,
      to,
      movementType,
      details: index === 0 ? row.details : [],
    }))
  })
}
