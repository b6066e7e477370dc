import { expect, test } from 'vitest'
import { csvRows, readTable } from './read-table.ts'

test('rows of a CSV keep their numbers: empty ones are left out, and a cell may have several lines', () => {
  expect(csvRows('编码,名称\r\n\r\nKGM,"千克\n(公斤)"\r\nTNE,"""吨"""')).toEqual([
    { line: 1, cells: ['编码', '名称'] },
    { line: 3, cells: ['KGM', '千克\n(公斤)'] },
    { line: 5, cells: ['TNE', '"吨"'] },
  ])
  expect(csvRows('a;b,c\n1;2')).toEqual([
    { line: 1, cells: ['a;b', 'c'] },
    { line: 2, cells: ['1;2'] },
  ])
  expect(csvRows('a;b;c,d\n1;2;3')[1]).toEqual({ line: 2, cells: ['1', '2', '3'] })
})

test('a file that is not UTF-8 is read as GB 18030', async () => {
  // 单位 in GB 18030.
  const file = new File([new Uint8Array([0xb5, 0xa5, 0xce, 0xbb, 0x0a, 0x4b, 0x47])], 'units.csv')
  expect(await readTable(file)).toEqual([
    { line: 1, cells: ['单位'] },
    { line: 2, cells: ['KG'] },
  ])
})
