import { expect, it, test } from 'vitest'
import {
  date,
  quantity,
  serialNumbers,
  text,
  type Fields,
} from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { sheetLines as linesOf } from './sheet-lines.ts'
import { textCell, type TableCell } from './table-cell.ts'

const sheetLines = (of: Fields, rows: readonly (readonly (string | TableCell)[])[]) =>
  linesOf(
    of,
    rows.map((cells, index) => ({
      line: index + 1,
      cells: cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell)),
    })),
  )

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

test('what a workbook shows otherwise than it stores it is refused with its cell, unless the column is of its kind', () => {
  const day: TableCell = { kind: 'date', text: '2026-03-04', shown: '3月4日' }
  const { lines, refused } = sheetLines(fields, [
    ['物料编码', '有效期至', '期初数量'],
    [day, day, { kind: 'number', text: '2.3', day: '1900-01-01' }],
    [{ kind: 'error', text: '#N/A' }, { kind: 'number', text: '46085', day: '2026-03-04' }, ''],
    ['M2', '2026/11/25 0:00:00', { kind: 'error', text: '#DIV/0!' }],
  ])
  expect(lines.map((line) => line['expiryDate'])).toEqual([
    '2026-03-04',
    '2026-03-04',
    '2026-11-25',
  ])
  expect(lines[0]).toMatchObject({ quantity: '2.3' })
  expect(refused).toEqual([
    expect.objectContaining({
      cell: 'A2',
      problem: expect.objectContaining({ zh: expect.stringContaining('3月4日') }),
    }),
    expect.objectContaining({
      cell: 'A3',
      problem: expect.objectContaining({ zh: expect.stringContaining('#N/A') }),
    }),
    expect.objectContaining({
      cell: 'C4',
      problem: expect.objectContaining({ en: expect.stringContaining('#DIV/0!') }),
    }),
  ])
})

test('the headings are the first row that has known ones; without any the refusal says which are expected', () => {
  const titled = [['期初库存 2026'], [], ['物料编码', '期初数量'], ['M1', '1']]
  expect(sheetLines(fields, titled).lines).toEqual([{ materialNo: 'M1', quantity: '1' }])
  expect(() =>
    sheetLines(fields, [
      ['料号', '数'],
      ['M1', '1'],
    ]),
  ).toThrow(
    expect.objectContaining({
      code: 'table-heads-unknown',
      params: expect.objectContaining({
        expected: expect.stringContaining('物料编码'),
        found: '料号、数',
      }),
    }),
  )
  expect(() =>
    sheetLines(fields, [
      ['物料编码', '期初数量'],
      ['M1', '1', '?'],
    ]),
  ).toThrow(
    expect.objectContaining({
      code: 'table-row-beyond',
      params: { cell: 'C2', text: '?', head: '1' },
    }),
  )
})
