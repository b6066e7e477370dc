import { expect, it } from 'vitest'
import { menuTexts } from './tab-storage.ts'

const tabs = (count: number, title = '到货确认') =>
  Array.from({ length: count }, (_, index) => ({
    path: `/receive/page${index}`,
    title,
    location: { pathname: `/receive/page${index}`, search: '?a=1', hash: '', state: null, key: '' },
    isAffixed: false,
    isCached: true,
  }))

it('keeps path, name, title and meta of every tab while they fit', () => {
  const { full, cookie } = menuTexts(tabs(2))
  expect(cookie).toBe(full)
  expect(JSON.parse(cookie)).toEqual(
    [0, 1].map((index) => ({
      path: `/receive/page${index}`,
      name: `page${index}`,
      title: '到货确认',
      fullPath: `/receive/page${index}?a=1`,
      meta: { title: '到货确认', affix: false, noCache: false },
    })),
  )
})

it('keeps path and name only when the full list is too long for a cookie', () => {
  const { full, cookie } = menuTexts(tabs(20))
  expect(JSON.parse(full)).toHaveLength(20)
  const short = JSON.parse(cookie) as object[]
  expect(short).toHaveLength(20)
  expect(Object.keys(short[0] ?? {})).toEqual(['path', 'name'])
})

it('never exceeds what a browser takes, however many tabs there are', () => {
  const { cookie } = menuTexts(tabs(300))
  expect(encodeURIComponent(cookie).length).toBeLessThanOrEqual(4000)
  const short = JSON.parse(cookie) as { path: string }[]
  expect(short.length).toBeGreaterThan(20)
  expect(short[0]?.path).toBe('/receive/page0')
})
