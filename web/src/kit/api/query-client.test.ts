import { afterEach, expect, test, vi } from 'vitest'
import { languageStore } from '../text/language.ts'
import { makeQueryClient } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

test('answers in the language of their request are read again in the new one', () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/' })
  const client = makeQueryClient()
  const key = ['document', 'goods-issue', '1', 'erp']
  client.setQueryData(key, [])
  const isStale = () => client.getQueryState(key)?.isInvalidated
  expect(isStale()).toBe(false)
  languageStore.set('en')
  expect(isStale()).toBe(true)
  languageStore.set('zh')
  client.clear()
})
