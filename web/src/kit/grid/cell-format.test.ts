import { afterEach, expect, test, vi } from 'vitest'
import { languageStore } from '../text/language.ts'
import { cellText } from './cell-format.ts'
import type { GridColumn } from './grid-column.ts'

afterEach(() => vi.unstubAllGlobals())

test('several persons in a cell stand with the comma of the language', () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/' })
  const attendees: GridColumn<object> = { field: 'attendees', label: '参加人', kind: 'list' }
  const row = { attendees: ['供应商', '使用车间', '质检员'] }
  expect(cellText(attendees, row)).toBe('供应商、使用车间、质检员')
  languageStore.set('en')
  expect(cellText(attendees, row)).toBe('供应商, 使用车间, 质检员')
  languageStore.set('zh')
  expect(cellText(attendees, { attendees: [] })).toBe('–')
})
