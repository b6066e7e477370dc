import { describe, expect, it } from 'vitest'
import {
  choice,
  date,
  flag,
  instant,
  quantity,
  reference,
  text,
} from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { filterShape, isActiveFilter, toFilters } from './list-filters.ts'

const name = label('名称', 'Name')
const fields = {
  docNo: text(name),
  state: text(name),
  supplierNo: reference(name, 'supplier'),
  etaDate: date(name),
  createdAt: instant(name),
  quantity: quantity(name),
  isCompleted: flag(name),
  kind: choice(name, { a: name }),
}

describe('filters of a list', () => {
  it('turns values into conditions and leaves out what does not narrow', () => {
    expect(
      toFilters(fields, {
        docNo: ' RK2026 ',
        state: ['draft', 'received'],
        supplierNo: '100001',
        etaDate: { from: '2026-11-01', to: null },
        quantity: { from: null, to: null },
        isCompleted: false,
        kind: [],
        unknown: 'x',
      }),
    ).toEqual([
      { field: 'docNo', operator: 'contains', value: 'RK2026' },
      { field: 'state', operator: 'in', value: ['draft', 'received'] },
      { field: 'supplierNo', operator: 'eq', value: '100001' },
      { field: 'etaDate', operator: 'gte', value: '2026-11-01' },
      { field: 'isCompleted', operator: 'eq', value: false },
    ])
  })

  it('covers whole days of the reader for moments', () => {
    const [filter] = toFilters(fields, { createdAt: { from: '2026-11-21', to: '2026-11-21' } })
    if (filter === undefined) throw new Error('no filter')
    const [from, to] = filter.value as [string, string]
    expect(filter.operator).toBe('between')
    expect(Date.parse(to) - Date.parse(from)).toBe(24 * 3600 * 1000 - 1)
    expect(new Date(from).getHours()).toBe(0)
  })

  it('shows states as choices whatever kind their field is', () => {
    expect(filterShape(fields.state, true)).toBe('choices')
    expect(filterShape(fields.state, false)).toBe('text')
    expect(isActiveFilter({ from: null, to: '3' })).toBe(true)
    expect(isActiveFilter('')).toBe(false)
  })
})
