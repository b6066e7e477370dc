import { expect, test } from 'vitest'
import { choice, date, reference, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { filteredPath, linkedBy } from './list-link.ts'

const fields = {
  docNo: text(label('送货单号', 'Delivery note')),
  supplierNo: reference(label('供应商', 'Supplier'), 'supplier'),
  state: text(label('状态', 'State')),
  etaDate: date(label('预计到货日', 'Expected arrival')),
  deliveryMode: choice(label('送货方式', 'Delivery mode'), {
    warehouse: label('到库', 'To warehouse'),
    direct: label('直送', 'Direct to site'),
  }),
}
const linkedTo = (address: string) =>
  linkedBy(
    fields,
    new URLSearchParams(address.slice(address.indexOf('?'))),
    (name) => name === 'state',
  )

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

test('a link filters by several states, by choices and by days from one on', () => {
  const values = {
    state: ['confirmed', 'partlyArrived'],
    deliveryMode: ['direct'],
    etaDate: { from: '2026-11-26' },
  }
  const address = filteredPath('/x', values)
  expect(address).toBe(
    '/x?by.state=confirmed&by.state=partlyArrived&by.deliveryMode=direct&by.etaDate.from=2026-11-26',
  )
  expect(linkedTo(address)).toEqual({
    values: { ...values, etaDate: { from: '2026-11-26', to: null } },
  })
  // One state is still a list of states, or its filter would be a text.
  expect(linkedTo('/x?by.state=raised')).toEqual({ values: { state: ['raised'] } })
  expect(linkedTo('/x?by.etaDate.to=2026-11-30')).toEqual({
    values: { etaDate: { from: null, to: '2026-11-30' } },
  })
  expect(linkedTo('/x?by.supplierNo.from=1')).toBeNull()
})
