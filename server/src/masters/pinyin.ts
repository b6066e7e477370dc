/**
 * The first Chinese character of each initial in pinyin order. Comparing with these by ICU's pinyin collation (included
 * in Node) finds the initial of any character without a dictionary.
 */
const firstOfInitial: readonly (readonly [string, string])[] = [
  ['A', '阿'],
  ['B', '八'],
  ['C', '嚓'],
  ['D', '哒'],
  ['E', '妸'],
  ['F', '发'],
  ['G', '旮'],
  ['H', '哈'],
  ['J', '讥'],
  ['K', '咔'],
  ['L', '垃'],
  ['M', '妈'],
  ['N', '拏'],
  ['O', '噢'],
  ['P', '妑'],
  ['Q', '七'],
  ['R', '呥'],
  ['S', '仨'],
  ['T', '他'],
  ['W', '穵'],
  ['X', '夕'],
  ['Y', '丫'],
  ['Z', '帀'],
]

/** Characters whose usual reading in this trade differs from the collation. */
const readings: Record<string, string> = {
  重: 'Z',
  长: 'C',
  调: 'T',
  行: 'X',
  轴: 'Z',
  单: 'D',
  石: 'S',
  盛: 'S',
  厂: 'C',
  车: 'C',
}

const collator = new Intl.Collator('zh-u-co-pinyin')
const known = new Map<string, string>(Object.entries(readings))

function initialOf(character: string): string {
  let found = known.get(character)
  if (found === undefined) {
    found = ''
    for (const [letter, first] of firstOfInitial) {
      if (collator.compare(character, first) < 0) break
      found = letter
    }
    known.set(character, found)
  }
  return found
}

/**
 * Initials of a text for the search: 不锈钢球阀 DN50 becomes BXGQFDN50. Letters and digits are kept in upper case; other
 * non-Chinese characters are omitted.
 */
export function pinyinInitials(text: string): string {
  let initials = ''
  for (const character of text) {
    if (/[A-Za-z0-9]/.test(character)) initials += character.toUpperCase()
    else if (/\p{Script=Han}/u.test(character)) initials += initialOf(character)
  }
  return initials.slice(0, 80)
}
