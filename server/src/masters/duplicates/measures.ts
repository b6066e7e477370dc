import { fieldOf } from '@kufang/kernel/present.ts'

// Measures and codes in descriptions of materials, in one writing: what tells two valves of one kind apart. Whatever has a
// digit is either a measure with its unit, in one unit of its kind, or a code that is compared as it is.

/** What a description says, in one writing. */
export interface ReadText {
  /** Measures and codes, sorted, each once. */
  measures: readonly string[]
  /** Everything else: runs of Chinese characters, and Latin words. */
  words: readonly string[]
}

/** Units by kind, with what they are in the unit of the kind: mm, bar, g, ml, V, W. */
const units: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  mm: ['mm', 1],
  毫米: ['mm', 1],
  cm: ['mm', 10],
  厘米: ['mm', 10],
  m: ['mm', 1000],
  米: ['mm', 1000],
  mm2: ['mm2', 1],
  平方毫米: ['mm2', 1],
  平方: ['mm2', 1],
  in: ['in', 1],
  英寸: ['in', 1],
  寸: ['in', 1],
  bar: ['bar', 1],
  mpa: ['bar', 10],
  兆帕: ['bar', 10],
  kpa: ['bar', 0.01],
  g: ['g', 1],
  克: ['g', 1],
  kg: ['g', 1000],
  千克: ['g', 1000],
  公斤: ['g', 1000],
  ml: ['ml', 1],
  毫升: ['ml', 1],
  l: ['ml', 1000],
  升: ['ml', 1000],
  v: ['v', 1],
  伏: ['v', 1],
  kv: ['v', 1000],
  千伏: ['v', 1000],
  w: ['w', 1],
  瓦: ['w', 1],
  kw: ['w', 1000],
  千瓦: ['w', 1000],
  a: ['a', 1],
  安: ['a', 1],
  ma: ['a', 0.001],
}

const unitNames = Object.keys(units).sort((one, other) => other.length - one.length)
const unit = `(?:${unitNames.join('|')})`
const boreWords = 'dn|公称直径|公称通径|通径'
const boreUnits = 'mm|cm|毫米|厘米'
const ratedWords = 'pn|公称压力|压力等级'
const ratedUnits = 'mpa|bar|兆帕'
const pressureUnits = 'mpa|bar|kpa|兆帕'
const inchWords = '英寸|寸'
const lengthWords = '长度|长'
const notInWord = '(?![a-z0-9])'

/** Pressure classes of American flanges, which are also written with the sign that otherwise marks a steel. */
const classes = '(?:125|150|300|400|600|800|900|1500|2500)'

const number = String.raw`\d+(?:\.\d+)?`
/** 1 1/2, 3/4, 2.5 */
const inches = String.raw`(?:\d+[ -]\d+/\d+|\d+/\d+|${number})`

/** Without zeros that say nothing: 4.0 is 4. */
function plain(value: number): string {
  return String(Number(value.toPrecision(9)))
}

function inchesOf(text: string): string {
  const parts = text.split(/[ -]/).map((part) => {
    const [above = '0', below] = part.split('/')
    return Number(above) / Number(below ?? 1)
  })
  return plain(parts.reduce((sum, part) => sum + part, 0))
}

function measured(value: string, name: string): string {
  const [kind, factor] = fieldOf(units, name)
  return `${plain(Number(value) * factor)}${kind}`
}

/** One writing of letters, widths and signs; spaces and what separates parts of a description become one space. */
export function oneWriting(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[×✕✖＊∗*х╳]/g, 'x')
    .replaceAll(/[φøØ∅⌀ϕф]/g, 'd')
    .replaceAll(/[‐‑‒–—―−－_]/g, '-')
    .replaceAll(/[″”“"]|''/g, 'in')
    .replaceAll(/[′‘’'`]/g, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replaceAll(/[、,;；，。:：|()（）[\]【】{}<>《》]/g, ' ')
    .replaceAll(/(?<=[a-z0-9]) ?- ?(?=[a-z0-9])/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Reader = readonly [pattern: RegExp, read: (found: readonly string[]) => string]

const sized = String.raw`(${number}) ?(${unit})?`
const readers: readonly Reader[] = [
  // 219x8x6m: the order counts, and a part without a unit is in millimetres.
  [
    new RegExp(
      String.raw`(?<![a-z0-9.])(dn|de|m|d)? ?(${number}(?: ?${unit}${notInWord})?(?: ?x ?(?:dn|d)?${number}(?: ?${unit}${notInWord})?)+)`,
      'g',
    ),
    ([, prefix = '', chain = '']) => {
      const parts = chain.split(/ ?x ?/).map((part) => {
        const [, value = '', name = 'mm'] = new RegExp(`^(?:dn|d)?${sized}$`).exec(part) ?? []
        return value === '' ? part : measured(value, name)
      })
      return `${prefix === 'd' || prefix === 'de' ? '' : prefix}${parts.join('x')}`
    },
  ],
  [
    new RegExp(String.raw`(?:${boreWords}) ?=? ?(${number})(?: ?(${boreUnits})${notInWord})?`, 'g'),
    ([, value = '', name = 'mm']) => `dn${measured(value, name).replace(/mm$/, '')}`,
  ],
  // PN40 is 40 bar, whichever of the two is written.
  [
    new RegExp(String.raw`(?:${ratedWords}) ?=? ?(${number}) ?(${ratedUnits})?${notInWord}`, 'g'),
    ([, value = '', name = 'bar']) => `p${measured(value, name)}`,
  ],
  [
    new RegExp(String.raw`(${number}) ?(${pressureUnits})${notInWord}`, 'g'),
    ([, value = '', name = '']) => `p${measured(value, name)}`,
  ],
  [
    new RegExp(
      String.raw`(?:class|cl|ansi) ?(${classes})(?: ?(?:lb|#))?(?!\d)|(?<!\d)(${classes}) ?(?:lbs?${notInWord}|#)`,
      'g',
    ),
    ([, one, other]) => `class${one ?? other ?? ''}`,
  ],
  [
    new RegExp(String.raw`(?<![a-z0-9./])(${inches}) ?(?:in(?:ch)?${notInWord}|${inchWords})`, 'g'),
    ([, value = '']) => `${inchesOf(value)}in`,
  ],
  [
    new RegExp(String.raw`(?<![a-z0-9.])d ?(${number})(?: ?mm${notInWord})?(?![a-z0-9./-])`, 'g'),
    ([, value = '']) => `${plain(Number(value))}mm`,
  ],
  [
    new RegExp(
      String.raw`(?<![a-z0-9./-])(?:l ?= ?|(?:${lengthWords}) ?)?(${number}) ?(${unit})(?![a-z0-9])`,
      'g',
    ),
    ([, value = '', name = '']) => measured(value, name),
  ],
  // Everything else with a digit: types, steels, standards. Dashes and points inside count, spaces do not.
  [
    /[a-z0-9][a-z0-9./+#%°-]*\d[a-z0-9./+#%°-]*|\d[a-z0-9./+#%°-]*/g,
    ([code = '']) => code.replace(/[./-]+$/, ''),
  ],
]

/**
 * Reads the measures and words of a description.
 * @param text description, specification and grade, in any writing
 */
export function readMeasures(text: string): ReadText {
  let rest = oneWriting(text)
  const measures = new Set<string>()
  for (const [pattern, read] of readers) {
    rest = rest.replaceAll(pattern, (...found: unknown[]) => {
      measures.add(read(found.slice(0, -2) as string[]))
      return ' '
    })
  }
  const words = rest.match(/[\p{Script=Han}]+|[\p{L}]+/gu) ?? []
  return { measures: [...measures].sort(), words: words.filter((word) => !fillers.has(word)) }
}

/** Words that only introduce a measure. */
const fillers: ReadonlySet<string> = new Set(['l', '长', '长度', '规格', '型号', '材质'])
