import { expect, test } from 'vitest'
import { csvOf, tableFile } from './table-file.ts'

test('cells with separators, quotation marks and line breaks are quoted', () => {
  expect(
    csvOf([
      ['a', 'b;c', 'd"e'],
      ['1,5', '', 'x\ny'],
    ]),
  ).toBe('a,"b;c","d""e"\r\n"1,5",,"x\ny"\r\n')
})

test('a file that is no workbook stays as it is', async () => {
  const file = new File(['a,b'], 'orders.csv')
  expect(await tableFile(file)).toBe(file)
})

test('a file that only calls itself a workbook is refused', async () => {
  await expect(tableFile(new File(['a,b'], 'orders.XLSX'))).rejects.toMatchObject({
    code: 'workbook-unreadable',
  })
})
