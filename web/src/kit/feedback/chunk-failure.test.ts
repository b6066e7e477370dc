import { expect, it } from 'vitest'
import { isChunkFailure } from './chunk-failure.ts'

it.each([
  'Failed to fetch dynamically imported module: http://host/assets/page-1.js',
  'error loading dynamically imported module: http://host/assets/page-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/page-1.css',
])('knows a part that is gone: %s', (message) => {
  expect(isChunkFailure(new TypeError(message))).toBe(true)
})

it('takes other failures for what they are', () => {
  expect(isChunkFailure(new TypeError('x is undefined'))).toBe(false)
  expect(isChunkFailure('Importing a module script failed.')).toBe(false)
})
