import { expect, test } from 'vitest'
import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { editedQuantity, quantityChoices, typedQuantity } from './entered-quantity.ts'
import type { GridColumn } from './grid-column.ts'
import { entryProblems, pasteBlock, withTyped } from './line-entry.ts'
import { knowMaterialUnits } from './material-units.ts'

interface Line {
  rowId: string
  quantity: string
  unit: string
  entryUnit?: string | null
  unitNumerator?: number
  unitDenominator?: number
}
const quantity: GridColumn<Line> = {
  field: 'quantity',
  label: '数量',
  kind: 'quantity',
  isEditable: true,
  isInBaseUnit: true,
}
const boxes: Line = {
  rowId: '1',
  quantity: '500',
  unit: 'EA',
  entryUnit: 'BOX',
  unitNumerator: 100,
  unitDenominator: 1,
}
const pieces: Line = { rowId: '2', quantity: '7', unit: 'EA' }

test('a line ordered in boxes is edited in boxes: a number without a unit is boxes, with one what it says', () => {
  expect(editedQuantity(boxes, '500')).toBe('5 BOX')
  expect(editedQuantity(pieces, '7')).toBeNull()
  expect(withTyped(boxes, quantity, '3')).toMatchObject({ quantity: '300', entryUnit: 'BOX' })
  expect(withTyped(boxes, quantity, '1,200 box')).toMatchObject({ quantity: '120000' })
  // A decimal comma is no group of thousands: what was typed stays, and is refused.
  for (const typed of ['0,125', '0,250 box', '1,5', '1e3'])
    expect(withTyped(boxes, quantity, typed)).toMatchObject({ quantity: typed })
  expect(withTyped(boxes, quantity, '７ea')).toMatchObject({ quantity: '7', entryUnit: '' })
  expect(withTyped(pieces, quantity, '8')).toMatchObject({ quantity: '8' })
  expect(withTyped(pieces, quantity, '8 EA')).toMatchObject({ quantity: '8' })
})

test('a unit is typed by its code or its name, and edited by the name people say', () => {
  knowUnitNames({ EA: '个', BOX: '盒' })
  expect(editedQuantity(boxes, '500')).toBe('5 盒')
  expect(withTyped(boxes, quantity, '3盒')).toMatchObject({ quantity: '300', entryUnit: 'BOX' })
  expect(withTyped(boxes, quantity, '3 box')).toMatchObject({ quantity: '300' })
  expect(withTyped(boxes, quantity, '7 个')).toMatchObject({ quantity: '7', entryUnit: '' })
  knowUnitNames({})
})

test('while a number is typed, the units of the line are offered with what it is in the other one', () => {
  knowUnitNames({ EA: '个', BOX: '盒' })
  const offered = [
    { value: '5 盒', label: '= 500 个' },
    { value: '5 个', label: '= 0.05 盒' },
  ]
  expect(quantityChoices(boxes, '5')).toEqual(offered)
  expect(quantityChoices(boxes, '5 盒')).toEqual(offered)
  expect(quantityChoices(pieces, '5')).toEqual([])
  expect(quantityChoices(boxes, '')).toEqual([])
  const rolls = { ...boxes, unitNumerator: 3, unitDenominator: 7000 }
  expect(quantityChoices(rolls, '0.1')[0]!.label).toContain('不能准确换算为 个')
  knowUnitNames({})
})

test('a unit the line does not have stays for the server; what rounding would change is refused here', () => {
  const rolls = { ...boxes, unit: 'KG', entryUnit: 'ROL', unitNumerator: 3, unitDenominator: 7 }
  const lines = [withTyped(boxes, quantity, '3 PAL'), withTyped(rolls, quantity, '0.333 ROL')]
  expect(lines.map((line) => line.quantity)).toEqual(['3 PAL', '0.333 ROL'])
  expect(entryProblems([quantity], lines, ({ quantity: text }) => text)).toEqual([
    {
      rowId: '0.333 ROL',
      field: 'quantity',
      message: {
        zh: '0.333 ROL 不能准确换算为 KG，请改数量或按 KG 填写',
        en: '0.333 ROL is no exact quantity of KG; change it, or enter it in KG',
      },
    },
  ])
  expect(typedQuantity(rolls, 'quantity', '10')).toEqual({ change: { quantity: '4.286' } })
  expect(typedQuantity(boxes, 'quantity', 'many')).toBeNull()
})

test('a number pasted without a unit is in the base unit, as a copied one is', () => {
  const paste = (text: string) =>
    pasteBlock([[text]], { rows: [boxes], columns: [quantity], row: 0, column: 0 }).rows[0]!
      .quantity
  expect(paste('500')).toBe('500')
  expect(paste('2 BOX')).toBe('200')
})

test('all units of the material are offered, converted exactly, and what is chosen becomes the unit of the line', () => {
  knowUnitNames({ EA: '个', BOX: '盒', PAL: '托' })
  const of = (unit: string, numerator: number, decimals = 0) => ({
    materialNo: 'M-BOLT',
    unit,
    numerator,
    denominator: 1,
    decimals,
  })
  // The material's boxes hold 100, those of the order 50.
  knowMaterialUnits('M-BOLT', [of('EA', 1), of('BOX', 100), of('PAL', 3000)])
  const ordered = { ...boxes, materialNo: 'M-BOLT', unitNumerator: 50 }
  expect(quantityChoices(ordered, '2')).toEqual([
    { value: '2 盒', label: '= 100 个' },
    { value: '2 个', label: '= 0.04 盒' },
    { value: '2 托', label: '= 6000 个' },
  ])
  const plain = { ...pieces, materialNo: 'M-BOLT' }
  expect(quantityChoices(plain, '2')).toEqual([
    { value: '2 个', label: '' },
    { value: '2 盒', label: '= 200 个' },
    { value: '2 托', label: '= 6000 个' },
  ])
  const onPallets = withTyped(ordered, quantity, '2 托')
  expect(onPallets).toMatchObject({
    quantity: '6000',
    entryUnit: 'PAL',
    unitNumerator: 3000,
    isUnitChosen: true,
  })
  expect(withTyped(onPallets, quantity, '3')).toMatchObject({ quantity: '9000', entryUnit: 'PAL' })
  // Back in boxes, they are those of the order.
  expect(withTyped(onPallets, quantity, '2 盒')).toMatchObject({
    quantity: '100',
    entryUnit: 'BOX',
  })
  const inPieces = withTyped(ordered, quantity, '7 个')
  expect(withTyped(inPieces, quantity, '2 BOX')).toMatchObject({ quantity: '100' })
  // Half a pallet is refused, as pallets are whole.
  const half = [withTyped(plain, quantity, '0.5 托')]
  expect(entryProblems([quantity], half, ({ rowId }) => rowId)).toHaveLength(1)
  // Other quantities of the line are converted without changing its unit.
  const counted = { ...quantity, field: 'counted' } as GridColumn<Line>
  expect(withTyped(ordered, counted, '1 托')).toMatchObject({ counted: '3000', entryUnit: 'BOX' })
  knowMaterialUnits('M-BOLT', [])
  knowUnitNames({})
})

test('kilograms are typed into the cell of the second unit with or without their unit, pieces are not', () => {
  knowUnitNames({ EA: '个', KG: '千克' })
  const column = {
    field: 'second',
    label: '第二数量',
    kind: 'quantity',
    isEditable: true,
    unitField: 'secondUnit',
  } as const satisfies GridColumn<Line>
  const pipes = { ...pieces, secondUnit: 'KG' }
  expect(withTyped(pipes, column, '480.5 千克')).toMatchObject({ second: '480.5' })
  expect(withTyped(pipes, column, '480.5')).toMatchObject({ second: '480.5' })
  const wrong = [withTyped(pipes, column, '4 个')]
  expect(entryProblems<Line>([column], wrong, ({ rowId }) => rowId)).toHaveLength(1)
  knowUnitNames({})
})
