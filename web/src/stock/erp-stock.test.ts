import { expect, it } from 'vitest'
import { findingOf } from './erp-stock.ts'

it('tells equal books from differences that are on their way and from those nobody explains', () => {
  expect(findingOf({ difference: '0', unexplained: '0' })).toBe('equal')
  expect(findingOf({ difference: '12.5', unexplained: '0.000' })).toBe('explained')
  expect(findingOf({ difference: '-3', unexplained: '-1' })).toBe('unexplained')
  // Equal by coincidence: the postings in flight should cause a difference.
  expect(findingOf({ difference: '0', unexplained: '5' })).toBe('unexplained')
})
