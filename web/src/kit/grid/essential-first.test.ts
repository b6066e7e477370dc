import { expect, test } from 'vitest'
import { essentialFirst } from './essential-first.ts'
import type { GridColumn } from './grid-column.ts'

const column = (
  field: string,
  kind: GridColumn<object>['kind'] = 'text',
  more: Partial<GridColumn<object>> = {},
): GridColumn<object> => ({ field, label: field, kind, width: 150, ...more })

const columns = [
  column('docNo', 'text', { pinned: 'left' }),
  column('state', 'state'),
  column('erpState', 'state'),
  column('supplierNo'),
  column('materialNo', 'reference'),
  column('description'),
  column('quantity', 'quantity'),
  column('openQuantity', 'quantity'),
  column('unit'),
  column('remark'),
]
const names = (room: number) => essentialFirst(columns, room).map(({ field }) => field)

test('a table with room keeps its columns as the page declares them', () => {
  expect(names(1400)).toEqual(columns.map(({ field }) => field))
})

test('a narrow one begins with number, state, goods, quantity and unit, and leaves none out', () => {
  expect(names(860)).toEqual([
    'docNo',
    'state',
    'materialNo',
    'quantity',
    'unit',
    'erpState',
    'supplierNo',
    'description',
    'openQuantity',
    'remark',
  ])
})

test('with more room the description comes back to its place, then what is declared first', () => {
  expect(names(910).slice(0, 6)).toEqual([
    'docNo',
    'state',
    'materialNo',
    'description',
    'quantity',
    'unit',
  ])
  expect(names(1060).slice(0, 7)).toEqual([
    'docNo',
    'state',
    'erpState',
    'materialNo',
    'description',
    'quantity',
    'unit',
  ])
})

test('columns the person did not ask for are no reason to move the others', () => {
  const hidden = columns.map((known) => ({ ...known, isHidden: known.field !== 'quantity' }))
  expect(essentialFirst(hidden, 300)).toBe(hidden)
})

test('in a narrow one quantities that are decided on come before the description, the cells to be filled in count as seen', () => {
  const decided = columns.map((known) => ({
    ...known,
    ...(known.field === 'openQuantity' && { isEssential: true }),
  }))
  const inputs = [column('reason', 'choice', { pinned: 'right' })]
  expect(essentialFirst([...decided, ...inputs], 1000).map(({ field }) => field)).toEqual([
    'docNo',
    'state',
    'materialNo',
    'quantity',
    'openQuantity',
    'unit',
    'reason',
    'erpState',
    'supplierNo',
    'description',
    'remark',
  ])
})
