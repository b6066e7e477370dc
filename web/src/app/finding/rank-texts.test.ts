import { beforeAll, describe, expect, it } from 'vitest'
import { soundsLike } from './match-sounds.ts'
import { loadTitleSounds } from './known-sounds.ts'
import { findable, rankOf } from './rank-texts.ts'

beforeAll(loadTitleSounds)

const stock = findable('库存查询', 'Stock query', 'KCCX', '/Stock/stockSearch')

describe('finding by sound', () => {
  it('takes full syllables, initials, and both mixed', () => {
    const syllables = ['ku', 'cun', 'cha', 'xun']
    for (const typed of ['k', 'ku', 'kucun', 'kccx', 'kuccx', 'kcchaxun', 'kucunchaxun'])
      expect([typed, soundsLike(syllables, typed)]).toEqual([typed, 0])
    expect(soundsLike(syllables, 'chaxun')).toBe(2)
    for (const typed of ['', 'kx', 'kucx', 'kuchaxun', 'kucunchaxunx', 'un'])
      expect([typed, soundsLike(syllables, typed)]).toEqual([typed, -1])
  })

  it('knows a syllable from two', () => {
    expect(soundsLike(['xi', 'an'], 'xian')).toBe(0)
    expect(soundsLike(['xian', 'shi'], 'xianshi')).toBe(0)
    expect(soundsLike(['xi', 'an', 'shi'], 'xias')).toBe(0)
  })
})

describe('a page', () => {
  it('is found by title, sound, initials and code alike', () => {
    for (const typed of ['kccx', 'KCCX', 'kucunchaxun', '库存查询', 'stock query'])
      expect([typed, rankOf(stock, typed)]).toEqual([typed, 0])
    for (const typed of ['kucun', '库存', 'stock', 'Ku Cun', '查询 库存', 'query stock', 'chaxun'])
      expect([typed, rankOf(stock, typed)]).toEqual([typed, expect.any(Number)])
    expect(rankOf(stock, '库存')).toBeLessThan(rankOf(stock, 'chaxun') ?? 0)
    expect(rankOf(stock, 'stockSearch')).toBe(5)
  })

  it('is not found by anything else, nor by nothing', () => {
    for (const typed of ['', '  ', 'xyz', '库房', '库存 出库', 'z'])
      expect([typed, rankOf(stock, typed)]).toEqual([typed, null])
  })
})
