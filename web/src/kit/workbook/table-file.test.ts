import { expect, test } from 'vitest'
import { ordinarySheet, ordinaryStrings, workbookOf } from '../../../../bench/attack/workbooks.ts'
import { csvOf, tableFiles } from './table-file.ts'

test('cells with separators, quotation marks and line breaks are quoted', () => {
  expect(
    csvOf([
      ['a', 'b;c', 'd"e'],
      ['1,5', '', 'x\ny'],
    ]),
  ).toBe('a,"b;c","d""e"\r\n"1,5",,"x\ny"\r\n')
})

test('each sheet of a workbook becomes a CSV, under its name', async () => {
  const workbook = workbookOf(ordinarySheet, ordinaryStrings)
  const { tables, likeliest } = await tableFiles(
    new File([workbook as BlobPart], '旧系统.xlsx', { lastModified: 7 }),
  )
  expect([tables.length, likeliest]).toEqual([1, 0])
  const file = await tables[0]!.file()
  expect([file.name, file.lastModified]).toEqual(['旧系统.csv', 7])
  expect(await file.text()).toBe('物料编码,数量\r\nM-1 & 2,12.5\r\n')
})

test('a file that is no workbook stays as it is', async () => {
  const file = new File(['a,b'], 'orders.csv')
  expect(await (await tableFiles(file)).tables[0]!.file()).toBe(file)
})

test('a file that only calls itself a workbook is refused', async () => {
  await expect(tableFiles(new File(['a,b'], 'orders.XLSX'))).rejects.toMatchObject({
    code: 'workbook-unreadable',
  })
})
