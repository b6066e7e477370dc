import { pickingUnit } from '@kufang/contract/masters/partner.ts'
import { excessTolerance } from '@kufang/contract/masters/excess-tolerance.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { expect, test } from 'vitest'
import { textCell, type TableCell } from '../../workbook/table-cell.ts'
import {
  cellOfField,
  importFields,
  importRows,
  missingFields,
  proposedMapping,
} from './import-table.ts'

const table = {
  fileName: 'units.csv',
  sheet: 0,
  heads: ['领料单位编码*', '名称', 'Valid to', '启用'],
  rows: [
    { line: 2, cells: ['ly09', '加氢车间', '46022', '否'].map(textCell) },
    { line: 5, cells: ['LY10', '', 'soon', ''].map(textCell) },
  ],
}

test('columns are found by the names of the fields in both languages, and the rest is chosen', () => {
  const fields = importFields(pickingUnit)
  const mapping = proposedMapping(fields, table.heads)
  expect(mapping).toEqual({
    pickingUnit: { column: 0 },
    validTo: { column: 2 },
    isActive: { column: 3 },
  })
  expect(missingFields(pickingUnit, fields, mapping)).toEqual(['companyCode', 'name'])
})

test('rows keep their number, dates of a workbook are dates, and what cannot be read is sent as it stands', () => {
  const fields = importFields(pickingUnit)
  const mapping = {
    ...proposedMapping(fields, table.heads),
    name: { column: 1 },
    companyCode: { value: '1010' },
  }
  const { rows, refused } = importRows(fields, table, mapping)
  expect(refused).toEqual([])
  expect(rows).toEqual([
    {
      line: 2,
      values: {
        pickingUnit: 'ly09',
        name: '加氢车间',
        validTo: '2025-12-31',
        isActive: false,
        companyCode: '1010',
      },
    },
    { line: 5, values: { pickingUnit: 'LY10', validTo: 'soon', companyCode: '1010' } },
  ])
  const wrong: TableCell = { kind: 'error', text: '#N/A' }
  const broken = { ...table, rows: [{ line: 2, cells: [wrong] }] }
  expect(importRows(fields, broken, mapping).refused).toMatchObject([{ cell: 'A2' }])
  expect(cellOfField(mapping, 'validTo', 5)).toBe('C5')
  expect(cellOfField(mapping, 'companyCode', 5)).toBeNull()
  expect(cellOfField({ remark: { column: 27 } }, 'remark', 3)).toBe('AB3')
})

test('of rules nobody switches rows by a table, and of a mirror only our own fields are taken', () => {
  expect(importFields(excessTolerance)).not.toHaveProperty('isActive')
  const ofMaterials = importFields(material)
  expect(ofMaterials).toHaveProperty('materialNo')
  expect(ofMaterials).toHaveProperty('shelfLifeDays')
  expect(ofMaterials).not.toHaveProperty('description')
  expect(missingFields(material, ofMaterials, {})).toEqual(['materialNo'])
})
