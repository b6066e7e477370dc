import { expect, test } from 'vitest'
import { ordinarySheet, ordinaryStrings, workbookOf } from '../../../../bench/attack/workbooks.ts'
import { csvOf, tableFile } from './table-file.ts'

test('cells with separators, quotation marks and line breaks are quoted', () => {
  expect(
    csvOf([
      ['a', 'b;c', 'd"e'],
      ['1,5', '', 'x\ny'],
    ]),
  ).toBe('a,"b;c","d""e"\r\n"1,5",,"x\ny"\r\n')
})

test('a workbook becomes its first sheet as CSV, under its name', async () => {
  const workbook = workbookOf(ordinarySheet, ordinaryStrings)
  const file = await tableFile(new File([workbook as BlobPart], '旧系统.xlsx', { lastModified: 7 }))
  expect([file.name, file.lastModified]).toEqual(['旧系统.csv', 7])
  expect(await file.text()).toBe('物料编码,数量\r\nM-1 & 2,12.500\r\n')
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
