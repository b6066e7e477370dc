import { expect, test } from 'vitest'
import { textFits } from './text-fits.ts'

test('a text fits when every letter has room at its widest', () => {
  expect(textFits('', 20)).toBe(true)
  // 9 digits of at most 8.97 pixels and 18 pixels of margins.
  expect(textFits('123456789', 99)).toBe(true)
  expect(textFits('123456789', 98)).toBe(false)
})

test('Chinese characters and wide letters count as a full square', () => {
  expect(textFits('库房管理', 70)).toBe(true)
  expect(textFits('库房管理', 69)).toBe(false)
  expect(textFits('WM%m', 70)).toBe(true)
  expect(textFits('WM%m', 69)).toBe(false)
})

test('a text far too long does not fit', () => {
  expect(textFits('i'.repeat(1000), 140)).toBe(false)
})
