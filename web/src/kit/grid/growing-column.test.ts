import type { Column, GridApi } from 'ag-grid-community'
import { describe, expect, it } from 'vitest'
import { ColumnGrowth, growingColumn } from './growing-column.ts'
import type { GridColumn } from './grid-column.ts'
import { scrollbarWidthPx } from './scrollbar.ts'

const column = (field: string, part: Partial<GridColumn<object>> = {}): GridColumn<object> => ({
  field,
  label: field,
  kind: 'text',
  ...part,
})
const declared = [
  column('docNo', { width: 140 }),
  column('description', { width: 240 }),
  column('supplier', { kind: 'reference', width: 200 }),
  column('value', { kind: 'money', width: 300 }),
]

/** The part of AG Grid used by growing columns: visible columns of these widths. */
function engine(widths: Record<string, number>): GridApi<object> {
  const columnOf = (field: string): Column =>
    ({ getColId: () => field, getActualWidth: () => widths[field] }) as unknown as Column
  return {
    getColumn: columnOf,
    getAllDisplayedColumns: () => Object.keys(widths).map(columnOf),
    setColumnWidths: (changes: { key: string; newWidth: number }[]) => {
      for (const { key, newWidth } of changes) widths[key] = newWidth
    },
  } as unknown as GridApi<object>
}

describe('the column that grows', () => {
  it('is the one of the longest text, numbers never', () => {
    expect(growingColumn(declared, declared)).toEqual({ field: 'description', width: 240 })
  })

  it('is none where all texts are short', () => {
    expect(growingColumn([column('docNo', { width: 140 }), column('unit')], declared)).toBeNull()
  })

  it('is none where the person gave it a width', () => {
    const arranged = declared.map((known) =>
      known.field === 'description' ? { ...known, width: 300 } : known,
    )
    expect(growingColumn(declared, arranged)).toBeNull()
  })
})

describe('the free room', () => {
  const room = 1000 + scrollbarWidthPx
  const growing = { field: 'description', width: 240 }

  it('goes to one column, follows the table and is given back', () => {
    const widths = { docNo: 140, description: 240, unit: 60 }
    const free = new ColumnGrowth()
    free.fill(engine(widths), growing, room)
    expect(widths).toEqual({ docNo: 140, description: 800, unit: 60 })
    free.fill(engine(widths), growing, room - 100)
    expect(widths.description).toBe(700)
    free.fill(engine(widths), growing, 300)
    expect(widths.description).toBe(240)
  })

  it('is not kept as the width the person chose', () => {
    const widths = { docNo: 140, description: 240 }
    const free = new ColumnGrowth()
    free.fill(engine(widths), growing, room)
    expect(widths.description).toBe(860)
    expect(free.widthOf('description', 860)).toBe(240)
    expect(free.widthOf('docNo', 150)).toBe(150)
  })

  it('leaves a column alone once the person gave it a width', () => {
    const widths = { docNo: 140, description: 240 }
    const free = new ColumnGrowth()
    free.fill(engine(widths), growing, room)
    widths.description = 500
    free.keep(['description'])
    free.fill(engine(widths), growing, room)
    expect(widths.description).toBe(500)
    expect(free.widthOf('description', 500)).toBe(500)
  })

  it('changes over to another column, and the one before is as wide as it was', () => {
    const widths = { description: 240, supplier: 200 }
    const free = new ColumnGrowth()
    free.fill(engine(widths), { field: 'supplier', width: 200 }, room)
    expect(widths).toEqual({ description: 240, supplier: 760 })
    free.fill(engine(widths), growing, room)
    expect(widths).toEqual({ description: 800, supplier: 200 })
  })
})
