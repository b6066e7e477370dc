import { expect, test } from 'vitest'
import { formatNumber, toThousandFilter } from './number-format.ts'

test.each([
  [0, 2, '0'],
  [999, 0, '999'],
  [123.456, 1, '123.456'],
  [1000, 2, '1k'],
  [1500, 1, '1.5k'],
  [10_000, 1, '10k'],
  [123_456, 2, '123.46k'],
  [1_005_000, 2, '1.01M'],
  [-1500, 1, '-1.5k'],
  [999_999, 1, '1M'],
  [1_234_567_890, 1, '1.2G'],
  [1.5e12, 1, '1.5T'],
  [2e15, 1, '2P'],
  [3e18, 1, '3E'],
  [4e21, 1, '4000E'],
  ['1234567.125', 3, '1.235M'],
  [NaN, 1, '0'],
  ['abc', 1, '0'],
])('%s with %i digits is short for %s', (value, digits, shown) => {
  expect(formatNumber(value, digits)).toBe(shown)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1_234_567, '-1,234,567'],
  [10_000.12345, '10,000.12345'],
  ['1234.50', '1,234.50'],
  ['123456789012345.678', '123,456,789,012,345.678'],
  ['007', '7'],
  [1e21, '1,000,000,000,000,000,000,000'],
  ['', '0'],
  ['abc', '0'],
  [null, '0'],
  [undefined, '0'],
  [NaN, '0'],
  [Infinity, '0'],
])('%s gets its commas: %s', (value, shown) => {
  expect(toThousandFilter(value)).toBe(shown)
})
