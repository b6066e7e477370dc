import { afterEach, expect, test, vi } from 'vitest'
import { languageStore, listed } from './language.ts'

afterEach(() => vi.unstubAllGlobals())

test('several words stand with the comma of the language', () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/' })
  expect(listed(['RK1', 'RK2', 3])).toBe('RK1、RK2、3')
  languageStore.set('en')
  expect(listed(['RK1', 'RK2', 3])).toBe('RK1, RK2, 3')
  languageStore.set('zh')
})
