import { describe, expect, test } from 'vitest'
import { serialNumbersMax } from '@kufang/contract/document/serial-number.ts'
import { readSerialNumbers } from './read-serial-numbers.ts'

describe('what is typed, scanned or pasted as serial numbers', () => {
  test.each([
    ['a typed number', 'SN001', ['SN001']],
    ['small and wide letters', 'ｓｎ００１', ['SN001']],
    ['the line break of a scanner', 'SN001\r\n', ['SN001']],
    [
      'several numbers in a row',
      'SN001, SN002;SN003、SN004，SN005',
      ['SN001', 'SN002', 'SN003', 'SN004', 'SN005'],
    ],
    [
      'a column copied from Excel, with an empty cell',
      'SN001\r\nSN002\r\n\r\nSN003\r\n',
      ['SN001', 'SN002', 'SN003'],
    ],
    ['a row copied from Excel', 'SN001\tSN002', ['SN001', 'SN002']],
    ['a code with further fields', 'SN001|16039001|2026-11-02', ['SN001']],
    ['a code with group separators', '\u001dSN001\u001d10', ['SN001']],
    ['a number of digits, which the ERP fills with zeros', '0007', ['7']],
    ['nothing', ' \r\n', []],
  ])('%s is read: %j', (_kind, text, numbers) => {
    expect(readSerialNumbers(text)).toEqual({ numbers, problems: [] })
  })

  test('a number that is there twice is read twice, so that it can be shown as doubled', () => {
    expect(readSerialNumbers('SN001 SN001').numbers).toEqual(['SN001', 'SN001'])
  })
})

describe('a range of serial numbers', () => {
  test.each([
    ['SN008..SN011', ['SN008', 'SN009', 'SN010', 'SN011']],
    ['SN008..11', ['SN008', 'SN009', 'SN010', 'SN011']],
    ['SN098 … SN101', ['SN098', 'SN099', 'SN100', 'SN101']],
    ['009..011', ['9', '10', '11']],
    ['A1-07B..A1-09B', ['A1-07B', 'A1-08B', 'A1-09B']],
    ['SN5..SN5', ['SN5']],
    ['SN001..002 X9', ['SN001', 'SN002', 'X9']],
    ['9007199254740993..9007199254740994', ['9007199254740993', '9007199254740994']],
  ])('%s has these numbers', (text, numbers) => {
    expect(readSerialNumbers(text)).toEqual({ numbers, problems: [] })
  })

  test.each([
    ['AB001..SN003', '不是号段'],
    ['SN001..', '不是号段'],
    ['SN001..SN002..SN003', '不是号段'],
    ['SNA..SNB', '不是号段'],
    ['SN010..SN001', '终号小于起号'],
    [
      `1..${serialNumbersMax + 1}`,
      `有 ${serialNumbersMax + 1} 个号，一次最多 ${serialNumbersMax} 个`,
    ],
  ])('%s is none: %s', (text, reason) => {
    const { numbers, problems } = readSerialNumbers(text)
    expect(numbers).toEqual([])
    expect(problems.map(({ text: part }) => part)).toEqual([text])
    expect(problems[0]?.problem.zh).toContain(reason)
    expect(problems[0]?.problem.en).not.toMatch(/[\u4e00-\u9fff]/)
  })

  test('beside a wrong range the other numbers are taken', () => {
    const { numbers, problems } = readSerialNumbers('SN001 SN009..SN002 SN003')
    expect(numbers).toEqual(['SN001', 'SN003'])
    expect(problems).toHaveLength(1)
  })
})
