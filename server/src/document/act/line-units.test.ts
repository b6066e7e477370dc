import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import { expect, test } from 'vitest'
import type { DocumentLine } from '../storage/document.ts'
import { readLineInput } from './line-input.ts'

// Ten boxes of a hundred on their way; the line is spoken of in boxes.
const line = {
  lineNo: 1,
  materialNo: 'M-BOLT',
  unit: 'EA',
  entryUnit: 'BOX',
  unitNumerator: 100,
  unitDenominator: 1,
  quantity: '1000',
  inTransitQuantity: '1000',
} as unknown as DocumentLine
const { receive } = transferOrder.actions
const given = (receivedQuantity: string, of = line) =>
  readLineInput(transferOrder, receive, [of], [{ lineNo: 1, quantityReceived: receivedQuantity }])

test('what is given of a line with its entry unit is in base units, and limited by the line', () => {
  expect(given('3 BOX').lineInput).toMatchObject([{ quantityReceived: '300' }])
  expect(given('3 ea').lineInput).toMatchObject([{ quantityReceived: '3' }])
  expect(given('11 BOX').problems).toMatchObject([
    { code: 'quantity-beyond-line', params: { quantity: '1100', allowed: '1000', unit: 'EA' } },
  ])
})

test('a unit the line is not spoken of in is refused with those it is', () => {
  expect(given('3 PAL').problems).toMatchObject([
    { code: 'unit-not-of-material', line: 1, params: { unit: 'PAL', units: 'EA/BOX' } },
  ])
  const plain = { ...line, entryUnit: null, unitNumerator: null, unitDenominator: null }
  expect(given('3 BOX', plain).problems).toMatchObject([
    { code: 'unit-not-of-material', line: 1, params: { unit: 'BOX', units: 'EA' } },
  ])
})
