/** A deterministic pseudo-random generator. */
export interface Random {
  /** An integer between both ends, inclusive. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** True with this probability in percent. */
  chance(percent: number): boolean
}

/**
 * A separate generator for each part of the company, so that a change in one part does not affect the others.
 * Mulberry32: 32 bits of state are sufficient for some thousand draws.
 */
export function randomOf(part: string): Random {
  let state = 2_026_1121
  for (const character of part)
    state = Math.imul(state ^ character.codePointAt(0)!, 16_777_619) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[between(0, list.length - 1)]!
    },
    chance: (percent) => between(1, 100) <= percent,
  }
}
