import { itemAt } from '@kufang/kernel/present.ts'
import { oneWriting, readMeasures } from './measures.ts'

// Whether two materials are likely to be one, by description, specification and grade, drawing and maker. What has a digit
// must agree, because it tells sizes apart; words may come in another order, or be a few more.

/** What is compared of a material. */
export interface DescribedMaterial {
  materialNo: string
  description: string
  specification: string
  materialGrade: string
  drawingNo: string
  manufacturer: string
  unit: string
  hazardClass: string
}

/** A material as it is compared. */
export interface Likeness {
  materialNo: string
  /** Its measures and codes. */
  signature: string
  words: readonly string[]
  /** Pairs of neighbouring Chinese characters, and Latin words, each with how often it occurs. */
  parts: ReadonlyMap<string, number>
  /** Chinese characters and Latin words. */
  signs: ReadonlySet<string>
  drawing: string
  maker: string
  unit: string
  hazardClass: string
}

/** What a likely pair is proposed to be: one material, or two that may replace each other because their makers differ. */
export type Suggestion = 'same' | 'equivalent'

const legalForms =
  /有限责任公司|股份有限公司|有限公司|集团|公司|股份|\b(?:co|ltd|inc|corp|gmbh|ag|kg|llc|company|limited|corporation)\b/g

function makerOf(name: string): string {
  return oneWriting(name)
    .replaceAll('.', ' ')
    .replaceAll(legalForms, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

const isChinese = (word: string): boolean => /\p{Script=Han}/u.test(word)

/** Neighbours in a run of characters, whose order counts: 油包水 is not 水包油. */
function neighbours(run: string): string[] {
  const signs = [...run]
  return signs.length === 1
    ? signs
    : signs.slice(1).map((sign, at) => `${itemAt(signs, at)}${sign}`)
}

/** Repeated words count once: a specification often stands in the description too. */
function partsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const parts = new Map<string, number>()
  for (const word of new Set(words)) {
    for (const piece of isChinese(word) ? neighbours(word) : [word])
      parts.set(piece, (parts.get(piece) ?? 0) + 1)
  }
  return parts
}

/** A material in the form in which it is compared; pure. */
export function likenessOf(material: DescribedMaterial): Likeness {
  const { description, specification, materialGrade } = material
  const { measures, words } = readMeasures(`${description} | ${specification} | ${materialGrade}`)
  return {
    materialNo: material.materialNo,
    signature: measures.join(' '),
    words,
    parts: partsOf(words),
    signs: new Set(words.flatMap((word) => (isChinese(word) ? [...word] : [word]))),
    drawing: oneWriting(material.drawingNo).replaceAll(/[^\p{L}\p{N}]+/gu, ''),
    maker: makerOf(material.manufacturer),
    unit: material.unit,
    hazardClass: material.hazardClass,
  }
}

/** Words of which one excludes the other, though they look alike: 内螺纹 is not 外螺纹. */
const opposites: readonly (readonly [string, string])[] = [
  ['内', '外'],
  ['左', '右'],
  ['上', '下'],
  ['正', '反'],
  ['阴', '阳'],
  ['公', '母'],
  ['进', '出'],
  ['单', '双'],
  ['大', '小'],
  ['长', '短'],
  ['粗', '细'],
  ['开', '闭'],
  ['红', '绿'],
  ['left', 'right'],
  ['male', 'female'],
  ['large', 'small'],
]

/** Words that only one of two says make it another one: colours, sizes and forms. */
const qualifiers: ReadonlySet<string> = new Set(
  (
    'red white black blue green pink yellow ivory silver gold mini big large small long short double single left right ' +
    'male female extra powder'
  ).split(' '),
)

function difference(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): string[] {
  return [...one].flatMap(([piece, count]) =>
    Array.from({ length: Math.max(count - (other.get(piece) ?? 0), 0) }, () => piece),
  )
}

/** How much of the words of both is common, from 0 to 1 (Dice); 0 if one has what excludes a word of the other. */
export function wordLikeness(one: Likeness, other: Likeness): number {
  const total = (parts: ReadonlyMap<string, number>): number =>
    [...parts.values()].reduce((sum, count) => sum + count, 0)
  const [left, right] = [difference(one.parts, other.parts), difference(other.parts, one.parts)]
  const only = (here: Likeness, there: Likeness, sign: string): boolean =>
    here.signs.has(sign) && !there.signs.has(sign)
  const isOpposite = opposites.some(
    ([first, second]) =>
      (only(one, other, first) && only(other, one, second)) ||
      (only(one, other, second) && only(other, one, first)),
  )
  if (isOpposite || [...left, ...right].some((word) => qualifiers.has(word))) return 0
  const all = total(one.parts) + total(other.parts)
  if (all === 0) return one.signature === '' ? 0 : 1
  const likeness = (all - left.length - right.length) / all
  // A word in the place of another one says more than a word that one of them leaves out.
  return left.length > 0 && right.length > 0 ? likeness - 0.15 : likeness
}

/** From this likeness on a pair is proposed; where no measure and no code agrees, only words do, and nearly all must. */
export const likenessMin = 0.8
const likenessOfWordsMin = 0.97

function haveOneMaker(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return true
  const [short = '', long = ''] = [one, other].sort((left, right) => left.length - right.length)
  return short.length >= 2 && long.includes(short)
}

/** What was found of a pair. */
export interface FoundLikeness {
  suggestion: Suggestion
  /** From `likenessMin` to 1. */
  score: number
}

/** Whether two materials are proposed as a pair; null if not. */
export function compareLikeness(one: Likeness, other: Likeness): FoundLikeness | null {
  if (one.signature !== other.signature || one.hazardClass !== other.hazardClass) return null
  // Without a measure the words must say enough.
  if (one.signature === '' && Math.min(one.words.length, other.words.length) === 0) return null
  if (one.drawing !== '' && other.drawing !== '' && one.drawing !== other.drawing) return null
  const score = wordLikeness(one, other)
  if (score < (one.signature === '' ? likenessOfWordsMin : likenessMin)) return null
  const isSame = haveOneMaker(one.maker, other.maker) && one.unit === other.unit
  return { suggestion: isSame ? 'same' : 'equivalent', score }
}

/** Most keys of one material. */
const keysMax = 12

/**
 * Keys of which two alike materials share at least one, so that only those are compared: the measures with one of the words
 * (a Chinese run by its last two characters, where its kind is named), and the whole in any order.
 */
export function matchKeys({ signature, words, parts }: Likeness): string[] {
  const bag = [...parts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flat()
    .join('')
  const heads = [...new Set(words)].map((word) =>
    isChinese(word) ? [...word].slice(-2).join('') : word,
  )
  if (signature !== '')
    return [
      ...new Set([`${signature}|${bag}`, ...heads.map((head) => `${signature}|${head}`)]),
    ].slice(0, keysMax)
  // Words alone: all but one of them.
  const sorted = [...new Set(words)].sort()
  const without =
    sorted.length < 3 ? [] : sorted.map((left) => sorted.filter((word) => word !== left).join(' '))
  return [...new Set([bag, sorted.join(' '), ...without])]
    .filter((key) => key !== '')
    .slice(0, keysMax)
}
