import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { listColumns, rowFields } from '../../document/view/document-fields.ts'
import { exportedColumns } from './exported-columns.ts'

test('an export has the unit beside the first quantity, which the list shows in one column', () => {
  const note = documentDefinition('delivery-note')!
  const columns = listColumns(note, 'line', undefined)
  const shown = columns.filter(({ isHidden }) => isHidden !== true).map(({ field }) => field)
  expect(shown).not.toContain('unit')
  const exported = exportedColumns(columns, rowFields(note, 'line')).map(({ field }) => field)
  expect(exported.filter((field) => field !== 'unit')).toEqual(shown)
  expect(exported[exported.indexOf('quantity') + 1]).toBe('unit')
  // A unit column that the user has added stays where it is.
  const added = columns.map((column) =>
    column.field === 'unit' ? { ...column, isHidden: false } : column,
  )
  expect(
    exportedColumns(added, rowFields(note, 'line')).filter(({ field }) => field === 'unit'),
  ).toHaveLength(1)
})
