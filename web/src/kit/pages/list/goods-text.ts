import {
  goodsSentence,
  goodsWords,
  type GoodsSummary,
} from '@kufang/contract/document/goods-words.ts'
import { label, languageStore } from '../../text/language.ts'

/** What the list says of a document's goods; their amount is a value of the row itself. */
export type ListedGoods = Omit<GoodsSummary, 'amount'>

/** The goods of a document as a text: the first material, its quantity, and how many lines there are. */
export function goodsText(goods: ListedGoods): string {
  return goodsSentence(goods, languageStore.get())
}

/** The parts of that text; the material may be truncated, the others never. */
export function goodsParts(goods: ListedGoods): {
  material: string
  title: string
  quantity: string
  lines: string
} {
  const { material, title, quantity, lines } = goodsWords(goods)
  return {
    material: label(material),
    title: label(title),
    quantity: label(quantity),
    lines: label(lines),
  }
}
