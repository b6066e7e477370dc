import { expect, test } from 'vitest'
import {
  fieldOfColumn,
  fieldsWithoutColumn,
  keptFor,
  mayBeLeftEmpty,
  proposedMapping,
  withField,
  withMeaning,
} from './legacy-state.ts'

const file = {
  headers: ['PO', 'Item', 'ASN', 'Delivery date', 'Vendor', 'Goods code', 'Qty', 'Weight'],
  samples: [['1'], ['10'], ['A'], ['02-Jun-06'], ['ACME'], ['X'], ['5'], ['See DN-4']],
}
const mapping = proposedMapping('delivery', file, {
  sourceSystem: 'WMS',
  fixed: { plant: '0001' },
})

test('a column is taken for one field, and a field from one column', () => {
  expect(fieldOfColumn(mapping, 'Goods code')).toBeNull()
  const taken = withField(mapping, file, 'Goods code', 'materialNo')
  expect(fieldOfColumn(taken, 'Goods code')).toBe('materialNo')
  const moved = withField(taken, file, 'Goods code', 'plant')
  expect(moved.columns.materialNo).toBeUndefined()
  expect([moved.columns.plant?.header, moved.fixed]).toEqual(['Goods code', {}])
  const other = withField(taken, file, 'Weight', 'materialNo')
  expect([fieldOfColumn(other, 'Goods code'), other.columns.grossWeight]).toEqual([null, undefined])
  expect(withField(mapping, file, 'Delivery date', 'dueDate').columns.dueDate).toEqual({
    header: 'Delivery date',
    dateFormat: 'monthName',
  })
})

test('for another kind the columns are proposed again, and what is entered stays where it fits', () => {
  const order = proposedMapping('order', file, mapping)
  expect(order).toMatchObject({ kind: 'order', sourceSystem: 'WMS', fixed: { plant: '0001' } })
  expect(order.columns.documentNo).toBeUndefined()
  const fixed = { ...mapping.fixed, dueDate: '2014-09-10' }
  expect(proposedMapping('receipt', file, { ...mapping, fixed }).fixed).toEqual({ plant: '0001' })
})

test('values are translated and the translation taken away again', () => {
  const once = withMeaning(mapping, 'supplierNo', 'ACME', '100001')
  const twice = withMeaning(once, 'supplierNo', 'Other', '')
  expect(twice.columns.supplierNo?.values).toEqual({ ACME: '100001', Other: '' })
  expect(withMeaning(twice, 'supplierNo', 'ACME', null).columns.supplierNo?.values).toEqual({
    Other: '',
  })
})

test('only cells that a row may lack are offered to be left empty', () => {
  expect(mayBeLeftEmpty(mapping, { field: 'grossWeight' })).toBe(true)
  for (const field of ['quantity', 'supplierNo', 'unit', 'amount'])
    expect(mayBeLeftEmpty(mapping, { field }), field).toBe(false)
})

test('fields without a column are asked for, and a kept mapping loses columns that the file lacks', () => {
  expect(Object.keys(fieldsWithoutColumn(mapping))).toContain('plant')
  expect(Object.keys(fieldsWithoutColumn(mapping))).not.toContain('quantity')
  const kept = keptFor(mapping, { headers: ['PO', 'Item'] })
  expect(Object.keys(kept.columns)).toEqual(['orderNo', 'orderItem'])
})
