import { expect, test } from 'vitest'
import { knowUnitNames } from '@kufang/contract/document/unit-words.ts'
import { editedQuantity, quantityChoices, typedQuantity } from './entered-quantity.ts'
import type { GridColumn } from './grid-column.ts'
import { entryProblems, pasteBlock, withTyped } from './line-entry.ts'

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
