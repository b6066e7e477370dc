import { expect, it } from 'vitest'
import { findingOf } from './erp-stock.ts'

it('tells equal books from differences that are on their way and from those nobody explains', () => {
  expect(findingOf({ difference: '0', inFlight: '0' })).toBe('equal')
  expect(findingOf({ difference: '12.5', inFlight: '12.500' })).toBe('explained')
  expect(findingOf({ difference: '-3', inFlight: '-3' })).toBe('explained')
  expect(findingOf({ difference: '-3', inFlight: '3' })).toBe('unexplained')
  expect(findingOf({ difference: '5', inFlight: '0' })).toBe('unexplained')
})
