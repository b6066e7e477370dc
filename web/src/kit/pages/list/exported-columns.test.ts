import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { cellText } from '../../grid/cell-format.ts'
import { listColumns, rowFields } from '../../document/document-fields.ts'
import { exportedColumns } from './exported-columns.ts'

test('an export has columns of their own for unit and specification, which the list shows once', () => {
  const note = documentDefinition('delivery-note')!
  const columns = listColumns(note, 'line', undefined)
  const shown = columns.filter(({ isHidden }) => isHidden !== true).map(({ field }) => field)
  expect(shown).not.toContain('unit')
  expect(shown).not.toContain('specification')
  const exported = exportedColumns(columns, rowFields(note, 'line')).map(({ field }) => field)
  const beside = ['unit', 'specification', 'entryQuantity', 'entryUnit']
  expect(exported.filter((field) => !beside.includes(field))).toEqual(shown)
  expect(exported[exported.indexOf('description') + 1]).toBe('specification')
  const quantity = exported.indexOf('quantity')
  expect(exported.slice(quantity + 1, quantity + 4)).toEqual(['unit', 'entryQuantity', 'entryUnit'])
  const goods = columns.find(({ field }) => field === 'description')!
  const text = (specification: string) =>
    cellText(goods, { description: '闸阀 Z41H-16C DN50', specification })
  expect(text('Z41H-16C DN50')).toBe('闸阀 Z41H-16C DN50')
  expect(text('PN16')).toBe('闸阀 Z41H-16C DN50 PN16')
  // A unit column that the user has added stays where it is.
  const added = columns.map((column) =>
    column.field === 'unit' ? { ...column, isHidden: false } : column,
  )
  expect(
    exportedColumns(added, rowFields(note, 'line')).filter(({ field }) => field === 'unit'),
  ).toHaveLength(1)
})
