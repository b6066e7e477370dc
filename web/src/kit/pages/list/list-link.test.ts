import { expect, test } from 'vitest'
import { reference, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { filteredPath, linkedBy } from './list-link.ts'

const fields = {
  docNo: text(label('送货单号', 'Delivery note')),
  supplierNo: reference(label('供应商', 'Supplier'), 'supplier'),
}
const linkedTo = (address: string) =>
  linkedBy(fields, new URLSearchParams(address.slice(address.indexOf('?'))))

test('a link filters a list by the columns it has, and by nothing else', () => {
  const values = { supplierNo: '600008', plant: '1010' }
  expect(filteredPath('/x', values, 'delivery-note')).toBe(
    '/x?list=delivery-note&by.supplierNo=600008&by.plant=1010',
  )
  expect(linkedTo(filteredPath('/x', values))).toEqual({ values: { supplierNo: '600008' } })
  expect(linkedTo(filteredPath('/x', { plant: '1010' }))).toBeNull()
  expect(linkedTo('/x?by.constructor=1')).toBeNull()
})

test('a document named in a link takes precedence over a text, and both over filters', () => {
  expect(linkedTo('/x?by.supplierNo=1&find=a&docNo=SH1')).toEqual({ docNo: 'SH1' })
  expect(linkedTo('/x?by.supplierNo=1&find=a&docNo=')).toEqual({ find: 'a' })
  expect(linkedTo('/x?title=a')).toBeNull()
})
