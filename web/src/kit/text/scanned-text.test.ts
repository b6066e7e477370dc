import { expect, test } from 'vitest'
import { scannedText } from './scanned-text.ts'

test.each([
  ['SH20261100001', 'SH20261100001'],
  [' SH20261100001\r\n', 'SH20261100001'],
  ['ＳＨ２０２６１１００００１', 'SH20261100001'],
  ['SH20261100001|1010|600001', 'SH20261100001'],
  ['SH20261100001;2026-11-22', 'SH20261100001'],
  ['\u001dSH20261100001\u001d10', 'SH20261100001'],
  ['https://kufang.example/#/receive/receivingGoodsWarehouse?docNo=SH20261100001', 'SH20261100001'],
  ['https://kufang.example/d/SH20261100001', 'SH20261100001'],
  ['', ''],
])('the scan %j means %s', (scan, number) => {
  expect(scannedText(scan)).toBe(number)
})
