import { textOf } from '@kufang/kernel/text-of.ts'
import { specialStocks, stockCategories } from '@kufang/contract/document/declare/stock-words.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { label } from '../kit/text/language.ts'

const categories: Readonly<Record<string, Label>> = stockCategories
const specials: Readonly<Record<string, Label>> = specialStocks

/** The stock category with the special stock: without the latter, two rows of one bin look alike. */
export function categoryText(row: Row): string {
  const category = textOf(row['stockCategory'])
  const special = textOf(row['specialStock'])
  const words = [label(categories[category] ?? category), label(specials[special] ?? special)]
  return words.filter((word) => word !== '').join(' · ')
}
