import { describe, expect, it } from 'vitest'
import { changesBetween } from './difference.ts'

describe('before and after', () => {
  it('tells what changed, came and went, and nothing else', () => {
    expect(
      changesBetween(
        { state: 'draft', remark: 'x', plant: '1010' },
        { state: 'received', plant: '1010', bin: 'A' },
      ),
    ).toEqual([
      { field: 'state', before: 'draft', after: 'received' },
      { field: 'remark', before: 'x', after: null },
      { field: 'bin', before: null, after: 'A' },
    ])
  })

  it('knows lines by their number, not by their place', () => {
    const before = {
      lines: [
        { lineNo: 10, quantity: '1' },
        { lineNo: 20, quantity: '2' },
      ],
    }
    const after = { lines: [{ lineNo: 20, quantity: '3' }] }
    expect(changesBetween(before, after)).toEqual([
      { field: 'lines.10.lineNo', before: 10, after: null },
      { field: 'lines.10.quantity', before: '1', after: null },
      { field: 'lines.20.quantity', before: '2', after: '3' },
    ])
  })

  it('shows all of what was made and of what was deleted', () => {
    expect(changesBetween(null, { a: 1 })).toEqual([{ field: 'a', before: null, after: 1 }])
    expect(changesBetween({ a: 1 }, null)).toEqual([{ field: 'a', before: 1, after: null }])
    expect(changesBetween(null, null)).toEqual([])
  })
})
