import { afterEach, expect, test, vi } from 'vitest'
import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { languageStore } from '../text/language.ts'
import { cellText, cellTextWithin, clipboardText } from './cell-format.ts'
import type { GridColumn } from './grid-column.ts'

afterEach(() => {
  knowUnitNames({})
  vi.unstubAllGlobals()
})

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

test('serial numbers are counted if they are more than a few, and all of them are copied', () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/' })
  const column: GridColumn<object> = { field: 'n', label: '序列号', kind: 'serialNumbers' }
  expect(cellText(column, { n: ['SN1', 'SN2'] })).toBe('SN1、SN2')
  expect(cellText(column, { n: ['SN1', 'SN2', 'SN3'] })).toBe('3 件：SN1、SN2、SN3')
  expect(cellText(column, { n: [] })).toBe('–')
  expect(clipboardText(column, { n: ['SN1', 'SN2', 'SN3'] })).toBe('SN1、SN2、SN3')
})

test('a quantity in the base unit is said in the entry unit of its row too, and copied as a plain number', () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/' })
  const quantity: GridColumn<object> = {
    field: 'quantity',
    label: '数量',
    kind: 'quantity',
    unitField: 'unit',
    isInBaseUnit: true,
  }
  const { unitField: _unit, ...withoutUnit } = quantity
  const boxes = { unit: 'EA', entryUnit: 'BOX', unitNumerator: 100, unitDenominator: 1 }
  expect(cellText(quantity, { ...boxes, quantity: '150000' })).toBe('1,500 BOX = 150,000 EA')
  // Where both do not fit, the base unit alone: a cut number looks like a smaller one.
  const many = { ...boxes, quantity: '150000' }
  expect(cellTextWithin(quantity, many, 300)).toBe('1,500 BOX = 150,000 EA')
  expect(cellTextWithin(quantity, many, 110)).toBe('150,000 EA')
  expect(cellText(withoutUnit, { ...boxes, quantity: '500' })).toBe('5 BOX = 500')
  expect(cellText(quantity, { ...boxes, quantity: '0' })).toBe('0 EA')
  expect(cellText(quantity, { unit: 'EA', entryUnit: null, quantity: '500' })).toBe('500 EA')
  expect(clipboardText(quantity, { ...boxes, quantity: '500' })).toBe('500')
  knowUnitNames({ EA: '个', BOX: '盒' })
  expect(cellText(quantity, { ...boxes, quantity: '500' })).toBe('5 盒 = 500 个')
  const unit: GridColumn<object> = { field: 'unit', label: '单位', kind: 'reference', isUnit: true }
  expect(cellText(unit, { ...boxes, unitText: '个' })).toBe('个')
  languageStore.set('en')
  expect(cellText(quantity, { ...boxes, quantity: '500' })).toBe('5 BOX = 500 EA')
  languageStore.set('zh')
  const entered = {
    ...quantity,
    field: 'entryQuantity',
    unitField: 'entryUnit',
    isInBaseUnit: false,
  }
  expect(cellText(entered, { ...boxes, entryQuantity: '5' })).toBe('5 盒')
})
