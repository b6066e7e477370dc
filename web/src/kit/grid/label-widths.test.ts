import type { Column, GridApi } from 'ag-grid-community'
import { expect, test } from 'vitest'
import { columnWidth } from './grid-column.ts'
import type { GridColumn } from './grid-column.ts'
import { LabelWidths } from './label-widths.ts'

const declared = ['quantity', 'description'].map((field): GridColumn<object> => ({
  field,
  label: { zh: '量', en: 'Quantity that is on the way' },
  kind: 'quantity',
}))

/** The part of AG Grid used here: columns of these widths. */
function engine(widths: Record<string, number>): GridApi<object> {
  return {
    getColumn: (field: string) => ({ getActualWidth: () => widths[field] }) as unknown as Column,
    setColumnWidths: (changes: { key: string; newWidth: number }[]) => {
      for (const { key, newWidth } of changes) widths[key] = newWidth
    },
  } as unknown as GridApi<object>
}

test('columns take the width of their words in the language now shown, there and back, but keep what the user set', () => {
  const [column] = declared
  const widthIn = { zh: columnWidth(column!, 'zh'), en: columnWidth(column!, 'en') }
  expect(widthIn.en).toBeGreaterThan(widthIn.zh)
  const widths = { quantity: widthIn.zh, description: 77 }
  const labels = new LabelWidths(declared, 'zh')
  labels.apply(engine(widths), declared, 'en')
  expect(widths).toEqual({ quantity: widthIn.en, description: 77 })
  labels.apply(engine(widths), declared, 'zh')
  expect(widths).toEqual({ quantity: widthIn.zh, description: 77 })
})
