import { expect, it } from 'vitest'
import { homeTitle } from './home-title.ts'

it('is the given one, decoded once or twice', () => {
  expect(homeTitle(`?title=${encodeURIComponent('仓储首页')}`)).toBe('仓储首页')
  expect(homeTitle(`?title=${encodeURIComponent(encodeURIComponent('仓储首页'))}`)).toBe('仓储首页')
  expect(homeTitle('?title=100%25')).toBe('100%')
})

it('is its own when none is given', () => {
  expect(homeTitle('')).toBeNull()
  expect(homeTitle('?title=%20')).toBeNull()
  expect(homeTitle('?other=1')).toBeNull()
})
