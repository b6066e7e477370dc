import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['1,200.5', '1200.5'],
  ['-12,345', '-12345'],
  ['1,234,567', '1234567'],
  ['１２，３４５．６', '12345.6'],
  [' 0.125 ', '0.125'],
  ['.5', '.5'],
  ['007', '007'],
  ['1.5E-05', '1.5E-05'],
  // A decimal comma, or commas that separate no thousands.
  ['0,125', null],
  ['0,250', null],
  ['00,250', null],
  ['1,5', null],
  ['1,25', null],
  ['1234,567', null],
  ['1,2345', null],
  ['12,34,567', null],
  ['1,234,5', null],
  [',125', null],
  ['1.234,5', null],
  ['1.234.567', null],
  ['1 200', null],
  ['1e3', null],
  ['E+3', null],
  ['5 KG', null],
  ['', null],
])('%s is the number %s', (text, number) => {
  expect(typedNumber(text)).toBe(number)
})
