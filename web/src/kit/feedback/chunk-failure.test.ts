import { expect, it } from 'vitest'
import { isChunkFailure } from './chunk-failure.ts'
import { PartMissing } from './part-files.ts'

it.each([
  new TypeError('Failed to fetch dynamically imported module: http://host/assets/page-1.js'),
  new TypeError('error loading dynamically imported module: http://host/assets/page-1.js'),
  new TypeError('Importing a module script failed.'),
  new PartMissing('http://host/assets/page-1.css'),
])('knows a part that is gone: %s', (error) => {
  expect(isChunkFailure(error)).toBe(true)
})

it('takes other failures for what they are', () => {
  expect(isChunkFailure(new TypeError('x is undefined'))).toBe(false)
  expect(isChunkFailure('Importing a module script failed.')).toBe(false)
})
