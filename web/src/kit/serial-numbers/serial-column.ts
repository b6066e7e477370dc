import type { Filter } from '@kufang/contract/document/api.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { quantityOfPieces } from '@kufang/contract/document/declare/serial-numbers.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../fields/field-column.ts'
import { emptyValue } from '../grid/cell-format.ts'
import type { GridColumn } from '../grid/grid-column.ts'
import { label } from '../text/language.ts'
import { serialNumbersOf, serialText } from '../text/serial-list.ts'
import { serialEditor } from './serial-editor.tsx'
import { hintText, isNumbered, neededOf, numbersElsewhere } from './line-serials.ts'
import type { Offer } from './use-pieces.ts'

/** A line that is entered, and what it stands among. */
export interface SerialSurroundings<Line> {
  headerOf: () => Row | null
  linesOf: () => readonly Line[]
  /** The numbers of what the line takes from, such as its predecessor's line; none if they do not come from there. */
  ofSource: (line: Line) => readonly string[]
  /** The predecessor only says what will come, so that other pieces may. */
  isOnlyAnnounced?: boolean
  /** Pieces are named only if the quantity is a part of those that are there. */
  isOptional?: boolean
  /** Whatever is found is entered, such as what a count finds. */
  isFound?: boolean
}

const notManaged: Label = {
  zh: '该物料不实行序列号管理，无需填写',
  en: 'The material has no serial numbers',
}

const unnamed: Label = { zh: '未指定', en: 'Not named' }
const unnamedHint: Label = {
  zh: '不指定时为该行仍在那里的全部件；只处理其中一部分时，须指定是哪些件',
  en: 'If none are named, all pieces of the line that are there; of a part, name which ones',
}

/** The parts of a stock key by which its pieces are found; `place` and `book` are those of goods in bins. */
const keyFields = [
  'materialNo',
  'companyCode',
  'plant',
  'storageLocation',
  'bin',
  'batch',
  'specialStockReference',
] as const

/**
 * The column in which serial numbers are entered: only in lines whose material has them; it counts them against the
 * quantity, names them if they are few, and says in its tooltip all of them or why there are none.
 *
 * @param quantity the field with the quantity whose pieces they are
 */
export function serialColumn<Line extends Row>(
  name: string,
  field: Field,
  surroundings: SerialSurroundings<Line>,
  quantity: string = quantityOfPieces(name),
): Pick<GridColumn<Line>, 'isEditable' | 'editor' | 'text' | 'hint'> {
  return {
    isEditable: (line) => isNumbered(line, name),
    text: (line) => {
      const numbers = serialNumbersOf(line[name])
      const needed = neededOf(name, line, quantity)
      if (numbers.length === 0 && surroundings.isOptional === true) return label(unnamed)
      const isNothing = numbers.length === 0 && needed === 0
      return isNothing || !isNumbered(line, name) ? emptyValue : serialText(numbers, needed)
    },
    hint: (line) => {
      if (!isNumbered(line, name)) return label(notManaged)
      const numbers = serialNumbersOf(line[name])
      const isUnnamed = numbers.length === 0 && surroundings.isOptional === true
      return isUnnamed ? label(unnamedHint) : hintText(numbers)
    },
    editor: serialEditor<Line>({
      neededOf: (line) => neededOf(name, line, quantity),
      elsewhereOf: (line) => numbersElsewhere(name, line, surroundings.linesOf()),
      offerOf: (line) => offerOf(name, field, line, surroundings),
    }),
  }
}

/**
 * The pieces a line may take: of a part of its quantity (`rejectedSerialNumbers`) those of the line that no other part has,
 * of a successor those of its predecessor's line, of goods that leave the stock those at its stock key; any number of goods
 * that come in.
 */
export function offerOf<Line extends Row>(
  name: string,
  { offeredBy }: Field,
  line: Line,
  {
    headerOf,
    ofSource,
    isOnlyAnnounced,
    isFound,
  }: Pick<SerialSurroundings<Line>, 'headerOf' | 'ofSource' | 'isOnlyAnnounced' | 'isFound'>,
): Offer {
  if (isFound === true) return { kind: 'free' }
  if (name !== 'serialNumbers') {
    const parts = Object.keys(line).filter(
      (other) => other.endsWith('SerialNumbers') && other !== name,
    )
    const taken = new Set(parts.flatMap((other) => serialNumbersOf(line[other])))
    return known(serialNumbersOf(line['serialNumbers']).filter((number) => !taken.has(number)))
  }
  const before = ofSource(line)
  if (before.length > 0) return { ...known(before), mayBeOthers: isOnlyAnnounced === true }
  if (offeredBy === undefined) return { kind: 'free' }
  return { kind: 'stock', query: offeredBy, filters: keyFilters(line, headerOf() ?? {}) }
}

const known = (numbers: readonly string[]): Offer & { kind: 'known' } => ({
  kind: 'known',
  pieces: numbers.map((serialNumber) => ({ serialNumber, note: '' })),
})

/** The stock key of a line as filters; a part that is not entered yet does not narrow. */
function keyFilters(line: Row, header: Row): Filter[] {
  const filters: Filter[] = keyFields.flatMap((field): Filter[] => {
    const value = textOf(line[field], header[field])
    return value === '' ? [] : [{ field, operator: 'eq', value }]
  })
  const special = textOf(line['specialStock'])
  return [
    ...filters,
    { field: 'place', operator: 'eq', value: 'stock' },
    { field: 'book', operator: 'eq', value: textOf(line['book'], 'ERP') },
    { field: 'stockCategory', operator: 'eq', value: textOf(line['stockCategory'], 'UU') },
    special === ''
      ? { field: 'specialStock', operator: 'empty' }
      : { field: 'specialStock', operator: 'eq', value: special },
  ]
}
