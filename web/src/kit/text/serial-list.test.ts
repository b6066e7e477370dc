import { describe, expect, test } from 'vitest'
import {
  countProblem,
  numberProblem,
  piecesOf,
  serialNumbersOf,
  serialText,
  withNumbers,
  withOldest,
} from './serial-list.ts'

const offered = ['SN001', 'SN002', 'SN003', 'SN004'].map((serialNumber) => ({
  serialNumber,
  note: '',
}))
const nowhere: ReadonlyMap<string, number> = new Map()

describe('the serial numbers of a line', () => {
  test('are as many as the pieces of its quantity, which is a whole number', () => {
    expect(['3', '3.000', '0', '2.5', '', null, 'many'].map(piecesOf)).toEqual([
      3,
      3,
      0,
      null,
      null,
      null,
      null,
    ])
    expect(serialNumbersOf(null)).toEqual([])
  })

  test('are each there once; what comes again is told', () => {
    expect(withNumbers(['SN001'], ['SN002', 'SN001', 'SN003', 'SN003'])).toEqual({
      numbers: ['SN001', 'SN002', 'SN003'],
      doubled: ['SN001', 'SN003'],
    })
  })

  test('are filled up with the oldest pieces to the quantity, without those of other lines', () => {
    const elsewhere = new Map([['SN002', 1]])
    expect(withOldest(['SN003'], { needed: 3, offered, elsewhere })).toEqual([
      'SN003',
      'SN001',
      'SN004',
    ])
    expect(withOldest(['SN003'], { needed: 1, offered, elsewhere })).toEqual(['SN003'])
    expect(withOldest([], { needed: 9, offered, elsewhere: nowhere })).toHaveLength(4)
    expect(withOldest([], { needed: null, offered, elsewhere: nowhere })).toEqual([])
  })

  test('are wrong if another line has them or the stock of the line has no such piece', () => {
    const context = { offered, isWhole: true, elsewhere: new Map([['SN004', 2]]) }
    expect(numberProblem('SN001', context)).toBeNull()
    expect(numberProblem('SN004', context)?.zh).toBe('第 2 行已有')
    expect(numberProblem('SN009', context)?.zh).toBe('不在可选的件中')
    // Goods that arrive have any number, and of a large stock only the oldest pieces are read.
    expect(numberProblem('SN009', { ...context, offered: null })).toBeNull()
    expect(numberProblem('SN009', { ...context, isWhole: false })).toBeNull()
    expect(numberProblem('S'.repeat(19), context)?.zh).toBe('超过 18 个字符')
    expect(numberProblem('SN9..SN1', { ...context, offered: null })?.zh).toBe('不是序列号')
  })

  test('stay when the quantity changes, and the line says how many are missing or too many', () => {
    expect(countProblem(3, 3)).toBeNull()
    expect(countProblem(3, null)).toBeNull()
    expect(countProblem(3, 5)?.zh).toBe('已录入 3 个序列号，数量为 5，还差 2 个')
    expect(countProblem(3, 2)?.en).toBe('3 serial numbers for a quantity of 2: 1 too many')
    expect(countProblem(1, 2)?.en).toBe('1 serial number for a quantity of 2: 1 missing')
  })

  test('are said in the cell if they are few and complete, otherwise counted', () => {
    expect(serialText(['SN001', 'SN002'], 2)).toBe('SN001 SN002')
    expect(serialText(['SN001'], 2)).toBe('1/2')
    expect(serialText([], 3)).toBe('0/3')
    expect(serialText(['SN001', 'SN002', 'SN003'], 3)).toBe('3/3')
    expect(serialText(['SN001', 'SN002', 'SN003'], null)).toBe('3')
  })
})
