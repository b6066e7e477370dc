import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import { withoutStock } from './stock-lines.ts'

test('a line whose stock is empty is refused with its bin, one with stock is not', () => {
  const header = { companyCode: '1010', plant: '0001', storageLocation: '1001' }
  const line = { materialNo: 'M-1', bin: 'A-01', batch: null }
  const lines = [
    { ...line, lineNo: 1, quantity: parseQuantity('0') },
    { ...line, lineNo: 2, quantity: parseQuantity('3') },
  ]
  expect(withoutStock(header, lines)).toEqual([
    {
      code: 'stock-line-empty',
      params: { material: 'M-1', bin: 'A-01', batch: '' },
      line: 1,
      field: 'materialNo',
    },
  ])
})
