import { expect, test } from 'vitest'
import { isBinLabel, isScanned, scannedCodes, scannedText } from './scanned-code.ts'

test.each([
  ['SH20261100001', 'SH20261100001'],
  [' sh20261100001\r\n', 'SH20261100001'],
  ['ＳＨ２０２６１１００００１', 'SH20261100001'],
  ['SH20261100001|1010|600001', 'SH20261100001'],
  ['SH20261100001;2026-11-22', 'SH20261100001'],
  ['\u001dSH20261100001\u001d10', 'SH20261100001'],
  ['https://kufang.example/#/receive/receivingGoodsWarehouse?docNo=SH20261100001', 'SH20261100001'],
  ['https://kufang.example/?x=1&no=SH2026%31100001#y', 'SH20261100001'],
  ['https://kufang.example/d/SH20261100001', 'SH20261100001'],
  ['https://kufang.example/d/%E0%A4%A', '%E0%A4%A'],
  ['000000000015020006', '15020006'],
  ['１５０２０００６', '15020006'],
  ['a-03-04-1-1', 'A-03-04-1-1'],
  ['', ''],
])('the scan %j means %s', (scan, number) => {
  expect(scannedText(scan)).toBe(number)
})

test('a label may be a code with blanks, or several fields of which the first is the code', () => {
  expect(scannedCodes('k 2/1')).toEqual(['K 2/1', 'K'])
  expect(scannedCodes('B1|15020006')).toEqual(['B1|15020006', 'B1'])
  expect(scannedCodes('')).toEqual([])
  expect(isScanned(scannedCodes('ｋ 2/1'), 'K 2/1')).toBe(true)
  expect(isScanned(scannedCodes('B1'), '')).toBe(false)
})

test('a bin is known by its code and by its barcode', () => {
  const bin = { bin: 'A-01-04-2-1', barcode: '1102-a-01-04-2-1' }
  for (const label of ['a-01-04-2-1', '1102-A-01-04-2-1', '１１０２-Ａ-01-04-2-1'])
    expect(isBinLabel(scannedCodes(label), bin)).toBe(true)
  expect(isBinLabel(scannedCodes('1103-A-01-04-2-1'), bin)).toBe(false)
  expect(isBinLabel(scannedCodes('1102'), { ...bin, barcode: '' })).toBe(false)
})
