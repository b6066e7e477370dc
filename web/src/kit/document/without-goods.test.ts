import { expect, test } from 'vitest'
import { documentHandover } from '@kufang/contract/handover/document-handover.ts'
import { entryColumns } from './entry/entry-columns.ts'
import { lineProblemsOf } from './entry/entry-lines.ts'
import { printColumns } from './print/print-columns.ts'
import { defaultColumns, lineFields } from './document-fields.ts'

const paper = {
  rowId: '1',
  lineNo: 1,
  title: '泵体质保书 6A-112',
  documentKind: 'quality',
  copies: 2,
  copyKind: 'original',
  medium: 'paper',
}
const goods = ['materialNo', 'description', 'unit', 'quantity', 'openQuantity', 'progress']

test('a document without goods is entered, listed and printed without a column of goods', () => {
  const entered = entryColumns(documentHandover, [paper], () => ({})).map(({ field }) => field)
  expect(entered.slice(0, 5)).toEqual(['title', 'documentKind', 'copies', 'copyKind', 'medium'])
  expect(entered).toContain('lineRemark')
  const printed = printColumns(documentHandover, { state: 'draft' }, [paper]).map(
    ({ field }) => field,
  )
  expect(printed).toEqual([
    'lineNo',
    'title',
    'documentKind',
    'copies',
    'copyKind',
    'medium',
    'lineRemark',
  ])
  const listed = defaultColumns(documentHandover, 'line')
  expect(listed).toContain('title')
  for (const name of goods) {
    for (const columns of [entered, printed, listed, Object.keys(lineFields(documentHandover))])
      expect(columns).not.toContain(name)
  }
})

test('its lines are complete without a quantity, and not without their own fields', () => {
  expect(lineProblemsOf(documentHandover, [paper])).toEqual([])
  expect(lineProblemsOf(documentHandover, [{ ...paper, title: '' }])).toMatchObject([
    { rowId: '1', field: 'title' },
  ])
})
