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
function engine(widths: Record<string, number>, atRight: string[] = []): GridApi<object> {
  const columnOf = (field: string): Column =>
    ({
      getColId: () => field,
      getActualWidth: () => widths[field],
      isPinnedRight: () => atRight.includes(field),
    }) as unknown as Column
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

  it('is widened so that the edge cuts no number: what does not fit as a whole is out of view', () => {
    const isNumber = (field: string): boolean => field !== 'description'
    const widths = { docNo: 140, description: 240, received: 300, issued: 400, closing: 400 }
    const free = new ColumnGrowth()
    free.fill(engine(widths), growing, room, isNumber)
    // 140 + 560 + 300 = 1000
    expect(widths.description).toBe(560)
    free.fill(engine(widths), growing, room + 400, isNumber)
    expect(widths.description).toBe(560)
    free.fill(engine(widths), growing, room + 470, isNumber)
    expect(widths.description).toBe(230)
    free.fill(engine(widths), growing, room + 500, isNumber)
    expect(widths.description).toBe(260)
  })

  it('is given up, a little, to a column that is nearly in view', () => {
    const widths = { docNo: 140, description: 240, supplier: 400, plant: 235, unit: 60 }
    const free = new ColumnGrowth()
    free.fill(engine(widths), growing, room)
    // 140 + 225 + 400 + 235 = 1000
    expect(widths.description).toBe(225)
    expect(free.widthOf('description', 225)).toBe(240)
    free.fill(engine(widths), growing, room - 3)
    expect(widths.description).toBe(240)
    // Of a text less than half of which is in view, nothing is.
    free.fill(engine(widths), growing, room - 120)
    expect(widths.description).toBe(340)
  })

  it('is not given away where a text is at the edge, or where the growing column is behind it', () => {
    const widths = { docNo: 140, description: 240, supplier: 700, received: 400 }
    const isNumber = (field: string): boolean => field === 'received'
    new ColumnGrowth().fill(engine(widths), growing, room, isNumber)
    expect(widths.description).toBe(240)
    const behind = { docNo: 700, received: 400, description: 240 }
    new ColumnGrowth().fill(engine(behind), growing, room, isNumber)
    expect(behind.description).toBe(240)
  })

  it('goes to another column where the first is out of view, and only where there is not enough', () => {
    const isNumber = (field: string): boolean => field !== 'description'
    const widths = { materialNo: 120, book: 400, counted: 400, difference: 200, description: 240 }
    const free = new ColumnGrowth()
    const other = { field: 'materialNo', width: 120 }
    free.fill(engine(widths), growing, room, isNumber, other)
    // 200 + 400 + 400 = 1000
    expect(widths).toMatchObject({ materialNo: 200, description: 240 })
    expect(free.widthOf('materialNo', 200)).toBe(120)
    free.fill(engine(widths), growing, room + 1000, isNumber, other)
    expect(widths).toMatchObject({ materialNo: 120, description: 880 })
    free.fill(engine(widths), null, room + 1000, isNumber, other)
    expect(widths).toMatchObject({ materialNo: 120, description: 240 })
  })

  it('counts without the columns that stay at the right edge', () => {
    const widths = { docNo: 140, description: 240, received: 400, issued: 400, entered: 200 }
    const isNumber = (field: string): boolean => field !== 'description'
    new ColumnGrowth().fill(engine(widths, ['entered']), growing, room, isNumber)
    // 140 + 260 + 400 + 200 = 1000
    expect(widths.description).toBe(260)
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

  it('is taken by long numbers, which is not kept as a width either; a width the person chose stays', () => {
    const widths = { docNo: 140, received: 90, issued: 90 }
    const free = new ColumnGrowth()
    free.keep(['issued'])
    free.widen(
      engine(widths),
      new Map([
        ['docNo', 100],
        ['received', 130],
        ['issued', 130],
      ]),
    )
    expect(widths).toEqual({ docNo: 140, received: 130, issued: 90 })
    expect(free.widthOf('received', 130)).toBe(90)
    free.keep(['received'])
    expect(free.widthOf('received', 120)).toBe(120)
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
