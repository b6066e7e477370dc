import { expect, test } from 'vitest'
import { arrival } from '@kufang/contract/receiving/arrival.ts'
import { unannouncedArrival } from '@kufang/contract/receiving/unannounced-arrival.ts'
import { excessDocument } from '@kufang/contract/document/catalogue/excess-refusals.ts'
import { excessEntry } from './excess-entry.ts'
import { headerFields, lineFields } from '../document-fields.ts'
import { reduceLines } from './reduce-lines.ts'

const row = (quantity: string) => ({ rowId: quantity, quantity })
const refused = (line: number, code: string, params: Record<string, string>) => ({
  code,
  params,
  line,
  field: 'quantity',
  zh: '',
  en: '',
})

test('a line with too much is offered what is permitted; others, and one of which nothing is permitted, stay', () => {
  const lines = [row('10'), row('5'), row('4.5'), row('3')]
  const { lines: next, reduced } = reduceLines(lines, [
    // Two lines of one source want 15 of 12 together.
    refused(1, 'quantity-exceeds-open', { quantity: '15', open: '12', unit: 'EA' }),
    refused(3, 'arrival-exceeds-tolerance', {
      excess: '2.5',
      room: '1',
      unit: 'T',
      order: '4500000001/10',
    }),
    refused(4, 'quantity-held', { quantity: '3', free: '0', unit: 'EA' }),
    refused(2, 'batch-unknown', { batch: 'A' }),
  ])
  expect(next.map(({ quantity }) => quantity)).toEqual(['7', '5', '3', '3'])
  expect(reduced).toEqual([
    { line: 1, from: '10', to: '7', excess: '3', unit: 'EA', isAtGate: false, order: '' },
    {
      line: 3,
      from: '4.5',
      to: '3',
      excess: '1.5',
      unit: 'T',
      isAtGate: true,
      order: '4500000001/10',
    },
  ])
})

test('a quantity in another unit is left to the person', () => {
  const beyond = refused(1, 'arrival-exceeds-order', { beyond: '100', unit: 'EA' })
  expect(reduceLines([row('2 BOX')], [beyond]).reduced).toEqual([])
})

test('what is too many of goods at the gate is entered as an arrival without papers, with the same truck and supplier', () => {
  const header = { companyCode: '1010', supplierNo: '100001', plateNo: '沪A12345', docNo: null }
  const goods = { materialNo: 'M-1', unit: 'EA', bin: 'R-01', batch: 'B1', reference: 'SH-0815' }
  const lines = [
    { ...row('12'), ...goods, source: { id: 'x', lineNo: 1 }, serialNumbers: ['1'] },
    { ...row('5'), ...goods, reference: 'SH-0815' },
    { ...row('9'), ...goods },
  ]
  const { reduced } = reduceLines(lines, [
    refused(1, 'arrival-exceeds-order', { beyond: '2', unit: 'EA', order: '4500000001/10' }),
    refused(2, 'quantity-exceeds-open', { quantity: '5', open: '4', unit: 'EA' }),
  ])
  const made = excessEntry({ header, lines }, reduced, ({ order }) => `超出订单 ${order}`)
  expect(made.header).toEqual({
    companyCode: '1010',
    supplierNo: '100001',
    plateNo: '沪A12345',
    reference: 'SH-0815',
    cause: '超出订单 4500000001/10',
  })
  const { reference: _reference, ...copied } = goods
  expect(made.lines).toEqual([{ ...copied, quantity: '2', rowId: expect.any(String) as string }])
})

test('the document of goods without papers has every field that is taken over', () => {
  const { name, page, header, lines } = excessDocument
  expect([unannouncedArrival.name, Object.keys(unannouncedArrival.pages)]).toEqual([
    name,
    expect.arrayContaining([page]),
  ])
  for (const of of [arrival, unannouncedArrival]) {
    expect(Object.keys(headerFields(of))).toEqual(expect.arrayContaining([...header]))
    expect(Object.keys(lineFields(of))).toEqual(expect.arrayContaining([...lines]))
  }
})
