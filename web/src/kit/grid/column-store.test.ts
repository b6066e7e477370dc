import { describe, expect, it } from 'vitest'
import { applyLayout } from './column-store.ts'
import { columnWidth } from './grid-column.ts'
import type { ColumnLayout, SavedColumn } from './column-store.ts'
import type { GridColumn } from './grid-column.ts'

const column = (field: string, part: Partial<GridColumn<object>> = {}): GridColumn<object> => ({
  field,
  label: field,
  kind: 'text',
  ...part,
})
const saved = (field: string, part: Partial<SavedColumn> = {}): SavedColumn => ({
  field,
  width: 90,
  isHidden: false,
  pinned: null,
  ...part,
})
const layout = (...columns: SavedColumn[]): ColumnLayout => ({ version: 1, columns, sort: [] })
const fields = (columns: readonly GridColumn<object>[]): string[] =>
  columns.map((known) => known.field)

describe("a person's columns", () => {
  it('stand in the saved order, with width, visibility and pinning', () => {
    const found = applyLayout(
      [column('a', { pinned: 'left' }), column('b')],
      layout(saved('b', { isHidden: true, width: 200, pinned: 'right' }), saved('a')),
    )
    expect(found).toEqual([
      column('b', { width: 200, isHidden: true, pinned: 'right' }),
      column('a', { width: 90, isHidden: false }),
    ])
  })

  it('get new columns after their declared neighbour and lose those that are gone', () => {
    const declared = [column('new1'), column('a'), column('b'), column('new2'), column('new3')]
    const found = applyLayout(declared, layout(saved('b'), saved('gone'), saved('a')))
    expect(fields(found)).toEqual(['new1', 'b', 'new2', 'new3', 'a'])
  })

  it('keep no width that only fitted their texts in another language', () => {
    const worded = column('a', { label: { zh: '量', en: 'Quantity on the way to there' } })
    const english = columnWidth(worded, 'en')
    expect(english).toBeGreaterThan(columnWidth(worded, 'zh'))
    expect(applyLayout([worded], layout(saved('a', { width: english })))).toEqual([
      { ...worded, isHidden: false },
    ])
    expect(applyLayout([worded], layout(saved('a', { width: english + 1 })))).toEqual([
      { ...worded, isHidden: false, width: english + 1 },
    ])
  })

  it('are as declared while nothing is saved', () => {
    expect(fields(applyLayout([column('a'), column('b')], null))).toEqual(['a', 'b'])
  })
})
