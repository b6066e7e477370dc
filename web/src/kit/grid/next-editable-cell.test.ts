import type { Column, GridApi } from 'ag-grid-community'
import { describe, expect, it } from 'vitest'
import type { GridColumn } from './grid-column.ts'
import { nextEditableCell } from './next-editable-cell.ts'

interface Line {
  isFixed: boolean
}

const label = { zh: '', en: '' }
const columns: GridColumn<Line>[] = [
  { field: 'material', label, kind: 'text', isEditable: ({ isFixed }) => !isFixed },
  { field: 'description', label, kind: 'text' },
  { field: 'quantity', label, kind: 'quantity', isEditable: true },
  { field: 'unit', label, kind: 'text' },
]
const shown = ['selection', ...columns.map(({ field }) => field)].map(
  (id) => ({ getColId: () => id }) as Column,
)
const lines: readonly Line[] = [{ isFixed: false }, { isFixed: true }]

const from = (rowIndex: number, field: string, more: { backwards?: true; editing?: true } = {}) => {
  const found = nextEditableCell<Line>(
    {
      api: {
        getAllDisplayedColumns: () => shown,
        getDisplayedRowAtIndex: (index: number) => ({ data: lines[index] }),
      } as unknown as GridApi<Line>,
      backwards: more.backwards ?? false,
      editing: more.editing ?? false,
      previousCellPosition: {
        rowIndex,
        rowPinned: null,
        column: shown.find((column) => column.getColId() === field)!,
      },
      nextCellPosition: { rowIndex, rowPinned: null, column: shown[0]! },
    },
    columns,
  )
  return typeof found === 'boolean' ? found : `${found.rowIndex} ${found.column.getColId()}`
}

describe('Tab in a table for entering lines', () => {
  it('skips what cannot be entered, where a number typed would be lost', () => {
    expect(from(0, 'material')).toBe('0 quantity')
    expect(from(0, 'quantity')).toBe('1 quantity')
    expect(from(1, 'quantity', { backwards: true })).toBe('0 quantity')
    expect(from(0, 'quantity', { backwards: true })).toBe('0 material')
  })

  it('leaves the table behind the last cell, and before the first', () => {
    expect(from(1, 'quantity')).toBe(false)
    expect(from(0, 'material', { backwards: true })).toBe(false)
  })

  it('leaves it to the table while a cell is edited', () => {
    expect(from(0, 'material', { editing: true })).toBe('0 selection')
  })
})
