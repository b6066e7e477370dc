import { soundsLike } from './match-sounds.ts'
import { syllablesOf } from './known-sounds.ts'

/** The texts by which something is found. */
export interface Findable {
  /** Titles and codes, in lower case. */
  names: readonly string[]
  /** The Chinese title, for its pinyin. */
  title: string
  /** Also searched, with the lowest rank. */
  path: string
}

/** Builds the search texts once per entry. */
export function findable(zh: string, en: string, code = '', path = ''): Findable {
  return {
    names: [zh, en, code].filter((name) => name !== '').map((name) => name.toLowerCase()),
    title: zh,
    path: path.toLowerCase(),
  }
}

/** No match. */
const never = 9

/**
 * The rank of a match: 0 for the full name, code, pinyin or initials, higher for parts of them, null for no match.
 * All words of the text must match.
 */
export function rankOf(found: Findable, text: string): number | null {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const whole = rankWord(found, words.join(' '))
  const apart = Math.max(...words.map((word) => rankWord(found, word)))
  const rank = Math.min(whole, apart)
  return rank === never ? null : rank
}

function rankWord({ names, title, path }: Findable, word: string): number {
  if (names.includes(word)) return 0
  const syllables = syllablesOf(title)
  const isLatin = /^[a-z0-9]+$/.test(word)
  if (isLatin) {
    const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
    if (word === initials || word === syllables.join('')) return 0
  }
  if (names.some((name) => name.startsWith(word))) return 1
  const start = isLatin ? soundsLike(syllables, word) : -1
  if (start === 0) return 2
  if (names.some((name) => name.includes(word))) return 3
  // A single letter would match too many syllables.
  if (start > 0 && word.length > 1) return 4
  return path !== '' && path.includes(word) ? 5 : never
}
