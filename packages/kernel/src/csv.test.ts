import { expect, test } from 'vitest'
import { csvRows } from './csv.ts'

const rows = (text: string) => {
  const read = csvRows(text)
  return 'rows' in read ? read.rows : read
}

test('rows of a CSV keep their numbers: empty ones are left out, and a cell may have several lines', () => {
  expect(rows('编码,名称\r\n\r\nKGM,"千克\n(公斤)"\r\nTNE,"""吨""" ')).toEqual([
    { line: 1, cells: ['编码', '名称'] },
    { line: 3, cells: ['KGM', '千克\n(公斤)'] },
    { line: 5, cells: ['TNE', '"吨"'] },
  ])
  expect(rows('a;b,c\n1;2')).toEqual([
    { line: 1, cells: ['a;b', 'c'] },
    { line: 2, cells: ['1;2'] },
  ])
  expect(rows('a;b;c,d\n1;2;3')).toMatchObject([{}, { line: 2, cells: ['1', '2', '3'] }])
})

test('a quotation mark that is never closed is found in its row', () => {
  expect(rows('a,b\n1,"x\n2,y\n3,z')).toEqual({ unclosedIn: 2 })
  expect(rows('a,b\n1,5" pipe')).toMatchObject([{}, { cells: ['1', '5" pipe'] }])
})
