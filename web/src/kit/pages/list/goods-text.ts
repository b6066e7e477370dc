import type { GoodsSummary } from '@kufang/contract/document/api.ts'
import { numberText } from '../../grid/cell-format.ts'
import { label } from '../../text/language.ts'

/** What the list says of a document's goods; their amount is a value of the row itself. */
export type ListedGoods = Omit<GoodsSummary, 'amount'>

/** The goods of a document as a text: the first material, its quantity, and how many lines there are. */
export function goodsText(goods: ListedGoods): string {
  const { material, quantity, lines } = goodsParts(goods)
  return [material, quantity, lines].filter((part) => part !== '').join(' ')
}

/** The parts of that text; the material may be truncated, the others never. */
export function goodsParts(goods: ListedGoods): {
  material: string
  quantity: string
  lines: string
} {
  const { materialNo, description, quantity, unit, lineCount } = goods
  return {
    material: [materialNo, description].filter((part) => part !== '').join(' · '),
    quantity: quantity === null ? '' : `${numberText(quantity)} ${unit}`,
    lines:
      lineCount > 1 ? label({ zh: `等 ${lineCount} 行`, en: `and ${lineCount - 1} more` }) : '',
  }
}
