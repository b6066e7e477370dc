import { expect, it } from 'vitest'
import { date, quantity, serialNumbers, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { sheetLines } from './sheet-lines.ts'

const fields = {
  materialNo: text(label('物料编码', 'Material')),
  quantity: quantity(label('期初数量', 'Opening quantity')),
  expiryDate: date(label('有效期至', 'Expiry date')),
  serialNumbers: serialNumbers(label('序列号', 'Serial numbers')),
}

it('finds columns by their words in either language or by name, wherever they stand', () => {
  const { lines, unknown } = sheetLines(fields, [
    ['有效期至', 'Material *', 'quantity', '备忘'],
    ['2027-01-31', 'M1', '1,200.5', 'x'],
    ['', '', '', ''],
    ['46357', 'M2', '3', ''],
  ])
  expect(lines).toEqual([
    { expiryDate: '2027-01-31', materialNo: 'M1', quantity: '1200.5' },
    { expiryDate: '2026-12-01', materialNo: 'M2', quantity: '3' },
  ])
  expect(unknown).toEqual(['备忘'])
})

it('reads the serial numbers of a cell as they were exported, one below the other, or as a range', () => {
  const cells = ['SN001、SN002', 'SN001, SN002', 'SN001\nSN002', 'SN001..SN002']
  const { lines } = sheetLines(fields, [['序列号'], ...cells.map((cell) => [cell])])
  expect(lines).toEqual(cells.map(() => ({ serialNumbers: ['SN001', 'SN002'] })))
})

it('keeps a wrong cell as it is, so that the person sees and corrects it', () => {
  expect(sheetLines(fields, [['期初数量'], ['many']]).lines).toEqual([{ quantity: 'many' }])
  expect(sheetLines(fields, [['序列号'], ['SN2..SN1']]).lines).toEqual([
    { serialNumbers: 'SN2..SN1' },
  ])
})
