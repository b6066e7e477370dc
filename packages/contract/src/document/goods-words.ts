import { groupThousands } from '@kufang/kernel/decimal-text.ts'
import type { Label } from './declare/label.ts'
import { unitWord } from './catalogue/unit-words.ts'

/** A summary of a document's goods: its first line and the number of lines. Without goods it says what that line is about. */
export interface GoodsSummary {
  /** Of a document without goods, whose other values are then empty. */
  about?: Label
  materialNo: string
  description: string
  /** null while the document does not show it yet (`hiddenUntil`). */
  quantity: string | null
  unit: string
  lineCount: number
  /** Of all lines; null if one is unknown, or if the person may not see amounts. */
  amount: string | null
}

/** The goods of a document in words: its first material, the quantity of that, and how many lines there are. */
interface GoodsWords {
  material: Label
  /** Its description, or what a document without goods is about. */
  title: Label
  /** '' while a blind count hides it. */
  quantity: Label
  lines: Label
}

/** The parts of that text; the material may be truncated, the others never. */
export function goodsWords(goods: Omit<GoodsSummary, 'amount'>): GoodsWords {
  const { materialNo, description, quantity, unit, lineCount } = goods
  const title = goods.about ?? { zh: description, en: description }
  const digits = quantity?.includes('.') === true ? quantity.replace(/\.?0+$/, '') : quantity
  const said = (language: keyof Label): string =>
    digits === null ? '' : `${groupThousands(digits)} ${unitWord(unit, language)}`
  return {
    material: { zh: named(materialNo, title.zh), en: named(materialNo, title.en) },
    title,
    quantity: { zh: said('zh'), en: said('en') },
    lines:
      lineCount > 1
        ? { zh: `等 ${lineCount} 行`, en: `and ${lineCount - 1} more` }
        : { zh: '', en: '' },
  }
}

const named = (materialNo: string, title: string): string =>
  [materialNo, title].filter((part) => part !== '').join(' · ')

/** The same as one text in one language. */
export function goodsSentence(goods: Omit<GoodsSummary, 'amount'>, language: keyof Label): string {
  const { material, quantity, lines } = goodsWords(goods)
  return [material[language], quantity[language], lines[language]]
    .filter((part) => part !== '')
    .join(' ')
}
