import { expect, test } from 'vitest'
import { columnWidth } from './grid-column.ts'

test('a column of states is as wide as its longest state in the language shown', () => {
  const column = {
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
