import { expect, test } from 'vitest'
import { columnWidth } from './grid-column.ts'

test('a column of states is as wide as its longest state in the language shown', () => {
  const column = {
    label: { zh: '状态', en: 'State' },
    kind: 'state',
    width: 100,
    states: [
      { value: 'a', label: { zh: '待审批', en: 'Awaiting approval' }, tone: 'waiting' },
      { value: 'b', label: { zh: '草稿', en: 'Draft' }, tone: 'draft' },
    ],
  } as const
  expect(columnWidth(column, 'zh')).toBe(100)
  expect(columnWidth(column, 'en')).toBeGreaterThan(150)
})

test('the tag of what is being done has room for its dot', () => {
  const words = { zh: '待采购员处理', en: 'Awaiting the buyer' }
  const width = (tone: 'active' | 'waiting') =>
    columnWidth(
      { label: '状态', kind: 'state', states: [{ value: 'a', label: words, tone }] },
      'zh',
    )
  expect(width('active')).toBe(width('waiting') + 10)
})

test('a column is as wide as its header wants it, but for very long ones', () => {
  const label = { zh: '承重', en: 'Weight capacity' }
  expect(columnWidth({ kind: 'quantity', width: 100, label }, 'zh')).toBe(100)
  expect(columnWidth({ kind: 'quantity', width: 100, label }, 'en')).toBeGreaterThan(135)
  const long = 'Supplier delivery note number of the forwarder'
  expect(columnWidth({ kind: 'text', width: 100, label: long }, 'en')).toBe(190)
})

test('a column that is required and entered has room for its mark, and one of choices for the longest', () => {
  const label = { zh: '介质', en: 'Medium no.' }
  const entered = { kind: 'text', width: 80, label, isRequired: true, isEditable: true } as const
  expect(columnWidth(entered, 'en')).toBeGreaterThan(
    columnWidth({ ...entered, isEditable: false }, 'en'),
  )
  const choices = [
    { value: 'quality', label: { zh: '质保书', en: 'Mill test certificate' } },
    { value: 'other', label: { zh: '其他', en: 'Other' } },
  ]
  expect(columnWidth({ kind: 'choice', width: 110, label, choices }, 'zh')).toBe(110)
  expect(columnWidth({ kind: 'choice', width: 110, label, choices }, 'en')).toBeGreaterThan(160)
})
