import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { splitHeader } from './header-info.tsx'

test('a delivery note shows what its header says, and folds what nobody filled in', () => {
  const { filled, empty } = splitHeader(documents['delivery-note'], {
    docNo: 'SH1',
    state: 'submitted',
    supplierNo: '600013',
    etaDate: '2026-11-25',
    deliveryMode: 'warehouse',
    carrier: '',
    plateNo: null,
    printCount: 0,
  })
  expect(Object.keys(filled)).toEqual(['printCount', 'supplierNo', 'etaDate', 'deliveryMode'])
  expect(Object.keys(empty)).toContain('carrier')
  expect(Object.keys(empty)).toContain('plateNo')
  // Number and state are shown in the head; the reason of return is set by the server and still empty.
  for (const name of ['docNo', 'state', 'returnReason'])
    expect([...Object.keys(filled), ...Object.keys(empty)]).not.toContain(name)
})
